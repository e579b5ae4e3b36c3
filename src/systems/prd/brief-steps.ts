// The feature brief: generated, updated, reviewed. Its file is written when a person approved it, not before.

import { tooLongWith } from '../../documents/markdown/markdown-limit.ts';
import { approveBrief } from '../../documents/prd/approve-brief.ts';
import { clarificationsOf } from '../../documents/prd/clarifications.ts';
import { briefProblems } from '../../documents/prd/parse-brief.ts';
import { quoteUtterance } from '../../documents/prd/quote-utterance.ts';
import { isJsonObject, type Json, type JsonObject } from '../../json.ts';
import type { AcceptCall, AcceptResult, CodeCall, CodeRefusal, PrepareResult } from '../../ports/action.ts';
import { fileReview } from './file-review.ts';
import { findingProblems, findingsKeptIn, findingsPrompt, findingsWrittenIn } from './given-findings.ts';
import {
  isWithoutModel,
  ownWriting,
  type PrdDeps,
  pathOf,
  signatureOf,
  signedHash,
  textHash,
  textOf,
} from './prd-deps.ts';
import { projectNotes } from './project-notes.ts';
import { changeNotes, clarifiedNotes, modificationsIn, quotedOr } from './prompt-notes.ts';
import { readVerdict } from './read-verdict.ts';

export async function featureIds(call: CodeCall, deps: PrdDeps): Promise<PrepareResult> {
  const { data } = call;
  const currentFeatureIds = await deps.files.folders(textOf(data.prdWorkspacePath));
  const takenFeatureIds = currentFeatureIds.length === 0 ? 'none' : currentFeatureIds.join(', ');
  const request = quotedOr('None.', textOf(data.userUtterance));
  const clarified = clarifiedNotes(data.userInput);
  const project = await projectNotes(call, deps, currentFeatureIds);
  const known = { ...domainIn(call), currentFeatureIds, takenFeatureIds, request, clarified, project };
  return { input: { ...known, ...findingsPrompt(call) } };
}

/** What the reviewer of the version before said, in words. */
export function briefUpdate(call: CodeCall): PrepareResult {
  const { data } = call;
  const said = textOf(data.featureBriefUserFeedback);
  return {
    input: {
      ...domainIn(call),
      clarified: clarifiedNotes(data.userInput),
      reviewerSaid: quotedOr('Nothing beside the changes below.', said),
      requestedChanges: changeNotes(modificationsIn(data.featureBriefModifications), [said]),
    },
  };
}

/** For writers that read no prompt. */
function domainIn(call: CodeCall): JsonObject {
  return { domain: textOf(call.read('steps', 'Init', 'output', 'domain')) };
}

/** The folder is made here: it is what keeps another run from taking the same id. */
export async function acceptBrief(call: AcceptCall, { files }: PrdDeps): Promise<AcceptResult | CodeRefusal> {
  const { answer, data } = call;
  const { clarifications, ...result } = answer as JsonObject;
  const recommendedFeatureId = textOf(result.recommendedFeatureId);
  const quoted = quoteUtterance(textOf(result.featureBriefMarkdown), textOf(data.userUtterance));
  const featureBriefMarkdown = findingsWrittenIn(quoted, call);
  const wrong = [...briefProblems(featureBriefMarkdown), ...findingProblems(result, call)];
  if (wrong.length > 0) return { refused: wrong };
  const folder = `${textOf(data.prdWorkspacePath)}/${recommendedFeatureId}`;
  if (!(await files.makeFolder(folder))) {
    const message = `the feature id "${recommendedFeatureId}" exists already in ${textOf(data.prdWorkspacePath)}`;
    return { refused: [`${message}; recommend another`] };
  }
  return {
    // Else the same answer, given again, would find its own folder and take it for another's.
    undo: () => files.removeFolder(folder),
    output: { ...result, featureBriefMarkdown, ...ownWriting(call) },
    set: {
      // Over MCP the person may have been asked by its writer; a model of ours has nobody to ask.
      ...(call.provider === undefined && asked(data.userInput, clarifications)),
      featureId: recommendedFeatureId,
      featureBriefPath: `${folder}/feature-brief.md`,
      featureBriefContent: featureBriefMarkdown,
    },
  };
}

/** What the person answered to the writer of the brief stands where what they were asked before stands. */
function asked(userInput: Json | undefined, given: Json | undefined): JsonObject {
  const answered = clarificationsOf({ clarifications: given ?? [] }).filter(({ answer }) => answer.trim() !== '');
  if (answered.length === 0 || !isJsonObject(userInput)) return {};
  const ids = new Set(answered.map(({ id }) => id));
  const before = clarificationsOf(userInput).filter(({ id }) => !ids.has(id));
  return { userInput: { ...userInput, clarifications: [...before, ...answered].map((each) => ({ ...each })) } };
}

export function acceptBriefUpdate(call: AcceptCall): AcceptResult | CodeRefusal {
  const { featureBriefMarkdown: written } = call.answer as { featureBriefMarkdown: string };
  const quoted = quoteUtterance(written, textOf(call.data.userUtterance));
  const featureBriefMarkdown = findingsKeptIn(quoted, call);
  const wrong = [...briefProblems(featureBriefMarkdown), ...findingProblems({ featureBriefMarkdown }, call)];
  if (wrong.length > 0) return { refused: wrong };
  const output = { featureBriefMarkdown, ...ownWriting(call) };
  return { output, set: { ...NO_REVIEW, featureBriefContent: featureBriefMarkdown } };
}

/** An update makes the last review a thing of the past. */
const NO_REVIEW: JsonObject = {
  isFeatureBriefApproved: null,
  featureBriefUserFeedback: null,
  featureBriefModifications: null,
};

export async function acceptBriefReview(call: AcceptCall, deps: PrdDeps): Promise<AcceptResult | CodeRefusal> {
  const { approved, userFeedback = null, modifications = null } = call.answer as JsonObject;
  const read = readVerdict(call, approved === true, modifications);
  if ('refused' in read) return read;
  const set = {
    isFeatureBriefApproved: approved === true,
    featureBriefUserFeedback: userFeedback,
    featureBriefModifications: modifications as Json,
  };
  const { verdict } = read;
  if (approved !== true) {
    const review = { feedback: textOf(userFeedback), modifications: modificationsIn(modifications) };
    const against = tooLongWith(fileReview(textOf(call.data.featureBriefContent), review));
    return against === null ? { output: call.answer, set, verdict } : { refused: [against] };
  }
  const path = pathOf(call, 'feature-brief.md');
  const shown = textOf(call.data.featureBriefContent);
  const signature = signatureOf(call, 'brief', shown, deps.now());
  const found = await deps.files.read(path);
  if (found !== null && signedHash('brief', found) !== signedHash('brief', shown)) {
    const what = `${path} holds something else already (${textHash(found).slice(0, 19)})`;
    return { refused: [`${what}, which is not overwritten: move it away, then approve again`], isOutside: true };
  }
  // What was shown stays in the record as it is: the verdict is bound to it.
  const text = approveBrief(shown, signature, writtenHow(call));
  return { output: call.answer, set, verdict, files: [{ path, text }] };
}

/** null: by a model or a person alone. */
export function writtenHow(call: CodeCall): 'without a model' | 'in part without a model' | null {
  const written = ['FB', 'FBUpdate'].map((step) => call.read('steps', step, 'output')).filter((one) => one != null);
  if (!written.some(isWithoutModel)) return null;
  return written.every(isWithoutModel) ? 'without a model' : 'in part without a model';
}
