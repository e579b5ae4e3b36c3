// Requirements of a draft from what was said: each in EARS form where rules can word it, else as it was said.

import { contentWords } from '../../../documents/gaps/content-words.ts';
import { askedFor } from '../../../documents/gaps/ears-requirement.ts';
import { readGoalClause } from '../../../documents/gaps/read-goal-clause.ts';
import { titleCase } from '../../../documents/gaps/title-case.ts';
import { scopeOf } from '../../../documents/gaps/word-action.ts';
import { wordPoint } from '../../../documents/gaps/word-goal-clause.ts';
import type { Assumption } from '../../../documents/interview/checklist.ts';
import { namesAction } from '../../../documents/interview/own-topic.ts';
import type { Statement } from '../../../documents/interview/read-reply.ts';
import { untracedWords } from '../../../documents/interview/traced-words.ts';
import { abilityIn, type WantedAction } from '../../../documents/interview/wanted-actions.ts';
import { isOnlyQuoted } from '../../../documents/requirements/only-quoted.ts';
import { tagWords } from '../../../documents/words/tag-words.ts';
import { quotable } from './ask-about-action.ts';
import { asSentence, inQuotes, lower, upper, withoutDot } from './draft-sources.ts';
import { limitsIn, wordLimit } from './word-limit.ts';
import { type WordedSentence, wordOutcome, wordSentence, wordShown } from './word-response.ts';
import { wordTrial } from './word-trial.ts';

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
  const { clause, action, from } = wanted;
  const sources = [from.means, from.quote, clause];
  const worded =
    ofSpeaker(wanted, sources) ?? ofAction(wanted, sources) ?? ofSentence(wanted, sources) ?? asQuoted(wanted);
  const told = detailCriteria(clause, details);
  const own = worded.criteria.map((text) => ({ text: text.replace(/^[-*\s]+/, ''), from: sources }));
  const scope = worded.scope === '' && action !== null ? scopeOf(action) : worded.scope;
  return withOwner(
    {
      ...{ title: worded.title, type: 'functional', clause, description: worded.description },
      ...{ from: sources, turn: from.turn },
      scope: scope !== '' && isSaid(scope, sources) ? upper(scope) : upper(withoutDot(clause)),
      // What a person said of it tells more than what rules make of the sentence itself.
      criteria: told.length > 0 && !worded.hasEdge ? told : [...own, ...told],
    },
    from.quote,
  );
}

interface Worded extends WordedSentence {
  /** Its tests are of a limit or a case that the sentence names. */
  readonly hasEdge: boolean;
}

/** "I would like to see ...": what is shown. */
function ofSpeaker({ from }: WantedAction, sources: readonly string[]): Worded | null {
  const worded = from.isForeign ? null : wordShown(withoutDot(from.means));
  return worded !== null && isSaid(worded.description, sources) ? { ...worded, hasEdge: false } : null;
}

/** In EARS form, where rules read who does what. */
function ofAction({ clause, reading, action }: WantedAction, sources: readonly string[]): Worded | null {
  const [worded] = action === null || isCase(clause) ? [] : wordPoint(reading, 'goal');
  const [first = '', ...tests] = (worded?.description ?? '').split('\n').filter((line) => line.trim() !== '');
  const isOwn = worded !== undefined && !isOnlyQuoted(first) && isSaid(first, sources);
  const able = isOwn ? null : abilityIn(reading);
  const description = isOwn ? first : lettingOf(able, sources);
  // "offer the doctor on duty sees the scores": a sentence that was taken for the name of a thing.
  if (/^(?:in|at|on|by|every|each) .*\bthey$|\b(?:they|it|he|she)$/i.test(action?.actor ?? '')) return null;
  if (description === null || (action?.kind === 'name' && (isWholeSentence(clause) || namesAction(clause))))
    return null;
  const hasTitle = isOwn && untracedWords(worded.title, sources).length === 0;
  const edges = tests.filter((test) => isOwn && isSaid(test, sources));
  const trial = action === null ? (able === null ? null : trialOfAbility(able)) : wordTrial(action);
  const plain = trial !== null && isSaid(trial, sources) ? trial : outcomeOf(clause);
  return {
    ...{ description, scope: '', title: hasTitle ? worded.title : titleCase(bareTitle(able?.does ?? clause)) },
    criteria: edges.length > 0 ? edges : [plain],
    hasEdge: edges.length > 0,
  };
}

const isCase = (clause: string): boolean => /^(?:if|when|whenever|as soon as|once) [^,]{3,300}, /i.test(clause);

const outcomeOf = (clause: string): string =>
  `Given a trial, when it is carried out step by step, then ${lower(withoutDot(clause))}.`;

function trialOfAbility({ who, does }: NonNullable<ReturnType<typeof abilityIn>>): string | null {
  const [action] = readGoalClause(`${who} can ${does}`) ?? [];
  return action === undefined ? null : wordTrial(action);
}

/** A case, somebody who gets or sees something, or a sentence that has to come true. */
function ofSentence({ clause, from, action }: WantedAction, sources: readonly string[]): Worded | null {
  if (from.isForeign) return null;
  const isOfSpeaker = /^(?:i|we)\b/i.test(from.means);
  const said = isOfSpeaker ? from.means : clause;
  const worded = wordSentence(said) ?? (isWholeSentence(said) || namesAction(said) ? wordOutcome(said) : null);
  if (worded === null || (action?.kind === 'name' && !isWholeSentence(said))) return null;
  return isSaid([worded.description, ...worded.criteria].join(' '), sources)
    ? { ...worded, hasEdge: isCase(said) }
    : null;
}

function asQuoted({ clause, action }: WantedAction): Worded {
  const { description } = askedFor(withoutDot(clause), 'goal');
  const [worded] = action?.kind === 'name' ? wordPoint(clause, 'goal') : [];
  const [first = ''] = (worded?.description ?? '').split('\n');
  const isNamed = first !== '' && !isOnlyQuoted(first) && isSaid(first, [clause]);
  return {
    ...{ title: titleCase(bareTitle(clause)), scope: '', description: isNamed ? first : description, hasEdge: false },
    criteria: [`Given a trial, when it is carried out, then it shows what was asked for: ${inQuotes(clause)}.`],
  };
}

const RELATION = /\bmy (wife|husband|mother|father|son|daughter|boss|partner|brother|sister|colleague)\b/i;
const RELATED = /\b(?:the|my) (wife|husband|mother|father|son|daughter|boss|partner|brother|sister|colleague)\b/gi;

/** "My wife prints": the wife of whoever spoke. */
function withOwner(draft: DraftRequirement, quote: string): DraftRequirement {
  const relation = RELATION.exec(quote)?.[1]?.toLowerCase();
  const isTold = /\bme\b/i.test(quote);
  if (relation === undefined && !isTold) return draft;
  const named = (text: string): string =>
    text
      .replace(RELATED, (found, word: string) => (word.toLowerCase() === relation ? `the person's ${relation}` : found))
      .replace(/\bme\b/g, 'the person');
  const criteria = draft.criteria.map((each) => ({ ...each, text: upper(named(each.text)) }));
  return { ...draft, description: named(draft.description), criteria };
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

/** One for each limit that a sentence names. */
export function draftConstraints(statement: Statement): readonly DraftRequirement[] {
  const limits = statement.isForeign ? [statement.means] : limitsIn(statement.means);
  return limits.map((limit) => draftConstraint(statement, withoutDot(limit)));
}

function draftConstraint(statement: Statement, said: string): DraftRequirement {
  const { quote, means, turn, isForeign } = statement;
  const sources = [quote, means];
  const worded = isForeign ? null : wordLimit(said);
  const isOwn = worded !== null && isSaid(`${worded.description} ${worded.criterion}`, sources);
  const plain = isForeign || !isWholeSentence(said) ? null : wordOutcome(said.replace(/,? because .*$/is, ''));
  const outcome = plain !== null && isSaid(plain.description, sources) ? plain : null;
  const [test] = isOwn ? [worded.criterion] : (outcome?.criteria ?? []);
  return {
    ...{ type: 'constraint', clause: said, scope: '', from: sources, turn },
    title: isOwn ? worded.title : (outcome?.title ?? titleCase(bareTitle(said))),
    description: isOwn
      ? worded.description
      : (outcome?.description ?? `The system shall keep to this limit: ${inQuotes(said)}.`),
    criteria: [
      {
        text:
          test ??
          `Given this limit, when the functional requirements are tried, then each of them holds: ${inQuotes(said)}.`,
        from: sources,
      },
    ],
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

/** A text that holds only if the assumption does. */
export const markedAs = ({ id, status }: Assumption, text: string): string =>
  status === 'confirmed' ? text : `${withoutDot(text)} (assumption ${id}, not confirmed).`;

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
