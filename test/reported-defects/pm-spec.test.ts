// What two trials of the PM found in specifications, item by item (sddpm3): answers to faults, and versions.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readSpec } from '../../src/documents/spec/read-spec.ts';
import { versionFor } from '../../src/documents/spec/spec-version.ts';
import type { JsonObject } from '../../src/json.ts';
import { dependenciesNotTaken } from '../../src/systems/pm/spec-faults.ts';
import { pmWriters } from '../../src/systems/pm/writers/offline.ts';
import { CHANGES, type PmRun, pmFixture, SPEC } from '../systems/pm-fixture.ts';
import { inTurn, pmWithModel, turn } from '../systems/pm-model.ts';

/** Without a version, and with a dependency on a requirement that is not there. */
const SECOND = SPEC.slice(SPEC.indexOf('### R-001')).replace('### R-001: Export orders', '### R-002: Cancel an export');
const STRAY = SECOND.replace('**Dependencies:** []', '**Dependencies:** [R-009]');
const BAD = `${SPEC.replace('version: 1\n', '')}\n${STRAY}`;
const MENDED = BAD.replace('---\n', '---\nversion: 1.1\n').replace('[R-009]', '[R-001]');
const AGAINST = MENDED.replace('[R-001]', '[]');

const ask = (text: string) => ({ topic: 'requirements' as const, text });
const ASKS = turn('Two things are wrong in it.', {
  questions: [ask('Which version is it?'), ask('What must be there before an export can be cancelled?')],
});
const NOTES = turn('Noted.', {
  questions: [ask('Is there anything else to mend?')],
  mends: [
    { fault: 'F-1', turn: 2, quote: '1.0' },
    { fault: 'F-2', turn: 2, quote: 'R-001' },
  ],
});

async function spoken(run: PmRun): Promise<readonly string[]> {
  return (await run.events()).flatMap(({ type, data }) =>
    type === 'MessageAdded' && data.from === 'agent' ? [String(data.text)] : [],
  );
}

test('sddpm3-D7: answers to the faults of an upload reach the drafter; the version is the one answered', async (t) => {
  const unknown = NOTES.replace('F-2', 'F-7');
  const { fixture, asked } = await pmWithModel(
    t,
    inTurn({ interview: [ASKS, unknown, NOTES], draft: [AGAINST, MENDED], scope: [{ output: CHANGES }] }),
  );
  const run = await fixture.start({ upload: BAD, architect: 'person' });
  await run.says('1. 1.0\n2. R-001');
  await run.task('INTERVIEWING');
  await run.until('the second question', async () => (await spoken(run)).length === 2);
  await run.ends();
  await run.task('preview');
  const prompts = (kind: string) => asked.filter((each) => each.kind === kind).map(({ request }) => request.texts);
  const [first = [], , repair = []] = prompts('interview');
  assert.match(first[0] ?? '', /- F-1 \(check 1, line 1\): Expected "version"[^\n]+ Not answered\./);
  assert.match(repair.at(-1) ?? '', /mends\[1\]\.fault: expected one of the faults \(F-1, F-2\), found "F-7"/);
  const [draft = [], again = []] = prompts('draft');
  const answered = /- F-2 \(check 6, [^\n]+found "R-009"[^\n]+ The person's answer: "R-001" \[2\]/;
  assert.match(draft[0] ?? '', answered);
  assert.match(again[0] ?? '', /The person answered "R-001" to F-2, and R-002 does not depend on R-001\. Add it\./);
  assert.equal(await run.decides('preview', { verdict: 'submit' }), null);
  await run.task('review');
  const { spec, validation_errors } = await run.data();
  assert.equal(spec, MENDED.replace('version: 1.1', 'version: 1.0'));
  assert.deepEqual(validation_errors, []);
});

test('sddpm3-D7: rules ask about one fault at a time, and carry out the answer to it or ask again', async (t) => {
  const { start } = await pmFixture(t, { writers: pmWriters });
  const run = await start({ upload: BAD, architect: 'person' });
  await run.says('1.0');
  await run.says("I don't know.");
  await run.task('INTERVIEWING');
  const [version = '', dependency = ''] = await spoken(run);
  assert.match(version, /\n1\. F-1, line 1: Expected "version" in the front matter, found none\./);
  assert.match(
    dependency,
    /^Noted\.\n\n1\. F-2, line \d+: Expected R-002 to depend on ids of this file, found "R-009"\./,
  );
  await run.ends();
  const drafted = async (): Promise<string> => {
    const { run: child } = await run.task('preview');
    const [shown] = (await run.events(child)).flatMap(({ type, data }) =>
      type === 'TaskCompleted' && 'output' in data ? [data.output as JsonObject] : [],
    );
    return String(shown?.spec);
  };
  const first = readSpec(await drafted());
  assert.deepEqual([first.version, first.requirements.length], ['1.0', 2]);
  assert.deepEqual(first.requirements[1]?.dependencies, ['R-009'], 'nobody answered: it stays');
  assert.equal(await run.decides('preview', { verdict: 'submit' }), null);
  await run.inState('INTERVIEWING', 2);
  await run.says('R-001.');
  await run.task('INTERVIEWING');
  await run.ends();
  assert.equal(await run.decides('preview', { verdict: 'submit' }), null);
  await run.task('review');
  const spec = readSpec(String((await run.data()).spec));
  assert.deepEqual([spec.version, spec.requirements.length, spec.requirements[1]?.dependencies], ['1.0', 2, ['R-001']]);
});

test('sddpm3-D7: ids that a person takes back are not asked of the draft', () => {
  const answered = (...quotes: readonly string[]) => {
    const answers = quotes.map((quote, at) => ({ turn: 2 * at + 2, quote }));
    const message = 'Expected R-002 to depend on ids of this file, found "R-009".';
    return dependenciesNotTaken(AGAINST, { validation_errors: [{ check: 6, line: 1, message, fix: '', answers }] });
  };
  assert.match(answered('R-001.').join(), /^The person answered "R-001" to F-1/);
  assert.match(answered('None.', 'r-001').join(), /^The person answered "R-001" to F-1/);
  assert.deepEqual(answered('R-001', 'No, it depends on nothing.'), []);
});

test('sddpm3-D13: a version rises by code, whatever the model wrote; an upload keeps one that rises', async (t) => {
  const { fixture } = await pmWithModel(t, inTurn({ draft: [SPEC.replace('version: 1', 'version: 7')] }));
  const run = await fixture.start({ begin: 'interview', idea: 'An export.', architect: 'person' });
  const versions: (string | null)[] = [];
  const sent = async (): Promise<void> => {
    const { run: child } = await run.task('review');
    versions.push(readSpec(String((await run.data()).spec)).version);
    assert.equal(await run.decides('review', { verdict: 'submit_stories' }), null, child);
    await run.until('the approval', async () => (await run.values('is_approved')).is_approved === true);
  };
  await run.submits();
  await sent();
  await run.sends('interview_request');
  await run.submits('Also as a list.');
  await sent();
  for (const version of ['3.2', '3.2', 'summer'])
    await run.sends('spec_upload', { markdown: SPEC.replace('version: 1', `version: ${version}`) }).then(sent);
  assert.deepEqual(versions, ['1.0', '1.1', '3.2', '3.3', '3.4']);
  const kept = [1, 2, 3, 4, 5].map((at) => readSpec(run.read(`order-export/spec/v${at}.md`)).version);
  assert.deepEqual(kept, versions);
});

test('sddpm3-D13: which version it is', () => {
  const cases: readonly (readonly [Parameters<typeof versionFor>[0], string])[] = [
    [{ own: null, before: [], isPersons: false }, '1.0'],
    [{ own: '1', before: [], isPersons: false }, '1'],
    [{ own: '4', before: [], isPersons: false, said: '2.0' }, '2.0'],
    [{ own: '4', before: ['2.9'], isPersons: false }, '2.10'],
    [{ own: '2.10', before: ['2.9', '2.1'], isPersons: true }, '2.10'],
    [{ own: '3', before: ['3.0'], isPersons: true }, '3.1'],
    [{ own: 'draft', before: [], isPersons: true }, 'draft'],
    [{ own: 'draft', before: ['draft'], isPersons: false }, '1.0'],
    [{ own: '1', before: ['2'], isPersons: false, said: '1.5' }, '3'],
  ];
  for (const [source, expected] of cases) assert.equal(versionFor(source), expected, JSON.stringify(source));
});
