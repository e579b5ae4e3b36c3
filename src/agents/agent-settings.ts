// What the code of systems asks of a project's settings for agents. What reads them is loaded when it is asked for.

import type { SystemDeps } from '../ports/system.ts';
import type { AgentConfig } from './agent-config.ts';

type Settings = Required<Pick<SystemDeps, 'providerProblem' | 'cheaperModel' | 'runsMax'>>;

/** The model of a client needs no provider. */
export function agentSettings(
  hasClient: boolean,
  env: Readonly<Record<string, string | undefined>>,
  folderOf: (project: string) => string,
  configOf: (folder: string) => Promise<AgentConfig>,
): Settings {
  return {
    async providerProblem(project) {
      if (hasClient) return null;
      const { providerProblem } = await import('./open-agents.ts');
      const folder = folderOf(project);
      return providerProblem(env, await configOf(folder), folder);
    },
    async cheaperModel(project) {
      const { cheaperModelOf } = await import('./open-agents.ts');
      return hasClient ? null : cheaperModelOf(env, await configOf(folderOf(project)));
    },
    runsMax: async (project) => (await configOf(folderOf(project))).limits.runs,
  };
}
