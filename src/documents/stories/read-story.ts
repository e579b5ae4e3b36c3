// A story from its file, as written and as people changed it since.

import { type FrontMatter, listIn, readFront, textOf } from '../markdown/front-matter.ts';
import { blockOf } from './read-submission.ts';
import {
  POINTS_MAX,
  STORY_ID,
  STORY_STATUSES,
  STORY_TYPES,
  type Story,
  type StoryCriterion,
  type StoryStatus,
} from './story.ts';
import { type PartName, piecesOf, type StoryPiece, unguardLine } from './story-parts.ts';

export type ReadStory =
  | {
      readonly ok: true;
      readonly story: Story;
      /** What was expected and not found, in sentences; the story has something in its place. */
      readonly warnings: readonly string[];
    }
  | { readonly ok: false; readonly message: string };

const BOX = /^[-*+] \[([ xX])\] (.*)$/;
/** Behind a criterion that a submission has and the spec has not. */
export const BEYOND = '(beyond the spec)';
const TRACES = / \((R-\d{3,9}(?:\.\d{1,4})?(?:, R-\d{3,9}(?:\.\d{1,4})?){0,40})\)$/;

export function readStory(text: string): ReadStory {
  const front = readFront(text);
  if (front === null) return { ok: false, message: 'Expected front matter between two lines of ---, found none.' };
  const id = textOf(front.values.get('id')) ?? '';
  if (!STORY_ID.test(id)) return { ok: false, message: `Expected an id as S-001 in the front matter, found "${id}".` };
  const warnings: string[] = [];
  const pieces = piecesOf(front.body);
  const before = statusIn(front.values.get('status_before'));
  const story: Story = {
    ...{ id, spec: textOf(front.values.get('spec')) ?? '', specVersion: textOf(front.values.get('spec_version')) },
    title: textOf(front.values.get('title')) ?? headingIn(front.body, id),
    content: blockOf(linesIn(pieces, 'content').map(unguardLine).join('\n')),
    criteria: linesIn(pieces, 'criteria').flatMap(criterionIn),
    dependencies: listIn(front.values.get('depends_on')),
    points: pointsIn(front, warnings),
    ...{ type: typeIn(front, warnings), status: readStatus(front, warnings) },
    ...(before === null ? {} : { statusBefore: before }),
    covers: listIn(front.values.get('covers')),
  };
  return { ok: true, story, warnings };
}

function linesIn(pieces: readonly StoryPiece[], name: PartName): readonly string[] {
  return pieces.find((piece) => piece.kind === 'part' && piece.name === name)?.lines ?? [];
}

/** What was written by a program says where it comes from; without that a person wrote it. */
export function criterionIn(line: string): readonly StoryCriterion[] {
  const [, box, words = ''] = BOX.exec(line.trimEnd()) ?? [];
  if (box === undefined || words.trim() === '') return [];
  const done = box === ' ' ? {} : { isDone: true };
  if (words.endsWith(` ${BEYOND}`)) return [{ text: words.slice(0, -BEYOND.length - 1), traces: [], ...done }];
  const found = TRACES.exec(words);
  if (found?.[1] === undefined) return [{ text: words.trim(), traces: [], ...done, isByHand: true }];
  return [{ text: words.slice(0, found.index), traces: found[1].split(', '), ...done }];
}

export function criterionLine({ text, traces, isDone, isByHand }: StoryCriterion): string {
  const origin = traces.length > 0 ? ` (${traces.join(', ')})` : isByHand === true ? '' : ` ${BEYOND}`;
  return `- [${isDone === true ? 'x' : ' '}] ${text}${origin}`;
}

function headingIn(body: string, id: string): string {
  const line = body.split('\n').find((each) => each.startsWith('# ')) ?? `# ${id}`;
  return line.slice(2).replace(`${id}:`, '').trim();
}

function pointsIn({ values }: FrontMatter, warnings: string[]): number {
  const points = Number(textOf(values.get('points')) ?? Number.NaN);
  if (Number.isInteger(points) && points >= 1 && points <= POINTS_MAX) return points;
  warnings.push(`Expected points from 1 to ${POINTS_MAX}, found "${values.get('points') ?? ''}": it counts as 1.`);
  return 1;
}

function typeIn({ values }: FrontMatter, warnings: string[]): Story['type'] {
  const given = textOf(values.get('type'))?.toLowerCase();
  const type = STORY_TYPES.find((each) => each === given);
  if (type === undefined)
    warnings.push(`Expected the type ${STORY_TYPES.join(' or ')}, found "${given ?? ''}": it counts as app.`);
  return type ?? 'app';
}

function readStatus({ values }: FrontMatter, warnings: string[]): StoryStatus {
  const status = statusIn(values.get('status'));
  if (status !== null) return status;
  const known = STORY_STATUSES.join(', ');
  warnings.push(`Expected one of the statuses ${known}, found "${values.get('status') ?? ''}": it counts as todo.`);
  return 'todo';
}

/** `In progress` and `in-progress` are `in_progress`. */
function statusIn(value: string | undefined): StoryStatus | null {
  const given = textOf(value)?.toLowerCase().replace(/[ -]/g, '_');
  return STORY_STATUSES.find((each) => each === given) ?? null;
}
