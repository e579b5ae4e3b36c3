// The code of the chain, by the names its diagram uses.

import type { CodeCall, CodeRegistry, PrepareResult } from '../../ports/action.ts';
import type { SystemDeps } from '../../ports/system.ts';
import { FEATURES_FOLDER } from '../features/read-feature.ts';
import { objectOf, textOf } from '../features/step-values.ts';
import { checkResearch } from './check-research.ts';
import { listFindings } from './list-findings.ts';
import { listGaps } from './list-gaps.ts';

export function backlogCode(deps: SystemDeps): CodeRegistry {
  return {
    acceptRuns: { 'backlog.checkResearch': (input) => checkResearch(input, deps) },
    actions: {
      'backlog.findings': (call) => listFindings(call, deps),
      'backlog.gaps': (call) => listGaps(call, deps),
    },
    prepares: { 'backlog.here': (call) => here(call, deps) },
  };
}

/** Another process may work in another project: the step is left to the one that holds its files. */
async function here({ run }: CodeCall, { files }: SystemDeps): Promise<PrepareResult> {
  const project = textOf(objectOf(objectOf(run.input).userInput).projectPath);
  if (await files.holds(`${project}/${FEATURES_FOLDER}`)) return {};
  const message = `Expected the project ${project} among the folders of this process, found it elsewhere.`;
  throw Object.assign(new Error(`${message} Name it with --project.`), { code: 'project-elsewhere' });
}
