// Revises a brief by what a reviewer said: named sections by code, free words as far as rules can, the rest left open.

import { contentWords, shareOf } from '../../documents/gaps/content-words.ts';
import type { Action } from '../../documents/gaps/read-goal-clause.ts';
import { scopeOf } from '../../documents/gaps/word-action.ts';
import { wordGoal } from '../../documents/gaps/word-goal-clause.ts';
import { closedMarkdown } from '../../documents/markdown/headings-of.ts';
import type { BriefSection, Modification } from '../../documents/prd/brief.ts';
import { briefProblems, parseBrief, scopeLabel, sectionNamed } from '../../documents/prd/parse-brief.ts';
import { withAnsweredGoal, withoutAnswered } from './answered-questions.ts';
import {
  type BriefList,
  sectionOf,
  withBullet,
  withoutBullets,
  withParagraph,
  withSection,
  withTitle,
} from './brief-lines.ts';
import { feedbackGoalsIn, statementsOf } from './feedback-goals.ts';
import { removeFromBrief, whereNamed } from './remove-from-brief.ts';
import { NO_RESULT, NO_SCOPE } from './write-brief.ts';

const MEASURE = /\d\s*(?:%|percent|ms|seconds?|minutes?|hours?|days?)|\b(?:within|at least|at most) \d/i;
const NOT_IN = 'out of scope|unwanted|not (?:in scope|included|needed|wanted|required|part of (?:it|this))';
/** "Search is out of scope". */
const IS_OUT = new RegExp(
  `^(.+?)(?<!\\s)\\s+(?:is|are|should be|must be|stays?|goes)\\s+(?:${NOT_IN})(?:\\s.*)?$`,
  'is',
);
const PLACES = 'in[- ]scope|out[- ]of[- ]scope|scope|goals?|success criteri(?:a|on)|criteria';
/** "refunds to the scope". */
const PLACED = new RegExp(
  `^(.+?)(?<!\\s)\\s+(?:to|in|under|as)\\s+(?:an?\\s+|the\\s+)?((?:${PLACES})(?:\\s+(?:list|section))?)$`,
  'i',
);
/** "Out of scope: print", "Add to the goals: print", "Success: 30 % save an article". */
const LISTED = new RegExp(
  `^(?:(?:add|put|move)\\s+(?:this |it )?(?:to|under|into|in)\\s+)?(?:the\\s+)?` +
    `((?:${PLACES}|success|measures?)(?:\\s+(?:list|section))?)\\s*:\\s*(.+)$`,
  'is',
);
/** "Add a non-functional section: it works on iOS 16": what the section is to say is said. */
const PART_SAYING = new RegExp(
  String.raw`^(?:add|include|write)\s+(?:an?\s+|the\s+|another\s+)?([\w-]+(?:\s[\w-]+)?)\s+` +
    String.raw`(?:section|chapter|paragraph|heading)s?\s*(?::|saying that|that says)\s*(.+)$`,
  'is',
);
const REPLACE =
  /^(?:replace|change)\s+(?!\s)["“']?(.+?)["”']?(?<!\s)\s+(?:with|by|to|into)\s+(?!\s)["“']?(.+?)["”']?$/is;
const NEW_PART =
  /^(?:an?\s+|the\s+|another\s+)?(?:\w+\s+)?(?:sections?|chapters?|paragraphs?|headings?|tables?|diagrams?)\b/i;
const NUMBER = String.raw`\d(?:[\d.,]*\d)?`;
const OLD = String.raw`^(?:the )?(?<about>(?:[^\d]*?[^\d\s])??)\s*(?:\b(?:of|at)\s+)?(?<from>${NUMBER})\b[^\d]*?`;
const BETTER = '(?:make (?:it|that|them)|(?:it |they )?should be|use|better|rather)';
/** "The limit of 500 is wrong, make it 300", "The limit of 500 should be 300". */
const WRONG = new RegExp(
  String.raw`${OLD}(?:\b(?:is|are) (?:wrong|not right|too \w+)[,;.:]?\s+(?:please )?${BETTER}|\bshould be)` +
    String.raw`\s+(?<to>${NUMBER})\b[^\d]*$`,
  'i',
);
const EXTEND = /^\s*(?:please\s+)?(?:also\s+)?(?:add|append|extend|include)\b/i;

export interface RevisedBrief {
  readonly text: string;
  /** What the rules could not work in, as it was said. */
  readonly open: readonly string[];
}

/** The brief with what could be worked in, and the rest as open points of its overview. */
export function reviseBrief(brief: string, feedback: string, modifications: readonly Modification[]): string {
  const { text, open } = workIn(brief, feedback, modifications);
  return open.reduce((now, said) => {
    const point = `- Open point from review: ${said}`;
    // Said again in a later review, it stands there already.
    return now.split(/\r\n|\r|\n/).includes(point) ? now : withParagraph(now, 'Overview', point);
  }, text);
}

/** `isForBrief`: whether a sentence speaks of the brief at all. */
export function workIn(
  brief: string,
  feedback: string,
  modifications: readonly Modification[],
  isForBrief: (said: string) => boolean = () => true,
): RevisedBrief {
  const open: string[] = [];
  let text = brief;
  const tries = (next: string | null, point: string): void => {
    if (next === null || !isWhole(text, next)) open.push(point);
    else text = next;
  };
  // What a section should say, said in words: whoever named the section has often said it of the whole as well.
  const inWords = modifications.filter(({ requestedContent }) => requestedContent.trim() === '');
  const told = new Set(inWords.flatMap(({ modificationReason }) => statementsOf(modificationReason)));
  for (const each of modifications) {
    const isMine = isForBrief(each.section);
    if (!inWords.includes(each)) tries(isMine ? modified(text, each) : null, openChange(each));
    else
      for (const said of statementsOf(each.modificationReason))
        tries(isMine ? byWords(text, placed(said, each.section)) : null, oneLine(`${each.section}: ${said}`));
  }
  for (const said of statementsOf(feedback))
    if (!told.has(said)) tries(isForBrief(said) ? byWords(text, said) : null, openPoint(text, said));
  return { text: text === brief ? text : withoutSettled(text), open: [...new Set(open)] };
}

/** A question that stands where now an answer stands too. */
function withoutSettled(text: string): string {
  const { successCriteria, inScope, goals } = parseBrief(text);
  const isSettled = (list: readonly string[], question: string) => list.some((point) => point !== question);
  const judged = isSettled(successCriteria, NO_RESULT) ? text.replace(`- ${NO_RESULT}\n`, '') : text;
  const scoped = isSettled(inScope, NO_SCOPE) ? judged.replace(`- ${NO_SCOPE}\n`, '') : judged;
  return withoutAnswered(scoped, [...goals, ...inScope]);
}

/** "Add search", said of the goals, is a goal. */
function placed(said: string, section: string): string {
  const list = listNamed(section);
  const isBare = /^(?:please\s+)?(?:add|include)\s/i.test(said) && !PLACED.test(said.replace(/(?<![.!])[.!]+$/, ''));
  return list === null || !isBare ? said : `${said.replace(/(?<![.!])[.!]+$/, '')} to the ${list}`;
}

/** A line as it was said; more than a line, or Markdown, is quoted below the point, line by line. */
function openChange({ section, requestedContent, modificationReason }: Modification): string {
  const asked = (requestedContent || modificationReason).trim();
  if (!/[\r\n]|^[#>|`*+-]/.test(asked)) return oneLine(`${section}: ${asked}`);
  const lines = closedMarkdown(asked)
    .split(/\r\n|\r|\n/)
    .map((line) => `  > ${line}`.trimEnd());
  return [`${oneLine(section)}: what was asked for is quoted here.`, '', ...lines].join('\n');
}

/** No goal clause breaks the brief: what would is left open. */
function isWhole(before: string, after: string): boolean {
  return briefProblems(after).length <= briefProblems(before).length;
}

function modified(text: string, { section, modificationReason, requestedContent }: Modification): string | null {
  const name = sectionNamed(section);
  const list = listNamed(section);
  const asked = requestedContent.trim();
  if (asked === '') return null;
  if (/^\W*(?:feature )?brief\s*$/i.test(section)) return briefProblems(asked).length === 0 ? `${asked}\n` : null;
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
    .replace(/(?<![.!])[.!]+$/, '')
    .replace(/^(?:(?:please|pls|and|also|then|we should|you should|could you|can you)\s+)+/i, '')
    .trim();
  return (
    renamed(text, said) ??
    listed(text, said) ??
    excluded(text, said) ??
    replaced(text, said) ??
    corrected(text, said) ??
    removed(text, said) ??
    added(text, said) ??
    wished(text, sentence)
  );
}

function renamed(text: string, said: string): string | null {
  const title =
    /^(?:rename|retitle)(?: it| this| the (?:feature|brief|title))? (?:to|as|into)\s+(.+)$/i.exec(said)?.[1] ??
    /^(?:call|name) (?:it|this|the feature)\s+(.+)$/i.exec(said)?.[1] ??
    /^(?:the )?title should be\s+(.+)$/i.exec(said)?.[1];
  return title === undefined ? null : withTitle(text, unquoted(title));
}

function listed(text: string, said: string): string | null {
  const [, place, what] = LISTED.exec(said) ?? [];
  if (place !== undefined && what !== undefined) {
    const list = listNamed(place.replace(/^(?:success|measures?)$/i, 'success criteria'));
    if (list === 'Out of Scope') return points(what).reduce((now, point) => withoutThing(now, point), text);
    return list === null ? null : withBullet(text, list, capital(unquoted(what)));
  }
  const [, name, content] = PART_SAYING.exec(said) ?? [];
  if (name === undefined || content === undefined) return null;
  const list = listNamed(name);
  if (list !== null) return withBullet(text, list, capital(unquoted(content)));
  return withBullet(text, 'In Scope', `${capital(name.toLowerCase())}: ${unquoted(content)}`);
}

function excluded(text: string, said: string): string | null {
  const thing =
    IS_OUT.exec(said)?.[1] ??
    /^(?:exclude|leave out|put|move)\s+(?!\s)(.+?)(?:(?<!\s)\s+(?:(?:to )?out of scope|from (?:the )?scope))?$/is.exec(
      said,
    )?.[1] ??
    /^(?:no|without|do not include|don['’]t include|we do not need|we don['’]t need)\s+(.+)$/i.exec(said)?.[1];
  return thing === undefined ? null : withoutThing(text, thing);
}

/** Out of what is wanted, and into what is not. */
function withoutThing(text: string, thing: string): string {
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

/** "The limit of 500 is wrong, make it 300": in the lines that speak of the same thing, not in what was said. */
function corrected(text: string, said: string): string | null {
  const { about = '', from, to } = WRONG.exec(said)?.groups ?? {};
  if (from === undefined || to === undefined) return null;
  const wanted = contentWords(about);
  const utterance = sectionOf(text, 'User Utterance');
  const number = new RegExp(`(?<![\\p{L}\\p{N}.,])${escaped(from)}(?![\\p{L}\\p{N}]|[.,]\\d)`, 'gu');
  const places = [...text.matchAll(number)].filter(({ index }) => {
    if (utterance !== undefined && index >= utterance.start && index < utterance.end) return false;
    const start = text.lastIndexOf('\n', index) + 1;
    const end = text.indexOf('\n', index);
    const line = contentWords(text.slice(start, end < 0 ? text.length : end));
    return wanted.size === 0 || shareOf(wanted, line) === 1;
  });
  if (places.length === 0) return null;
  return places.reduceRight((now, { index }) => now.slice(0, index) + to + now.slice(index + from.length), text);
}

/** "It should work on the phone too, plus a limit of 500 articles": each goal clause a line of the scope. */
function wished(text: string, said: string): string | null {
  const goalClauses = feedbackGoalsIn(said);
  if (goalClauses === null) return null;
  const asked = withAnsweredGoal(text, goalClauses.actions);
  const scoped = goalClauses.actions.reduce((now, action) => withBullet(now, 'In Scope', pointOf(action)), asked);
  const measured = goalClauses.measures.reduce(
    (now, point) => withBullet(now, 'Success Criteria', capital(point)),
    scoped,
  );
  return goalClauses.unwanted.reduce((now, point) => withBullet(now, 'Out of Scope', capital(point)), measured);
}

/** Who it is for is said, where somebody is named. */
const pointOf = (action: Action): string =>
  action.kind === 'person' && action.actor !== '' ? wordGoal(action) : scopeOf(action);

function removed(text: string, said: string): string | null {
  const [, thing, place] = REMOVE.exec(said) ?? [];
  if (thing === undefined) return null;
  const named = place === undefined ? null : listNamed(place);
  if (named === null) return removeFromBrief(text, unquoted(thing));
  return withoutBullets(text, named, unquoted(thing))?.text ?? null;
}

const REMOVE =
  /^(?:please\s+)?(?:remove|delete|drop|take out|get rid of)\s+(?!\s)(.+?)(?:(?<!\s)\s+from\s+(?:the\s+)?(.+))?$/is;

/** What could not be taken out is told with the sections that speak of it. */
function openPoint(text: string, said: string): string {
  const [, thing, place] = REMOVE.exec(said.replace(/(?<![.!])[.!]+$/, '')) ?? [];
  const where = thing === undefined || place !== undefined ? [] : whereNamed(text, unquoted(thing));
  return oneLine(where.length === 0 ? said : `${said} (It is named in: ${where.join(', ')}.)`);
}

function added(text: string, said: string): string | null {
  const match =
    /^(?:add|include|support|offer|provide|we need|we also need|it needs|there should be|it should have)\s+(.+)$/i.exec(
      said,
    );
  // What a new section is to say, only a person can write.
  if (match?.[1] === undefined || NEW_PART.test(match[1])) return null;
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
  const bare = name.trim().replace(/(?<!\s)\s+(?:list|section)$/i, '');
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
    .replace(/^["“'`]+|(?<!["”'`.])["”'`.]+$/g, '')
    .trim();
const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();
