// What a PRD that an interview begins with has settled already, word for word from its attachment: nobody is asked for
// it again.

import type { InterviewMessage, TopicQuote } from '../../../documents/interview/checklist.ts';
import { isQuoteOf } from '../../../documents/interview/find-quote.ts';
import type { Statement } from '../../../documents/interview/read-reply.ts';
import { bulletsOf } from '../../../documents/markdown/bullets-of.ts';
import { sectionsOf } from '../../../documents/markdown/headings-of.ts';
import { parseBrief } from '../../../documents/prd/parse-brief.ts';
import { isJsonObject, type Json, type JsonObject } from '../../../json.ts';

export interface PrdMaterial {
  /** What each topic has, for the checklist. */
  readonly answers: readonly TopicQuote[];
  /** Each requirement, as if it was said: details are asked of these. */
  readonly statements: readonly Statement[];
  readonly vision: string;
  readonly users: readonly string[];
}

const NOTHING: PrdMaterial = { answers: [], statements: [], vision: '', users: [] };
const FILE = 'PRD.md';

/** `prd`: as the opening of the interview keeps it. */
export function prdMaterial(prd: JsonObject, messages: readonly InterviewMessage[]): PrdMaterial {
  const requirements = Array.isArray(prd.requirements) ? prd.requirements.filter(isJsonObject) : [];
  const at = messages.findIndex(({ attachments = [] }) => attachments.some(({ name }) => name === FILE));
  const message = messages[at];
  const text = message?.attachments?.find(({ name }) => name === FILE)?.text ?? '';
  if (message === undefined || requirements.length === 0) return NOTHING;
  const { sections, inScope, outOfScope } = parseBrief(text);
  const overview = sections.Overview ?? '';
  // A brief's overview counts what its goals say besides; a specification has them all.
  const vision = firstParagraph(overview).replace(/\s?\d{1,4} more goals? stands? below\.$/, '');
  const users = usersIn(overview);
  const asked = requirements.map(({ description, title }) => firstLine(textOf(description)) || textOf(title));
  const weights = requirements.map(
    ({ title, priority, category }) => `${textOf(title)} (${textOf(priority)}, ${textOf(category)})`,
  );
  const turn = at + 1;
  const of = (topic: TopicQuote['topic'], quotes: readonly string[]): readonly TopicQuote[] =>
    quotes.filter((quote) => isQuoteOf(quote, message)).map((quote) => ({ topic, turn, quote }));
  return {
    ...{ vision, users },
    answers: [
      ...[...of('vision', [vision]), ...of('users', users), ...of('scope_in', inScope.length > 0 ? inScope : asked)],
      ...[...of('scope_out', outOfScope), ...of('requirements', asked), ...of('priorities', weights)],
    ],
    statements: asked.map((quote) => ({
      ...{ turn, quote, means: quote, kind: 'said', topics: ['requirements'], question: '', about: [] },
      isForeign: false,
    })),
  };
}

const textOf = (value: Json | undefined): string => (typeof value === 'string' ? value : '');
const firstLine = (text: string): string => text.trim().split('\n')[0]?.trim() ?? '';
const firstParagraph = (text: string): string => (text.trim().split(/\n\s*\n/)[0] ?? '').trim();

function usersIn(overview: string): readonly string[] {
  const section = sectionsOf(overview, 3).find(({ heading }) => /^users$/i.test(heading.text.trim()));
  return section === undefined
    ? []
    : bulletsOf(overview.slice(section.start, section.end)).map(({ text }) => text.trim());
}
