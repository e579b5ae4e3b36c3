// A digest: whole sentences of the sources under headings, each with the passage that it is. Nothing is added.

import type { Outline } from '../evidence/article-brief.ts';
import type { Language } from '../evidence/language.ts';
import { standsWordForWord } from '../evidence/object-to.ts';
import type { Passage } from '../evidence/passage.ts';
import { asText } from '../markdown/filed-text.ts';
import { buildArticle } from './build-article.ts';
import { draftClaims, normaliseDraft } from './draft-claims.ts';
import { inertMarkdown } from './inert-markdown.ts';

/** As a draft with marks of passages; '' where none of them can stand in it. */
export function writeDigest({ title, sections }: Outline, passages: readonly Passage[], language: Language): string {
  const byId = new Map(passages.map((passage) => [passage.id, passage]));
  const shown = new Set<string>();
  const parts = sections.flatMap(({ heading, passages: ids }) => {
    const own = [...new Set(ids)].filter((id) => !shown.has(id)).flatMap((id) => byId.get(id) ?? []);
    const items = own.filter((passage) => isFiled(passage, language)).map(itemOf);
    for (const { id } of own) shown.add(id);
    return items.length === 0 ? [] : [`## ${heading}\n\n${items.join('\n')}`];
  });
  return parts.length === 0 ? '' : `${[`# ${title}`, ...parts].join('\n\n')}\n`;
}

const STOP = /(?:\.{3}|[.!。！])["”’»“)」]{0,3}$/;

/** `- The sentence [e12].` */
function itemOf({ id, text }: Passage): string {
  const stop = STOP.exec(text)?.[0] ?? '';
  return `- ${text.slice(0, text.length - stop.length)} [${id}]${stop}`;
}

/** Whether it is read back as it stands: a sentence of which Markdown would make more is left to its source. */
export function isFiled(passage: Passage, language: Language): boolean {
  const { id, text, source } = passage;
  const item = itemOf(passage);
  if (asText(text) !== text || inertMarkdown(text, NO_ADDRESSES) !== text) return false;
  if (normaliseDraft(item, language).text !== item) return false;
  const claims = draftClaims(item, () => true, language);
  const [claim] = claims;
  if (claim === undefined || claims.length > 1 || claim.marks.join() !== id) return false;
  const placed = [{ claim, body: claim.body, stop: claim.stop, marks: [id] }];
  const sources = [{ ...NO_SOURCE, id: source }];
  const { markdown } = buildArticle(item, placed, { passages: [passage], sources, language });
  const [shown, ...more] = draftClaims(markdown, () => true, language);
  return shown !== undefined && more.length === 0 && standsWordForWord(shown.text, { passages: [passage], language });
}

const NO_ADDRESSES: ReadonlySet<string> = new Set();
const NO_SOURCE = {
  ...{ hash: '', address: 'source', also: [], title: 'source', type: 'local', publishedAt: null, authors: [] },
  ...{ publisher: '', retrievedAt: '', words: 0, isWhole: true, score: 0, reasons: [] },
};
