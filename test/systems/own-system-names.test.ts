// Names in a system of the project that fit nothing are reported before anything is started, all at once.

import assert from 'node:assert/strict';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { drawingOf } from '../../src/runtime/check-system.ts';
import { SYSTEMS } from '../../src/systems/systems.ts';
import { place } from './own-place.ts';

const SYSTEM = 'adr/system.ts';
const DRAWING = 'adr/workflow.mmd';

type Alteration = readonly [file: string, from: string, to: string];

const WRONG: { readonly [what: string]: readonly [Alteration, RegExp] } = {
  'a gate for a step that the drawing does not have': [
    [SYSTEM, '    Review: {', '    Reviw: {'],
    /a step of the drawing that a person decides in gates, found "Reviw"\. Did you mean "Review"\?/,
  ],
  'a gate for a step that no person decides': [
    [SYSTEM, '    Review: {', '    Draft: {'],
    /that a person decides in gates, found "Draft"\. There are: Review, Sign\./,
  ],
  'code in the drawing that is not loaded': [
    [DRAWING, '"action": "adr.write"', '"action": "adr.wirte"'],
    /the action of the drawing, found "adr\.wirte", which loadCode\(\) does not give\. Did you mean "adr\.write"\?/,
  ],
  'code in the drawing that is not listed': [
    [SYSTEM, "code: { actions: ['adr.write'],", 'code: {'],
    /Expected "adr\.write" of the drawing in code\.actions, found it not listed\. Add it\./,
  ],
  'code that is listed and not loaded': [
    [SYSTEM, "actions: ['adr.write']", "actions: ['adr.write', 'adr.more']"],
    /Expected code for "adr\.more" of code\.actions from loadCode\(\), found none/,
  ],
  'a writer for a step that the drawing does not have': [
    [SYSTEM, "step: 'Draft' }", "step: 'Draught' }"],
    /a step of the drawing in a writer, found "Draught"\. Did you mean|a writer, found "Draught"\. There are: /,
  ],
  'a writer for another workflow': [
    [SYSTEM, "workflow: 'adr', step", "workflow: 'ard', step"],
    /the name of the drawing in a writer, found "ard"/,
  ],
  'a step that only holds others together and is not there': [
    [SYSTEM, '  documents: {', "  internal: ['Publsh'],\n  documents: {"],
    /a step of the drawing in internal, found "Publsh"\. Did you mean "Publish"\?/,
  ],
  'a kind of document that is not there': [
    [SYSTEM, '    kinds: [{', "    items: 'recrod',\n    kinds: [{"],
    /the name of a kind in documents\.items, found "recrod"\. Did you mean "record"\?/,
  ],
  'a field that the state does not have': [
    [DRAWING, '"output": {"file"', '"data": {"properties": {"txt": {"type": "string"}}}, "output": {"file"'],
    /in keptIn of the document "record", found "text"\. Did you mean "txt"\?/,
  ],
  'a drawing of another name': [
    [DRAWING, '"name": "adr"', '"name": "dar"'],
    /Expected the drawing to be named "adr" in its @workflow, found "dar"/,
  ],
};

for (const [what, [[file, from, to], says]] of Object.entries(WRONG))
  test(`${what} is told before anything is started`, async (t) => {
    const { run, alter } = place(t);
    alter(file, from, to);
    const refused = await run(['adr', 'We ship.'], { lines: ['a', 'a', 'owner', 'yes'] });
    assert.equal(refused.code, 1, refused.out + refused.err);
    assert.match(
      refused.err,
      /^system-mismatch: Expected the names in the system "adr" to fit its drawing, found a name/,
    );
    assert.match(refused.err, says);
    assert.match(refused.err, /Nothing was started\.\n$/);
  });

test('nothing is in the store after that', async (t) => {
  const { run, runProcess, alter } = place(t);
  alter(SYSTEM, '    Review: {', '    Reviw: {');
  assert.equal((await runProcess(['adr', 'We ship.'])).code, 1);
  assert.deepEqual(JSON.parse((await run(['workflows', 'list', '--json'])).out).workflows, []);
});

test('all of them are told at once, by signoff doctor too, and to whoever resumes', async (t) => {
  const { run, runProcess, alter } = place(t);
  // In this process the module would stay what it is now.
  assert.equal((await runProcess(['adr', 'We ship.'], { lines: [] })).code, 3);
  alter(SYSTEM, '    Review: {', '    Reviw: {');
  alter(DRAWING, '"action": "adr.write"', '"action": "adr.wirte"');
  const doctor = await run(['doctor', '--json']);
  assert.equal(doctor.code, 1);
  const found = JSON.parse(doctor.out).findings.filter(({ what }: { what: string }) => what === 'systems');
  assert.equal(found.length, 1);
  assert.match(found[0].message, /^system-mismatch: .*2 names that fit nothing:\n- .*"Reviw".*\n- .*"adr\.wirte"/);
  assert.match((await run(['doctor'])).out, /\n {16}- Expected a step .*"Reviw"/);
  assert.match((await run(['adr', '--resume'], { lines: ['a'] })).err, /^system-mismatch: /);
});

test('the doctor says that a system is well, and loads none where the folder is not trusted', async (t) => {
  const { folder, run } = place(t);
  const systems = (out: string) => JSON.parse(out).findings.filter(({ what }: { what: string }) => what === 'systems');
  const fine = { what: 'systems', state: 'good', message: 'Checked and fine: adr.' };
  assert.deepEqual(systems((await run(['doctor', '--json'])).out), [fine]);
  const there = await run(['doctor', '--json', '--project', folder], { cwd: tmpdir() });
  assert.deepEqual(systems(there.out), [fine]);
  const untrusted = place(t);
  const module = "import { writeFileSync } from 'node:fs';\nwriteFileSync('loaded', '');\n";
  writeFileSync(join(untrusted.folder, SYSTEM), module);
  assert.deepEqual(systems((await untrusted.run(['doctor', '--json'], { isTrusted: false })).out), []);
  assert.equal(existsSync(join(untrusted.folder, 'loaded')), false);
});

test('an example that does not satisfy its schema is told', async (t) => {
  const { folder, run } = place(t);
  for (const name of ['schemas', 'examples']) mkdirSync(join(folder, 'adr', name));
  writeFileSync(join(folder, 'adr/schemas/role.json'), '{"type": "object", "required": ["role"]}');
  writeFileSync(join(folder, 'adr/examples/role.json'), '{"rloe": 1}');
  const { err } = await run(['adr', 'We ship.']);
  assert.match(err, /^system-mismatch: .*Expected examples\/role\.json to satisfy its schema, found: /);
});

test('a schema without an example is told', async (t) => {
  const { folder, run } = place(t);
  mkdirSync(join(folder, 'adr/schemas'));
  writeFileSync(join(folder, 'adr/schemas/role.json'), '{"type": "object"}');
  const { err } = await run(['adr', 'We ship.']);
  assert.match(err, /^system-mismatch: .*Expected an example for schemas\/role\.json, found none/);
});

test('a module that does not parse is told with its file and line', async (t) => {
  const { run, alter } = place(t);
  alter(SYSTEM, '  start: {', '  start {');
  const { code, err } = await run(['adr', 'We ship.']);
  assert.equal(code, 1);
  assert.match(
    err,
    /^system-unusable: .*it cannot be loaded: .* \(\S+\/adr\/system\.ts, line \d+\)\. Nothing was started/,
  );
});

const MISSHAPEN: readonly (readonly [from: string, to: string, says: RegExp])[] = [
  ['review: async (facts)', 'reviews: async (facts: GateFacts)', /its "gates\.Review\.review" is no function/],
  ["folder: 'decisions'", "foldr: 'decisions'", /its "documents\.folder" is no text/],
  ["help: 'what was decided, in a sentence',", '', /its "start\.subject\.help" is no text/],
  ['  documents: {', "  internal: 'Publish' as never,\n  documents: {", /its "internal" is no list of texts/],
  ["code: { actions: ['adr.write'],", "code: { actions: 'adr.write' as never,", /its "code\.actions" is no list of te/],
  ['  start: {', '  start: {\n    stops: { early: null as never },', /its "start\.stops\.early" is no object/],
  ['  start: {', "  start: {\n    stops: 'early' as never,", /its "start\.stops" is no object/],
  [
    'review: async (facts)',
    'limitMs: Infinity, review: async (facts)',
    /"gates\.Review\.limitMs" is no number of mill/,
  ],
  ['review: async (facts)', 'limitMs: 2 ** 31, review: async (facts)', /limitMs" is no number .* from 1 to 3,600,000/],
  ['diagram: ', "diagram: new URL('file://elsewhere/x.mmd') ?? ", /its "diagram" is no file of this machine but file:/],
  ['  start: {', '  begin: {', /Expected a form for the start of the system "adr", found no "start" in it/],
];
for (const [from, to, says] of MISSHAPEN)
  test(`a system that is not of the form is told which part: ${to || from}`, async (t) => {
    const { run, alter } = place(t);
    alter(SYSTEM, from, to);
    const refused = await run(['adr', 'We ship.']);
    assert.equal(refused.code, 1, refused.out);
    assert.match(refused.err, /^system-unusable: /);
    assert.match(refused.err, says);
  });

const BROKEN: readonly (readonly [what: string, addition: string, says: RegExp])[] = [
  ['internal that is no list', 'internal: 7', /its "internal" is no list of texts/],
  ['code that is null', 'code: null', /its "code" is no object/],
  ['a part that throws', "get internal() { throw new TypeError('boom') }", /it cannot be read: boom/],
  [
    'code that loads to nothing',
    'loadCode: async () => null',
    /Expected loadCode\(\) to give code, but: it gave no obj/,
  ],
  ['code that is no function', 'loadCode: async () => ({ actions: { x: 1 } })', /"actions\.x" is no function/],
  [
    'writers that are no list',
    'loadWriters: async () => ({})',
    /loadWriters\(\) to give writers, but: it gave no list/,
  ],
  ['a writer that is null', 'loadWriters: async () => [null]', /but: "writers\[0\]" is no object/],
];
for (const [what, addition, says] of BROKEN)
  test(`a second system with ${what} is told by its name, and the others work`, async (t) => {
    const { folder, run, alter } = place(t);
    alter('signoff.config.json', '"systems": {', '"systems": { "bad": "./bad",');
    mkdirSync(join(folder, 'bad'));
    const drawing = 'flowchart TD\n  A(Sign) --> D([END])\n%% @workflow: { "name": "bad" }\n';
    writeFileSync(join(folder, 'bad/workflow.mmd'), drawing);
    const head = "name: 'bad', diagram: new URL('./workflow.mmd', import.meta.url)";
    writeFileSync(join(folder, 'bad/system.mjs'), `export const system = { ${head}, ${addition} };\n`);
    const doctor = await run(['doctor', '--json']);
    const { findings } = JSON.parse(doctor.out) as { findings: { what: string; state: string; message: string }[] };
    const found = findings.filter(({ what: of, state }) => of === 'systems' && state === 'bad');
    assert.equal(found.length, 1, doctor.out + doctor.err);
    assert.match(found[0]?.message ?? '', /^system-(?:unusable|mismatch): .*"bad"/);
    assert.match(found[0]?.message ?? '', says);
    const begun = await run(['adr', 'We ship.'], { lines: [] });
    assert.equal(begun.code, 3, begun.out + begun.err);
  });

test('a file where the folder of examples is expected is told', async (t) => {
  const { folder, run } = place(t);
  writeFileSync(join(folder, 'adr/examples'), '');
  const { err } = await run(['adr', 'We ship.']);
  assert.match(err, /^system-mismatch: .*Expected a folder at .*examples, found something else/);
});

test('a drawing with problems is told with them', async (t) => {
  const { run, alter } = place(t);
  alter(DRAWING, '%% @Publish:', '%% @Publsh:');
  const { code, err } = await run(['adr', 'We ship.']);
  assert.equal(code, 1);
  assert.match(err, /^system-unusable: Expected the drawing of the system "adr" in .*unknown-step: /);
});

for (const entry of SYSTEMS)
  test(`the names in ${entry.name}, which ships, fit`, async () => {
    const system = await entry.load();
    // Checked as one of a project, whose names are held against its drawings.
    await assert.doesNotReject(drawingOf(system, true, { systems: SYSTEMS }));
  });
