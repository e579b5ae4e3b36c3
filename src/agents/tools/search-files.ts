// The tool search_files: passages of the project that fit some words best, or lines that hold an exact text.

import { realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { PassagePlace } from '../../documents/search/passage-index.ts';
import type { WalkedFiles } from '../../documents/search/walk-files.ts';
import { chooseFiles, fileChoice } from './choose-files.ts';
import { FILE_BYTES_MAX, FILES_MAX, FileIndex } from './file-index.ts';
import { readSmallText } from './open-text.ts';
import { defineTool, type Tool } from './tool.ts';
import { walkFiles } from './walk-files.ts';

const LINE_CHARACTERS_MAX = 300;
const READ_BYTES_MAX = 50_000_000;
/** Files read at the same time. */
const GROUP_SIZE = 16;

export function searchFiles(folder: string): Tool {
  const index = new FileIndex(folder);
  return defineTool({
    name: 'search_files',
    description:
      'Searches the text files of the project. With mode "words": passages that fit the words best, with paths and ' +
      'line numbers. With mode "exact": lines that hold the very text.',
    input: z.strictObject({
      query: z.string().min(1).max(500).describe('Words, or the text to find.'),
      mode: z.enum(['words', 'exact']).default('words'),
      ignoreCase: z.boolean().default(false).describe('For "exact": whether letters of both cases are alike.'),
      ...fileChoice,
      limit: z.int().min(1).max(100).default(10).describe('How many passages or lines to show at most.'),
    }),
    work: async ({ query, mode, ignoreCase, under, glob, limit }, signal) => {
      const root = await realpath(folder);
      const walked = await walkFiles(root, signal);
      const chosen = chooseFiles(walked.paths, { under, glob });
      if (mode === 'exact') {
        const { hits, searched } = await findExactly(root, chosen, { query, ignoreCase, limit, signal });
        return shown(hits, hits.length >= limit ? [] : bounds(walked, chosen.length, searched));
      }
      const indexed = await index.update(walked.paths, signal);
      const isChosen = new Set(chosen);
      const passages = index.search(query, (path) => isChosen.has(path), limit);
      const hits = await Promise.all(passages.map((passage) => showPassage(root, passage)));
      return shown(hits, bounds(walked, walked.paths.length, indexed));
    },
  });
}

function shown(hits: readonly string[], notes: readonly string[]): string {
  return [...(hits.length === 0 ? ['Nothing was found.'] : hits), ...notes].join('\n');
}

function bounds({ isCut }: WalkedFiles, there: number, searched: number): string[] {
  if (searched >= there && !isCut) return [];
  return [
    `[Only ${searched} of ${isCut ? `more than ${there}` : there} files were searched. Narrow "under" or "glob".]`,
  ];
}

async function showPassage(root: string, { source: path, from, to }: PassagePlace): Promise<string> {
  const text = (await readSmallText(join(root, path), FILE_BYTES_MAX)) ?? '';
  const lines = text.split('\n').slice(from - 1, to);
  return `${path}:${from}-${to}\n${lines.map((line, index) => `${from + index}: ${shortened(line, 0)}`).join('\n')}\n`;
}

interface ExactSearch {
  readonly query: string;
  readonly ignoreCase: boolean;
  readonly limit: number;
  readonly signal: AbortSignal;
}

/** Reads the files each time: nothing to keep up to date, and a disk's cache is fast enough. */
async function findExactly(root: string, paths: readonly string[], { query, ignoreCase, limit, signal }: ExactSearch) {
  const folded = (text: string) => (ignoreCase ? text.toLowerCase() : text);
  const wanted = folded(query);
  const hits: string[] = [];
  let searched = 0;
  let bytes = 0;
  while (searched < Math.min(paths.length, FILES_MAX) && hits.length < limit && bytes < READ_BYTES_MAX) {
    signal.throwIfAborted();
    const group = paths.slice(searched, searched + GROUP_SIZE);
    const texts = await Promise.all(group.map((path) => readSmallText(join(root, path), FILE_BYTES_MAX)));
    searched += group.length;
    for (const [index, text] of texts.entries()) {
      bytes += text?.length ?? 0;
      // Most files hold nothing of it, and this is far cheaper than taking them apart.
      if (text === null || !folded(text).includes(wanted)) continue;
      const lines = linesWith(text, wanted, folded).slice(0, limit);
      hits.push(...lines.map(([line, at, own]) => `${group[index]}:${line}: ${shortened(own, at)}`));
    }
  }
  return { hits: hits.slice(0, limit), searched };
}

/** Where each hit begins; a text of several lines is named by its first. */
function linesWith(text: string, wanted: string, folded: (text: string) => string): [number, number, string][] {
  const found: [number, number, string][] = [];
  if (wanted.includes('\n')) {
    const at = folded(text).indexOf(wanted);
    const line = folded(text).slice(0, at).split('\n').length;
    return [[line, 0, text.split('\n')[line - 1] ?? '']];
  }
  for (const [index, line] of text.split('\n').entries()) {
    const at = folded(line).indexOf(wanted);
    if (at >= 0) found.push([index + 1, at, line]);
  }
  return found;
}

/** The part of a long line around `at`. */
function shortened(line: string, at: number): string {
  if (line.length <= LINE_CHARACTERS_MAX) return line;
  const start = Math.max(0, Math.min(at - 100, line.length - LINE_CHARACTERS_MAX));
  const part = line.slice(start, start + LINE_CHARACTERS_MAX);
  return `${start > 0 ? '...' : ''}${part}${start + part.length < line.length ? '...' : ''}`;
}
