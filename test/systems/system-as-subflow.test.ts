// A system as a subflow of any diagram: known by name, from its own folder, loaded only where it is named.

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { systemAdder } from '../../src/operations/add-system.ts';
import type { SystemEntry } from '../../src/ports/system.ts';
import { loadSubflow, loadWorkflowFile } from '../../src/runtime/load-workflow.ts';
import { SYSTEMS } from '../../src/systems/systems.ts';
import { ADA, onBothStores } from '../guarantees/on-both-stores.ts';
import { signoffHere } from '../support/signoff-here.ts';

const SDD = dirname(fileURLToPath(new URL('../../src/systems/sdd/workflow.mmd', import.meta.url)));
const flow = (name: string) => `flowchart TD
    a[[Run: ${name}]] --> b([END])
%% @workflow: { "name": "mine" }`;

function folderWith(t: TestContext, files: { readonly [name: string]: string }): string {
  const folder = mkdtempSync(join(tmpdir(), 'signoff-subflow-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}

test('a diagram starts a system by its name; the inner flows are those of its folder', async (t) => {
  const folder = folderWith(t, { 'mine.mmd': flow('sdd') });
  const checked = await signoffHere(['check', 'mine.mmd'], { cwd: folder });
  assert.equal(checked.code, 0, checked.out);
  const { workflow, problems, subflows, homes } = await loadWorkflowFile(join(folder, 'mine.mmd'), {
    systems: SYSTEMS,
  });
  assert.deepEqual(problems, []);
  assert.equal(workflow?.steps[0]?.subflow?.workflow, 'sdd');
  const names = subflows.map(({ name }) => name);
  assert.ok(names.includes('sdd') && names.length > 1, names.join());
  for (const name of names) assert.equal(homes.get(name)?.folder, SDD, name);
  assert.equal(homes.get('sdd')?.agents?.reviewer, 'ReviewerAgent');
  const inMemory = await loadSubflow({ name: 'sdd' }, folder, { systems: SYSTEMS });
  assert.ok(typeof inMemory !== 'string');
  assert.equal(inMemory.folder, SDD);
});

test('a name that is neither a file nor a system is a problem, as before', async (t) => {
  const folder = folderWith(t, { 'mine.mmd': flow('sddd') });
  const { code, out } = await signoffHere(['check', 'mine.mmd'], { cwd: folder });
  assert.equal(code, 1);
  assert.match(out, /unknown-workflow.*sddd/s);
});

test('a file of the same name is what is meant, and a warning says so', async (t) => {
  const own = 'flowchart TD\n    x(Sign) --> y([END])\n%% @workflow: { "name": "sdd" }';
  const folder = folderWith(t, { 'mine.mmd': flow('sdd'), 'sdd.mmd': own });
  const { problems, subflows, homes } = await loadWorkflowFile(join(folder, 'mine.mmd'), { systems: SYSTEMS });
  assert.deepEqual(
    problems.map(({ code, line }) => [code, line]),
    [['system-hidden', 2]],
  );
  assert.deepEqual(
    subflows.map(({ name }) => name),
    ['sdd'],
  );
  assert.equal(homes.get('sdd')?.folder, folder);
});

test('nothing of a system is loaded for a diagram that names none', async (t) => {
  const folder = folderWith(t, { 'mine.mmd': flow('next'), 'next.mmd': 'flowchart TD\n    x(Sign) --> y([END])' });
  const loaded: string[] = [];
  const watched: SystemEntry[] = SYSTEMS.map((entry) => ({
    ...entry,
    load: () => {
      loaded.push(entry.name);
      return entry.load();
    },
  }));
  await loadWorkflowFile(join(folder, 'mine.mmd'), { systems: watched });
  assert.deepEqual(loaded, []);
});

test('a run of such a diagram is kept with the system, and has its child', async (t) => {
  const folder = folderWith(t, { 'mine.mmd': flow('sdd'), 'signoff.config.json': '{}' });
  const input = JSON.stringify({ project_path: folder, project_brief: 'Design an export of orders as CSV files.' });
  const home = join(folder, 'home');
  writeFileSync(join(folder, 'input.json'), input);
  const ran = await signoffHere(['run', 'mine.mmd', '--input-file', 'input.json', '--json'], { cwd: folder, home });
  const listed = await signoffHere(['runs', 'list', '--json'], { cwd: folder, home });
  const runs = JSON.parse(listed.out) as { runs: { workflow: string; parent: string | null }[] };
  assert.ok(
    runs.runs.some(({ workflow, parent }) => workflow === 'sdd' && parent !== null),
    ran.out + ran.err,
  );
});

onBothStores('a run whose store has no such workflow starts the system', async (site) => {
  const engine = await site.engine({ addSystem: systemAdder(async () => SYSTEMS, ADA) });
  const text = flow('pr-review').replace('%% @workflow', '%% @a: { "critical": true }\n%% @workflow');
  const run = await site.start(engine, await site.add('mine', text), { url: 'https://example.org/1', files: [] });
  await site.until(run, 'the workflow in the store', async () => (await site.store.workflow('pr-review')) !== null);
  const stored = await site.store.workflow('pr-review');
  assert.match(stored?.origin ?? '', /pr-review$/);
});
