// Writes a feature brief from an utterance by rules: what was said, in its sections; what was not said is asked.

import { isPlural, lowered, readWish } from '../../documents/gaps/read-wish.ts';
import { titleCase } from '../../documents/gaps/title-case.ts';
import { goalOf, scopeOf } from '../../documents/gaps/word-deed.ts';
import { type Clarification, type Clarified, clarified, clarifyingQuestions } from '../../documents/unclear.ts';
import { type Clauses, clausesOf } from './clauses-of.ts';
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
/** "make the app faster" builds a faster app. */
const MAKE_SO = /^make (?:the |our |this )?(\S+) (.+)$/i;
const FIX = new RegExp(
  '^(?:please )?(?:fix|repair|resolve|debug)(?: the| a| this)?(?: bugs?| issues?| problems?)?' +
    '(?: where| that| when| with| in)? ',
  'i',
);
export const LEAVE_OUT = 'What should it leave out?';
export const WRITTEN_BY_RULES =
  'Draft, written by rules without a model. What is marked "Assumption" was said by nobody: confirm or change it.';

export function writeBrief(
  utterance: string,
  taken: readonly string[],
  domain: string | null,
  clarifications: readonly Clarification[] = [],
): WrittenBrief {
  const given = clarified(utterance, clarifications);
  const clauses = clausesOf(given.wishes);
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

interface Said extends Clarified {
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
  const goals = goalsIn(wishesOf(clauses)).slice(0, OVERVIEW_MAX);
  const unread = why === '' ? [] : [`What was said could not be read as a request. ${why}`];
  const text = [
    ...unread,
    ...goals.map((goal) => `${goal}.`),
    ...clauses.purposes.map((purpose) => `The purpose: ${lowered(purpose)}.`),
    ...(domain === null ? [] : [`Domain: ${domain}.`]),
  ];
  const problems = problemsOf(said);
  const users = usersOf(said);
  return [
    text.length === 0 ? 'Nothing was said yet.' : text.join(' '),
    ...(users.length === 0 ? [] : ['### Users', bullets(users.map(capital))]),
    ...(problems.length === 0 ? [] : ['### Problem', bullets(problems.map(capital))]),
    '### Open Questions',
    bullets(openQuestions(said)),
  ].join('\n\n');
}

/** Whoever does something, and whoever was named when it was asked. */
function usersOf({ clauses, users }: Said): readonly string[] {
  const deeds = clauses.wanted.flatMap((clause) => readWish(clause) ?? []);
  const actors = deeds
    .filter(({ kind, actor, verb }) => actor !== '' && (kind === 'person' || (kind === 'thing' && TELLING.test(verb))))
    .map(({ actor }) => actor.replace(/^(?:only )?(?:an?|the|our|all|every|each) /i, ''));
  const named = users
    .split(/,\s*|(?<!\s)\s+and\s+/)
    .map((each) => lowered(each.trim().replace(/(?<![.\s])[.\s]+$/, '')));
  const all = [...named, ...actors.map(lowered)].filter(
    (each) => each !== '' && !/^(?:users?|everyone|nobody|it)$/.test(each),
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

/** What a reader of the brief would ask next; nothing that was said. */
function openQuestions(said: Said): readonly string[] {
  const { clauses, questions, result } = said;
  if (questions.length > 0) return questions;
  return [
    ...(problemsOf(said).length > 0 ? [] : ['What do people do today instead, and what is wrong with it?']),
    ...clauses.purposes.map((purpose) => `By which number would you see that ${lowered(purpose)}?`),
    ...(clauses.measures.length + clauses.purposes.length > 0 || result !== ''
      ? []
      : ['By which result, and which number, would you see that it worked?']),
    ...(clauses.unwanted.length > 0 ? [] : [LEAVE_OUT]),
  ];
}

/** Outcomes, each for somebody. */
function goalsIn(clauses: readonly string[]): string[] {
  return clauses.map((clause) => {
    const deeds = readWish(clause);
    const [deed] = deeds ?? [];
    if (deed === undefined || deeds === null) return capital(clause);
    // Two deeds of one person stay one goal, as they were said.
    if (deeds.length > 1) return capital(clause.replace(/\b(?:should|must|will|shall)(?: be able to)?\b/i, 'can'));
    return goalOf(deed);
  });
}

const wishesOf = ({ wanted, measures }: Clauses): readonly string[] => (wanted.length > 0 ? wanted : measures);

function goalsOf({ clauses, questions }: Said): readonly string[] {
  const goals = goalsIn(wishesOf(clauses)).slice(0, GOALS_MAX);
  if (goals.length > 0) return goals;
  const { problems } = clauses;
  if (questions.length === 0 && problems.length > 0)
    return problems.map((problem) => `This no longer happens: ${lowered(problem)}`);
  return [`Open question: ${questions.at(-1) ?? 'What should people be able to do?'}`];
}

/** What is built, by name; each deed by itself. */
function scopePoints({ clauses, questions }: Said): readonly string[] {
  const items = wishesOf(clauses).flatMap(
    (clause) => readWish(clause)?.map(scopeOf) ?? [capital(clause.replace(MAKE_SO, 'a $2 $1'))],
  );
  const scope = [...new Set(items)].slice(0, SCOPE_MAX);
  if (scope.length > 0) return scope;
  if (questions.length === 0 && clauses.problems.length > 0) return ['Assumption: finding the cause and removing it'];
  return ['Open question: What belongs to it?'];
}

/** Not a bullet: nothing that is read as an excluded thing stands here unless someone excluded it. */
function unwanted({ unwanted: points }: Clauses): string {
  return points.length > 0 ? bullets(points.map(capital)) : 'Nothing was named as out of scope.';
}

function criteriaOf({ clauses, result }: Said): readonly string[] {
  const measures = [...clauses.measures, ...(result === '' ? [] : [result.replace(/(?<![.\s])[.\s]+$/, '')])];
  if (measures.length > 0) return measures.map(capital);
  return ['Open question: By which result would you see that it worked?'];
}

const bullets = (points: readonly string[]): string => points.map((point) => `- ${point}`).join('\n');
const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
