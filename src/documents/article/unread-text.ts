// What of a draft stands in no sentence and in no heading, as lines that look like headings: nobody compares it with a
// source.

import { claimsOf, shortCount } from '../evidence/claims-of.ts';
import type { Language } from '../evidence/language.ts';
import type { Claim, RemovedClaim } from '../evidence/ledger.ts';
import { headingsOf } from '../markdown/headings-of.ts';
import type { CleanedDraft } from './clean-draft.ts';
import { tidyMarkdown } from './tidy-markdown.ts';

const RULE_LINE = /^[ \t]{0,3}(?:[-*_=][ \t]{0,9}){3,300}$/gm;

/** Headings begin with `#`; lines under headings and between paragraphs are gone. */
export function plainHeadings(draft: string): string {
  if (draft.search(RULE_LINE) < 0) return draft;
  const plain = headingsOf(draft).reduceRight((text, { depth, text: heading, start, end }) => {
    const isPlain = text[start] === '#';
    return isPlain ? text : `${text.slice(0, start)}\n${'#'.repeat(depth)} ${heading}\n${text.slice(end)}`;
  }, draft);
  return plain.replace(RULE_LINE, '');
}

/** One or two words, as of an item, claim nothing. */
const WORDS_MIN = 3;
const WORDS = /[\p{L}\p{N}][\p{L}\p{M}\p{N}'’-]*/gu;
const LIST_MARK = /^[ \t>]{0,20}(?:[-*+•‣▪–]|(?:\d{1,3}|[a-z])[.)])(?=[ \t]|$)/gm;
const ADDRESS = /https?:|www\.|\/\/|\S@\S/i;
const TEXT_MAX = 300;

/** The mark of the item that follows stays. */
const withoutWords = (line: string): string => (/[\p{L}\p{N}]/u.test(line.replace(LIST_MARK, '')) ? '' : line);

/** More may follow the last line: it may look like a heading then. */
const readClaims = (text: string, language: Language): readonly Claim[] => claimsOf(`${text}\n\n`, language);

export function withoutUnread(draft: string, language: Language): CleanedDraft {
  const kept = [...readClaims(draft, language), ...headingsOf(draft)].sort((one, other) => one.start - other.start);
  const parts: string[] = [];
  const removed: RemovedClaim[] = [];
  let from = 0;
  for (const { start, end } of [...kept, { start: draft.length, end: draft.length }]) {
    const between = draft.slice(from, Math.max(from, start));
    const unread = between.replace(LIST_MARK, '').trim();
    if (shortCount((unread.match(WORDS) ?? []).join(' ')) >= WORDS_MIN || ADDRESS.test(unread)) {
      parts.push(between.split('\n').map(withoutWords).join('\n'));
      const text = unread.split(/\s+/).join(' ').slice(0, TEXT_MAX);
      const reasons = ['It is no sentence, and cites no passage.'];
      removed.push({ text, section: '', verdict: 'insufficient', reasons, rewritten: null });
    } else parts.push(between);
    parts.push(draft.slice(Math.max(from, start), Math.max(from, end)));
    from = Math.max(from, end);
  }
  return removed.length === 0 ? { text: draft, removed } : { text: parts.join(''), removed };
}

const CITED = /\(ledger\.md#p\d{1,7}\)/;
const ROUNDS = 20;

/** Of a text with its citations: what became a sentence of its own only since claims were cut has none. */
export function withoutUncited(placed: string, language: Language): CleanedDraft {
  const removed: RemovedClaim[] = [];
  let text = placed;
  for (let round = 0; round < ROUNDS; round++) {
    const uncited = readClaims(text, language).filter(({ start, end }) => !CITED.test(text.slice(start, end)));
    const kept = uncited.reduceRight((left, { start, end }) => left.slice(0, start) + left.slice(end), text);
    const reasons = ['It cites no passage.'];
    for (const { text: claim, section } of uncited)
      removed.push({ text: claim, section, verdict: 'insufficient', reasons, rewritten: null });
    const read = withoutUnread(kept, language);
    removed.push(...read.removed);
    const tidy = tidyMarkdown(read.text);
    if (tidy === text) break;
    text = tidy;
  }
  return { text, removed };
}
