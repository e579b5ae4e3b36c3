// `node test/recordings/record.ts NAME` records runs of this version on both stores, for all later ones: NAME is its
// commit or version. What is recorded is never changed, and the tests never record.

import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { brotliCompressSync, constants } from 'node:zlib';
import { type OpenSystems, openSystems } from '../contract/system-fixture.ts';
import { packFolder } from '../stores/pack-folder.ts';
import { holdFolder } from '../support/fixed-folder.ts';
import { startModelServer } from '../support/model-server.ts';
import { startPostgres } from '../support/postgres.ts';
import { dumpPostgres } from '../support/postgres-dump.ts';
import { root } from '../support/run-signoff.ts';
import { leadRun } from './lead-run.ts';
import { recordedModel } from './recorded-model.ts';
import { CORPUS, ROOT, SCENES } from './scenes.ts';

const HALVES = ['rules', 'model'] as const;
const [name = ''] = process.argv.slice(2);
if (!/^[0-9a-z.]+$/.test(name)) throw new Error(`Expected a commit or a version, found "${name}".`);
const folder = join(import.meta.dirname, name);
if (existsSync(folder)) throw new Error(`${name} is recorded already, and recordings are never changed.`);
mkdirSync(folder);
const temp = mkdtempSync(join(tmpdir(), 'signoff-record-'));
const place = join(temp, 'store.db');
await record('sqlite', place, () => {
  const copy = join(temp, 'copy.db');
  const database = new DatabaseSync(place);
  database.exec(`VACUUM INTO '${copy}'`);
  database.close();
  pack('store.db', readFileSync(copy));
});
rmSync(temp, { recursive: true });
const postgres = await startPostgres({ fsync: false });
const url = await postgres.createDatabase();
await record('postgres', url, async () => pack('store.sql', await dumpPostgres(url)));
await postgres.close();

async function record(kind: 'sqlite' | 'postgres', place: string, keep: () => unknown): Promise<void> {
  const release = await holdFolder(ROOT);
  const projects = SCENES.map((scene) => join(ROOT, scene.name));
  cpSync(join(root, 'test/contract/export-corpus'), CORPUS, { recursive: true });
  for (const { name, options } of SCENES) {
    const own = join(ROOT, name, 'documents');
    if (options?.corpus === own) cpSync(CORPUS, own, { recursive: true });
    else mkdirSync(join(ROOT, name));
  }
  const server = await startModelServer(recordedModel());
  const runs: object[] = [];
  for (const [half, by] of HALVES.entries()) {
    const env = by === 'model' ? { ANTHROPIC_API_KEY: 'sk-none', ANTHROPIC_BASE_URL: server.url } : {};
    const systems = await openSystems({ place, folder: ROOT, projects, ...(by === 'model' && { env }) });
    for (const [at, scene] of SCENES.entries()) {
      if ((at + half + (kind === 'sqlite' ? 0 : 1)) % 2 === 1) continue;
      const run = await leadRun(systems, scene);
      await systems.engine.settled();
      const { status } = (await systems.store.run(run)) ?? { status: 'lost' };
      process.stdout.write(`${kind} ${by} ${scene.name}: ${run} ${status}\n`);
      runs.push({ name: scene.name, system: scene.system, by, run, status, left: scene.to });
    }
    await sealed(systems);
  }
  await server.close();
  await keep();
  pack(`projects-${kind}.json`, JSON.stringify(packFolder(ROOT)));
  writeFileSync(join(folder, `runs-${kind}.json`), `${JSON.stringify(runs, null, 2)}\n`);
  release();
}

async function sealed({ engine, store, close }: OpenSystems): Promise<void> {
  await engine.settled();
  await store.seal(Date.now());
  await close();
}

/** Runs repeat each other's texts, which stand far apart. */
function pack(file: string, content: Buffer | string): void {
  const params = { [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS };
  writeFileSync(join(folder, `${file}.br`), brotliCompressSync(content, { params }));
}
