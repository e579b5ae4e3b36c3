// `signoff trace` over the files of a project: what depends on an id, gaps, outdated sections.

import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { hashLines, requirementHashes } from '../../src/documents/design/requirement-hashes.ts';
import { keptOf } from '../../src/documents/prd/assemble-prd.ts';
import { parseRequirements } from '../../src/documents/requirements/parse-requirements.ts';
import type { JsonObject } from '../../src/json.ts';
import type { SystemEntry } from '../../src/ports/system.ts';
import { validate } from '../../src/runtime/validate.ts';
import { TRACE, traceOperations } from '../../src/systems/sdd/trace-operations.ts';
import { calledWith } from '../support/called-with.ts';
import { DATABASE, HLD, LLD, PRD, REQUIREMENTS } from '../support/traced-feature.ts';
import { newFolder } from './prd-fixture.ts';

const SDD: SystemEntry = {
  ...{ name: 'sdd', summary: 'designs', hasCommand: false, operations: [TRACE] },
  load: async () => ({
    ...{ name: 'sdd', title: 'Design', summary: 'designs', diagram: new URL('file:///none.mmd') },
    operations: traceOperations,
  }),
};

const FILES = {
  'requirements.md': REQUIREMENTS,
  'PRD.md': PRD,
  'design/hld.md': HLD,
  'design/lld.md': LLD,
  'design/database.md': DATABASE,
};

function project(t: TestContext, features: { readonly [name: string]: { readonly [file: string]: string } }) {
  const folder = newFolder(t);
  for (const [name, files] of Object.entries(features))
    for (const [file, text] of Object.entries(files)) {
      const path = join(folder, 'magi-sdd', name, file);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, text);
    }
  const trace = (...args: readonly string[]) => calledWith([SDD], ['trace', ...args, '--project', folder]);
  return { folder, trace };
}

const schema = traceOperations[0]?.output as JsonObject;

test('a requirement leads to its use cases, components, endpoints and tables, with files and lines', async (t) => {
  const { trace } = project(t, { 'court-booking': FILES });
  const shown = await trace('req-001');
  assert.equal(shown.code, 0, shown.err);
  assert.equal(
    shown.out,
    `REQ-001  Book a slot
  magi-sdd/court-booking/requirements.md:7

Depends on it
  use case   UC-001   Book a slot
             magi-sdd/court-booking/design/hld.md:5
  component  CMP-001  Booking service
             magi-sdd/court-booking/design/hld.md:21
  endpoint   API-001  POST /bookings
             magi-sdd/court-booking/design/lld.md:11
  endpoint   API-004  GET /audit-events
             magi-sdd/court-booking/design/lld.md:27
  model      Booking
             magi-sdd/court-booking/design/lld.md:35
  table      TBL-001  bookings
             magi-sdd/court-booking/design/database.md:3
  table      TBL-002  audit_events
             magi-sdd/court-booking/design/database.md:9
  outside    US-004   User Story IDs
             magi-sdd/court-booking/PRD.md:7
`,
  );
  const json = JSON.parse((await trace('court-booking/API-002', '--json')).out);
  assert.deepEqual(validate(schema, json), []);
  assert.deepEqual(
    [json.feature, json.id, json.origins[0].id, json.dependents[0].id],
    ['court-booking', 'API-002', 'REQ-002', 'TBL-001'],
  );
  assert.match((await trace('REQ-005')).out, /! REQ-005 was rejected\./);
});

test('gaps are told with an exit code, of all features that have a design', async (t) => {
  const { trace } = project(t, { 'court-booking': FILES, planned: { 'requirements.md': REQUIREMENTS } });
  const shown = await trace('--gaps');
  assert.equal(shown.code, 1, shown.err);
  assert.match(
    shown.out,
    /^court-booking\n {2}Requirements that nothing implements\n {4}REQ-003 Print a poster: No use case/,
  );
  assert.match(
    shown.out,
    /Endpoints that nothing asks for\n {4}API-003 GET \/health: No use case leads to API-003\.\n {6}magi-sdd/,
  );
  assert.doesNotMatch(shown.out, /planned/);
  const json = JSON.parse((await trace('--gaps', '--feature', 'planned', '--json')).out);
  assert.deepEqual(validate(schema, json), []);
  assert.deepEqual([json.features[0].hasDesign, json.features[0].requirements.length], [false, 4]);
  const none = project(t, { planned: { 'requirements.md': REQUIREMENTS } });
  const out = 'No feature of this project has a design or a spec.\n';
  assert.deepEqual(await none.trace('--gaps'), { code: 0, out, err: '' });
});

test('sections drafted from a requirement that was changed since are outdated', async (t) => {
  const { items } = parseRequirements(REQUIREMENTS);
  const hashes = hashLines(requirementHashes(keptOf(items), (text) => hash('sha256', text, 'hex')));
  const design = `---\ntitle: "x"\n${hashes.join('\n')}\n---\n\n# x\n`;
  const changed = REQUIREMENTS.replace('shall book a slot', 'shall book two slots');
  const { trace } = project(t, {
    'court-booking': { ...FILES, 'requirements.md': changed, 'design/design.md': design },
  });
  const shown = await trace('--gaps');
  assert.match(
    shown.out,
    /are outdated\n {4}HLD: Overview and Use Cases: The text of REQ-001 was changed since [a-z ]+\. \(UC-001\)\n/,
  );
  assert.match(shown.out, /\(UC-001\)\n {6}magi-sdd\/court-booking\/design\/hld\.md:5\n/);
  assert.match((await trace('REQ-001')).out, /! The text of REQ-001 was changed/);
  const json = JSON.parse((await trace('--gaps', '--json')).out);
  assert.deepEqual(validate(schema, json), []);
});

test('what cannot be answered is refused with what to give instead', async (t) => {
  const { trace } = project(t, { 'court-booking': FILES, 'squash-booking': FILES });
  const cases = [
    [[], 2, /^invalid-request: Expected an id or --gaps, found neither\./],
    [['REQ-001', '--gaps'], 2, /found both/],
    [
      ['REQ-001'],
      1,
      /^ambiguous-document: Expected REQ-001 in one feature, found it in court-booking, squash-booking\./,
    ],
    [['REQ-077', '--feature', 'court-booking'], 1, /^unknown-item: Expected REQ-077 in/],
    [['--gaps', '--feature', 'golf'], 1, /^unknown-feature: Expected the feature "golf"/],
    [['../x/REQ-001'], 1, /^unknown-feature/],
  ] as const;
  for (const [args, code, message] of cases) {
    const said = await trace(...args);
    assert.equal(said.code, code, said.out + said.err);
    assert.match(said.err, message);
  }
  assert.equal((await trace('REQ-001', '--feature', 'squash-booking')).code, 0);
});
