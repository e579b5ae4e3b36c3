// The folder of a run's documents, looked at before anything is started: it must be there and hold something to read.

import { readdirSync, realpathSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Json } from '../../json.ts';

const READABLE = /\.(?:md|markdown|html?|xhtml|txt|text|pdf|docx)$/i;
const FOLDERS_MAX = 2000;

/** A text says what is wrong with it. */
export function readCorpusFolder(text: string): { value: Json } | string {
  const folder = resolve(text);
  const found = statSync(folder, { throwIfNoEntry: false });
  if (found?.isDirectory() !== true) {
    const what = found === undefined ? 'nothing there' : 'a file';
    return `Expected --corpus as a folder of documents, found ${what}: ${folder}.`;
  }
  try {
    // As it really is: what the run may read is what was looked at here.
    if (hasDocument(folder)) return { value: realpathSync(folder) };
  } catch (thrown) {
    const why = thrown instanceof Error ? thrown.message : String(thrown);
    return `Expected --corpus as a folder that can be read: ${why}.`;
  }
  const kinds = 'Markdown, HTML, text, PDF or DOCX';
  return `Expected documents (${kinds}) in the folder of --corpus, found none in ${folder}.`;
}

/** Stops at the first; folders whose names begin with a dot are not read. */
function hasDocument(folder: string): boolean {
  const open = [folder];
  for (let looked = 0; looked < FOLDERS_MAX; looked++) {
    const next = open.shift();
    if (next === undefined) return false;
    const entries = readdirSync(next, { withFileTypes: true }).filter(({ name }) => !name.startsWith('.'));
    if (entries.some((entry) => !entry.isDirectory() && READABLE.test(entry.name))) return true;
    open.push(...entries.filter((entry) => entry.isDirectory()).map(({ name }) => join(next, name)));
  }
  return true;
}
