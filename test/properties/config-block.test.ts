// What holds for every configuration block, and for every other text.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { readConfig } from '../../src/diagram/config/config-block.ts';
import { scanJson } from '../../src/diagram/config/json-places.ts';
import { isSameJson } from '../../src/diagram/edit/drawing-difference.ts';
import { isJsonObject, type Json, type JsonObject } from '../../src/json.ts';

const fragment = fc.constantFrom(
  '%% === WORKFLOW_CONFIG ===',
  '%% === END_CONFIG ===',
  '%% @A:',
  '%% @b.c: {',
  '%%',
  '%%{',
  '@',
  '{',
  '}',
  '[',
  ']',
  '"',
  ':',
  ',',
  '\\',
  '"k": 1',
  '"__proto__"',
  'null',
  '\n',
  '\r\n',
  '\r',
  ' ',
  '\t',
  '\u00a0',
  '\u2028',
  '\0',
  '1e5',
  '-',
  'é',
  '🎈',
  '\\u00zz',
);
const text = fc
  .array(fc.oneof(fragment, fc.string({ maxLength: 5 })), { maxLength: 60 })
  .map((parts) => parts.join(''));

test('any text is read without throwing, and every place lies in it', () => {
  fc.assert(
    fc.property(text, fc.nat(50), (source, firstLine) => {
      const lines = source.split(/\r\n|\n|\r/);
      const { problems, entries } = readConfig(source, firstLine);
      for (const { line, column } of [...problems, ...entries.map((entry) => entry.place)]) {
        const found = lines[line - firstLine];
        assert.ok(found !== undefined && column >= 1 && column <= found.length + 1, `${line}:${column}`);
      }
      assert.ok(entries.every(({ json }) => isJsonObject(json)));
    }),
    { numRuns: 2000 },
  );
});

test('the scanner takes exactly the JSON that JSON.parse takes', () => {
  const nearlyJson = fc.tuple(fc.json(), fc.nat(), fragment).map(([json, at, wrong]) => {
    const place = at % (json.length + 1);
    return json.slice(0, place) + wrong + json.slice(place);
  });
  fc.assert(
    fc.property(fc.oneof(fc.json(), nearlyJson, text), (source) => {
      const { node } = scanJson(source, 0);
      const isTaken = node !== null && /^[ \t\n\r]*$/.test(source.slice(node.end));
      assert.equal(isTaken, isJson(source));
    }),
    { numRuns: 3000 },
  );
});

test('a configuration comes back as it was written, whatever its layout, and each key is found at its place', () => {
  const layout = fc.record({
    indent: fc.nat(4),
    lead: fc.constantFrom('', '  '),
    gap: fc.constantFrom('', ' ', '\t'),
    end: fc.constantFrom('\n', '\r\n'),
  });
  const id = fc.constantFrom('A', 'a.b-c', 'größe', 'workflow', 'A:B', '__proto__', 'x1');
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.tuple(id, object()), { selector: ([name]) => name }),
      layout,
      (entries, { indent, lead, gap, end }) => {
        const written = entries.map(([name, json]) => `@${name}:${gap}${JSON.stringify(json, null, indent)}`);
        const body = [
          '=== WORKFLOW_CONFIG ===',
          ...written.flatMap((entry) => entry.split('\n')),
          '=== END_CONFIG ===',
        ];
        const source = body.map((line) => `${lead}%%${gap}${line}${end}`).join('');
        const config = readConfig(source);
        assert.deepEqual(config.problems, []);
        assert.deepEqual(
          config.entries.map((entry) => entry.id),
          entries.map(([name]) => name),
        );
        const lines = source.split(/\r?\n/);
        for (const [index, entry] of config.entries.entries()) {
          assert.ok(isSameJson(entry.json, entries[index]?.[1] ?? null));
          for (const path of keyPaths(entry.json)) {
            const { line, column } = entry.placeOf(path);
            assert.ok(lines[line - 1]?.slice(column - 1).startsWith(JSON.stringify(path.at(-1))), path.join('.'));
          }
        }
      },
    ),
    { numRuns: 300 },
  );
});

test('a megabyte of anything gives problems, not a stack overflow', () => {
  const open = '%% === WORKFLOW_CONFIG ===\n';
  const hostile = [
    `%% @A: {"a":${'['.repeat(1_000_000)}`,
    open + '%% @A: {\r\n'.repeat(100_000),
    `${open}%% @A: {${'\r\n'.repeat(500_000)}`,
    `%% @${':'.repeat(1_000_000)}`,
    `${open}%% @A: {"a":"${'\\'.repeat(1_000_001)}`,
    `${open}${' '.repeat(1_000_000)}`,
    `${open}%% @A: {${'"a":1,'.repeat(150_000)}`,
  ];
  for (const source of hostile) assert.ok(readConfig(source).problems.length > 0 || source.startsWith('%% @:'));
});

function object(): fc.Arbitrary<JsonObject> {
  const key = fc.string({ maxLength: 6, unit: 'binary' }).filter((name) => name !== '__proto__');
  return fc.dictionary(
    key,
    fc.jsonValue({ maxDepth: 3 }).map((value) => withoutProto(value as Json)),
    { maxKeys: 4 },
  ) as fc.Arbitrary<JsonObject>;
}

function withoutProto(value: Json): Json {
  return JSON.parse(JSON.stringify(value).replaceAll('__proto__', 'proto')) as Json;
}

function keyPaths(value: Json, path: readonly (string | number)[] = []): (string | number)[][] {
  if (Array.isArray(value)) return value.flatMap((item: Json, index) => keyPaths(item, [...path, index]));
  if (!isJsonObject(value)) return [];
  return Object.keys(value).flatMap((key) => [[...path, key], ...keyPaths(value[key] as Json, [...path, key])]);
}

function isJson(source: string): boolean {
  try {
    JSON.parse(source);
    return true;
  } catch {
    return false;
  }
}
