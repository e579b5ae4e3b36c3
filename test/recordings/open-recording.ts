// Copies of what was recorded: a store at its place, and the projects of its runs where they were.

import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { brotliDecompressSync } from 'node:zlib';
import { unpackFolder } from '../stores/pack-folder.ts';
import { holdFolder } from '../support/fixed-folder.ts';
import { postgresOrSkip } from '../support/postgres.ts';
import { loadPostgres } from '../support/postgres-dump.ts';
import { ROOT, type Scene } from './scenes.ts';

export type StoreKind = 'sqlite' | 'postgres';

export interface RecordedRun extends Pick<Scene, 'name' | 'system'> {
  readonly by: 'rules' | 'model';
  readonly run: string;
  /** As it was left. */
  readonly status: string;
  readonly left: Scene['to'];
}

export interface RecordedStore {
  readonly place: string;
  readonly runs: readonly RecordedRun[];
}

export const RECORDINGS: readonly string[] = readdirSync(import.meta.dirname, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

/** undefined: there is no such store here, and the test is marked as skipped. */
export async function openRecording(t: TestContext, name: string, kind: StoreKind): Promise<RecordedStore | undefined> {
  const folder = join(import.meta.dirname, name);
  const packed = (file: string) => brotliDecompressSync(readFileSync(join(folder, `${file}.br`)));
  const place = await placeOf(t, kind, packed);
  if (place === undefined) return undefined;
  const runs = JSON.parse(readFileSync(join(folder, `runs-${kind}.json`), 'utf8')) as readonly RecordedRun[];
  t.after(await holdFolder(ROOT));
  for (const { name } of runs) mkdirSync(join(ROOT, name));
  unpackFolder(JSON.parse(packed(`projects-${kind}.json`).toString()), ROOT);
  return { place, runs };
}

async function placeOf(t: TestContext, kind: StoreKind, packed: (file: string) => Buffer): Promise<string | undefined> {
  if (kind === 'postgres') {
    const postgres = await postgresOrSkip(t);
    const url = await postgres?.createDatabase();
    if (url !== undefined) await loadPostgres(url, packed('store.sql').toString());
    return url;
  }
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'signoff-recording-')));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const place = join(folder, 'store.db');
  writeFileSync(place, packed('store.db'));
  return place;
}
