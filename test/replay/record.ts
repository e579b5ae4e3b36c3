// `NODE test/replay/record.ts VERSION RULE/CASE ...` plays conformance cases and keeps what happened in test/replay/.
// A recorded history is never changed: new event shapes get new recordings.

import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { serialise } from '../../src/engine/snapshot.ts';
import { runCase } from '../support/case.ts';

const [version = 'v1', ...cases] = process.argv.slice(2);
for (const name of cases) {
  const folder = join(import.meta.dirname, version, name.replace('/', '--'));
  if (existsSync(folder)) {
    process.stdout.write(`${name}: recorded already\n`);
    continue;
  }
  await runCase(join(import.meta.dirname, '..', 'conformance', `${name}.json`), (events, state) => {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'events.ndjson'), events.map((event) => `${JSON.stringify(event)}\n`).join(''));
    writeFileSync(join(folder, 'state.json'), `${JSON.stringify(serialise(state))}\n`);
  });
}
