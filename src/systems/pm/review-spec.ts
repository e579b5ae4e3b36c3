// SCOPING: the architect's answer to a spec is checked, stories are merged with those on disk, and the PM is answered.

import { isWholeSpec, readSpec } from '../../documents/spec/read-spec.ts';
import { checkStories, problemLines } from '../../documents/stories/check-stories.ts';
import { mergeStories } from '../../documents/stories/merge-stories.ts';
import { orderStories } from '../../documents/stories/story-graph.ts';
import { INDEX_FILE, writeIndex } from '../../documents/stories/write-index.ts';
import { storyFile, writeStory } from '../../documents/stories/write-story.ts';
import type { Json, JsonObject } from '../../json.ts';
import type {
  AcceptCall,
  AcceptResult,
  ActionResult,
  CodeCall,
  CodeRefusal,
  IntendedFile,
  PrepareResult,
} from '../../ports/action.ts';
import { fillPrdStories } from './fill-prd.ts';
import {
  type ApprovalResult,
  ApprovalStatusApproved,
  ApprovalStatusNeedsChanges,
  ApprovalTypeSpec,
  RESPONSE_SIGNAL,
  requestIn,
} from './messages.ts';
import {
  fileInstead,
  folderOf,
  listOf,
  objectOf,
  type PmDeps,
  projectOf,
  SPEC_FILE,
  textHash,
  textOf,
} from './pm-deps.ts';
import { readBacklog } from './read-backlog.ts';

export async function scope(call: CodeCall, deps: PmDeps): Promise<PrepareResult> {
  const { metadata, content } = requestIn(call.run.input);
  const { stories } = await readBacklog(deps.files, projectOf(call), metadata.feature_id);
  const known = orderStories(stories).map(
    ({ id, title, status, covers }) => `- ${id} (${status}, covers ${covers.join(', ') || 'nothing'}): ${title}`,
  );
  return { input: { spec: metadata.spec_markdown, summary: content, stories: known.join('\n') } };
}

/** One of the two tools, and stories that can be built from. */
export function acceptScope(call: AcceptCall): AcceptResult | CodeRefusal {
  const { spec_feedback, submit_stories } = objectOf(call.answer);
  if ((spec_feedback === undefined) === (submit_stories === undefined))
    return { refused: ['the answer must hold one of spec_feedback and submit_stories, found both or neither'] };
  const refused = submit_stories === undefined ? [] : storyProblems(call, submit_stories);
  return refused.length > 0 ? { refused } : { output: call.answer };
}

/** A person decides on what the agent proposes: its stories are taken where they give none of their own. */
export function acceptReview(call: AcceptCall): AcceptResult | CodeRefusal {
  const { verdict, feedback, spec, spec_feedback, submit_stories } = objectOf(call.answer);
  const words = new Set([verdict, call.verdict].filter((word) => word !== undefined));
  const [said] = words;
  if (words.size !== 1)
    return { refused: [`the answer must say one verdict, submit_stories or spec_feedback, found ${words.size}`] };
  if (said === 'spec_feedback') {
    const feedbackText = textOf(objectOf(spec_feedback).feedback).trim() || textOf(feedback).trim();
    if (feedbackText === '') return { refused: ['changes need feedback: say what the specification lacks'] };
    if (spec !== undefined && !isWholeSpec(textOf(spec))) return { refused: ['spec must be a whole specification'] };
    const edited = spec === undefined ? {} : { spec };
    return {
      output: { spec_feedback: { ...objectOf(spec_feedback), feedback: feedbackText }, ...edited },
      verdict: said,
    };
  }
  const stories = submit_stories ?? objectOf(call.read('steps', 'scope', 'output')).submit_stories;
  if (stories === undefined)
    return { refused: ['no stories were proposed: give them as submit_stories, or ask for changes as spec_feedback'] };
  const refused = storyProblems(call, stories);
  return refused.length > 0 ? { refused } : { output: { submit_stories: stories }, verdict: 'submit_stories' };
}

function storyProblems({ run }: AcceptCall, submission: Json): readonly string[] {
  const spec = readSpec(requestIn(run.input).metadata.spec_markdown);
  return problemLines(checkStories(submission, spec).problems);
}

/** What the architect does with a REQUEST, in the name of the source document: its result is the RESPONSE. */
export async function handleSpecReview(call: CodeCall, deps: PmDeps): Promise<ActionResult> {
  const { spec, spec_feedback, submit_stories } = objectOf(call.input);
  if (submit_stories !== undefined) return approve(call, deps, submit_stories);
  const { request_id } = requestIn(call.run.input);
  const response: ApprovalResult = {
    ...{ type: ApprovalTypeSpec, request_id, status: ApprovalStatusNeedsChanges },
    feedback: textOf(objectOf(spec_feedback).feedback),
    ...(spec !== undefined && { metadata: { edited_spec: spec } }),
  };
  return { output: response };
}

async function approve(call: CodeCall, deps: PmDeps, submission: Json): Promise<ActionResult> {
  const { request_id, metadata } = requestIn(call.run.input);
  const project = projectOf(call);
  const feature = metadata.feature_id;
  const spec = readSpec(metadata.spec_markdown);
  const backlog = await readBacklog(deps.files, project, feature);
  const { stories, added, changed, retired } = mergeStories(
    backlog.stories,
    submission,
    spec,
    feature,
    [...backlog.found.keys()].map((name) => name.replace(/\.md$/, '')),
  );
  await deps.files.makeFolder(`${project}/${backlog.folder}`);
  const { analysis, platform, uncovered } = objectOf(submission);
  const excused = listOf<JsonObject & { requirement: string; reason: string }>(uncovered);
  const indexPath = `${backlog.folder}/${INDEX_FILE}`;
  const index = await deps.files.read(`${project}/${indexPath}`);
  const texts = [
    ...stories.map((story) => {
      const path = `${backlog.folder}/${storyFile(story.id)}`;
      // Somebody may have renamed the file that its words are in.
      const before = backlog.found.get(storyFile(story.id)) ?? null;
      return { path, before, text: writeStory(story, { spec, stories }, backlog.texts.get(story.id) ?? '') };
    }),
    { path: indexPath, before: index, text: writeIndex(stories, spec, { before: index ?? '', uncovered: excused }) },
  ];
  const files: IntendedFile[] = texts.flatMap(({ path, before, text }) =>
    text === before ? [] : [fileInstead(`${project}/${path}`, text, before)],
  );
  const traced = await fillPrdStories(deps.files, project, feature, { stories, spec });
  const specPath = `${folderOf(feature)}/${SPEC_FILE}`;
  const hashes = [
    [specPath, textHash(metadata.spec_markdown)],
    ...texts.map(({ path, text }) => [path, textHash(text)]),
  ];
  const response: ApprovalResult = {
    ...{ type: ApprovalTypeSpec, request_id, status: ApprovalStatusApproved },
    feedback: textOf(analysis),
    metadata: {
      stories: stories as unknown as Json,
      platform: textOf(platform),
      changes: { added, changed: changed as unknown as Json, retired },
      uncovered: excused,
      paths: { spec: specPath, stories: texts.slice(0, -1).map(({ path }) => path), index: indexPath },
      hashes: Object.fromEntries(hashes) as JsonObject,
      ...{ traced: [...traced.changed], trace_notes: [...traced.notes] },
    },
  };
  return { output: response, files };
}

/** Sent once: its id is that of the request. A PM that no longer waits for it refuses it, which this run records. */
export function respond(call: CodeCall): ActionResult {
  const response = call.input as ApprovalResult;
  const { pm_run } = objectOf(call.run.input);
  const id = `${call.run.id} ${response.request_id}`;
  return { output: response, send: [{ run: textOf(pm_run), id, name: RESPONSE_SIGNAL, value: response }] };
}
