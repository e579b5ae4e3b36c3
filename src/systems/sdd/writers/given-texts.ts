// What people gave for a design: use cases are the requirements of a PRD, else those that were listed, else the
// sentences of the brief. Anything else is filed as it was said.

import { shortTitle } from '../../../documents/markdown/filed-text.ts';
import { headingsOf } from '../../../documents/markdown/headings-of.ts';
import type { JsonObject } from '../../../json.ts';
import { saidSentences } from '../../../language/said-sentences.ts';
import { statementsIn, withHeadingsAs } from '../../features/statements-in.ts';
import { listOf, textOf } from '../sdd-deps.ts';

export interface GivenTexts {
  readonly brief: string;
  readonly context: string;
  /** Lists of lines by kind. */
  readonly requirements: JsonObject;
  readonly answers: readonly { readonly question: string; readonly answer: string }[];
  /** The requirements of the PRD it was started from; null: of none. */
  readonly prd: readonly JsonObject[] | null;
}

export interface SaidUseCase {
  readonly title: string;
  /** '' where it is no requirement of a PRD. */
  readonly requirement: string;
  readonly text: string;
}

const REQUIREMENT = /^(REQ-\d{3,}):?\s+(\S[\s\S]*)$/;

/** A heading of a brief names what stands below it, and is no use case. */
const headingsIn = (brief: string): readonly string[] =>
  headingsOf(brief).flatMap(({ text }) => (text === '' ? [] : [text]));

const proseIn = (brief: string): string => withHeadingsAs(brief, () => '');

/** What a design is called whose author gave it no other title. */
export const titleIn = (brief: string): string =>
  shortTitle(headingsIn(brief)[0] ?? saidSentences(proseIn(brief))[0] ?? brief);

export function useCasesIn({ brief, requirements, prd }: GivenTexts): readonly SaidUseCase[] {
  if (prd !== null && prd.length > 0)
    return prd.map(({ id, title, description }) => ({
      ...{ requirement: textOf(id), title: textOf(title), text: textOf(description) || textOf(title) },
    }));
  const listed = linesOf(requirements)
    .filter(isUseCase)
    .map(({ line }) => lineUseCase(line));
  return listed.length > 0
    ? listed
    : saidSentences(proseIn(brief)).map((text) => ({ requirement: '', title: text, text }));
}

/** Whatever else was given, in sentences: it stands above the use cases. */
export function otherSentences({ brief, context, requirements, prd }: GivenTexts): readonly string[] {
  const lines = linesOf(requirements);
  return [
    ...(prd === null ? headingsIn(brief) : []),
    ...(prd === null && lines.some(isUseCase) ? saidSentences(proseIn(brief)) : []),
    ...statementsIn(context),
    ...lines.filter((each) => !isUseCase(each)).flatMap(({ line }) => saidSentences(line)),
  ];
}

interface GivenLine {
  readonly kind: string;
  readonly line: string;
}

function linesOf(requirements: JsonObject): readonly GivenLine[] {
  return Object.entries(requirements).flatMap(([kind, lines]) =>
    listOf<string>(lines).map((line) => ({ kind, line: textOf(line) })),
  );
}

/** What the system shall do, and what has the id of a requirement. */
const isUseCase = ({ kind, line }: GivenLine): boolean => kind === 'functional' || REQUIREMENT.test(line);

function lineUseCase(line: string): SaidUseCase {
  const [, requirement = '', text = line] = REQUIREMENT.exec(line) ?? [];
  return { requirement, title: text, text };
}
