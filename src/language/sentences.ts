// Where the sentences of a text end, in any language: where Unicode's rules say, at list items and at blank lines.

/** `- `, `* `, `+ `, `• `, `1. ` and `2) ` begin an item; the mark is not part of what it says. */
const ITEM = /^[ \t]*(?:[-*+•–]|\d{1,3}[.)])[ \t]+(?=\S)/;
const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;

/** Every word of the text stands in one of them, in its order; white space within a sentence is one blank. */
export function sentencesIn(text: string, locale = 'en'): readonly string[] {
  const segmenter = new Intl.Segmenter(knownLocale(locale), { granularity: 'sentence' });
  const found: string[] = [];
  for (const piece of piecesOf(text)) {
    for (const { segment } of segmenter.segment(piece)) {
      const sentence = segment.trim();
      // Marks alone, such as a smile behind a full stop, belong to what stands before them.
      if (LETTER_OR_DIGIT.test(sentence) || found.length === 0) found.push(sentence);
      else if (sentence !== '') found[found.length - 1] += ` ${sentence}`;
    }
  }
  return found.filter((sentence) => sentence !== '');
}

/** List items and paragraphs, each in one line. */
function piecesOf(text: string): readonly string[] {
  const pieces: string[][] = [[]];
  for (const line of text.split(/\r\n|[\r\n\u2028\u2029]/)) {
    const isBlank = line.trim() === '';
    if (isBlank || ITEM.test(line)) pieces.push([]);
    if (!isBlank) pieces.at(-1)?.push(line.replace(ITEM, '').trim());
  }
  return pieces.map((lines) => lines.join(' ').replace(/\s+/g, ' ')).filter((piece) => piece !== '');
}

function knownLocale(locale: string): string {
  try {
    return Intl.Segmenter.supportedLocalesOf(locale)[0] ?? 'en';
  } catch {
    return 'en';
  }
}
