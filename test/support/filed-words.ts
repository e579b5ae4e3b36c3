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
    .map(plain)
    .filter((line) => line !== '');
}

const SLOTS: { readonly [slot: string]: string } = {
  id: String.raw`(?:[a-z0-9-]+/)?[A-Z]{1,5}-\d{1,4}(?:[.-]\d{1,4})?`,
  n: String.raw`\d+(?:\.\d+)?`,
  date: String.raw`\d{4}-\d\d-\d\d(?:[T ][\d:.]+Z?)?`,
  hash: '(?:sha256:)?[0-9a-f]{8,64}',
};
const SAID = '{said}';

/** Lines that are neither pinned nor somebody's words. Only a document's own marks say nothing: what somebody gave is
 *  compared as they gave it, with its marks. */
export function unexplainedLines(
  document: string,
  pinned: readonly string[],
  said: readonly string[],
): readonly string[] {
  const given = new Set(said.flatMap((each) => [plain(each), plain(shortTitle(each))]));
  const patterns = pinned.map(patternOf);
  const isPinned = (words: string): boolean =>
    patterns.some(
      (pattern) =>
        pattern
          .exec(words)
          ?.slice(1)
          .every((own) => given.has(plain(own))) ?? false,
    );
  const isExplained = (line: string): boolean =>
    readingsOf(line).some((words) => words === '' || given.has(words) || isPinned(words));
  return document
    .split('\n')
    .flatMap((line) => (line.trim().startsWith('|') ? line.split(/(?<!\\)\|/) : [line]))
    .filter((line) => !isExplained(line));
}

/** What somebody gave and the document has not, word for word. */
export function lostSentences(document: string, said: readonly string[]): readonly string[] {
  const all = plain(document);
  return said.filter((sentence) => !all.includes(plain(sentence)));
}

const MARK = /^(?:>|(?:[-*+]|\[[ x]\]|\d{1,9}[.)]|#{1,6})(?=\s|$)|(?::?-{3,}:?|===+)$)\s*/;
/** Bold at the beginning: a label, or a title that somebody's own marks may stand in. */
const BOLD = [/^\*\*(.+?)\*\*/, /^\*\*(.+)\*\*/];

/** What a line may say: with all of its marks, and without one after the other of those that may be the document's. */
function readingsOf(line: string): readonly string[] {
  const found: string[] = [];
  let rest = line.trim();
  for (;;) {
    for (const words of [rest, ...BOLD.map((bold) => rest.replace(bold, '$1'))]) found.push(plain(words));
    const next = rest.replace(MARK, '');
    if (next === rest) return found;
    rest = next;
  }
}

/** As Markdown shows it, in one line: a backslash before a mark is no word. */
const plain = (text: string): string =>
  text
    .replace(/\\(?=[!-/:-@[-`{-~])/g, '')
    .replace(/\s+/g, ' ')
    .trim();

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
