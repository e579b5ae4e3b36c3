// The parts of a story's file that a program writes, between marks that no reader sees. Whatever stands outside of
// them is people's, and so is what they change within them.

import { linesOf } from '../markdown/headings-of.ts';

export const PART_NAMES = ['content', 'context', 'criteria', 'dependencies'] as const;
export type PartName = (typeof PART_NAMES)[number];

const OPEN = /^<!-- signoff:([a-z]{1,20})(?: ([0-9a-f]{8}))? -->$/;
const closing = (name: string): string => `<!-- /signoff:${name} -->`;
/** A line of a part that looks like a mark stands behind a backslash. */
const LIKE_MARK = /^\\{0,99}<!-- \/?signoff:/;

export type StoryPiece =
  | { readonly kind: 'text'; readonly lines: readonly string[] }
  | {
      readonly kind: 'part';
      readonly name: PartName;
      /** Its lines as they stand between the marks. */
      readonly lines: readonly string[];
      /** Of the lines as the program wrote them; '' where the mark has none. */
      readonly digest: string;
    };

/** A part that is not closed ends with the file; a second of one name is text. */
export function piecesOf(body: string): readonly StoryPiece[] {
  const pieces: StoryPiece[] = [];
  const seen = new Set<string>();
  let text: string[] = [];
  const lines = linesOf(body);
  for (let at = 0; at < lines.length; at++) {
    const [, name = '', digest = ''] = OPEN.exec(lines[at] ?? '') ?? [];
    const isPart = (PART_NAMES as readonly string[]).includes(name) && !seen.has(name);
    if (!isPart) {
      text.push(lines[at] ?? '');
      continue;
    }
    seen.add(name);
    const end = lines.indexOf(closing(name), at + 1);
    const stop = end < 0 ? lines.length : end;
    pieces.push({ kind: 'text', lines: text });
    pieces.push({ kind: 'part', name: name as PartName, lines: lines.slice(at + 1, stop), digest });
    text = [];
    at = stop;
  }
  return [...pieces, { kind: 'text', lines: text }];
}

/** With its marks; without a digest nobody can tell whether it was changed. */
export function partLines(name: PartName, lines: readonly string[], digest = digestOf(lines)): readonly string[] {
  return [`<!-- signoff:${[name, digest].filter((word) => word !== '').join(' ')} -->`, ...lines, closing(name)];
}

export const guardLine = (line: string): string => (LIKE_MARK.test(line) ? `\\${line}` : line);
export const unguardLine = (line: string): string =>
  LIKE_MARK.test(line) && line.startsWith('\\') ? line.slice(1) : line;

/** Tells whether somebody changed the lines; FNV-1a, for accidents and not for attackers. */
export function digestOf(lines: readonly string[]): string {
  let value = 0x811c9dc5;
  for (const character of lines.join('\n')) {
    value ^= character.codePointAt(0) ?? 0;
    value = Math.imul(value, 0x01000193);
  }
  return (value >>> 0).toString(16).padStart(8, '0');
}
