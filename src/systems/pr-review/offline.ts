// Does the automated steps of examples/pr-review by rules, without a model: equal inputs give equal reviews.

import { isJsonObject, type Json } from '../../json.ts';
import type { CallFacts, OfflineWriter } from '../../ports/provider.ts';
import { joinReviews } from './join-reviews.ts';
import type { ChangedFile } from './parse-diff.ts';
import { changedFiles, filesAmong, type PullRequest, readFile, readPullRequest } from './pull-request.ts';
import { reviewFile } from './review-file.ts';
import { approvalComment, assumedOf, changeRequest, closingComment, mergeComment } from './write-comments.ts';

const WORKFLOW = 'pr-review';
/** Of all patches together. A step's output has its bound, and every item's prompt tells of all files. */
const PATCH_CHARACTERS_MAX = 2_000_000;

export const prReviewWriters: readonly OfflineWriter[] = [
  writer('A', 'Fetch PR Details', (pull) => {
    const { title, author, baseBranch, headBranch } = pull;
    const note = "Read from the run's input; nothing was fetched.";
    return { title, author, baseBranch, headBranch, ...assumedOf(pull), note };
  }),
  writer('B', 'Get Changed Files', (_pull, { runInput }) => {
    const files = changedFiles(runInput);
    if (files !== null) return { files: bounded(files) as unknown as Json };
    return { files: [], note: 'The run\'s input has neither "diff" nor "files", and nothing was fetched.' };
  }),
  writer('C', 'Review File', (_pull, { input, item }) => {
    const all = isJsonObject(input) ? filesAmong(input.files) : [];
    return reviewFile(readFile(item), all) as unknown as Json;
  }),
  writer('D', 'Join Reviews', (_pull, { input, runInput }) => {
    return joinReviews(input, changedFiles(runInput) !== null) as unknown as Json;
  }),
  writer('F', 'Auto Approve', (pull, { input }) => approvalComment(pull, input)),
  writer('H', 'Request Changes', (pull, { input }) => changeRequest(pull, input)),
  writer('I', 'Merge PR', (pull, { input }) => mergeComment(pull, input)),
  writer('K', 'Close PR', (pull, { input }) => closingComment(pull, input)),
];

function writer(step: string, label: string, write: (pull: PullRequest, facts: CallFacts) => Json): OfflineWriter {
  return {
    workflow: WORKFLOW,
    step,
    write(facts) {
      // Another diagram may bear this name, and its "A" mean something else.
      if (!facts.title.includes(label)) {
        const advice = 'Give your workflow another name, or the step an agent.';
        throw new Error(`Expected step "${step}" to be "${label}", found "${facts.title}". ${advice}`);
      }
      return write(readPullRequest(facts.runInput), facts);
    },
  };
}

/** Files after the bound keep their numbers and lose their patch, which their review then says. */
function bounded(files: readonly ChangedFile[]): readonly ChangedFile[] {
  let left = PATCH_CHARACTERS_MAX;
  return files.map((file) => {
    left -= file.patch?.length ?? 0;
    if (left >= 0 || file.patch === undefined) return file;
    const { patch: _, ...rest } = file;
    return rest;
  });
}
