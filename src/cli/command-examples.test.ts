// The examples in help texts: each calls its own command, with options that the command has.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { GROUPS } from '../operations/groups.ts';
import { fieldsOf } from '../operations/read-shape.ts';
import type { Decision, ReviewBody } from '../ports/review.ts';
import { decisionProblems } from '../runtime/check-decision.ts';
import { DECISIONS, EXAMPLES } from './command-examples.ts';
import { dashed, flagOf } from './flag-of.ts';

const examples = () =>
  Object.entries(EXAMPLES).flatMap(([words, some]) => [some].flat().map((example) => [words, example] as const));

test('there is an example of each kind of decision, and each has only what is known', () => {
  const decisions = DECISIONS.map((text) => JSON.parse(text) as Decision);
  assert.deepEqual(decisions.map(({ kind }) => kind).sort(), ['choice', 'document', 'form', 'items', 'message']);
  for (const each of decisions) {
    const kind = each.kind === 'message' ? 'conversation' : each.kind;
    const verdicts = ['approve', 'reject'].map((value) => ({ value }));
    const review = { kind, verdicts, fixed: [], sections: null, fields: [], options: [{ value: 'continue' }] };
    assert.deepEqual(decisionProblems(review as unknown as ReviewBody, each), []);
  }
});

test('an example begins with the words of its command', () => {
  for (const [words, example] of examples()) assert.ok(example === words || example.startsWith(`${words} `), example);
});

test('an example of an operation uses only its options, and gives what is required', async () => {
  const operations = (await Promise.all(GROUPS.map((group) => group.load()))).flat();
  const groups = new Set(GROUPS.map(({ name }) => name));
  for (const [words, example] of examples().filter(([name]) => groups.has(name.split(' ')[0] ?? ''))) {
    const operation = operations.find(({ name }) => name === words.replace(' ', '.'));
    assert.ok(operation, `there is no operation ${words}`);
    const fields = fieldsOf(operation);
    const places = operation.places ?? [];
    const known = new Set(fields.flatMap(({ name }) => [flagOf(name), `--no-${dashed(name)}`]));
    const flags: readonly string[] = example.match(/(?<= )--[a-z-]+/g) ?? [];
    for (const flag of flags) assert.ok(known.has(flag), `${words} has no ${flag}`);
    const required = fields.filter(({ name, isRequired }) => isRequired && !places.includes(name));
    for (const { name } of required) assert.ok(flags.includes(flagOf(name)), `${words} needs ${flagOf(name)}`);
    const given = example.slice(words.length).split(' --')[0]?.trim().split(' ') ?? [];
    const needed = fields.filter(({ name, isRequired }) => isRequired && places.includes(name)).length;
    assert.ok(given.filter((word) => word !== '').length >= needed, `${words} needs ${needed} arguments`);
  }
});
