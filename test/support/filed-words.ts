// What stands in a document written without a model: lines that nobody gave and no pinned list has, and sentences that
// were lost.

import { readFileSync } from 'node:fs';
import { shortTitle } from '../../src/documents/markdown/filed-text.ts';

/**
 * The lines that code of a system may put into its documents, from `test/surface/document-texts/NAME.txt`: one a line,
 * with slots. `{id}`, `{n}`, `{date}` and `{hash}` have a form of their own; `{said}` is what somebody gave, such as a
 * sentence, its beginning as a title, a name or a path.
 */
export function pinnedTexts(system: string): readonly string[] {
  const file = new URL(`../surface/document-texts/${system}.txt`, import.meta.url);
  return readFileSync(file, 'utf8')
    .split('\n')
    .map(plainLine)
    .filter((line) => line !== '');
}

const SLOTS: { readonly [slot: string]: string } = {
  id: String.raw`(?:[a-z0-9-]+/)?[A-Z]{1,5}-\d{1,4}(?:[.-]\d{1,4})?`,
  n: String.raw`\d+(?:\.\d+)?`,
  date: String.raw`\d{4}-\d\d-\d\d(?:[T ][\d:.]+Z?)?`,
  hash: '(?:sha256:)?[0-9a-f]{8,64}',
};
const SAID = '{said}';

/** Lines that are neither pinned nor somebody's words. Marks of lists, quotations, tables and emphasis say nothing. */
export function unexplainedLines(
  document: string,
  pinned: readonly string[],
  said: readonly string[],
): readonly string[] {
  const given = new Set(said.flatMap((each) => [plainLine(each), plainLine(shortTitle(each))]));
  if (said.some((each) => !/[\p{L}\p{N}]/u.test(each))) given.add('');
  const patterns = pinned.map(patternOf);
  const isExplained = (line: string): boolean => {
    if (given.has(line)) return true;
    // Of words that are marks alone nothing is left.
    return patterns.some((pattern) => {
      const match = pattern.exec(line) ?? pattern.exec(` ${line}`) ?? pattern.exec(`${line} `);
      return match?.slice(1).every((words) => given.has(plainLine(words))) ?? false;
    });
  };
  return document
    .split('\n')
    .flatMap((line) => (line.trim().startsWith('|') ? line.split(/(?<!\\)\|/) : [line]))
    .map(plainLine)
    .filter((line) => line !== '' && !isExplained(line));
}

/** What somebody gave and the document has not, word for word. */
export function lostSentences(document: string, said: readonly string[]): readonly string[] {
  const all = document.split('\n').map(plainLine).join(' ');
  return said.filter((sentence) => !all.includes(plainLine(sentence)));
}

/** Without what Markdown means by it, in one line: `> - [ ] \# a` is `a`. */
function plainLine(line: string): string {
  const plainer = withoutMarks(line);
  return plainer === line ? line : plainLine(plainer);
}

function withoutMarks(line: string): string {
  return line
    .replace(/\\(?=[!-/:-@[-`{-~])/g, '')
    .replace(/^(?:\s*(?:>|[-*+](?=\s)|\[[ x]\](?=\s)|\d{1,3}[.)](?=\s)|#{1,6}(?=\s)|(?::?-{3,}:?)(?=\s*$)))+/, '')
    .replace(/\*\*|__/g, '')
    .replace(/\s+/g, ' ')
    .trim();
}

function patternOf(template: string): RegExp {
  const source = template
    .split(/(\{[a-z]+\})/)
    .map((part) => {
      if (part === SAID) return '(.*?)';
      const slot = /^\{([a-z]+)\}$/.exec(part)?.[1];
      if (slot === undefined) return part.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
      const form = SLOTS[slot];
      if (form === undefined) throw new Error(`Expected a known slot, found {${slot}} in "${template}".`);
      return form;
    })
    .join('');
  return new RegExp(`^${source}$`, 'u');
}
