// Fitting a context: by policy, within the budget, and with a name for everything that was left out.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Json } from '../json.ts';
import { countTokens } from './count-tokens.ts';
import { type ContextParts, fitContext, type PastStep } from './fit-context.ts';

const words = (count: number) => 'word '.repeat(count).trim();
const past = (label: string, output: Json, summary: string | null = null): PastStep => ({
  id: label.toLowerCase(),
  label,
  output,
  summary,
});
const PARTS: ContextParts = {
  policy: 'all',
  isRest: { input: false, item: false },
  input: { n: 1 },
  item: null,
  steps: [past('Analyse', words(400), 'Read it all.'), past('Check', words(300)), past('Sum', 7)],
  budgetTokens: 10_000,
  frameTokens: 0,
};

test('each policy shows what it says', () => {
  assert.equal(fitContext({ ...PARTS, policy: 'output' }).text, '### Input\n```json\n{\n  "n": 1\n}\n```');
  const summary = fitContext({ ...PARTS, policy: 'summary' }).text ?? '';
  assert.match(
    summary,
    /\n### Earlier Steps\n\n- "Analyse": Read it all\.\n\n- "Check": output word word .*…\n\n- "Sum": output 7$/,
  );
  const all = fitContext(PARTS).text ?? '';
  assert.ok(all.includes(`#### "Analyse"\nSummary: Read it all.\n\`\`\`text\n${words(400)}\n\`\`\``));
  assert.ok(all.endsWith('#### "Sum"\n```json\n7\n```'));
});

test('with nothing to show there is no text', () => {
  assert.deepEqual(fitContext({ ...PARTS, policy: 'output', input: null }), { text: null, leftOut: [] });
});

test('an output that is the input stands there once', () => {
  const { text } = fitContext({ ...PARTS, steps: [past('Before', { n: 1 })] });
  assert.match(text ?? '', /#### "Before"\nIts output is the input of this step\.$/);
});

test('of past steps as large as each other the oldest goes first', () => {
  const fitted = fitContext({ ...PARTS, budgetTokens: 420 });
  assert.deepEqual(fitted.leftOut, ['output of "Analyse" (419 tokens)']);
  assert.match(fitted.text ?? '', /\n\nLeft out to fit 420 tokens: output of "Analyse" \(419 tokens\)\.$/);
  assert.ok(fitted.text?.includes('#### "Check"'));
});

test('a much larger step goes before an older one', () => {
  const steps = [past('Small', words(100)), past('Large', words(900))];
  assert.deepEqual(fitContext({ ...PARTS, steps, budgetTokens: 300 }).leftOut, ['output of "Large" (911 tokens)']);
});

test('an input too large by itself is cut in the middle, with a marked gap', () => {
  const input = `BEGIN ${words(5000)} END`;
  const { text, leftOut } = fitContext({ ...PARTS, input, steps: [], budgetTokens: 200 });
  assert.match(
    text ?? '',
    /^### Input\n```text\nBEGIN word[^[]*\n\[\.\.\. [\d,]+ tokens left out here \.\.\.\]\n[^[]*word END\n```\n\nLeft/,
  );
  assert.equal(leftOut.length, 1);
  assert.match(leftOut[0] ?? '', /^the middle of the input \(4,\d{3} tokens\)$/);
});

test('an input that cannot be shown at all is named', () => {
  const { text, leftOut } = fitContext({ ...PARTS, input: words(500), steps: [], budgetTokens: 10 });
  assert.deepEqual(leftOut, ['the input (509 tokens)']);
  assert.equal(text, 'Left out to fit 10 tokens: the input (509 tokens).');
});

test('an input and an item that are both too large share the budget', () => {
  for (let budgetTokens = 150; budgetTokens < 700; budgetTokens += 3) {
    const large = { input: words(5000), item: { text: words(5000) }, steps: [] };
    const { text, leftOut } = fitContext({ ...PARTS, ...large, budgetTokens });
    assert.ok(countTokens(text ?? '') <= budgetTokens, `${countTokens(text ?? '')} > ${budgetTokens}`);
    assert.equal(leftOut.filter((name) => name.startsWith('the middle of ')).length, 2);
  }
  const { text } = fitContext({ ...PARTS, input: words(5000), item: 'small', steps: [], budgetTokens: 700 });
  assert.ok(text?.includes('### Item\n```text\nsmall\n```') && countTokens(text) > 600);
});

const value: fc.Arbitrary<Json> = fc.oneof(
  fc.constant(null),
  fc.string({ unit: 'binary', maxLength: 400 }),
  fc.lorem({ maxCount: 80 }),
  fc.array(fc.oneof(fc.integer(), fc.lorem({ maxCount: 5 })), { maxLength: 40 }),
  fc.dictionary(fc.string({ maxLength: 8 }), fc.lorem({ maxCount: 20 }), { maxKeys: 8 }),
);
const request: fc.Arbitrary<ContextParts> = fc.record({
  policy: fc.constantFrom('none', 'output', 'summary', 'all'),
  isRest: fc.record({ input: fc.boolean(), item: fc.boolean() }),
  input: value,
  item: value,
  steps: fc
    .array(fc.record({ output: value, summary: fc.option(fc.lorem({ maxCount: 20 })) }), { maxLength: 8 })
    .map((steps) => steps.map((step, index) => ({ id: `s${index}`, label: `Step ${index}`, ...step }))),
  budgetTokens: fc.nat({ max: 1500 }),
  frameTokens: fc.nat({ max: 60 }),
});

test('no context takes more than its budget, or than the least there can be', () => {
  fc.assert(
    fc.property(request, (parts) => {
      const taken = countTokens(fitContext(parts).text ?? '') + parts.frameTokens;
      const least = countTokens(fitContext({ ...parts, budgetTokens: 0 }).text ?? '') + parts.frameTokens;
      // The number of the budget itself is longer in the one than in the other.
      assert.ok(taken <= Math.max(parts.budgetTokens, least + 4), `${taken} > ${parts.budgetTokens}, ${least}`);
      // Each entry: a label of up to 60 characters, its quotes and its number; and the line's own words.
      assert.ok(least - parts.frameTokens <= 30 + 40 * (parts.steps.length + 2));
    }),
    { numRuns: 500 },
  );
});

test('everything is either shown or named', () => {
  fc.assert(
    fc.property(request, (parts) => {
      const { text, leftOut } = fitContext(parts);
      for (const name of leftOut) assert.ok(text?.includes(name), `${name} is not named in the context`);
      if (parts.policy === 'output') return;
      for (const step of parts.steps) {
        const isShown = text?.includes(`- "${step.label}": `) || text?.includes(`#### "${step.label}"\n`);
        const isNamed = leftOut.some((name) => name.includes(`of "${step.label}" (`));
        assert.ok(isShown !== isNamed, `${step.label}: shown ${isShown}, named ${isNamed}`);
      }
    }),
    { numRuns: 500 },
  );
});

test('a larger budget never shows less', () => {
  fc.assert(
    fc.property(request, fc.nat({ max: 500 }), (parts, more) => {
      const small = fitContext(parts);
      const large = fitContext({ ...parts, budgetTokens: parts.budgetTokens + more });
      const stepsOf = (names: readonly string[]) => names.filter((name) => name.includes(' of "'));
      for (const name of stepsOf(large.leftOut)) assert.ok(small.leftOut.includes(name), `${name} was shown before`);
      for (const title of ['input', 'item']) {
        assert.ok(leftOutOf(large.leftOut, title) <= leftOutOf(small.leftOut, title), `less of the ${title} is shown`);
      }
    }),
    { numRuns: 500 },
  );
});

/** Tokens left out of a value; all of it counts as more than any middle. */
function leftOutOf(names: readonly string[], title: string): number {
  const middle = names.find((name) => name.startsWith(`the middle of the ${title} `));
  if (middle !== undefined) return Number((middle.match(/[\d,]+/)?.[0] ?? '').replaceAll(',', ''));
  return names.some((name) => name.startsWith(`the ${title} `)) ? Number.POSITIVE_INFINITY : 0;
}
