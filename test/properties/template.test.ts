// Properties of templates: text without holes is unchanged, what is put in is never expanded, and no text takes long.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { parseTemplate } from '../../src/diagram/config/parse-template.ts';
import { render } from '../../src/engine/template.ts';
import { walk } from '../../src/engine/walk.ts';
import type { JsonObject } from '../../src/json.ts';

const lookupIn = (roots: JsonObject) => (root: string, parts: readonly (string | number)[]) =>
  walk(roots, [root, ...parts]);
const piece = fc.oneof(
  fc.constantFrom(
    '{',
    '}',
    '{{',
    '}}',
    ' ',
    'output',
    'output.a',
    '{{output.a}}',
    '{{ output.b }}',
    '{{name}}',
    '\n',
    "['x']",
  ),
  fc.string({ maxLength: 4 }),
);
const anyText = fc.array(piece, { maxLength: 15 }).map((pieces) => pieces.join(''));

test('text without double braces is unchanged', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      fc.pre(!text.includes('{{'));
      assert.equal(render(parseTemplate(text).template, lookupIn({})).text, text);
    }),
  );
});

test('parts put together again are the text, and a template none of whose paths is known renders to itself', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const { template } = parseTemplate(text);
      assert.equal(render(template, () => undefined).text, text);
    }),
    { numRuns: 2000 },
  );
});

test('what is put in is never expanded, whatever it holds', () => {
  fc.assert(
    fc.property(anyText, anyText, anyText, (before, inserted, after) => {
      const plain = (text: string) => text.replaceAll('{', '(').replaceAll('}', ')');
      const text = `${plain(before)}{{output.a}}${plain(after)}`;
      const result = render(parseTemplate(text).template, lookupIn({ output: { a: inserted, b: 'SECRET' } }));
      assert.equal(result.text, plain(before) + inserted + plain(after));
    }),
    { numRuns: 2000 },
  );
});

test('rendering calls the lookup once per hole', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const { template } = parseTemplate(text);
      let calls = 0;
      render(template, () => {
        calls++;
        return '{{output.a}}';
      });
      assert.equal(calls, template.parts.filter((part) => typeof part !== 'string').length);
    }),
  );
});

// Each would take minutes if a brace were looked at once per other brace; the test runner's own limit is the clock.
test('a million braces of any arrangement are read in one pass', { timeout: 20_000 }, () => {
  for (const unit of ['{', '}', '{{', '}}', '{{{}}', '{{ ', '{{}}', '{{x', 'x}}', "{{a['", '{{output.']) {
    const text = unit.repeat(Math.ceil(1_000_000 / unit.length));
    assert.equal(render(parseTemplate(text).template, () => undefined).text, text);
  }
});
