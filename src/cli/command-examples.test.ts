// The examples in help texts: each calls its own command, with options that the command has.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { GROUPS } from '../operations/groups.ts';
import { fieldsOf } from '../operations/read-shape.ts';
import { EXAMPLES } from './command-examples.ts';
import { dashed, flagOf } from './flag-of.ts';

test('an example begins with the words of its command', () => {
  for (const [words, example] of Object.entries(EXAMPLES))
    assert.ok(example === words || example.startsWith(`${words} `), example);
});

test('an example of an operation uses only its options, and gives what is required', async () => {
  const operations = (await Promise.all(GROUPS.map((group) => group.load()))).flat();
  const groups = new Set(GROUPS.map(({ name }) => name));
  for (const [words, example] of Object.entries(EXAMPLES).filter(([name]) => groups.has(name.split(' ')[0] ?? ''))) {
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
