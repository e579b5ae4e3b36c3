// What rules understand of briefs whose sentences were once lost or misread.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { modelDomain } from '../../src/documents/design/model-domain.ts';
import { businessRules } from '../../src/systems/sdd/writers/lld-rules.ts';

const model = (brief: string) => modelDomain({ brief, requirements: '' });
const deeds = (brief: string): readonly string[] =>
  model(brief).useCases.map(({ title, actor }) => `${actor}: ${title}`);
const columns = (brief: string, table: string): readonly string[] =>
  model(brief)
    .entities.find((each) => each.table === table)
    ?.columns.map(({ name }) => name) ?? [];

test('each statement between semicolons has its own actor and record', () => {
  assert.deepEqual(deeds('Members book meeting rooms by the hour; an admin adds rooms.'), [
    'Member: Book a room',
    'Admin: Add a room',
  ]);
  assert.deepEqual(deeds('Students submit homework; teachers grade homework.'), [
    'Student: Submit homework',
    'Teacher: Grade homework',
  ]);
});

test('what must not be done is a guard, and no way into the state', () => {
  const brief = 'Drivers deliver batches. A technician blocks a batch. A blocked batch must not be delivered.';
  const batch = model(brief).entities.find(({ name }) => name === 'batch');
  assert.deepEqual(batch?.guards, [
    { from: 'blocked', to: 'delivered', text: 'A blocked batch must not be delivered.' },
  ]);
  const rules = businessRules(model(brief)).join('\n');
  assert.match(rules, /Never from `blocked` to `delivered`/);
  assert.doesNotMatch(rules, /\| batch \| [^|]*`blocked`[^|]* \| `delivered` \|/);
});

test('whoever is told something has a use case of their own, and so have several organisations', () => {
  const brief =
    'Technicians record tests. If a test fails, the system alerts the quality manager within 5 minutes. ' +
    'Clinics can look up tests. Sensors report every minute, and staff get an alert when it is warm for 10 minutes.';
  const found = deeds(brief);
  for (const deed of ['Scheduler: Alert a quality manager', 'Clinic staff: Look up tests', 'Scheduler: Alert staff'])
    assert.ok(found.includes(deed), `${deed} in ${found.join('; ')}`);
});

test('fields that are named with a thing are columns, and a reading has a value with its unit', () => {
  const own = columns('A beekeeper records an inspection with its date, queen status and mite count.', 'inspections');
  for (const name of ['on_date', 'queen_status', 'mite_count']) assert.ok(own.includes(name), name);
  const reading = columns('Sensors report every minute.', 'readings');
  for (const name of ['measured_at', 'value', 'unit']) assert.ok(reading.includes(name), name);
});

test('what holds for every record makes no table and no actor', () => {
  const requirements = [
    'REQ-001: Book a court. The system shall let members book a court.',
    'REQ-002: Concurrent Changes. If two people change the same record at the same time, then the system shall keep ' +
      'the first change, showing the second person the conflict within 2 seconds.',
    'REQ-003: Notify trainers. When a court is closed, the system shall notify trainers.',
  ];
  const { actors, entities, useCases } = modelDomain({ brief: '', requirements });
  assert.deepEqual(actors, ['Member', 'Scheduler']);
  assert.deepEqual(
    entities.map(({ table }) => table).filter((table) => /^(?:records|entries|requests|people)$/.test(table)),
    [],
  );
  assert.ok(useCases.some(({ requirements: ids }) => ids.includes('REQ-003')));
});
