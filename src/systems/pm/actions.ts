// The code of the PM's workflows, by the names their diagrams use.

import { isAbsolute } from 'node:path';
import { attachmentProblems } from '../../engine/attachments.ts';
import type { Json } from '../../json.ts';
import type { Attachment, CodeCall, CodeRegistry, Prepare, PrepareResult } from '../../ports/action.ts';
import { legible, notTooLong } from '../features/legible.ts';
import { acceptDraft, acceptPreview, draft, formatCheck } from './draft.ts';
import { acceptInterview, acceptTurn, interview } from './interview.ts';
import { designMaterial, prdMaterial } from './opening.ts';
import { listOf, objectOf, type PmDeps, projectOf, textOf, WORKSPACE } from './pm-deps.ts';
import { end, reset } from './reset.ts';
import { acceptReview, acceptScope, handleSpecReview, respond, scope } from './review-spec.ts';
import { submit } from './submit.ts';

/** Another process may work in another project: the run is left to the one that holds its files. */
function here(deps: PmDeps, prepare: (call: CodeCall) => PrepareResult | Promise<PrepareResult>): Prepare {
  return async (call) => {
    const project = projectOf(call);
    if (project !== '' && !(await deps.files.holds(`${project}/${WORKSPACE}`))) {
      const message = `Expected the project ${project} among the folders of this process, found it elsewhere.`;
      throw Object.assign(new Error(`${message} Name it with --project.`), { code: 'project-elsewhere' });
    }
    return prepare(call);
  };
}

export function pmCode(deps: PmDeps): CodeRegistry {
  return {
    actions: {
      'pm.submit': (call) => submit(call, deps),
      'pm.reset': reset,
      'pm.end': end,
      'pm.formatCheck': formatCheck,
      'pm.handleSpecReview': (call) => handleSpecReview(call, deps),
      'pm.respond': respond,
    },
    prepares: {
      'pm.here': here(deps, () => ({})),
      'pm.interview': here(deps, (call) => interview(call, deps)),
      'pm.draft': draft,
      'pm.scope': here(deps, (call) => scope(call, deps)),
    },
    accepts: {
      'pm.acceptInterview': notTooLong(acceptInterview),
      'pm.acceptDraft': legible(acceptDraft),
      'pm.acceptPreview': legible(acceptPreview),
      'pm.acceptScope': legible(acceptScope),
      'pm.acceptReview': legible(acceptReview),
    },
    acceptTurns: { 'pm.acceptTurn': acceptTurn },
    acceptRuns: { 'pm.acceptRun': (input) => reasonsAgainst(input, deps) },
  };
}

/** What an interview would stumble over at its first turn. */
async function reasonsAgainst(input: Json, deps: PmDeps): Promise<readonly string[]> {
  const { project_path, upload, begin, from_prd, from_design, attach, draft: isDraft } = objectOf(input);
  const project = textOf(project_path);
  if (!isAbsolute(project)) return [`Expected project_path as an absolute path, found "${project}".`];
  // Another process may hold the project: it is asked when the work is handed out.
  if (!(await deps.files.holds(`${project}/${WORKSPACE}`))) return [];
  const prd = typeof from_prd === 'string' ? await prdMaterial(deps, from_prd, isDraft === true) : null;
  const design = typeof from_design === 'string' ? await designMaterial(deps, from_design, isDraft === true) : null;
  return [
    ...(begin === 'upload' && upload === undefined ? ['Expected a specification as "upload", found none.'] : []),
    ...attachmentProblems(listOf<Attachment>(attach)),
    ...(prd?.refused ?? []),
    ...(design?.refused ?? []),
  ];
}
