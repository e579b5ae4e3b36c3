// What somebody else wrote stays theirs: rules change in it what the checks or a review asked for, and nothing else.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { checkSpec } from '../../../documents/spec/check-spec.ts';
import { readSpec } from '../../../documents/spec/read-spec.ts';
import { reviseSpec } from './revise-spec.ts';

const SPEC = readFileSync(new URL('../../../../test/systems/pm-spec.md', import.meta.url), 'utf8');
const asked = (point: string, answer: string) => [
  { from: 'agent' as const, text: `1. The review says "${point}": what should hold there?` },
  { from: 'person' as const, text: answer },
];
const revise = (last: string, points: readonly string[], messages: ReturnType<typeof asked>, errors = points) =>
  reviseSpec({ last, points, errors, messages, assumptions: [] });

test('an answer to the review becomes a criterion of the requirement; all other lines stay', () => {
  const point = 'Say what happens without orders.';
  const revised = revise(SPEC, [point], asked(point, 'The file has only the heading.'), []);
  const before = new Set(SPEC.split('\n'));
  assert.deepEqual(
    revised.split('\n').filter((line) => !before.has(line)),
    ['version: 2', '- [ ] The file has only the heading.'],
  );
});

test('what nobody answered is named as open, and the specification is kept', () => {
  const revised = revise(SPEC, ['Say what happens without orders.'], [], []);
  assert.match(revised, /## Open Points\n\n- Of the review, not answered: "Say what happens without orders"\./);
  assert.deepEqual(readSpec(revised).requirements.length, 1);
});

test('what the checks found is repaired by the answer, or from the requirement itself', () => {
  const broken = SPEC.replaceAll(/^- \[ \] .*\n/gm, '').replace('priority: must\n', '');
  const errors = checkSpec(broken).blocking.map(({ message }) => message);
  const answered = revise(broken, errors, asked(errors[1] ?? '', 'The file holds one line for each order.'));
  assert.deepEqual(checkSpec(answered).blocking, []);
  assert.deepEqual(readSpec(answered).requirements[0]?.criteria, ['The file holds one line for each order.']);
  const silent = revise(broken, errors, []);
  assert.deepEqual(checkSpec(silent).blocking, []);
  assert.match(readSpec(silent).requirements[0]?.criteria[0] ?? '', /^Given a trial in which a shop owner asks/);
});

test('a fence around it is taken off', () => {
  const fenced = `\`\`\`markdown\n${SPEC}\`\`\`\n`;
  assert.deepEqual(checkSpec(revise(fenced, [], [])).blocking, []);
});
