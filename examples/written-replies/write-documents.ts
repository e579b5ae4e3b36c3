// Makes a folder hold these documents and no others. A file that already has its text is not touched, so that a story
// can be played twice at once, and in a checkout that nobody may write to.

import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

export function writeDocuments(folder: string, documents: ReadonlyMap<string, string>): void {
  for (const [path, text] of documents) {
    const place = join(folder, path);
    if (existsSync(place) && readFileSync(place, 'utf8') === text) continue;
    mkdirSync(dirname(place), { recursive: true });
    const beside = `${place}.${process.pid}`;
    writeFileSync(beside, text);
    renameSync(beside, place);
  }
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const place = join(entry.parentPath, entry.name);
    if (entry.isFile() && !/\.\d+$/.test(entry.name) && !documents.has(relative(folder, place)))
      rmSync(place, { force: true });
  }
}
