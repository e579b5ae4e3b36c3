// Whatever a value is, the blocks of a prompt are the author's: read with remark, the headings and rules that the
// author wrote stand, and none is added.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import remarkParse from 'remark-parse';
import { unified } from 'unified';
import { parseTemplate } from '../../src/diagram/config/parse-template.ts';
import { renderPrompt } from '../../src/engine/template.ts';
import { walk } from '../../src/engine/walk.ts';
import type { JsonObject } from '../../src/json.ts';

function filled(text: string, input: JsonObject): string {
  return renderPrompt(parseTemplate(text).template, (root, parts) => walk({ input }, [root, ...parts])).text;
}

interface Node {
  readonly type: string;
  readonly depth?: number;
  readonly children?: readonly Node[];
  readonly value?: string;
}

/** Headings and rules at any depth, with their words, in order. */
function structureOf(markdown: string): string[] {
  const found: string[] = [];
  const look = (node: Node): void => {
    if (node.type === 'heading') found.push(`${'#'.repeat(node.depth ?? 0)} ${wordsOf(node)}`);
    else if (node.type === 'thematicBreak') found.push('---');
    else node.children?.forEach(look);
  };
  look(unified().use(remarkParse).parse(markdown) as Node);
  return found;
}

function wordsOf({ value, children = [] }: Node): string {
  return value ?? children.map(wordsOf).join('');
}

const TEMPLATES = [
  '{{input.a}}',
  'Read this:\n{{input.a}}',
  'Read this:\n\n{{input.a}}\n\nJudge it.',
  'Read {{input.a}}, then judge.',
  '{{input.a}}{{input.b}}',
  '{{input.a}}{{input.b}}{{input.a}}',
  '{{input.a}} {{input.b}} of it',
  '`{{input.a}}`',
  '``{{input.a}}',
  '    {{input.a}}',
  '\t{{input.a}}',
  'A line\n    {{input.a}}',
  '- one\n  {{input.a}}\n- two',
  '- {{input.a}}\n- {{input.b}}',
  '1. one\n\n    {{input.a}}',
  '> {{input.a}}',
  '```\n{{input.a}}\n```',
  '```\n`{{input.a}}`\n```',
  '```\n{{input.a}}{{input.b}}\n```',
  '~~~\nSaid: {{input.a}}\n~~~',
  '- item\n  ```\n  {{input.a}}\n  ```',
  '- ```\n  {{input.a}}\n  ```',
  '```{{input.a}}\ncode\n```',
  '```code```\n\n{{input.a}}',
  '```code``` and\n{{input.a}}',
  '<document>\n{{input.a}}\n</document>',
  'Said:\n<document>{{input.a}}</document>',
  '{{input.a}}\n\n```\ncode\n```\n\n{{input.b}}',
];
const around = (template: string): string =>
  `# First\n\n${template}\n\n## Last\n\nEnd.\n\n{{input.b}}\n\n### Very last\n`;

const piece = fc.constantFrom(
  ...['\n', '\n\n', '\r', '\r\n', ' ', '    ', '\t', '\u00a0', '\ufeff', '\u200b', 'a', '# H', '## H', '#', '---', '-'],
  ...[
    '===',
    '=',
    '*',
    '***',
    '`',
    '``',
    '```',
    '````',
    '~~~',
    '~~~~',
    'js',
    '> ',
    '- ',
    '1. ',
    '1',
    '.',
    '<!--',
    '-->',
  ],
  ...['<div>', '</document>', '[a]: /b', '\\', '{{input.b}}', '| a |', 'End.', '```text\n# H\n```'],
);
const value = fc.array(piece, { maxLength: 7 }).map((pieces) => pieces.join(''));

test('data-2: no value changes which headings and rules a prompt has', () => {
  fc.assert(
    fc.property(fc.constantFrom(...TEMPLATES), value, value, (template, a, b) => {
      const text = around(template);
      const inside = filled(text, { a, b });
      assert.deepEqual(structureOf(inside), ['# First', '## Last', '### Very last'], inside);
    }),
    { numRuns: 5000 },
  );
});
