// A PM run that begins with a signed PRD and an approved design, all without a model and decided by reviews alone: what
// was signed reaches the specification, the stories and the PRD's table; what was not is refused.

import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { readSpec } from '../../src/documents/spec/read-spec.ts';
import { readTraceability } from '../../src/documents/trace/traceability-table.ts';
import type { Json } from '../../src/json.ts';
import type { Review } from '../../src/ports/review.ts';
import { checkSignature } from '../../src/runtime/check-signature.ts';
import { signedPlaces } from '../../src/runtime/signed-places.ts';
import { workspaceFiles } from '../../src/runtime/workspace-files.ts';
import { SYSTEMS } from '../../src/systems/systems.ts';
import { openSystemFixture } from '../contract/system-fixture.ts';
import { openPlace } from '../e2e/open-place.ts';
import { calledWith } from '../support/called-with.ts';

const GATES_MAX = 30;

describe('from a PRD and a design', { timeout: 240_000 }, () => {
  let root = '';
  let project = '';
  let feature = '';
  const settingsOf = (system: string, options: { readonly [name: string]: Json }) => ({
    ...{ place: join(root, 'store.db'), system, project, options },
  });

  /** Plays a run to its end. */
  async function played(system: string, options: { readonly [name: string]: Json } = {}): Promise<readonly Review[]> {
    const fixture = await openSystemFixture(settingsOf(system, options));
    try {
      const run = await fixture.start();
      const reviews: Review[] = [];
      while (reviews.length < GATES_MAX) {
        const gate = await fixture.next(run);
        if (typeof gate === 'string') {
          assert.equal(gate, 'completed');
          return reviews;
        }
        reviews.push(await fixture.decide(gate, gate.task.visit));
      }
      return assert.fail(`${system} did not end: ${reviews.map(({ step }) => step).join(' ')}`);
    } finally {
      await fixture.close();
    }
  }

  /** null: it was started. */
  async function refusalOf(options: { readonly [name: string]: Json }): Promise<string | null> {
    const fixture = await openSystemFixture(settingsOf('pm', options));
    try {
      await fixture.start();
      return null;
    } catch (thrown) {
      return (thrown as Error).message;
    } finally {
      await fixture.close();
    }
  }

  const text = (file: string): string => readFileSync(join(feature, file), 'utf8');
  const edit = (file: string, change: (text: string) => string): void => {
    assert.notEqual(change(text(file)), text(file));
    writeFileSync(join(feature, file), change(text(file)));
  };

  before(async () => {
    root = realpathSync(mkdtempSync(join(tmpdir(), 'signoff-pm-from-')));
    project = realpathSync(mkdtempSync(join(tmpdir(), 'signoff-pm-project-')));
    await played('prd');
    const [folder = ''] = readdirSync(join(project, 'magi-sdd'));
    feature = join(project, 'magi-sdd', folder);
  });
  after(() => {
    for (const folder of [root, project]) rmSync(folder, { recursive: true, force: true });
  });

  test('a design that is not there, or that nobody approved, is refused with the reason', async () => {
    assert.match((await refusalOf({ 'from-design': feature })) ?? '', /Expected a design at .*found nothing there/);
    assert.match((await refusalOf({ 'from-prd': join(project, 'magi-sdd/none-here') })) ?? '', /found nothing there/);
  });

  test('requirements reach the spec by their ids, the stories, the table of the PRD and the trace', async () => {
    await played('sdd', { prd: feature });
    const reviews = await played('pm', { 'from-prd': feature, 'from-design': feature });
    assert.ok(reviews.some(({ step }) => step === 'preview'));
    const { rows } = readTraceability(text('PRD.md'));
    const ids = rows.map(({ id }) => id);
    assert.ok(ids.length > 0 && ids.includes('REQ-001'));
    const sources = readSpec(text('spec.md')).requirements.flatMap((each) => each.sources);
    assert.deepEqual([...new Set(sources)].sort(), [...ids].sort());
    assert.match(text('spec.md'), /^\*\*Source:\*\* REQ-001$/m);
    for (const line of text('PRD.md').match(/^\| REQ-\d{3} \|.*$/gm) ?? [])
      assert.match(line, /\| [^|]*S-\d{3}[^|]* \|$/, line);
    const traced = await calledWith(SYSTEMS, ['trace', 'REQ-001', '--project', project]);
    assert.match(traced.out, /REQ-001[\s\S]*R-\d{3}[\s\S]*S-\d{3}/, traced.err);
    const gaps = await calledWith(SYSTEMS, ['trace', '--gaps', '--project', project]);
    assert.doesNotMatch(gaps.out, /S-\d{3}|no story/i);
  });

  test('the signature of the PRD still holds after its table was filled', async () => {
    const files = workspaceFiles([project]);
    const systems = await Promise.all(SYSTEMS.map((entry) => entry.load()));
    const openStore = () => openPlace(join(root, 'store.db'));
    const places = async () => signedPlaces(systems);
    const { isProved, problems } = await checkSignature(join(feature, 'PRD.md'), { files, openStore, places });
    assert.deepEqual([isProved, problems], [true, []]);
  });

  test('a changed design or PRD, or one that is not signed, is refused; --draft goes on with it', async () => {
    edit('design/design.md', (was) => was.replace('CSV', 'PDF'));
    assert.match((await refusalOf({ 'from-design': feature })) ?? '', /signature in .*design\.md[\s\S]*--draft/);
    assert.equal(await refusalOf({ 'from-design': feature, draft: true }), null);
    edit('design/design.md', (was) => was.replace(/^status: .*$/m, 'status: DRAFT'));
    assert.match((await refusalOf({ 'from-design': feature })) ?? '', /approved design at .*found its status "DRAFT"/);
    edit('PRD.md', (was) => was.replace('CSV', 'PDF'));
    assert.match((await refusalOf({ 'from-prd': feature })) ?? '', /changed since[\s\S]*--draft/);
    assert.equal(await refusalOf({ 'from-prd': feature, draft: true }), null);
    edit('PRD.md', (was) => was.replace('**Status**: finalized', '**Status**: draft'));
    assert.match((await refusalOf({ 'from-prd': feature })) ?? '', /finalised PRD at .*found its status "draft"/);
  });
});
