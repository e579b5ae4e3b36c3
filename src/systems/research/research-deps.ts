// What the code of the research workflow reads of the world, and the run's record as its functions know it.

import type { Json, JsonObject } from '../../json.ts';
import type { CodeCall, Prepare, PrepareResult } from '../../ports/action.ts';
import type { Sources } from '../../ports/sources.ts';
import type { SystemDeps } from '../../ports/system.ts';
import { objectOf, textOf } from '../features/step-values.ts';
import type { AgentState } from './agent-state.ts';
import type { Brief } from './brief.ts';
import type { Plan } from './plan.ts';

export { lastingFailure, listOf, objectOf, textOf } from '../features/step-values.ts';

export type ResearchDeps = SystemDeps;

/** The folder of a project that holds its articles. */
export const ARTICLES = 'research';

/** Of the run itself from its record, of its subflows from their input. */
export const aroundOf = ({ run, data }: Pick<CodeCall, 'run' | 'data'>): JsonObject => ({
  ...objectOf(run.input),
  ...data,
});

export const projectOf = (call: Pick<CodeCall, 'run' | 'data'>): string => textOf(aroundOf(call).project_path);
export const briefOf = (call: Pick<CodeCall, 'run' | 'data'>): Brief => aroundOf(call).brief as unknown as Brief;
export const planOf = (call: Pick<CodeCall, 'run' | 'data'>): Plan | null =>
  (aroundOf(call).plan ?? aroundOf(call).current_plan ?? null) as unknown as Plan | null;
export const stateOf = (call: Pick<CodeCall, 'run' | 'data'>): AgentState => aroundOf(call) as unknown as AgentState;

/** Types of records say more than JSON does; they hold nothing else. */
export const asJson = (value: unknown): JsonObject => value as JsonObject;
export const asList = (value: readonly unknown[]): readonly Json[] => value as readonly Json[];

/** No model is set: rules do what agents do. False where nobody knows. */
export const isByRules = async ({ hasModel }: Pick<SystemDeps, 'hasModel'>): Promise<boolean> =>
  (await hasModel?.()) === false;

export const isoNow = ({ now }: Pick<SystemDeps, 'now'>): string => new Date(now()).toISOString();

export async function sourcesOf(call: Pick<CodeCall, 'run' | 'data'>, deps: ResearchDeps): Promise<Sources> {
  const sources = await deps.sources?.(projectOf(call));
  if (sources === undefined) throw new Error('Expected a place where sources are kept, found none in this process.');
  return sources;
}

/** Another process may work in another project: the run is left to the one that holds its files. */
export function here(
  { files }: ResearchDeps,
  prepare: (call: CodeCall) => PrepareResult | Promise<PrepareResult> = () => ({}),
): Prepare {
  return async (call) => {
    const project = projectOf(call);
    if (!(await files.holds(`${project}/${ARTICLES}`))) {
      const message = `Expected the project ${project} among the folders of this process, found it elsewhere.`;
      throw Object.assign(new Error(`${message} Name it with --project.`), { code: 'project-elsewhere' });
    }
    return prepare(call);
  };
}
