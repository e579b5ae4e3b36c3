// Where a long Markdown text may be cut to be read in stretches: the parser takes time by the square of headings,
// quotes and nested items.

/** Shorter stretches cost more to begin than they save. */
const CHARACTERS_MIN = 1000;
/** A stretch without headings may end elsewhere, too: a long list becomes two. */
const CHARACTERS_USUAL = 8000;
/** A quote or list that is this long becomes two, whatever is in it. */
const CONTAINER_CHARACTERS_MAX = 16_000;
/** And so does a paragraph. */
const CHARACTERS_MAX = 32_000;
/** What the parser does for a line, it does for an empty one, too. */
const LINE_CHARACTERS_MIN = 24;

const HEADING = /#{1,6}[ \t]/y;
const TEXT = /[^\s\d+*-]/y;
const ITEM = /(?:> ?)?(?:[-+*]|1[.)]) /y;
/** The mark of a quote or of an item, in others or not. */
const CONTAINED = /[ \t]*(?:>|(?:[-+*]|\d{1,9}[.)])[ \t])/y;
/** Of a heading above it, or a line across the page. */
const UNDERLINE = /^(?:-{3,}|={3,})[ \t]*$/;

/** Of a line as much as says what it is. */
const ABOVE_CHARACTERS = 200;

/** Offsets of lines, and at last the end of the text. */
export function stretchEnds(text: string): readonly number[] {
  if (text === '') return [];
  const ends: number[] = [];
  let line = 0;
  let length = 0;
  for (const { index, 0: feed } of text.matchAll(/\r\n|\r|\n/g)) {
    const above = text.slice(line, Math.min(index, line + ABOVE_CHARACTERS));
    length += Math.max(index + feed.length - line, LINE_CHARACTERS_MIN);
    line = index + feed.length;
    if (length < CHARACTERS_MIN || length < leastAt(text, line, above)) continue;
    ends.push(line);
    length = 0;
  }
  return ends.at(-1) === text.length ? ends : [...ends, text.length];
}

/** How long the stretch must be that ends before this line. */
function leastAt(text: string, start: number, above: string): number {
  const begins = (pattern: RegExp): boolean => {
    pattern.lastIndex = start;
    return pattern.test(text);
  };
  const isAfterBlank = above.trim() === '';
  if (begins(HEADING)) return isAfterBlank ? CHARACTERS_MIN : CHARACTERS_USUAL;
  if ((isAfterBlank && begins(TEXT)) || begins(ITEM) || UNDERLINE.test(above)) return CHARACTERS_USUAL;
  return begins(CONTAINED) ? CONTAINER_CHARACTERS_MAX : CHARACTERS_MAX;
}
