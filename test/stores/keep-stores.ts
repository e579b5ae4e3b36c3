// `node test/stores/keep-stores.ts VERSION`: keeps a store of each kind as this version writes it, for all later ones.

import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { startPostgres } from '../support/postgres.ts';
import { dumpPostgres } from '../support/postgres-dump.ts';
import { PROJECT } from './flows.ts';
import { packFolder } from './pack-folder.ts';

const PROGRAM = fileURLToPath(new URL('fill-store.ts', import.meta.url));
const [version = ''] = process.argv.slice(2);
if (!/^\d+\.\d+\.\d+$/.test(version)) throw new Error(`Expected a version such as 0.1.0, found "${version}".`);
const folder = fileURLToPath(new URL(version, import.meta.url));
mkdirSync(folder, { recursive: true });
await keepSqlite();
await keepPostgres();

async function keepSqlite(): Promise<void> {
  const temp = mkdtempSync(join(tmpdir(), 'signoff-keep-'));
  const path = join(temp, 'store.db');
  await filled(path);
  const copy = join(temp, 'copy.db');
  const database = new DatabaseSync(path);
  database.exec(`VACUUM INTO '${copy}'`);
  database.close();
  writeFileSync(join(folder, 'store.db.gz'), gzipSync(readFileSync(copy), { level: 9 }));
  keepProject('project-sqlite.json.gz');
  rmSync(temp, { recursive: true });
}

async function keepPostgres(): Promise<void> {
  const postgres = await startPostgres({ fsync: false });
  const url = await postgres.createDatabase();
  await filled(url);
  writeFileSync(join(folder, 'store.sql.gz'), gzipSync(await dumpPostgres(url), { level: 9 }));
  keepProject('project-postgres.json.gz');
  await postgres.close();
}

function keepProject(name: string): void {
  writeFileSync(join(folder, name), gzipSync(JSON.stringify(packFolder(PROJECT)), { level: 9 }));
  rmSync(dirname(PROJECT), { recursive: true, force: true });
}

/** The process that fills it is killed in the middle of a call. */
async function filled(place: string): Promise<void> {
  rmSync(dirname(PROJECT), { recursive: true, force: true });
  const child = fork(PROGRAM, [place]);
  const [word] = await Promise.race([once(child, 'message'), once(child, 'exit')]);
  if (word !== 'filled') throw new Error('The store was not filled: see above.');
  child.kill('SIGKILL');
  await once(child, 'exit');
}
