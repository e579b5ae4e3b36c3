// What of an article may state something and is no sentence that is judged: headings, tables, texts of images, notes
// and code, counted by kind.

import { hasTerms, termsOf } from '../article/terms-of.ts';
import { claimsOf } from './claims-of.ts';
import { headingStates } from './heading-states.ts';
import { isReferenceHeading } from './references-of.ts';
import { statesSomething } from './states-something.ts';
import { textBlocks } from './text-blocks.ts';

const IMAGE = /!\[([^[\]\n]{0,1000})\](?:\(|\[)/g;
const NOTE = /^ {0,3}\[\^[^\]\n]{1,60}\]:([^\n]{1,4000})/gm;
const NOTES_HEADING = /^(?:\d{1,2}\.? )?(?:notes|footnotes|endnotes)\b/i;
const ADDRESS = /https?:\/\/|\bdoi\b/i;
/** `[1] Nord, A.`, `Nord, A. (2023)`, `[^1]:`: an entry, not a statement. */
const REFERENCE = /^\s*\[|\((?:1[89]|20)\d\d[a-z]?\)|^\p{Lu}[\p{L}'’-]{1,40}, \p{Lu}\.|`[^`\n]{1,500}`/u;
const COUNT_MAX = 1000;

/** `3 headings`, `1 table`; nothing where there is none. */
export function uncheckedParts(article: string): readonly string[] {
  const counts = { heading: 0, table: 0, image: 0, note: 0, 'block of code': 0, 'statement below the references': 0 };
  const claims = claimsOf(article).map(({ text }) => termsOf(text));
  // `Why companies choose small models` states nothing that its section does not.
  const said = new Set(claims.flatMap((terms) => [...terms]));
  const isSaid = (heading: string): boolean =>
    !/\d/.test(heading) && claims.some((terms) => hasTerms(terms, termsOf(heading)));
  for (const { kind, start, end, heading } of textBlocks(article)) {
    const text = article.slice(start, Math.min(end, start + COUNT_MAX));
    if (kind === 'heading' && !isReferenceHeading(heading) && headingStates(heading, said) && !isSaid(heading))
      counts.heading++;
    if (kind === 'table') counts.table++;
    if (kind === 'code') counts['block of code']++;
    const isNote = (kind === 'paragraph' || kind === 'item') && NOTES_HEADING.test(heading);
    const isBelow = kind === 'paragraph' && isReferenceHeading(heading) && !NOTES_HEADING.test(heading);
    if (isBelow && !REFERENCE.test(text) && isStatement(text)) counts['statement below the references']++;
    if (isNote && !/^\[\^/.test(text) && isStatement(text)) counts.note++;
  }
  for (const [, shown = ''] of article.matchAll(IMAGE)) if (shown.split(/\s+/).length > 2) counts.image++;
  for (const [, note = ''] of article.matchAll(NOTE)) if (isStatement(note)) counts.note++;
  return Object.entries(counts).flatMap(([kind, count]) => (count === 0 ? [] : [counted(kind, count)]));
}

const isStatement = (text: string): boolean => !ADDRESS.test(text) && statesSomething(text);

function counted(kind: string, count: number): string {
  if (count === 1) return `1 ${kind}`;
  return `${count} ${kind.replace(/^\w+/, '$&s')}`;
}
