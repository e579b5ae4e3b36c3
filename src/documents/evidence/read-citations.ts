// Citations in a sentence of Markdown, in the forms that articles have: `[1]`, `[1, 3]`, `[2–4]`, `[^1]`, `[e12, e31]`,
// `[[1]](ledger.md#c12)`, links to sources and `(Author, 2024)`. And the sentence without them and without marks.

import { longPattern } from '../lookup/long-pattern.ts';

export interface CitedSentence {
  /** For readers: no citations, no marks of Markdown. */
  readonly text: string;
  /** In order, each once: `1`, `e12`, an address, `Author, 2024`. */
  readonly cites: readonly string[];
}

const IMAGE = /!\[([^[\]\n]{0,500})\]\([^()\s]{0,2000}(?:\s"[^"\n]{0,200}")?\)/g;
const LEDGER_LINK = /\[\[([^[\]\s]{1,40})\]\]\([^()\s]{0,500}\)/g;
const NUMBER_LINK = /\[\^?(\d{1,5})\]\([^()\s]{0,2000}\)/g;
const LINK = /\[([^[\]\n]{1,1000})\]\(<?([^()\s<>]{1,2000})>?(?:\s"[^"\n]{0,200}")?\)/g;
const NOTE = /\[\^([^\]\s[]{1,60})\]/g;
const PASSAGES = /\[(e\d{1,7}(?:\s?[,;]\s?e\d{1,7}){0,50})\]/g;
const NUMBERS = /\[(\d{1,5}(?:\s?[,;–-]\s?\d{1,5}){0,50})\](?!\()/g;
const ADDRESS = /<?(https?:\/\/[^\s<>()[\]"]{3,2000})>?/gi;
const AUTHOR = longPattern(
  String.raw`\((?:see |cf\. |e\.g\.,? )?(\p{Lu}[\p{L}'’ .&-]{1,80}(?:,)? (?:1[89]
      |20)\d{2}[a-z]?(?:; ?\p{Lu}[\p{L}'’ .&-]{1,80}(?:,)? (?:1[89]|20)\d{2}[a-z]?){0,9})\)`,
  'gu',
);
const TAG = longPattern(
  String.raw`<\/?(?:a|abbr|b|big|blockquote|br|center|cite|code|dd|del|details|div|dl|dt|em|figcaption|figure|font
      |h[1-6]|hr|i|img|ins|kbd|li|mark|ol|p|pre|q|s|section|small|span|strike|strong|sub|summary|sup
      |table|tbody|td|th|thead|tr|u|ul)(?:\s[^<>\n]{0,300})?\/?>`,
  'gi',
);
/** What is struck out is not said. */
const STRUCK = /~~(?=\S)[^~\n]{1,2000}(?<=\S)~~/g;
const COMMENT = /<!--[^>]{0,2000}-->/g;
const RANGE_MAX = 50;

/** Linear in the sentence, however many citations it has. */
export function readCitations(sentence: string): CitedSentence {
  const cites = new Set<string>();
  const cite = (label: string): string => {
    cites.add(label);
    return ' ';
  };
  const text = sentence
    .replace(COMMENT, ' ')
    .replace(STRUCK, ' ')
    .replace(IMAGE, (_, shown: string, at: number, whole: string) => (/\d/.test(whole[at - 1] ?? '') ? shown : ' '))
    .replace(LEDGER_LINK, (_, label: string) => cite(label))
    .replace(NUMBER_LINK, (_, label: string) => cite(label))
    .replace(LINK, (_, shown: string, address: string) => `${shown}${isAddress(address) ? cite(address).trim() : ''}`)
    .replace(NOTE, (_, label: string) => cite(label))
    .replace(PASSAGES, (_, labels: string) => citeAll(labels, cite))
    .replace(NUMBERS, (_, labels: string) => citeAll(labels, cite))
    .replace(AUTHOR, (_, labels: string) => citeAll(labels, cite))
    .replace(ADDRESS, (_, address: string) => cite(address.replace(/[.,;:]{1,3}$/, '')));
  return { text: withoutMarks(text), cites: [...cites] };
}

const isAddress = (target: string): boolean =>
  /^(?:https?:|\.{0,2}\/|[\w.-]+[/.])/i.test(target) && !target.startsWith('#');

function citeAll(labels: string, cite: (label: string) => string): string {
  const parts = labels.startsWith('e') || /^\d/.test(labels) ? labels.split(/[,;]/) : labels.split(';');
  for (const part of parts) {
    const [from, to] = /^\d/.test(part.trim()) ? part.split(/[–-]/).map(Number) : [];
    if (from === undefined || to === undefined || to <= from || to - from > RANGE_MAX) cite(part.trim());
    else for (let label = from; label <= to; label++) cite(String(label));
  }
  return ' ';
}

function withoutMarks(text: string): string {
  return text
    .replace(TAG, ' ')
    .replace(/`|\*{1,3}|(?<![\p{L}\p{N}])_{1,3}(?=\S)|(?<=\S)_{1,3}(?![\p{L}\p{N}])|~~/gu, '')
    .split(/\s+/)
    .filter(Boolean)
    .join(' ')
    .replace(/ (?=[.,;:!?。！？，；：])/g, '')
    .replace(/\( ?\)/g, '')
    .trim();
}
