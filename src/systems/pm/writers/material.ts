// What a PRD or a design that an interview begins with says already, word for word from what is attached.

import type { InterviewMessage, TopicQuote } from '../../../documents/interview/checklist.ts';
import { isQuoteOf } from '../../../documents/interview/find-quote.ts';
import { linesOf, sectionsOf } from '../../../documents/markdown/headings-of.ts';
import { parseBrief } from '../../../documents/prd/parse-brief.ts';
import { isJsonObject, type Json, type JsonObject } from '../../../json.ts';
import { type FiledRequirement, titleOf } from './file-spec.ts';

export interface Material {
  readonly title: string | null;
  readonly vision: readonly string[];
  readonly users: readonly string[];
  readonly scopeIn: readonly string[];
  readonly scopeOut: readonly string[];
  readonly requirements: readonly FiledRequirement[];
  /** For the checklist. */
  readonly quotes: readonly TopicQuote[];
}

/** How a PRD ranks, as a specification does. */
const PRIORITIES: { readonly [word: string]: string } = {
  ...{ critical: 'must', high: 'must', medium: 'should', low: 'could', must: 'must', should: 'should', could: 'could' },
};

/** `prd`: as the opening of the interview keeps it; null where there is neither. */
export function materialIn(prd: Json | undefined, messages: readonly InterviewMessage[]): Material | null {
  if (prd === undefined || !isJsonObject(prd)) return null;
  const items = (Array.isArray(prd.requirements) ? prd.requirements : []).filter(isJsonObject);
  const requirements = items.length > 0 ? items.map(requirementOf) : useCasesIn(attached(messages, 'design.md'));
  const brief = parseBrief(attached(messages, 'PRD.md'));
  const overview = brief.sections.Overview ?? '';
  const users = sectionsOf(overview, 3).find(({ heading }) => /^users$/i.test(heading.text));
  const own = {
    title: textOf(prd.title) || null,
    vision: saidIn(users === undefined ? overview : overview.slice(0, users.heading.start)),
    users: users === undefined ? [] : saidIn(overview.slice(users.start, users.end)),
    ...{ scopeIn: said(brief.inScope), scopeOut: said(brief.outOfScope), requirements },
  };
  return { ...own, quotes: quotesOf(own, messages) };
}

const textOf = (value: Json | undefined): string => (typeof value === 'string' ? value : '');

const attached = (messages: readonly InterviewMessage[], file: string): string =>
  messages.flatMap(({ attachments = [] }) => attachments).find(({ name }) => name === file)?.text ?? '';

/** What stands open there is asked here. */
const said = (lines: readonly string[]): readonly string[] =>
  lines.map((line) => line.trim()).filter((line) => line !== '' && !/^open(?: question)?: /i.test(line));

const saidIn = (text: string): readonly string[] =>
  said(
    linesOf(text)
      .filter((line) => !/^#{1,6} /.test(line))
      .map((line) => line.trim().replace(/^[-*+] |^> ?/, '')),
  );

function requirementOf({ id, title, description, priority }: JsonObject): FiledRequirement {
  const lines = said(linesOf(textOf(description)));
  return {
    ...{ lines: lines.length > 0 ? lines : [textOf(title)], title: textOf(title), source: textOf(id) },
    ...{ priority: PRIORITIES[textOf(priority).toLowerCase()] ?? null, criteria: [] },
  };
}

function useCasesIn(design: string): readonly FiledRequirement[] {
  return linesOf(design).flatMap((line) => {
    const name = /^#{2,4} UC-\d{3}: (.{1,2000})$/u.exec(line.trim())?.[1];
    return name === undefined
      ? []
      : [{ lines: [name], title: titleOf(name), source: null, priority: null, criteria: [] }];
  });
}

type Found = Omit<Material, 'quotes'>;

function quotesOf(found: Found, messages: readonly InterviewMessage[]): readonly TopicQuote[] {
  const of = (topic: TopicQuote['topic'], [quote = '']: readonly string[]): readonly TopicQuote[] => {
    const at = messages.findIndex((message) => message.from === 'person' && isQuoteOf(quote, message));
    return at < 0 ? [] : [{ topic, turn: at + 1, quote }];
  };
  return [
    ...[...of('vision', found.vision), ...of('users', found.users)],
    ...[...of('scope_in', found.scopeIn), ...of('scope_out', found.scopeOut)],
    ...of('requirements', found.requirements[0]?.lines ?? []),
  ];
}
