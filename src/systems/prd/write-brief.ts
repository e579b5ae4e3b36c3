// Writes a feature brief from an utterance by rules: what was said, in its sections; what was not said is asked.

import { contentWords, shareOf } from '../../documents/gaps/content-words.ts';
import { isPlural, lowered } from '../../documents/gaps/read-goal-clause.ts';
import { readSurely } from '../../documents/gaps/read-surely.ts';
import { titleCase } from '../../documents/gaps/title-case.ts';
import { scopeOf } from '../../documents/gaps/word-action.ts';
import { quoted, unquoted, wordGoal } from '../../documents/gaps/word-goal-clause.ts';
import { sentencesOf } from '../../documents/markdown/bullets-of.ts';
import {
  type Clarification,
  type ClarifiedRequest,
  clarified,
  clarifyingQuestions,
} from '../../documents/prd/unclear.ts';
import { type Clauses, clausesOf } from '../../documents/utterance/clauses-of.ts';
import { askNext, isResult } from './ask-next.ts';
import { featureIdOf, titleOf } from './name-feature.ts';

export interface WrittenBrief {
  readonly featureBriefMarkdown: string;
  readonly recommendedFeatureId: string;
}

const OVERVIEW_MAX = 2;
const GOALS_MAX = 10;
const SCOPE_MAX = 12;
const USERS_MAX = 8;
const TELLING = /^(?:notify|remind|warn|alert|tell|inform)$/;
const FIX = new RegExp(
  '^(?:please )?(?:fix|repair|resolve|debug)(?: the| a| this)?(?: bugs?| issues?| problems?)?' +
    '(?: where| that| when| with| in)? ',
  'i',
);
export const NO_RESULT = 'Open question: By which result would you see that it worked?';
export const NO_SCOPE = 'Open question: What belongs to it?';
export const WRITTEN_BY_RULES =
  'Draft, written by rules without a model. What is marked "Assumption" was said by nobody: confirm or change it.';

export function writeBrief(
  utterance: string,
  taken: readonly string[],
  domain: string | null,
  clarifications: readonly Clarification[] = [],
): WrittenBrief {
  const given = clarified(utterance, clarifications);
  const clauses = asSaid(clausesOf(given.goalClauses), given.goalClauses);
  const open = clarifyingQuestions(utterance, clarifications);
  const wished = titleOf([...clauses.wanted, ...clauses.measures, ...clauses.problems]);
  const problem = titleCase(given.problem.replace(FIX, '').replace(/ (?:when|if|since|after|because) .*$/is, ''));
  const title = clauses.wanted.length === 0 && problem !== '' ? problem : wished;
  const said = { ...given, clauses, questions: open.map(({ question }) => question), why: open[0]?.why ?? '' };
  const sections = [
    `# ${title}`,
    `## Status\n\n${WRITTEN_BY_RULES}`,
    `## User Utterance\n\n${quote(utterance)}`,
    `## Overview\n\n${overview(said, domain)}`,
    `## Goals\n\n${bullets(goalsOf(said))}`,
    `## Scope\n\n### In Scope\n\n${bullets(scopePoints(said))}\n\n### Out of Scope\n\n${unwanted(clauses)}`,
    `## Success Criteria\n\n${bullets(criteriaOf(said))}`,
  ];
  return { featureBriefMarkdown: `${sections.join('\n\n')}\n`, recommendedFeatureId: featureIdOf(title, taken) };
}

/** What will be quoted is quoted as it stands in the utterance, slips and all. */
function asSaid(clauses: Clauses, goalClauses: string): Clauses {
  const plain = goalClauses.replace(/\s+/g, ' ');
  const wanted = clauses.wanted.map((clause) => {
    if (clause.startsWith('"')) return quoted(sentenceOf(unquoted(clause), plain));
    if (readSurely(clause) !== null || plain.toLowerCase().includes(clause.toLowerCase())) return clause;
    const own = verbatim(clause, plain);
    // Without its subject it may read as something else.
    if (own !== null && readSurely(own) === null) return own;
    return sentenceOf(clause, plain);
  });
  return { ...clauses, wanted: [...new Set(wanted)] };
}

/** The one that a clause was made of. */
function sentenceOf(clause: string, plain: string): string {
  const forms = [' can not ', ' cannot ', " can't ", ' can’t '].map((form) => clause.replace(/ can not /i, form));
  const own = forms.find((form) => plain.toLowerCase().includes(form.toLowerCase()));
  if (own !== undefined) return own;
  const words = contentWords(clause);
  const shares = sentencesOf(plain).map((sentence) => [shareOf(words, contentWords(sentence)), sentence] as const);
  const [, nearest] = shares.toSorted(([one], [other]) => other - one)[0] ?? [];
  return nearest?.replace(/(?<![.!?])[.!?]+$/, '') ?? clause;
}

const SUBJECT_WORDS_MAX = 3;

/** Without the subject that it has from a clause before it. */
function verbatim(clause: string, plain: string): string | null {
  const words = clause.split(' ');
  for (let at = 1; at <= Math.min(SUBJECT_WORDS_MAX, words.length - 2); at += 1) {
    // Without these it would say the opposite.
    if (/^(?:only|nobody|no|none|not|never)$/i.test(words[at - 1] ?? '')) return null;
    const end = words.slice(at).join(' ');
    const from = plain.toLowerCase().indexOf(end.toLowerCase());
    if (from >= 0) return plain.slice(from, from + end.length);
  }
  return null;
}

interface Said extends ClarifiedRequest {
  readonly clauses: Clauses;
  /** Still open: nobody knows what is asked for. */
  readonly questions: readonly string[];
  readonly why: string;
}

/** Every line quoted: whatever was said, a heading or fence in it stays inside. */
function quote(utterance: string): string {
  const lines = utterance.trim().split(/\r\n|\r|\n/);
  return lines.map((line) => `> ${line}`.trimEnd()).join('\n');
}

/** Who gets what, and why; in the words of the person wherever they are given. */
function overview(said: Said, domain: string | null): string {
  const { clauses, why } = said;
  const all = goalClausesOf(clauses).flatMap(sentencesFor);
  const goals = all.slice(0, OVERVIEW_MAX);
  const more = Math.min(all.length, GOALS_MAX) - goals.length;
  const unread = why === '' ? [] : [`What was said could not be read as a request. ${why}`];
  const text = [
    ...unread,
    ...goals,
    ...(more === 0 ? [] : [`${more} more ${more === 1 ? 'goal stands' : 'goals stand'} below.`]),
    ...clauses.purposes.map((purpose) => `The purpose: ${lowered(purpose)}.`),
    ...(domain === null ? [] : [`Domain: ${domain}.`]),
  ];
  const problems = problemsOf(said);
  const users = usersOf(said);
  const open = openQuestions(said);
  return [
    text.length === 0 ? 'Nothing was said yet.' : text.join(' '),
    ...(users.length === 0 ? [] : ['### Users', bullets(users.map(capital))]),
    ...(problems.length === 0 ? [] : ['### Problem', bullets(problems.map(capital))]),
    ...(open.length === 0 ? [] : ['### Open Questions', bullets(open)]),
  ].join('\n\n');
}

/** Goals as sentences: what has no verb, or is quoted, was asked for. */
function sentencesFor(goalClause: string): readonly string[] {
  const isName = readSurely(goalClause)?.every(({ kind, actor }) => kind === 'name' && actor === '') ?? false;
  return goalsIn([goalClause]).map((goal) => {
    if (goal.startsWith('"')) return `Asked for in these words: ${goal}.`;
    return isName && !/^The system /.test(goal) ? `Asked for: ${lowered(goal)}.` : `${goal}.`;
  });
}

/** Whoever does something, and whoever was named when it was asked. */
function usersOf({ clauses, users }: Said): readonly string[] {
  const actions = clauses.wanted.flatMap((clause) => readSurely(clause) ?? []);
  const actors = actions
    .filter(
      ({ kind, actor, verb }) =>
        actor !== '' &&
        (kind === 'person' ||
          kind === 'name' ||
          (kind === 'never' && verb !== 'be') ||
          (kind === 'thing' && TELLING.test(verb))),
    )
    .map(({ actor }) => actor.replace(/^only /i, '').replace(/^(?:an?|the|our|all|every|each) /i, ''));
  const named = users
    .split(/,\s*|(?<!\s)\s+and\s+/)
    .map((each) => lowered(each.trim().replace(/(?<![.\s])[.\s]+$/, '')));
  const all = [...named, ...actors.map(lowered)].filter(
    (each) => each !== '' && !/^(?:users?|everyone|nobody|it|others)$/.test(each),
  );
  return [...new Set(all)]
    .filter((each, at, list) => !list.slice(0, at).some((before) => isSame(before, each)))
    .slice(0, USERS_MAX);
}

const isSame = (one: string, other: string): boolean =>
  one === other || (isPlural(one) && one === `${other}s`) || (isPlural(other) && other === `${one}s`);

const problemsOf = ({ clauses, problem }: Said): readonly string[] =>
  [...clauses.problems, problem.replace(FIX, '')]
    .filter((text) => text.trim() !== '')
    .map((text) => text.replace(/(?<![.\s])[.\s]+$/, ''));

const openQuestions = (said: Said): readonly string[] =>
  said.questions.length > 0 ? said.questions : askNext({ ...said, users: usersOf(said), problems: problemsOf(said) });

/** Outcomes, each for somebody. */
function goalsIn(clauses: readonly string[]): string[] {
  return clauses.flatMap((clause) => {
    const actions = readSurely(clause);
    if (actions === null) return [quoted(clause)];
    // Two actions of one person stay one goal, as they were said.
    return actions.length > 1 && actions.some(({ kind }) => kind !== 'product')
      ? [capital(clause.replace(/\b(?:should|must|will|shall)(?: be able to)?\b/i, 'can'))]
      : actions.map(wordGoal);
  });
}

const DOES = /\bable to do\b|\bhappen instead\b/;
const goalClausesOf = ({ wanted, measures }: Clauses): readonly string[] => (wanted.length > 0 ? wanted : measures);

function goalsOf({ clauses, questions }: Said): readonly string[] {
  const goals = goalsIn(goalClausesOf(clauses)).slice(0, GOALS_MAX);
  if (goals.length > 0) return goals;
  const { problems } = clauses;
  if (questions.length === 0 && problems.length > 0)
    return problems.map((problem) => `This no longer happens: ${lowered(problem)}`);
  return [`Open question: ${questions.find((each) => DOES.test(each)) ?? 'What should people be able to do?'}`];
}

/** What is built, by name; each action by itself. */
function scopePoints({ clauses, questions }: Said): readonly string[] {
  const items = goalClausesOf(clauses).flatMap((clause) => readSurely(clause)?.map(scopeOf) ?? [quoted(clause)]);
  const scope = [...new Set(items)].slice(0, SCOPE_MAX);
  if (scope.length > 0) return scope;
  if (questions.length === 0 && clauses.problems.length > 0) return ['Assumption: finding the cause and removing it'];
  return [NO_SCOPE];
}

/** Not a bullet: nothing that is read as an excluded thing stands here unless someone excluded it. */
function unwanted({ unwanted: points }: Clauses): string {
  return points.length > 0 ? bullets(points.map(nameOf)) : 'Nothing was named as out of scope.';
}

/** "reserve tables", told as not wanted, is "Reserving tables". */
function nameOf(point: string): string {
  const [action] = readSurely(point) ?? [];
  return action?.kind === 'person' && action.actor === '' ? scopeOf(action) : capital(point);
}

function criteriaOf({ clauses, result }: Said): readonly string[] {
  const measures = [...clauses.measures, ...(result === '' ? [] : [result.replace(/(?<![.\s])[.\s]+$/, '')])];
  return measures.some(isResult) ? measures.map(capital) : [...measures.map(capital), NO_RESULT];
}

const bullets = (points: readonly string[]): string => points.map((point) => `- ${point}`).join('\n');
const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
