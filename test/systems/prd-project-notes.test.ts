// What the writer of a brief gets of the project: notes, for which no step waits.

import assert from 'node:assert/strict';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { withModel } from './prd-cast.ts';
import { newFolder } from './prd-fixture.ts';

const TEXT_BYTES_MAX = 5_000_000;

test('a README or an earlier brief that cannot be read holds no brief up, and nothing of it is told', async (t) => {
  const { fixture, model } = await withModel(t);
  const at = (...path: string[]): string => join(fixture.project, ...path);
  writeFileSync(at('README.md'), `# Shop\n${'x'.repeat(TEXT_BYTES_MAX)}`);
  for (const name of ['kept', 'taken', 'linked', '.trash']) mkdirSync(at('magi-sdd', name), { recursive: true });
  writeFileSync(at('magi-sdd/kept/feature-brief.md'), '# Find orders\n');
  mkdirSync(at('magi-sdd/taken/feature-brief.md'));
  const outside = join(newFolder(t), 'notes.md');
  writeFileSync(outside, '# Not of this project\n');
  symlinkSync(outside, at('magi-sdd/linked/feature-brief.md'));
  writeFileSync(at('magi-sdd/.trash/feature-brief.md'), '# Thrown away\n');
  const run = await fixture.start();
  await run.at('FBReview');
  const [asked] = model.asked.filter(({ label }) => label === 'Feature Brief Generation');
  const [, notes = ''] = /### What the project has\n([\s\S]*?)\n###/.exec(asked?.prompt ?? '') ?? [];
  assert.match(
    notes,
    /- README\.md\n- Files: README\.md\n- An earlier feature, magi-sdd\/kept\/feature-brief\.md: Find/,
  );
  assert.doesNotMatch(notes, /taken|linked|trash|Not of this project|Thrown away/);
});
