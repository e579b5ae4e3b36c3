// The sentences of an article or a draft in Markdown, with their places. Headings, tables, code and the list of
// references hold none.

import type { Language } from '../evidence/language.ts';
import { isReferenceHeading } from '../evidence/references-of.ts';
import { sentencesOf } from '../evidence/sentences-of.ts';
import { textBlocks } from '../evidence/text-blocks.ts';
import { longPattern } from '../lookup/long-pattern.ts';
import { headingsOf } from '../markdown/headings-of.ts';

export interface ProseSentence {
  /** Without marks, citations, links and emphasis. */
  readonly text: string;
  /** Characters of the Markdown. */
  readonly start: number;
  readonly end: number;
  /** The heading it stands under. */
  readonly heading: string;
  readonly block: 'paragraph' | 'item' | 'quote';
  /** Which paragraph, counted from 0. */
  readonly paragraph: number;
  readonly isCited: boolean;
}

export interface ProseHeading {
  readonly text: string;
  readonly depth: number;
  readonly start: number;
  readonly end: number;
}

export interface Prose {
  readonly title: string;
  readonly headings: readonly ProseHeading[];
  readonly sentences: readonly ProseSentence[];
}

const CITATION = longPattern(
  String.raw`\[\[\d{1,4}\]\]\([^()\s]{0,300}\)|\[e\d{1,6}(?:\s{0,3}[,;]\s{0,3}e\d{1,6}){0,40}\]
    |\[\d{1,3}(?:,\s?\d{1,3}){0,20}\](?!\()`,
  'gi',
);
const LEADING = /^(?:\s{0,3}(?:\[\[\d{1,4}\]\]\([^()\s]{1,300}\)|\[[e\d][\de,; ]{0,200}\](?!\())){1,20}[\s.]{0,4}/i;
const LINK = /!?\[([^\][]{0,300})\]\([^()\s]{0,500}(?:\s"[^"]{0,200}")?\)/g;

export function readProse(markdown: string, language: Pick<Language, 'ends'>): Prose {
  const headings = headingsOf(markdown).map(({ text, depth, start, end }) => ({
    text: plainText(text),
    depth,
    start,
    end,
  }));
  const blocks = textBlocks(markdown).filter(({ kind }) => kind === 'paragraph' || kind === 'item');
  const sentences: ProseSentence[] = [];
  let paragraph = 0;
  for (const { start, end, heading } of sentencesOf(markdown, language)) {
    if (isReferenceHeading(heading)) continue;
    while ((blocks[paragraph]?.end ?? end) < end) paragraph++;
    const raw = markdown.slice(start, end);
    const lead = LEADING.exec(raw)?.[0].length ?? 0;
    const last = sentences.at(-1);
    // Citations behind the full stop belong to the sentence that it ends.
    if (lead > 0 && last?.paragraph === paragraph)
      sentences[sentences.length - 1] = { ...last, end: start + lead, isCited: true };
    const text = plainText(raw.slice(lead));
    if (!/[\p{L}\p{N}]/u.test(text)) continue;
    const isCited = raw.slice(lead).search(CITATION) >= 0;
    const block = blockOf(markdown, start, blocks[paragraph]?.kind);
    sentences.push({ text, start: start + lead, end, heading: plainText(heading), block, paragraph, isCited });
  }
  const first = headings.find(({ depth }) => depth === 1);
  return { title: first?.text ?? '', headings, sentences };
}

function blockOf(markdown: string, start: number, kind: string | undefined): ProseSentence['block'] {
  const line = markdown.slice(markdown.lastIndexOf('\n', start - 1) + 1, start + 1);
  return /^\s{0,3}>/.test(line) ? 'quote' : kind === 'item' ? 'item' : 'paragraph';
}

/** What a reader reads: without marks of passages, citations, links and emphasis. */
export function plainText(markdown: string): string {
  return markdown
    .replace(CITATION, '')
    .replace(LINK, '$1')
    .replace(/(\*\*|__)(?=\S)([^*_]{1,400})\1/g, '$2')
    .replace(/(?<![\p{L}\p{N}])([*_])(?=\S)([^*_]{1,400})\1(?![\p{L}\p{N}])/gu, '$2')
    .replace(/`([^`]{1,300})`/g, '$1')
    .replace(/^[ \t]*>[ \t]?/gm, '')
    .replace(/\s+/g, ' ')
    .replace(/ (?=[.,;:!?])/g, '')
    .trim();
}
