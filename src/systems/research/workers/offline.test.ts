import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Json } from '../../../json.ts';
import { BRIEF_DEFAULTS } from '../brief.ts';
import { researchWriters } from './offline.ts';

test('a sentence that cannot be filed takes no length from the others', () => {
  const code = `The mill has <b>${'wheel '.repeat(60)}</b> in it.`;
  const texts = [code, code.replace('The', 'A'), 'The old mill by the river was built in 1820.'];
  const passages = texts.map((text, at) => ({
    ...{
      id: `e${at + 1}`,
      source: 's1',
      start: at * 1000,
      end: at * 1000 + text.length,
      text,
      heading: '',
      before: '',
    },
  }));
  const brief = { ...BRIEF_DEFAULTS, topic: 'The mill', target_length: 50 };
  const input = { material: { brief, passages, sources: [], outline: null } } as unknown as Json;
  const writer = researchWriters.find(({ step }) => step === 'article_writer');
  const step = {
    workflow: 'research-execution',
    step: 'article_writer',
    title: '',
    prompt: '',
    item: null,
    schema: null,
  };
  const written = writer?.write({ ...step, input, data: {}, runInput: {} });
  const { content } = written as { readonly content: string };
  assert.match(content, /^- The old mill by the river was built in 1820 \[e3\]\.$/m);
});
