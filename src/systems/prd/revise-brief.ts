// Revises a brief by what a reviewer said: named sections by code, free words as far as rules can, the rest left open.

import type { BriefSection } from '../../documents/brief.ts';
import { sentencesOf } from '../../documents/bullets-of.ts';
import { briefProblems, scopeLabel, sectionNamed } from '../../documents/parse-brief.ts';
import {
  type BriefList,
  sectionOf,
  withBullet,
  withoutBullets,
  withParagraph,
  withSection,
  withTitle,
} from './brief-lines.ts';

export interface Modification {
  readonly section: string;
  readonly modificationReason: string;
  readonly requestedContent: string;
}

const LISTS: readonly BriefList[] = ['In Scope', 'Goals', 'Success Criteria'];
const MEASURE = /\d\s*(?:%|percent|ms|seconds?|minutes?|hours?|days?)|\b(?:within|at least|at most) \d/i;
const NOT_IN = 'out of scope|not (?:in scope|included|needed|part of (?:it|this))';
/** "Search is out of scope". */
const IS_OUT = new RegExp(`^(.+?)\\s+(?:is|are|should be|must be|stays?|goes)\\s+(?:${NOT_IN})(?:\\s.*)?$`, 'i');
const PLACES = 'in[- ]scope|out[- ]of[- ]scope|scope|goals?|success criteri(?:a|on)|criteria';
/** "refunds to the scope". */
const PLACED = new RegExp(
  `^(.+?)\\s+(?:to|in|under|as)\\s+(?:an?\\s+|the\\s+)?((?:${PLACES})(?:\\s+(?:list|section))?)$`,
  'i',
);
const REPLACE = /^(?:replace|change)\s+["“']?(.+?)["”']?\s+(?:with|by|to|into)\s+["“']?(.+?)["”']?$/i;
const EXTEND = /^\s*(?:please\s+)?(?:also\s+)?(?:add|append|extend|include)\b/i;

export interface Revised {
  readonly text: string;
  /** What the rules could not work in, as it was said. */
  readonly open: readonly string[];
}

/** The brief with what could be worked in, and the rest as open points of its overview. */
export function reviseBrief(brief: string, feedback: string, modifications: readonly Modification[]): string {
  const { text, open } = workIn(brief, feedback, modifications);
  return open.reduce((now, said) => withParagraph(now, 'Overview', `- Open point from review: ${said}`), text);
}

/** `isForBrief`: whether a sentence speaks of the brief at all. */
export function workIn(
  brief: string,
  feedback: string,
  modifications: readonly Modification[],
  isForBrief: (said: string) => boolean = () => true,
): Revised {
  const open: string[] = [];
  let text = brief;
  for (const each of modifications) {
    const next = isForBrief(each.section) ? modified(text, each) : null;
    if (next === null || !isWhole(text, next))
      open.push(oneLine(`${each.section}: ${each.requestedContent || each.modificationReason}`));
    else text = next;
  }
  for (const said of statements(feedback)) {
    const next = isForBrief(said) ? byWords(text, said) : null;
    if (next === null || !isWhole(text, next)) open.push(oneLine(said));
    else text = next;
  }
  return { text, open };
}

/** No wish breaks the brief: what would is left open. */
function isWhole(before: string, after: string): boolean {
  return briefProblems(after).length <= briefProblems(before).length;
}

/** What a reviewer says in one breath; lines and sentences. */
function statements(feedback: string): string[] {
  return feedback
    .split(/\r\n|\r|\n/)
    .map((line) => line.replace(/^\s*(?:[-*+]|\d{1,3}[.)])\s+/, '').trim())
    .flatMap(sentencesOf)
    .map((sentence) => sentence.trim())
    .filter((sentence) => /[\p{L}\p{N}]/u.test(sentence));
}

function modified(text: string, { section, modificationReason, requestedContent }: Modification): string | null {
  const name = sectionNamed(section);
  const list = listNamed(section);
  const asked = requestedContent.trim();
  if (asked === '') return null;
  if (/^\s*title\s*$/i.test(section)) return withTitle(text, asked.replace(/^#+\s*/, ''));
  if (list !== null && (EXTEND.test(modificationReason) || name === null)) {
    return points(asked).reduce((now, point) => withBullet(now, list, point), text);
  }
  if (name === null) return null;
  return EXTEND.test(modificationReason) ? withParagraph(text, name, asked) : withSection(text, name, asked);
}

/** The brief changed as one sentence asks; null: the rules do not understand it. */
function byWords(text: string, sentence: string): string | null {
  const said = sentence
    .replace(/[.!]+$/, '')
    .replace(/^(?:please|pls|and|also|then|we should|you should|could you|can you)\s+(?:please\s+)?/i, '')
    .trim();
  return (
    renamed(text, said) ?? excluded(text, said) ?? replaced(text, said) ?? removed(text, said) ?? added(text, said)
  );
}

function renamed(text: string, said: string): string | null {
  const title =
    /^(?:rename|retitle)(?: it| this| the (?:feature|brief|title))? (?:to|as|into)\s+(.+)$/i.exec(said)?.[1] ??
    /^(?:call|name) (?:it|this|the feature)\s+(.+)$/i.exec(said)?.[1] ??
    /^(?:the )?title should be\s+(.+)$/i.exec(said)?.[1];
  return title === undefined ? null : withTitle(text, unquoted(title));
}

function excluded(text: string, said: string): string | null {
  const thing =
    IS_OUT.exec(said)?.[1] ??
    /^(?:exclude|leave out|put|move)\s+(.+?)(?:\s+(?:out of scope|to out of scope|from (?:the )?scope))?$/i.exec(
      said,
    )?.[1] ??
    /^(?:no|without|do not include|don['’]t include|we do not need|we don['’]t need)\s+(.+)$/i.exec(said)?.[1];
  if (thing === undefined) return null;
  const bare = unquoted(thing);
  const without = withoutBullets(text, 'In Scope', bare)?.text ?? text;
  const goals = withoutBullets(without, 'Goals', bare)?.text ?? without;
  return withBullet(goals, 'Out of Scope', capital(bare));
}

/** Literal words only, and never in what the person said at the start. */
function replaced(text: string, said: string): string | null {
  const match = REPLACE.exec(said);
  const [, from, to] = match ?? [];
  if (from === undefined || to === undefined) return null;
  const utterance = sectionOf(text, 'User Utterance');
  const places = [...text.matchAll(new RegExp(`(?<![\\p{L}\\p{N}])${escaped(from)}(?![\\p{L}\\p{N}])`, 'giu'))].filter(
    ({ index }) => {
      return utterance === undefined || index < utterance.start || index >= utterance.end;
    },
  );
  if (places.length === 0) return null;
  return places.reduceRight(
    (now, { index, 0: found }) => now.slice(0, index) + to + now.slice(index + found.length),
    text,
  );
}

function removed(text: string, said: string): string | null {
  const match = /^(?:remove|delete|drop|take out|get rid of)\s+(.+?)(?:\s+from\s+(?:the\s+)?(.+))?$/i.exec(said);
  const thing = match?.[1];
  if (thing === undefined) return null;
  const named = match?.[2] === undefined ? null : listNamed(match[2]);
  let now = text;
  for (const list of named === null ? [...LISTS, 'Out of Scope' as const] : [named])
    now = withoutBullets(now, list, unquoted(thing))?.text ?? now;
  return now === text ? null : now;
}

function added(text: string, said: string): string | null {
  const match = /^(?:add|include|we need|we also need|it needs|there should be|it should have)\s+(.+)$/i.exec(said);
  if (match?.[1] === undefined) return null;
  const placed = PLACED.exec(match[1]);
  const thing = unquoted(placed?.[1] ?? match[1]);
  const list =
    (placed?.[2] === undefined ? null : listNamed(placed[2])) ??
    (MEASURE.test(thing) ? 'Success Criteria' : 'In Scope');
  return withBullet(
    text,
    list,
    capital(thing.replace(/^(?:an?|the)\s+(?:goal|criterion|point)\s+(?:that|to|of)\s+/i, '')),
  );
}

function listNamed(name: string): BriefList | null {
  const bare = name.trim().replace(/\s+(?:list|section)$/i, '');
  const label = scopeLabel(bare);
  if (label !== null) return label === 'in' ? 'In Scope' : 'Out of Scope';
  const section: BriefSection | null = sectionNamed(bare.replace(/^criteria$/i, 'success criteria'));
  if (section === 'Scope') return 'In Scope';
  return section === 'Goals' || section === 'Success Criteria' ? section : null;
}

function points(content: string): string[] {
  return content
    .split(/\r\n|\r|\n/)
    .map((line) => line.replace(/^\s*(?:[-*+]|\d{1,3}[.)])\s+/, '').trim())
    .filter((line) => line !== '');
}

const unquoted = (text: string): string =>
  text
    .trim()
    .replace(/^["“'`]+|["”'`.]+$/g, '')
    .trim();
const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();
