// The specification as an interview has it so far: from all that was said, or, where a person wrote or edited the
// text, that text with what was answered since.

import { WITHOUT_MODEL, writtenBy } from '../../../documents/spec/open-points.ts';
import { readSpec } from '../../../documents/spec/read-spec.ts';
import { isJsonObject, type Json, type JsonObject } from '../../../json.ts';
import { statementsIn } from '../../features/statements-in.ts';
import {
  type FiledRequirement,
  type FiledSpec,
  fileSpec,
  HEADINGS,
  idOf,
  type PlainSection,
  titleOf,
} from './file-spec.ts';
import { type Material, materialIn } from './material.ts';
import { acceptanceIn, quotable } from './questions.ts';
import { type Answer, type Answers, type PmSaid, readAnswers } from './read-answers.ts';
import { reviewPoints } from './review-points.ts';
import { reviseSpec } from './revise-spec.ts';

/** What the interview has, by the names of the run's record or of the input that a drafter gets. */
export interface DraftFacts {
  readonly messages: readonly PmSaid[];
  readonly prd: Json | undefined;
  /** The draft or specification before this one; '' where there is none. */
  readonly last: string;
  readonly feedback: string;
  readonly checklist: Json | undefined;
  readonly today: string;
}

export interface DraftSoFar {
  readonly markdown: string;
  readonly answers: Answers;
  readonly material: Material | null;
}

export function draftSoFar(facts: DraftFacts): DraftSoFar {
  const { messages, prd, last } = facts;
  const answers = readAnswers(messages);
  const material = materialIn(prd, messages);
  const isOwn = last.trim() === '' || writtenBy(last) === WITHOUT_MODEL;
  const markdown = isOwn ? fileSpec(filedSpec(facts, answers, material)) : reviseSpec(facts, answers);
  return { markdown, answers, material };
}

function filedSpec(facts: DraftFacts, answers: Answers, material: Material | null): FiledSpec {
  const { last, today, feedback } = facts;
  const quoted = quotedBesides(answers.besides, facts.checklist);
  const sentences = [...answers.idea, ...answers.all.filter(isWanted), ...quoted.requirements].flatMap(({ text }) =>
    statementsIn(text),
  );
  const requirements = [...(material?.requirements ?? []), ...bounded(sentences)].map((each, at) => ({
    ...each,
    criteria: criteriaOf(answers.all, idOf(at), each.title),
  }));
  const said = (name: PlainSection): readonly string[] => [
    ...ofMaterial(material, name),
    ...[...answers.all, ...quoted.topics]
      .filter(({ question }) => question.topic === name)
      .flatMap(({ text }) => statementsIn(text)),
  ];
  return {
    ...{ version: readSpec(last).version ?? '1.0', created: today === '' ? null : today, requirements },
    title: material?.title ?? requirements[0]?.title ?? null,
    sections: Object.fromEntries(HEADINGS.map(([name]) => [name, said(name)])) as FiledSpec['sections'],
    points: reviewPoints({ last, feedback, answers }),
    besides: [...quoted.besides.flatMap(({ text }) => statementsIn(text)), ...strayCriteria(answers.all, requirements)],
  };
}

export const isWanted = ({ question }: Answer): boolean => question.topic === 'requirements';

/** Of a longer list the last one takes what is left. */
const REQUIREMENTS_MAX = 500;

export function bounded(sentences: readonly string[]): readonly Omit<FiledRequirement, 'criteria'>[] {
  const own = sentences.slice(0, REQUIREMENTS_MAX);
  return own.map((sentence, at) => ({
    ...{ title: titleOf(sentence), source: null, priority: null },
    lines: [sentence, ...(at === REQUIREMENTS_MAX - 1 ? sentences.slice(REQUIREMENTS_MAX) : [])],
  }));
}

/** A requirement is known by its id and its title: after an edit another one may have the id. */
function criteriaOf(all: readonly Answer[], id: string, title: string): readonly string[] {
  return all
    .filter(({ question }) => {
      const asked = acceptanceIn(question.text);
      return asked?.id === id && asked.title === quotable(title);
    })
    .flatMap(({ text }) => statementsIn(text));
}

function strayCriteria(all: readonly Answer[], requirements: readonly FiledRequirement[]): readonly string[] {
  const known = new Set(requirements.map(({ title }, at) => `${idOf(at)} ${quotable(title)}`));
  return all
    .filter(({ question }) => {
      const asked = acceptanceIn(question.text);
      return asked !== null && !known.has(`${asked.id} ${asked.title}`);
    })
    .flatMap(({ text }) => statementsIn(text));
}

function ofMaterial(material: Material | null, name: PlainSection): readonly string[] {
  if (name === 'vision') return material?.vision ?? [];
  if (name === 'users') return material?.users ?? [];
  if (name === 'scope_in') return material?.scopeIn ?? [];
  return name === 'scope_out' ? (material?.scopeOut ?? []) : [];
}

/** What was said to others than this list, such as a model, stands where its notes put it. */
function quotedBesides(besides: readonly Answer[], checklist: Json | undefined) {
  const entries = (Array.isArray(checklist) ? checklist : []).filter(isJsonObject);
  const topicsOf = (turn: number): readonly string[] =>
    entries.flatMap(({ topic, quotes }) =>
      (Array.isArray(quotes) ? quotes : []).some((each) => isJsonObject(each) && each.turn === turn)
        ? [String(topic)]
        : [],
    );
  const placed = besides.map((each) => ({ each, topics: topicsOf(each.turn) }));
  const names: readonly string[] = HEADINGS.map(([name]) => name);
  const only = (topic: string) =>
    placed.filter(({ topics }) => topics.length > 0 && topics[0] === topic).map(({ each }) => each);
  const topics = names.flatMap((name) =>
    only(name).map((each) => ({ ...each, question: { topic: name as PlainSection, text: '' } })),
  );
  const taken = new Set([...topics, ...only('requirements')].map(({ turn }) => turn));
  return { topics, requirements: only('requirements'), besides: besides.filter(({ turn }) => !taken.has(turn)) };
}

export const factsOf = (given: JsonObject, messages: readonly PmSaid[]): Omit<DraftFacts, 'last'> => ({
  ...{ messages, prd: given.prd, checklist: given.checklist },
  feedback: typeof given.feedback === 'string' ? given.feedback : '',
  today: typeof given.today === 'string' ? given.today : '',
});
