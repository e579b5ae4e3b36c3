// Traceability: links from requirements to tables, what depends on what, gaps, and what a change makes outdated.

import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { test } from 'node:test';
import { DATABASE, FEATURE, HLD, LLD, PRD, REQUIREMENTS } from '../../../test/support/traced-feature.ts';
import { hashLines, readHashes, requirementHashes } from '../design/requirement-hashes.ts';
import { keptOf } from '../prd/assemble-prd.ts';
import { parseRequirements } from '../requirements/parse-requirements.ts';
import { gapsIn, traceOf } from './dependents.ts';
import { changedRequirements, outdatedSections } from './outdated-sections.ts';
import { readTrace, type TraceKind } from './read-trace.ts';

const sha256 = (text: string): string => hash('sha256', text, 'hex');

const trace = readTrace(FEATURE);
const lineOf = (text: string, words: string): number => text.split('\n').findIndex((line) => line.includes(words)) + 1;

test('all that depends on a requirement is told, each with its file and line', () => {
  const found = traceOf(trace, 'REQ-001');
  assert.deepEqual(found?.item, {
    ...{ id: 'REQ-001', kind: 'requirement', title: 'Book a slot', file: 'requirements.md', section: null },
    line: lineOf(REQUIREMENTS, 'REQ-001'),
  });
  assert.deepEqual(
    found?.dependents.map(({ id, file, line }) => [id, `${file}:${line}`]),
    [
      ['UC-001', `design/hld.md:${lineOf(HLD, 'UC-001:')}`],
      ['CMP-001', `design/hld.md:${lineOf(HLD, 'CMP-001:')}`],
      ['API-001', `design/lld.md:${lineOf(LLD, 'API-001:')}`],
      // It names no use case, and so is for all of its component.
      ['API-004', `design/lld.md:${lineOf(LLD, 'API-004:')}`],
      ['Booking', `design/lld.md:${lineOf(LLD, '### Booking')}`],
      ['TBL-001', `design/database.md:${lineOf(DATABASE, 'TBL-001:')}`],
      ['TBL-002', `design/database.md:${lineOf(DATABASE, 'TBL-002:')}`],
      ['US-004', `PRD.md:${lineOf(PRD, 'US-004')}`],
    ],
  );
  assert.deepEqual(found?.origins, []);
});

test('an endpoint of a shared component belongs to the use cases it names', () => {
  const ids = (id: string) => traceOf(trace, id)?.dependents.map((each) => each.id);
  assert.ok(!ids('REQ-001')?.includes('API-002'));
  assert.ok(ids('REQ-002')?.includes('API-002'));
  assert.ok(!ids('REQ-002')?.includes('API-001'));
  assert.ok(ids('CMP-001')?.includes('API-001') && ids('CMP-001')?.includes('API-002'));
  const origins = (id: string) => traceOf(trace, id)?.origins.map((each) => each.id);
  assert.deepEqual(origins('API-002'), ['REQ-002', 'REQ-005', 'UC-002', 'CMP-001']);
  assert.deepEqual(origins('API-004'), ['REQ-001', 'REQ-002', 'REQ-005', 'UC-001', 'UC-002', 'CMP-001']);
});

test('any id is traced back to its requirements, and a table is found by path where no model is named', () => {
  const found = traceOf(trace, 'TBL-001');
  assert.deepEqual(
    found?.origins.filter(({ kind }) => kind === 'requirement').map(({ id }) => id),
    // The last was rejected; its use case names it all the same, which is a gap.
    ['REQ-001', 'REQ-002', 'REQ-005'],
  );
  assert.ok(traceOf(trace, 'API-002')?.dependents.some(({ id }) => id === 'TBL-001'));
  assert.equal(traceOf(trace, 'API-077'), null);
});

test('gaps: requirements nothing implements, endpoints nothing asks for, ids that lead nowhere', () => {
  const gaps = gapsIn(trace);
  assert.deepEqual(
    gaps.requirements.map(({ item: { id }, message }) => [id, message]),
    [
      ['REQ-003', 'No use case names REQ-003.'],
      ['REQ-004', 'Use cases name REQ-004, and no component or endpoint names one of them.'],
    ],
  );
  assert.deepEqual(
    gaps.endpoints.map(({ item: { id }, message }) => [id, message]),
    [['API-003', 'No use case leads to API-003.']],
  );
  assert.deepEqual(
    gaps.dangling.map(({ message }) => message),
    ['UC-002 names REQ-005, which was rejected.', 'UC-003 names REQ-099: it exists nowhere.'],
  );
});

test('where nobody was there to design components and endpoints, a requirement needs no more than its use case', () => {
  const ids = (kinds: readonly TraceKind[]) => gapsIn(trace, kinds).requirements.map(({ item: { id } }) => id);
  assert.deepEqual(ids(['component', 'endpoint', 'model', 'table']), ['REQ-003'], 'which has no use case');
  assert.deepEqual(ids(['endpoint', 'table']), ['REQ-003', 'REQ-004'], 'components were designed');
});

test('a design without requirements has no gaps of requirements, and an endpoint of a use case is asked for', () => {
  const { requirements, endpoints, dangling } = gapsIn(readTrace({ ...FEATURE, requirements: '', prd: '' }));
  assert.deepEqual([requirements.length, endpoints.map(({ item: { id } }) => id), dangling], [0, ['API-003'], []]);
});

test('an empty feature traces to nothing', () => {
  const empty = readTrace({ featureId: 'x', requirements: '', prd: '', design: { hld: '', lld: '', database: '' } });
  assert.deepEqual([empty.items, empty.links], [[], []]);
  const none = { requirements: [], endpoints: [], withoutStory: [], unspecified: [], dangling: [] };
  assert.deepEqual(gapsIn(empty), none);
});

test('a requirement that was changed or superseded marks the sections that depend on it, and no other', () => {
  const recorded = requirementHashes(keptOf(parseRequirements(REQUIREMENTS).items), sha256);
  assert.deepEqual(Object.keys(recorded), ['REQ-001', 'REQ-002', 'REQ-003', 'REQ-004']);
  assert.deepEqual(changedRequirements(trace, recorded, sha256), []);
  const rewritten = REQUIREMENTS.replace(
    'The club shall cancel a booking.',
    'A member shall cancel up to an hour before.',
  );
  const after = readTrace({ ...FEATURE, requirements: rewritten });
  const changes = changedRequirements(after, recorded, sha256);
  assert.deepEqual(
    changes.map(({ id, kind }) => [id, kind]),
    [['REQ-002', 'changed']],
  );
  const sections = outdatedSections(after, changes);
  assert.deepEqual(
    sections.map(({ part, section, items }) => [part, section, items]),
    [
      ['hld', 'overview', ['UC-002']],
      ['hld', 'components', ['CMP-001']],
      ['lld', 'endpoints', ['API-002', 'API-004']],
      ['database', 'ddl', ['TBL-001', 'TBL-002']],
    ],
  );
  assert.equal(sections[0]?.because[0]?.message, 'The text of REQ-002 was changed since the design was drafted.');
  const superseded = REQUIREMENTS.replace(
    'cancel a booking.\n- **Status**: Approved',
    'cancel a booking.\n- **Status**: Approved\n- **Superseded By**: REQ-001',
  );
  const gone = changedRequirements(readTrace({ ...FEATURE, requirements: superseded }), recorded, sha256);
  assert.deepEqual(
    gone.map(({ message }) => message),
    ['REQ-002 is superseded by REQ-001.'],
  );
  const removed = readTrace({ ...FEATURE, requirements: REQUIREMENTS.replaceAll('### REQ-001:', '### REQ-010:') });
  const lost = changedRequirements(removed, recorded, sha256);
  assert.deepEqual(
    lost.map(({ kind }) => kind),
    ['removed'],
  );
  assert.ok(outdatedSections(removed, lost).some(({ items }) => items.includes('API-001')));
});

test('priority, category and line breaks change nothing of what is built', () => {
  const recorded = requirementHashes(keptOf(parseRequirements(REQUIREMENTS).items), sha256);
  const again = REQUIREMENTS.replaceAll('**Priority**: high', '**Priority**: low').replaceAll('\n', '\r\n');
  assert.deepEqual(changedRequirements(readTrace({ ...FEATURE, requirements: again }), recorded, sha256), []);
});

test('hashes stand in front matter and are read back from it', () => {
  const hashes = requirementHashes(keptOf(parseRequirements(REQUIREMENTS).items), sha256);
  const design = ['---', 'title: "x"', ...hashLines(hashes), 'version: 1', '---', '', '# x', ''].join('\n');
  assert.deepEqual(readHashes(design), hashes);
  assert.deepEqual(readHashes(design.replaceAll('\n', '\r\n')), hashes);
  assert.deepEqual(readHashes(`${hashLines(hashes).join('\n')}\n`), {});
  assert.deepEqual(hashLines({}), []);
});
