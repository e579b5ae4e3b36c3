// A folder of texts as one JSON value, and back.

import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

export type PackedFolder = { readonly [path: string]: string };

export function packFolder(folder: string): PackedFolder {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();
  const files = paths.filter((path) => statSync(join(folder, path)).isFile());
  return Object.fromEntries(files.map((path) => [path, readFileSync(join(folder, path), 'utf8')]));
}

export function unpackFolder(packed: PackedFolder, folder: string): void {
  for (const [path, text] of Object.entries(packed)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}
