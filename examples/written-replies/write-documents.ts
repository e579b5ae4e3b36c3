// Makes a folder hold these documents and no others. What is the same is not touched: two that play a story at once,
// or one in a checkout that cannot be written to, are no obstacle then.

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
