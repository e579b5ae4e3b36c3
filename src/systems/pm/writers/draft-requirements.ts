// Requirements of a draft from what was said: each in EARS form where rules can word it, else as it was said.

import { contentWords } from '../../../documents/gaps/content-words.ts';
import { askedFor } from '../../../documents/gaps/ears-requirement.ts';
import { titleCase } from '../../../documents/gaps/title-case.ts';
import { goalOf, scopeOf } from '../../../documents/gaps/word-action.ts';
import { wordPoint } from '../../../documents/gaps/word-goal-clause.ts';
import type { Assumption } from '../../../documents/interview/checklist.ts';
import type { Statement } from '../../../documents/interview/read-reply.ts';
import { untracedWords } from '../../../documents/interview/traced-words.ts';
import { abilityIn, readingOf, type WantedAction } from '../../../documents/interview/wanted-actions.ts';
import { isOnlyQuoted } from '../../../documents/requirements/only-quoted.ts';
import { tagWords } from '../../../documents/words/tag-words.ts';
import { quotable } from './ask-about-action.ts';
import { asSentence, inQuotes, lower, upper, withoutDot } from './draft-sources.ts';

export interface DraftCriterion {
  readonly text: string;
  readonly from: readonly string[];
}

export interface DraftRequirement {
  readonly title: string;
  readonly type: 'functional' | 'constraint';
  /** The person's words, as questions quote them. */
  readonly clause: string;
  readonly description: string;
  /** As a part of the scope. */
  readonly scope: string;
  readonly criteria: readonly DraftCriterion[];
  readonly from: readonly string[];
  readonly turn: number;
}

export function draftRequirement(wanted: WantedAction, details: readonly Statement[]): DraftRequirement {
  const { clause, reading, action, from } = wanted;
  const sources = [from.quote, clause];
  const [worded] = action === null ? [] : wordPoint(reading, 'goal');
  const [first = '', ...tests] = (worded?.description ?? '').split('\n').filter((line) => line.trim() !== '');
  const isOwn = worded !== undefined && !isOnlyQuoted(first) && isSaid(first, sources);
  const able = isOwn ? null : abilityIn(reading);
  const description = isOwn ? first : (lettingOf(able, sources) ?? askedFor(withoutDot(clause), 'goal').description);
  const title =
    isOwn && untracedWords(worded.title, sources).length === 0
      ? worded.title
      : titleCase(bareTitle(able?.does ?? clause));
  const own = tests.map((test) => test.replace(/^[-*\s]+/, '')).filter((test) => isOwn && isSaid(test, sources));
  const criteria = [...own.map((text) => ({ text, from: sources })), ...detailCriteria(clause, details)];
  const scope = action === null ? withoutDot(clause) : scopeOf(action);
  return {
    ...{ title, type: 'functional', clause, description, from: sources, turn: from.turn },
    scope: isSaid(scope, sources) ? upper(scope) : upper(withoutDot(clause)),
    criteria:
      criteria.length > 0
        ? criteria
        : [trialOf(trialClause(wanted), able !== null || (isOwn && action?.kind !== 'name'), sources)],
  };
}

function lettingOf(able: ReturnType<typeof abilityIn>, sources: readonly string[]): string | null {
  if (able === null) return null;
  const [, does = able.does, when = ''] = /^(.{3,400}) (when .{3,400})$/i.exec(able.does) ?? [];
  const isProduct = /^the system$/i.test(able.who);
  const text = isProduct
    ? upper(`${when === '' ? '' : `${when}, `}the system shall ${does}.`)
    : `The system shall let ${lower(able.who)} ${able.does}.`;
  return isSaid(text, sources) ? text : null;
}

/** Without who speaks and what they think of it. */
export const bareTitle = (text: string): string =>
  text
    .replace(/^(?:something|an? (?:app|tool|system|service|website|form)) (?:so that|that|which|where|to) /i, '')
    .replace(/^(?:we|i) (?:have|want|need|are|would like)(?: to)? /i, '')
    .replace(/^(?:it|this) (?:must|has to|should|shall|needs to) /i, '')
    .replace(/(?:, | because | so that ).*$/is, '');

/** A figure that rules would put in is nothing anybody said. */
const isSaid = (text: string, sources: readonly string[]): boolean =>
  !text.includes('(assumption)') && untracedWords(text, sources).length === 0;

/** With somebody or something that does it. */
function trialClause({ clause, reading, action }: WantedAction): string {
  if (action === null || action.kind === 'name') return reading;
  const isBare = action.actor === '' && (action.kind === 'person' || action.kind === 'product');
  return isBare ? goalOf(action) : clause;
}

function trialOf(clause: string, isRead: boolean, from: readonly string[]): DraftCriterion {
  const text = isRead
    ? `A trial shows that ${lower(clause)}.`
    : `A trial shows what was asked for: ${inQuotes(clause)}.`;
  return { text, from };
}

const LEANING = /^(?:after that|then|otherwise|it|they|that|this|these|those|in that case|else|he|she|and|but)\b/i;

/** Goes on with the sentence that was asked about. */
const BOUND = /^(?:until|within|before|after|only|by|at|on|for|up to|during|from|in|with|without) /i;

/** Answers to questions on these words. A sentence that leans on the one before stands behind it. */
export function detailCriteria(clause: string, details: readonly Statement[]): readonly DraftCriterion[] {
  const found: { text: string; from: string[]; turn: number }[] = [];
  for (const { means, quote, turn, kind } of details) {
    const last = found.at(-1);
    const from = [means, quote, clause];
    if (last !== undefined && last.turn === turn && LEANING.test(means)) {
      last.text = `${asSentence(last.text)} ${asSentence(means)}`;
      last.from.push(...from);
      continue;
    }
    const isWhole = kind === 'said' && isWholeSentence(means) && !LEANING.test(means);
    const joint = BOUND.test(means) && !/[,;]/.test(means) ? ' ' : ': ';
    const text = isWhole ? asSentence(means) : asSentence(`${upper(clause)}${joint}${lower(withoutDot(means))}`);
    found.push({ text, from, turn });
  }
  return found;
}

const ONE_DOES =
  /^(?:an?|the|each|every) (?:[\p{L}-]{1,40} ){0,2}[\p{L}-]{1,40} \p{L}{3,40}s (?:an?|the|it|them|their) /iu;

/** Somebody or something does something in it. */
function isWholeSentence(text: string): boolean {
  if (/^(?:if|when) [^,]{3,300}, /i.test(text) || ONE_DOES.test(text)) return true;
  const words = tagWords(text);
  const at = words.findIndex(
    ({ kind, lower: word }) => kind === 'auxiliary' || (kind === 'verb' && !/(?:ing|ed)$/.test(word)),
  );
  return at > 0 && words.slice(0, at).some(({ kind }) => /^(?:noun|name|pronoun)$/.test(kind));
}

export function draftConstraint(statement: Statement): DraftRequirement {
  const { quote, means, turn } = statement;
  const said = withoutDot(means);
  const sources = [quote, means];
  const [worded] =
    statement.kind === 'said' && !statement.isForeign && isWholeSentence(said)
      ? wordPoint(readingOf(said).reading, 'goal')
      : [];
  const [first = ''] = (worded?.description ?? '').split('\n');
  // "Handhelds run Android 10" is nothing that anybody is let do.
  const isOwn =
    worded !== undefined && /^The system shall (?!let\b|do what|offer\b)/.test(first) && isSaid(first, sources);
  const text = isOwn ? first : `The system shall keep to this limit: ${inQuotes(said)}.`;
  return {
    ...{ type: 'constraint', clause: said, description: text, scope: '', from: sources, turn },
    title: isOwn && untracedWords(worded.title, sources).length === 0 ? worded.title : titleCase(bareTitle(said)),
    criteria: [{ text: `A check shows that this limit is kept: ${inQuotes(said)}.`, from: sources }],
  };
}

/** "Members can cancel a booking: until it begins." belongs to the requirement with these words. */
export function assumedCriteria(clause: string, assumptions: readonly Assumption[]): readonly DraftCriterion[] {
  return assumptions
    .filter(
      ({ status, text }) =>
        status !== 'refused' && text.toLowerCase().startsWith(`${quotable(clause).toLowerCase()}: `),
    )
    .map((assumption) => ({ text: marked(assumption), from: [assumption.text, assumption.id] }));
}

export const marked = ({ id, text, status }: Assumption): string =>
  status === 'confirmed' ? asSentence(text) : `${withoutDot(text)} (assumption ${id}, not confirmed).`;

/** The requirement that shares most words with a text; null: none shares any. */
export function nearestTo<T extends { readonly clause: string; readonly title: string }>(
  text: string,
  among: readonly T[],
): T | null {
  const words = contentWords(text);
  const shared = among.map(
    ({ clause, title }) => [...contentWords(`${clause} ${title}`)].filter((word) => words.has(word)).length,
  );
  const most = Math.max(0, ...shared);
  return most === 0 ? null : (among[shared.indexOf(most)] ?? null);
}
