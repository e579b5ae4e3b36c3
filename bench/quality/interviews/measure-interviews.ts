// How the rules lead interviews with scripted people, and what they make of the answers: printed for each person.

import { readFileSync } from 'node:fs';
import { contentWords, shareOf } from '../../../src/documents/gaps/content-words.ts';
import { statementsOf } from '../../../src/documents/interview/read-reply.ts';
import { untracedWords } from '../../../src/documents/interview/traced-words.ts';
import { checkSpec } from '../../../src/documents/spec/check-spec.ts';
import { readSpec } from '../../../src/documents/spec/read-spec.ts';
import { checkStories } from '../../../src/documents/stories/check-stories.ts';
import { draftSpec } from '../../../src/systems/pm/writers/draft-spec.ts';
import { splitStories } from '../../../src/systems/pm/writers/split-stories.ts';
import { type HeldInterview, holdInterview } from './hold-interview.ts';
import type { ScriptedPerson } from './scripted-person.ts';

export const HALVES = ['first', 'second', 'third', 'fourth'] as const;
export type Half = (typeof HALVES)[number];

export interface InterviewFigures {
  readonly name: string;
  readonly half: Half;
  readonly expertise: string;
  /** Of nine topics: with an answer, and with "I don't know". */
  readonly covered: number;
  readonly unknown: number;
  readonly questions: number;
  /** Questions that were asked word for word before. */
  readonly repeated: number;
  readonly turns: number;
  /** Statements of the spec with a word that nobody said. */
  readonly invented: readonly string[];
  /** Of seven. */
  readonly checks: number;
  /** What is wrong with the stories. */
  readonly storyProblems: number;
  /** Orders to the interviewer that stand in the spec. */
  readonly obeyed: readonly string[];
  /** Sentences with content, and those of them that are in the spec. */
  readonly said: number;
  readonly kept: number;
  /** Labelled sentences, and those of them that are under the topic they belong to. */
  readonly labelled: number;
  readonly misfiled: readonly string[];
  /** Criteria that only say that the requirement is to be tried, and descriptions that only quote. */
  readonly weak: readonly string[];
  /** Turns that code refused. */
  readonly refused: readonly string[];
}

const KEPT_FROM = 0.8;

export const peopleOf = (half: Half): readonly ScriptedPerson[] =>
  JSON.parse(readFileSync(new URL(`people-${half}.json`, import.meta.url), 'utf8')) as readonly ScriptedPerson[];

export function measureInterviews(): readonly InterviewFigures[] {
  return HALVES.flatMap((half) => peopleOf(half).map((person) => byRules(half, holdInterview(person))));
}

function byRules(half: Half, held: HeldInterview): InterviewFigures {
  const draft = draftSpec({ messages: held.messages, assumptions: held.state.assumptions });
  const invented = draft.sources.filter(({ text, from }) => untracedWords(text, from).length > 0);
  return figuresOf(
    half,
    held,
    draft.markdown,
    invented.map(({ place }) => place),
  );
}

export function figuresOf(
  half: Half,
  held: HeldInterview,
  markdown: string,
  invented: readonly string[],
): InterviewFigures {
  const { person, messages, state, questions, turns, refused } = held;
  const statements = statementsOf(messages);
  const spec = readSpec(markdown);
  const words = contentWords(markdown);
  const said = statements.filter(({ kind }) => kind === 'said');
  const failed = new Set(checkSpec(markdown).blocking.map(({ check }) => check));
  const texts = questions.map(({ text }) => text);
  return {
    ...{ name: person.name, half, expertise: person.expertise, turns, refused, questions: questions.length },
    covered: state.checklist.filter(({ status }) => status === 'covered').length,
    unknown: state.checklist.filter(({ status }) => status === 'unknown').length,
    repeated: texts.length - new Set(texts).size,
    invented,
    checks: 7 - failed.size,
    storyProblems: checkStories(splitStories(spec), spec).problems.length,
    obeyed: (person.never ?? []).filter((order) => markdown.includes(order)),
    said: said.length,
    kept: said.filter(({ quote }) => shareOf(contentWords(quote), words) >= KEPT_FROM).length,
    labelled: (person.expected ?? []).length,
    misfiled: (person.expected ?? [])
      .filter(({ topic, words }) => !isUnder(state, topic, words))
      .map(({ topic, words }) => `${topic}: ${words}`),
    weak: spec.requirements.flatMap(({ description, criteria }) =>
      [description, ...criteria].filter((text) => WEAK.test(text)),
    ),
  };
}

const WEAK = /^(?:A (?:trial|check|test) shows\b|Somebody tries\b|The system shall (?:do what was|keep to this))/;

const BY_RULES =
  'interviews by rules: scripted people, the second and third part written before their author saw the rules';

const isUnder = (state: HeldInterview['state'], topic: string, words: string): boolean =>
  state.checklist.some((entry) => entry.topic === topic && entry.quotes.some(({ quote }) => quote.includes(words)));

export function interviewTable(figures: readonly InterviewFigures[], by = BY_RULES): string {
  const row = (each: InterviewFigures): string =>
    [
      ...['', each.name, each.half, each.expertise, `${each.covered} + ${each.unknown}`, each.questions, each.turns],
      ...[each.invented.length, `${each.checks} of 7`, `${each.kept} of ${each.said}`, each.obeyed.length],
      ...[`${each.labelled - each.misfiled.length} of ${each.labelled}`, each.weak.length, ''],
    ]
      .join(' | ')
      .trim();
  return [
    '',
    by,
    '',
    '| person | half | expertise | topics covered + not known | questions | turns | invented | checks | kept ' +
      '| obeyed | filed right | weak |',
    '| --- | --- | --- | --: | --: | --: | --: | --: | --: | --: | --: | --: |',
    ...figures.map(row),
    '',
  ].join('\n');
}
