// What an article does not have that was ordered with it, in sentences for the person who ordered it.

import { readDraft } from '../../documents/article/read-draft.ts';
import type { Passage } from '../../documents/evidence/passage.ts';
import { rootsOf } from '../../documents/evidence/word-roots.ts';
import { BRIEF_DEFAULTS, type Brief } from './brief.ts';

export interface OrderedArticle {
  /** The finished text. */
  readonly markdown: string;
  readonly word_count: number;
  /** No model wrote it. */
  readonly isDigest?: boolean;
  /** How many sources were found for it. */
  readonly found: number;
  /** What the writers had to choose from. */
  readonly passages: readonly Pick<Passage, 'text' | 'heading'>[];
}

/** Below this share of the length that was ordered, an article is short. */
const LENGTH_MIN = 0.8;

export function orderWarnings(brief: Brief, article: OrderedArticle): string[] {
  const { markdown, word_count, found, passages } = article;
  const cited = citedIn(markdown);
  const warnings = [
    ...missingSections(brief, markdown).map((name) => `The ordered section "${name}" has no text`),
    ...missingKeywords(brief, markdown).map((word) => `The ordered keyword "${word}" does not occur`),
  ];
  const name = article.isDigest === true ? 'digest' : 'article';
  const { target_length, min_sources } = brief;
  if (word_count < LENGTH_MIN * target_length)
    warnings.push(`The ${name} has ${word_count} words; ${wantedText(target_length, BRIEF_DEFAULTS.target_length)}`);
  if (cited < min_sources) {
    const wanted = wantedText(min_sources, BRIEF_DEFAULTS.min_sources);
    warnings.push(`The ${name} cites ${cited} of the ${found} sources found; ${wanted}`);
  }
  if (saysLittle(brief.topic, passages)) warnings.push('The documents say little about the topic');
  return warnings;
}

/** A brief has a number for each, though nobody ordered it. */
const wantedText = (wanted: number, byDefault: number): string =>
  `the brief asks for ${wanted}${wanted === byDefault ? ' (the default)' : ''}`;

const citedIn = (markdown: string): number =>
  new Set(Array.from(markdown.matchAll(/\[\[(\d{1,4})\]\]\(ledger\.md#/g), ([, number]) => number)).size;

/** Those that were ordered and under whose heading nothing stands. */
export function missingSections({ specific_sections }: Pick<Brief, 'specific_sections'>, markdown: string): string[] {
  const { sections } = readDraft(markdown);
  const there = new Set(sections.flatMap(({ heading, text }) => (text.trim() === '' ? [] : [plain(heading)])));
  return specific_sections.filter((name) => !there.has(plain(name)));
}

const plain = (heading: string): string => heading.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');

/** In any form: `grants` for `grant`. The list of references does not count. */
function missingKeywords({ include_keywords }: Brief, markdown: string): string[] {
  const text = markdown.replace(/^## References\n[\s\S]*/m, '');
  const roots = new Set(rootsOf(text));
  const isIn = (own: readonly string[]): boolean => own.length > 0 && own.every((root) => roots.has(root));
  return include_keywords.filter((word) => !text.toLowerCase().includes(word.toLowerCase()) && !isIn(rootsOf(word)));
}

/** Of the topic's words a passage about it has half; of the passages so many have them. */
const TOPIC = { words: 0.5, passages: 0.04, min: 3 };

function saysLittle(topic: string, passages: OrderedArticle['passages']): boolean {
  const terms = [...new Set(rootsOf(topic))];
  if (terms.length === 0 || passages.length === 0) return false;
  const about = passages.filter(({ text, heading }) => {
    const own = new Set(rootsOf(`${heading}. ${text}`));
    return terms.filter((term) => hasLike(own, term)).length >= TOPIC.words * terms.length;
  });
  return about.length < Math.max(TOPIC.min, TOPIC.passages * passages.length);
}

/** `beekeepers` for `beekeeping`: long words count by their beginning. */
const BEGINNING = 6;

const hasLike = (terms: ReadonlySet<string>, wanted: string): boolean =>
  terms.has(wanted) ||
  (wanted.length >= BEGINNING && [...terms].some((term) => term.startsWith(wanted.slice(0, BEGINNING))));
