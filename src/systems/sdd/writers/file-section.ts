// A section, or a part of sections, as it is filed without a model: its heading, what people gave for it, and its
// question where nobody answered it. One of an earlier draft stays; what was asked for since is an open point in it.

import { placeOfPoint } from '../../../documents/design/affected-sections.ts';
import { CATALOGUE } from '../../../documents/design/catalogue.ts';
import { withOpenPoint } from '../../../documents/design/open-points.ts';
import { type DesignTexts, type PartName, parsePart } from '../../../documents/design/part.ts';
import { openQuestion, SECTION_QUESTIONS } from '../../../documents/design/section-questions.ts';
import { asText, bullet, shortTitle } from '../../../documents/markdown/filed-text.ts';
import { statementsIn } from '../../features/statements-in.ts';
import { type GivenTexts, otherSentences, type SaidUseCase, useCasesIn } from './given-texts.ts';

export interface PartInput {
  readonly given: GivenTexts;
  /** The part's own last draft, and of the other parts what is drafted before it. */
  readonly texts: DesignTexts;
  /** What was asked for since. */
  readonly issues: readonly { readonly description: string; readonly location: string }[];
}

/** `others`: the sections of the part; what names none of them is filed in the first one. */
export function fileSection(
  part: PartName,
  id: string,
  input: PartInput & { readonly last: string },
  others: readonly string[] = CATALOGUE[part].map((section) => section.id),
): string {
  const { given, texts, issues, last } = input;
  const base = last.trim() === '' ? freshSection(part, id, given) : last;
  const own = issues.filter((issue) => {
    const place = placeOfPoint(issue, texts);
    const isThere = id === place.section || others.includes(place.section);
    return place.part === part && id === (isThere ? place.section : others[0]);
  });
  return own.reduce((text, { description }) => withOpenPoint(text, description), base);
}

/** All sections of the catalogue; in later rounds those of the last draft, which stay byte for byte. */
export function filePart(part: PartName, input: PartInput): string {
  const last = input.texts[part];
  if (last.trim() === '') return CATALOGUE[part].map(({ id }) => fileSection(part, id, { ...input, last })).join('\n');
  const { before, sections } = parsePart(part, last);
  const ids = sections.map(({ id }) => id);
  return before + sections.map(({ id, text }) => fileSection(part, id, { ...input, last: text }, ids)).join('');
}

function freshSection(part: PartName, id: string, given: GivenTexts): string {
  const title = CATALOGUE[part].find((section) => section.id === id)?.names[0] ?? id;
  const blocks = [`## ${title}`, ...answerBlocks(part, id, given)];
  if (part === 'hld' && id === CATALOGUE.hld[0]?.id) blocks.push(...overviewBlocks(given));
  return `${blocks.join('\n\n')}\n`;
}

/** What was answered to the section's own question, else the question as an open one. */
function answerBlocks(part: PartName, id: string, { answers }: GivenTexts): readonly string[] {
  const own = answers.filter(({ question }) => question === SECTION_QUESTIONS[part][id]);
  return own.length === 0 ? [openQuestion(part, id)] : own.flatMap(answered);
}

/** The question, and the answer's sentences below it. */
export const answered = ({ question, answer }: GivenTexts['answers'][number]): readonly string[] => [
  ...(question.trim() === '' ? [] : [asText(question)]),
  ...listBlock(statementsIn(answer)),
];

const listBlock = (sentences: readonly string[]): readonly string[] =>
  sentences.length === 0 ? [] : [sentences.map(bullet).join('\n')];

/** Answers to other questions, what else was given, and the use cases. */
function overviewBlocks(given: GivenTexts): readonly string[] {
  const asked = new Set(Object.values(SECTION_QUESTIONS).flatMap((questions) => Object.values(questions)));
  return [
    ...given.answers.filter(({ question }) => !asked.has(question)).flatMap(answered),
    ...listBlock(otherSentences(given)),
    ...useCasesIn(given).flatMap(useCaseBlocks),
  ];
}

function useCaseBlocks({ title, requirement, text }: SaidUseCase, at: number): readonly string[] {
  return [
    `### UC-${String(at + 1).padStart(3, '0')}: ${asText(shortTitle(title))}`,
    ...(requirement === '' ? [] : [`- **Requirements**: ${requirement}`]),
    asText(text),
  ];
}
