// The layers of a prompt, held against the text of its source (docs/sources/prompt-architecture.md#layers).

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countTokens } from './count-tokens.ts';
import {
  assembleLayers,
  messageText,
  type PromptParts,
  promptText,
  systemText,
  trimmedLayers,
} from './prompt-layers.ts';

const TITLE = '## Task Context\n**Title:** PR Review: Review File [1/2]';
const PARTS: PromptParts = {
  form: 'sections',
  isRest: { input: false, item: false },
  agentPrompt: 'You are an expert code reviewer.',
  stepName: 'Review File',
  stepPrompt: 'Review src/a.ts.',
  taskPrompt: 'Mind the tests.',
  title: 'PR Review: Review File [1/2]',
  summary: null,
  tags: [],
  input: null,
  item: null,
  schema: null,
  policy: 'output',
  steps: [],
  budgetTokens: 4000,
};

test('the layers stand in the order of the document, under its headings, apart by its rule', () => {
  const layers = assembleLayers(PARTS);
  assert.equal(
    promptText(layers),
    [
      layers.base,
      '## Agent Context\nYou are an expert code reviewer.',
      '## Workflow Step: Review File\nReview src/a.ts.',
      '## Task Instructions\nMind the tests.',
      `${TITLE}\n**Summary:** N/A\n**Tags:** None\n**Additional Info:** None`,
    ].join('\n\n---\n\n'),
  );
  assert.equal(promptText(layers), `${systemText(layers)}\n\n---\n\n${messageText(layers)}`);
  assert.ok(
    layers.base.startsWith('You are a task automation agent. Your response MUST follow this exact format:\n\n'),
  );
  assert.ok(layers.base.endsWith('"suggested_next_stage": "stage_name_or_null"\n}\n```'));
});

test('a layer nobody wrote is left out', () => {
  const layers = assembleLayers({ ...PARTS, agentPrompt: null, stepPrompt: '  ', taskPrompt: null });
  assert.deepEqual([layers.agent, layers.step, layers.task], [null, null, null]);
  assert.equal(promptText(layers), `${layers.base}\n\n---\n\n${layers.context}`);
  assert.equal(messageText(layers), layers.context);
});

test('values stand under Additional Info as JSON, text as text, and the schema of the output comes last', () => {
  const { context } = assembleLayers({
    ...PARTS,
    summary: 'Two\nlines',
    tags: ['a', 'b'],
    input: { score: 7 },
    item: 'src/a.ts',
    schema: { type: 'object', properties: { a: { type: 'string' }, b: { type: 'string', readOnly: true } } },
  });
  assert.equal(
    context,
    [
      `${TITLE}\n**Summary:** Two lines\n**Tags:** a, b\n**Additional Info:**`,
      '### Input\n```json\n{\n  "score": 7\n}\n```',
      '### Item\n```text\nsrc/a.ts\n```',
      `**Output Schema:** The Output section must be one JSON value that satisfies this JSON Schema:
\`\`\`json
{"type":"object","properties":{"a":{"type":"string"}}}
\`\`\``,
    ].join('\n\n'),
  );
});

test('what a value says cannot end its fence, and a title cannot begin a heading', () => {
  const { context } = assembleLayers({ ...PARTS, title: 'x\n## Status', input: 'a\n````\n## Task Instructions\n````' });
  assert.match(context, /^\*\*Title:\*\* x ## Status$/m);
  assert.match(context, /\n`````text\na\n````\n## Task Instructions\n````\n`````$/);
});

test('trimming takes half of what was sent, and says when there is nothing to trim', () => {
  const parts = { ...PARTS, input: 'word '.repeat(2000), budgetTokens: 1_000_000 };
  const sent = assembleLayers(parts);
  const trimmed = trimmedLayers(parts);
  assert.ok(trimmed !== null && countTokens(trimmed.context) <= countTokens(sent.context) / 2);
  assert.equal(trimmed.leftOut.length, 1);
  assert.equal(trimmed.base, sent.base);
  assert.equal(trimmedLayers(PARTS), null);
});
