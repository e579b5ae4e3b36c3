// What comes from outside, without characters that nobody sees: every text, title and name of a source passes here
// before it is kept.

import { withoutControls } from '../../documents/markdown/without-controls.ts';
import type { FoundText } from '../../ports/sources.ts';
import { withoutSecrets } from './without-secrets.ts';

const LINE_ENDS = /\r\n?|[\v\f\u0085\u2028\u2029]/g;
/** Of no width: soft hyphens, spaces and marks, old controls of format, annotations, tags. */
const INVISIBLE = /[\u00ad\u180e\u200b\u2060-\u2064\u206a-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu;
/** Scripts and emoji that need joiners have them inside of words; Latin needs none. */
const NEEDLESS_JOINERS = /(?<=^|[\p{sc=Latin}\d\s])[\u200c\u200d]{1,99}/gu;

/** As it can be written in UTF-8 and read again: one kind of line end, no half characters, nothing invisible. */
export const cleanText = (text: string): string =>
  withoutControls(text.toWellFormed().replace(LINE_ENDS, '\n')).replace(INVISIBLE, '').replace(NEEDLESS_JOINERS, '');

export const cleanLine = (text: string): string => cleanText(text).replace(/\s+/g, ' ').trim();

/** A path may have two spaces: of an address only what cannot be seen is taken out, and what is nobody's business. */
export const cleanAddress = (address: string): string =>
  withoutSecrets(cleanText(address).replace(/[\n\t]/g, '\ufffd'));

export function cleanFound(found: FoundText): FoundText {
  const address = cleanAddress(found.address);
  return {
    ...{ address, title: cleanLine(found.title) || address, type: cleanLine(found.type), isWhole: found.isWhole },
    publishedAt: found.publishedAt === null ? null : cleanLine(found.publishedAt),
    authors: found.authors.map(cleanLine).filter((name) => name !== ''),
    ...{ publisher: cleanLine(found.publisher), text: cleanText(found.text) },
  };
}
