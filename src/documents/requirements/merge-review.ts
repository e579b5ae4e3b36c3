// What a requirements review does to requirements.md: checked, then written into the file in place.

import { decidedBy, isSameDecision, isSameText, wordsOf } from './decided-by.ts';
import { atEnd, insertAll, insertionsFor, lineEnd } from './insert-text.ts';
import {
  type Outline,
  outlineRequirements,
  SECTION_HEADINGS,
  SECTION_KINDS,
  type SectionKind,
} from './outline-requirements.ts';
import { conflictProblem, readOutline } from './parse-requirements.ts';
import { readFields } from './read-fields.ts';
import type {
  DecidedRequirement,
  PreviousText,
  Requirement,
  RequirementsFile,
  RequirementsReview,
  ReviewRecord,
} from './requirement.ts';
import { PRIORITIES } from './requirement.ts';
import { isRequirementId } from './requirement-ids.ts';
import { textOf } from './requirement-text.ts';
import { supersededField, writeItem, writeRecord } from './write-requirement.ts';

export type MergeResult = { readonly text: string } | { readonly refused: readonly string[] };

export interface ReviewOccasion {
  /** ISO time; the same review merged again under the same time changes nothing. */
  readonly time: string;
  readonly reviewer: string;
  /** It was proposed without a model. */
  readonly isByRules?: boolean;
  /** What was reviewed: the previous text of what the review modified goes into the history. */
  readonly proposed?: readonly Requirement[];
}

export function emptyRequirements(featureId: string): string {
  const headings = SECTION_KINDS.map((kind) => `## ${SECTION_HEADINGS[kind]}`);
  return `${['# Requirements', `**Feature ID:** ${featureId}`, ...headings].join('\n\n')}\n`;
}

/** Why the review is no review of `proposed`; empty when it is. */
export function checkReview(proposed: readonly Requirement[], review: RequirementsReview): readonly string[] {
  const decided = decidedBy(review);
  const offered = new Map(proposed.map((one) => [one.id, wordsOf(one)]));
  const times = new Map<string, number>();
  for (const { id } of decided) times.set(id, (times.get(id) ?? 0) + 1);
  const undecided = [...offered.keys()].filter((id) => !times.has(id));
  const repeated = [...times].filter(([, count]) => count > 1).map(([id]) => id);
  const unknown = [...times.keys()].filter((id) => !offered.has(id));
  return [
    ...named(undecided, 'Expected every proposed requirement to be decided, found no decision on'),
    ...named(repeated, 'Expected one decision on each requirement, found several on'),
    ...named(unknown, 'Expected decisions on proposed requirements only, found decisions on'),
    ...decided.flatMap((one) => decisionReasons(one, offered.get(one.id))),
  ];
}

function named(ids: readonly string[], sentence: string): string[] {
  return ids.length === 0 ? [] : [`${sentence} ${ids.join(', ')}.`];
}

function decisionReasons(one: DecidedRequirement, offered: Requirement | undefined): string[] {
  const reasons: string[] = [];
  if (!isRequirementId(one.id)) reasons.push(`Expected an id like REQ-001, found "${one.id}".`);
  if (one.title === '' || one.description === '') {
    reasons.push(
      `Expected ${one.id} to have a title and a description, found ${one.title === '' ? 'no title' : 'none'}.`,
    );
  }
  if (!PRIORITIES.includes(one.priority)) {
    reasons.push(`Expected the priority of ${one.id} to be ${PRIORITIES.join(', ')}, found "${one.priority}".`);
  }
  if (one.reason === '') reasons.push(`Expected a reason why ${one.id} is ${one.standing}, found none.`);
  if (one.standing === 'modified') reasons.push(...modifiedReasons(one, offered));
  else if (offered !== undefined && !isSameText(one, offered)) {
    reasons.push(
      `Expected ${one.id} as it was proposed, found other words. Leave it as it was, or list it as modified.`,
    );
  }
  return reasons;
}

function modifiedReasons(one: DecidedRequirement, offered: Requirement | undefined): string[] {
  return [
    ...(one.modificationNotes === '' ? [`Expected notes on what changed in ${one.id}, found none.`] : []),
    ...(one.originalId === one.id
      ? []
      : [`Expected the modified ${one.id} to keep its id, found the original id "${one.originalId}".`]),
    ...(offered !== undefined && isSameText(one, offered)
      ? [`Expected a change in the modified ${one.id}, found it as proposed. Approve it, or change it.`]
      : []),
  ];
}

/** Adds the review's decisions and a record of it. Refuses rather than changes what the file decided before. */
export function mergeReview(text: string, review: RequirementsReview, at: ReviewOccasion): MergeResult {
  const titled = text.trim() === '' ? `${text.trimEnd()}# Requirements\n` : text;
  const read = readWhole(titled);
  if ('refused' in read) return read;
  const { outline, file } = read;
  const decided = decidedBy(review);
  const record = recordOf(decided, review, at);
  if (file.history.some((each) => isSameRecord(each, record))) return { text };
  const refused = reasonsAgainst(decided, file, outline);
  if (refused.length > 0) return { refused };
  const known = new Set(file.items.map(({ id }) => id));
  const fresh = decided.filter(({ id }) => !known.has(id));
  const chunks = new Map<SectionKind, string>();
  for (const one of fresh) {
    const before = chunks.get(one.standing);
    chunks.set(one.standing, before === undefined ? writeItem(one) : `${before}\n\n${writeItem(one)}`);
  }
  chunks.set('history', writeRecord(record));
  return verified(insertAll(titled, insertionsFor(outline, chunks)), file, fresh);
}

/** Marks `id` as replaced by `by`; it stays in the file for ever. */
export function supersede(text: string, id: string, by: string): MergeResult {
  const read = readWhole(text);
  if ('refused' in read) return read;
  const { outline, file } = read;
  const old = file.items.find((one) => one.id === id);
  const reasons = [id, by]
    .filter((each) => !file.items.some((one) => one.id === each))
    .map((each) => `Expected ${each} in the file, found no such requirement. Nothing was changed.`);
  if (id === by) reasons.push(`Expected another requirement than ${id} to take its place. Nothing was changed.`);
  if (old?.supersededBy === by) return { text };
  if (old?.supersededBy !== undefined) {
    reasons.push(`Expected ${id} to be in force, found it superseded by ${old.supersededBy}. Nothing was changed.`);
  }
  if (reasons.length === 0 && isBehind(by, id, file)) {
    reasons.push(`Expected ${by} to be in force, found it superseded by ${id} in the end. Nothing was changed.`);
  }
  const piece = outline.pieces.find((each) => each.kind === 'item' && each.name === id);
  if (reasons.length > 0 || piece === undefined) return { refused: reasons };
  const last = readFields(piece, text).at(-1);
  const insertion =
    last === undefined
      ? atEnd(text, piece.nodes[0]?.position?.end.offset ?? piece.end, supersededField(by))
      : { at: lineEnd(text, last.end), text: `\n${supersededField(by)}` };
  return { text: insertAll(text, [insertion]) };
}

function isBehind(from: string, id: string, file: RequirementsFile): boolean {
  const seen = new Set<string>();
  for (let at: string | undefined = from; at !== undefined && !seen.has(at); ) {
    if (at === id) return true;
    seen.add(at);
    const here: string = at;
    at = file.items.find((one) => one.id === here)?.supersededBy;
  }
  return false;
}

function readWhole(text: string): { outline: Outline; file: RequirementsFile } | { refused: readonly string[] } {
  try {
    const outline = outlineRequirements(text);
    if (outline.conflictLine !== null)
      return { refused: [`${conflictProblem(outline.conflictLine).message} Nothing was changed.`] };
    return { outline, file: readOutline(outline) };
  } catch (fault) {
    return { refused: [`Expected Markdown that can be read, found: ${String(fault)}. Nothing was changed.`] };
  }
}

/** Each list is gone through once, however many are decided on. */
function reasonsAgainst(decided: readonly DecidedRequirement[], file: RequirementsFile, outline: Outline): string[] {
  const first = firstBy(decided, ({ id }) => id);
  const items = firstBy(file.items, ({ id }) => id);
  const pieces = firstBy(
    outline.pieces.filter(({ kind }) => kind === 'item'),
    ({ name }) => name,
  );
  const reviews = new Map(file.history.toReversed().flatMap((each) => idsOf(each).map((id) => [id, each] as const)));
  return decided.flatMap((one) => {
    const { id } = one;
    if (!isRequirementId(id)) return [`Expected an id like REQ-001, found "${id}". Nothing was changed.`];
    if (first.get(id) !== one) return [`Expected one decision on ${id}, found several. Nothing was changed.`];
    const before = items.get(id);
    if (before !== undefined) return isSameDecision(before, one) ? [] : [decidedReason(before)];
    const piece = pieces.get(id);
    if (piece !== undefined)
      return [`Expected ${id} to be new, found it in line ${piece.line} of the file, undecided. Nothing was changed.`];
    const review = reviews.get(id);
    if (review === undefined) return [];
    return [
      `Expected ${id} to be new, found it in the review of ${review.at}; ids are not used again. Nothing was changed.`,
    ];
  });
}

function firstBy<T, Key>(list: readonly T[], keyOf: (one: T) => Key): ReadonlyMap<Key, T> {
  return new Map(list.toReversed().map((one) => [keyOf(one), one]));
}

function decidedReason({ id, standing }: DecidedRequirement): string {
  const advice = 'If a hand gave that one its id, give it another there, then answer again';
  return `Expected ${id} to be undecided, found it ${standing} in the file. ${advice}. Nothing was changed.`;
}

/** A file strange enough to swallow what was added is left alone. */
function verified(text: string, before: RequirementsFile, fresh: readonly DecidedRequirement[]): MergeResult {
  const now = readOutline(outlineRequirements(text));
  if (now.history.length !== before.history.length + 1) {
    return {
      refused: ['Expected the review to stand in the history, found it cannot be read there. Nothing was changed.'],
    };
  }
  const after = new Map(now.items.map((one) => [one.id, one]));
  const lost = [...before.items, ...fresh].filter((one) => {
    const found = after.get(one.id);
    return found === undefined || !isSameDecision(found, one);
  });
  if (lost.length === 0) return { text };
  const ids = lost.map(({ id }) => id).join(', ');
  return {
    refused: [
      `Expected ${ids} to read the same after writing, found otherwise. Check the file's Markdown. Nothing ` +
        'was changed.',
    ],
  };
}

function recordOf(
  decided: readonly DecidedRequirement[],
  review: RequirementsReview,
  at: ReviewOccasion,
): ReviewRecord {
  const ids = (standing: DecidedRequirement['standing']) =>
    decided.filter((one) => one.standing === standing).map(({ id }) => id);
  const previous = decided.flatMap((one) => previousOf(one, at.proposed ?? []));
  return {
    at: at.time,
    summary: textOf(review.reviewSummary),
    approved: ids('approved'),
    rejected: ids('rejected'),
    modified: ids('modified'),
    outOfScope: ids('out-of-scope'),
    reviewer: at.reviewer,
    ...(at.isByRules && { isByRules: true }),
    ...(previous.length === 0 ? {} : { previous }),
  };
}

function previousOf(one: DecidedRequirement, proposed: readonly Requirement[]): PreviousText[] {
  const found = proposed.find(({ id }) => id === one.id);
  if (one.standing !== 'modified' || found === undefined) return [];
  const { id, title, description, priority, category } = wordsOf(found);
  return [
    {
      id,
      description,
      ...(title === one.title ? {} : { title }),
      ...(priority === one.priority ? {} : { priority }),
      ...(category === one.category ? {} : { category }),
    },
  ];
}

export const idsOf = (record: ReviewRecord): readonly string[] => [
  ...record.approved,
  ...record.rejected,
  ...record.modified,
  ...record.outOfScope,
];

function isSameRecord(a: ReviewRecord, b: ReviewRecord): boolean {
  const lists = (record: ReviewRecord) =>
    JSON.stringify([record.approved, record.rejected, record.modified, record.outOfScope].map((ids) => ids.toSorted()));
  return a.at === b.at && lists(a) === lists(b);
}
