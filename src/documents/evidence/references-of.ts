// The reference list of an article, in the forms that articles have: a numbered list below a heading, notes, links.

import { longPattern } from '../lookup/long-pattern.ts';
import { textBlocks } from './text-blocks.ts';

export interface Reference {
  /** `1`, or the name of a note. */
  readonly label: string;
  readonly text: string;
  /** The addresses it names. */
  readonly addresses: readonly string[];
}

const HEADING = longPattern(
  String.raw`^(?:\d{1,2}\.? )?(?:references?|sources?|bibliography|works cited|literature(?: cited)?|notes|footnotes
      |endnotes|citations|further reading|reference list|list of (?:references|sources)
      |(?:sources|references|notes|bibliography) and (?:sources|references|notes|bibliography))$`,
  'i',
);

export const isReferenceHeading = (heading: string): boolean => HEADING.test(heading.replace(/[:*_#]/g, '').trim());

const DEFINITION = /^ {0,3}\[\^?([^\]\n]{1,60})\]: ?([^\n]{1,4000})/gm;
const NUMBERED = /^[ \t]{0,6}(?:[-*+] )?(?:\[(\d{1,5})\]|(\d{1,5})[.)])[ \t]{1,9}/;
const REFERENCES_MAX = 20_000;

export function referencesOf(markdown: string): readonly Reference[] {
  const found = new Map<string, Reference>();
  const add = (label: string, text: string): void => {
    if (!found.has(label) && found.size < REFERENCES_MAX)
      found.set(label, { label, text, addresses: addressesIn(text) });
  };
  let count = 0;
  for (const { kind, start, end, heading } of textBlocks(markdown)) {
    if ((kind !== 'item' && kind !== 'paragraph') || !isReferenceHeading(heading)) continue;
    const from = Math.max(markdown.lastIndexOf('\n', start - 1) + 1, start - 20);
    const [mark, bracket, number] = NUMBERED.exec(markdown.slice(from, Math.min(end, from + 40))) ?? [];
    if (mark !== undefined || kind === 'item') {
      count = Number(bracket ?? number ?? count + 1);
      add(String(count), joinedText(markdown.slice(mark === undefined ? start : from + mark.length, end)));
    } else
      for (const line of markdown.slice(start, end).split('\n', REFERENCES_MAX)) {
        const [own, label, other] = NUMBERED.exec(line.slice(0, 60)) ?? [];
        if (own !== undefined) add(label ?? other ?? '', joinedText(line.slice(own.length)));
      }
  }
  for (const [, label = '', text = ''] of markdown.matchAll(DEFINITION)) add(label, joinedText(text));
  return [...found.values()];
}

const joinedText = (text: string): string => text.slice(0, 4000).split(/\s+/).filter(Boolean).join(' ');

const ADDRESS = /https?:\/\/[^\s<>()[\]"]{3,2000}|\]\(<?([^()\s<>]{1,2000})>?\)|`([^`\n]{1,2000})`/g;
/** An address may have brackets of its own. */
const WHOLE = /https?:\/\/[^\s<>"`]{3,2000}/g;

function addressesIn(text: string): readonly string[] {
  const found = [...text.matchAll(ADDRESS)].map(([whole, target, path]) => target ?? path ?? whole);
  const whole = [...text.matchAll(WHOLE)].map(([address]) => address);
  return [...new Set([...whole, ...found].map((address) => address.replace(/[.,;:]{1,3}$/, '')))];
}
