// The context of a design: what a project's documents, code and standards say, per section.

import assert from 'node:assert/strict';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { workspaceFiles } from '../../src/runtime/workspace-files.ts';
import { retrieveContext } from '../../src/systems/sdd/retrieve-context.ts';
import { newFolder } from './prd-fixture.ts';

function project(t: TestContext, files: { readonly [path: string]: string }) {
  const folder = newFolder(t);
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return { folder, files: workspaceFiles([folder]) };
}

const FILES = {
  'docs/retention.md': '# Retention\n\nBookings are kept for two years, then removed at night.\n\n# Colours\n\nBlue.\n',
  'src/booking.ts':
    '/** Books a court for a member; slots overlap never. */\nexport function bookCourt() {\n  return hidden();\n}\n',
  'src/generated/api.ts': '/** Books a court, generated. */\nexport function generatedBooking() {}\n',
  '.gitignore': 'src/generated/\n*.secret.md\n',
  'keys.secret.md': '# Keys\n\nbookings retention secret\n',
  '.env': 'BOOKING=1',
  'magi-sdd/court-booking/design/hld.md': '# Own draft about bookings retention\n',
  'magi-sdd/other/PRD.md': '# PRD\n\nRetention of invoices is ten years.\n',
  'magi-sdd/standards/data.md': [
    '# Data MUST be owned',
    '',
    '- Personal data MUST be encrypted at rest.',
    '- Names should be short.',
    '```',
    'A MUST in a fence is an example.',
    '```',
    '1. Services MUST NOT share tables.',
  ].join('\n'),
};

test('each section gets passages of documents, code and standards, with file and lines', async (t) => {
  const { folder, files } = project(t, FILES);
  const found = await retrieveContext(files, {
    ...{ project: folder, featureId: 'court-booking' },
    queries: { security: 'encrypted personal data', reliability: 'retention of bookings', components: 'book a court' },
  });
  const [security, reliability, components] = [
    ...['security', 'reliability', 'components'].map((section) => found.sections[section] ?? []),
  ];
  assert.deepEqual([security?.[0]?.source, security?.[0]?.lines], ['magi-sdd/standards/data.md', '1-8']);
  assert.deepEqual([reliability?.[0]?.source, reliability?.[0]?.lines], ['docs/retention.md', '1-3']);
  assert.match(reliability?.[0]?.text ?? '', /two years/);
  assert.deepEqual([components?.[0]?.source, components?.[0]?.lines], ['src/booking.ts', '1-2']);
  const sources = new Set(
    Object.values(found.sections)
      .flat()
      .map(({ source }) => source),
  );
  for (const path of ['src/generated/api.ts', 'keys.secret.md', '.env', 'magi-sdd/court-booking/design/hld.md'])
    assert.ok(!sources.has(path), path);
  assert.equal(found.searched.files, 4);
  assert.equal(found.leftOut, 0);
});

test('the lines that say MUST are standards, each with its file and line', async (t) => {
  const { folder, files } = project(t, { ...FILES, 'rules/own.md': 'Logs MUST carry a request id.\n' });
  const of = async (standards?: string) =>
    (
      await retrieveContext(files, {
        ...{ project: folder, featureId: '', queries: {} },
        ...(standards !== undefined && { standards }),
      })
    ).standards;
  assert.deepEqual(await of(), [
    { file: 'magi-sdd/standards/data.md', line: 3, text: 'Personal data MUST be encrypted at rest.' },
    { file: 'magi-sdd/standards/data.md', line: 8, text: 'Services MUST NOT share tables.' },
  ]);
  const own = [{ file: 'rules/own.md', line: 1, text: 'Logs MUST carry a request id.' }];
  assert.deepEqual(await of('./rules/'), own);
  assert.deepEqual(await of(join(folder, 'rules')), own);
});

test('what is too large, too much or a link is left out, and it is told', async (t) => {
  const { folder, files } = project(t, { 'a.md': 'bookings\n', 'large.md': `bookings\n${'x'.repeat(300_000)}` });
  symlinkSync('/etc/hostname', join(folder, 'link.md'));
  writeFileSync(join(folder, 'binary.md'), Buffer.from([98, 0, 99]));
  const found = await retrieveContext(files, { project: folder, featureId: '', queries: { all: 'bookings' } });
  assert.deepEqual(
    found.sections.all?.map(({ source }) => source),
    ['a.md'],
  );
  assert.deepEqual([found.searched.files, found.leftOut], [1, 2]);
  const many = await files.list(folder, 1);
  assert.deepEqual([many.files.length, many.isCut], [1, true]);
  assert.deepEqual(await files.list(join(folder, 'gone')), { files: [], isCut: false });
  await assert.rejects(files.list('/etc'), /Expected an absolute path inside/);
});

test('the file that the brief was read from is no source: it is in the prompts whole', async (t) => {
  const { folder, files } = project(t, { 'brief.md': 'Members make bookings.\n', 'notes.md': 'Old bookings.\n' });
  const request = { project: folder, featureId: '', queries: { all: 'bookings' }, brief: 'Members make bookings.' };
  const { sections } = await retrieveContext(files, request);
  assert.deepEqual(
    sections.all?.map(({ source }) => source),
    ['notes.md'],
  );
});
