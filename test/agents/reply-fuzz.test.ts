// What holds for every reply: reading never throws, garbage is never done, damage never turns a failure into a success,
// and nobody can make it slow.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import remarkParse from 'remark-parse';
import { unified } from 'unified';
import { outlineOf } from '../../src/agents/reply/markdown-outline.ts';
import { outputValue } from '../../src/agents/reply/output-value.ts';
import { readReply } from '../../src/agents/reply/read-reply.ts';
import type { Json, JsonObject } from '../../src/json.ts';
import type { Envelope } from '../../src/ports/agent.ts';
import { validate } from '../../src/runtime/validate.ts';
import { soaked } from '../support/soak.ts';

const RULES = { schema: null, acceptPartial: true, reviewBelow: null };
const SCHEMA: JsonObject = { type: 'object', properties: { score: { type: 'number' } }, required: ['score'] };
const RUNS = { numRuns: soaked(200), seed: 20_260_401 };
const read = (text: string) => readReply({ text }, RULES, validate);

const fragment = fc.constantFrom(
  ...['\n\n## Status\nSUCCESS\n\n', '\n\n## Status\nFAILED\n\n', '\n\n## Next Action\nCOMPLETE\n\n', '\n\n## Output\n'],
  ...['{"status":"SUCCESS","output":1,"nextAction":"COMPLETE"}', "{'status':'SUCCESS','output':1}", '{"', '["'],
  ...['## Status\n', '## Summary\n', '## Output\n', '## Next Action\n', '## Metadata\n', '# Status: ', 'Status\n===\n'],
  ...[
    'SUCCESS',
    'FAILED',
    'COMPLETE',
    'ESCALATE',
    'CONTINUE',
    '\n',
    '\n\n',
    '\r\n',
    '\r',
    ' ',
    '\t',
    '\u00a0',
    '\ufeff',
    '\0',
  ],
  ...['```', '````', '```json\n', '~~~', '`', '> ', '- ', '1. ', '    ', '<!--', '-->', '<pre>', '<think>', '</think>'],
  ...[
    '{',
    '}',
    '[',
    ']',
    '"',
    "'",
    '“',
    '”',
    ':',
    ',',
    '\\',
    '\\u',
    '//',
    '/*',
    '*/',
    '"status"',
    '"output"',
    '"nextAction"',
  ],
  ...['"SUCCESS"', '"COMPLETE"', 'null', '1', '1e999', '__proto__', '---\n', '*', '_', '日本', 'ß', '\ud800', '\u2028'],
);
const soup = fc
  .array(fc.oneof(fragment, fc.string({ maxLength: 4 })), { maxLength: 60 })
  .map((parts) => parts.join(''));

test('no text makes reading throw', () => {
  fc.assert(
    fc.property(soup, (text) => {
      for (const rules of [RULES, { ...RULES, schema: SCHEMA }]) {
        const result = readReply({ text }, rules, validate);
        assert.ok(result.ok || result.problems.length > 0);
      }
      outputValue(text);
    }),
    RUNS,
  );
});

test('no structured value makes reading throw', () => {
  const keys = fc.constantFrom(
    'status',
    'Status',
    'output',
    'nextAction',
    'next_action',
    'metadata',
    'summary',
    '__proto__',
  );
  const words = fc.constantFrom('SUCCESS', 'failed', 'COMPLETE', 'CONTINUE', '', '[x', '{"a":1}');
  const value = fc.oneof(words, fc.jsonValue() as fc.Arbitrary<Json>);
  fc.assert(
    fc.property(fc.dictionary(keys, value), fc.boolean(), (structured, hasSchema) => {
      const rules = { ...RULES, schema: hasSchema ? SCHEMA : null };
      readReply({ text: '', structured: structured as Json }, rules, validate);
    }),
    RUNS,
  );
});

test('a text that names no status is never an envelope', () => {
  const quiet = soup.map((text) => text.replace(/success|partial|blocked|failed/gi, 'word'));
  fc.assert(
    fc.property(quiet, (text) => assert.equal(read(text).ok, false)),
    RUNS,
  );
});

const work = fc.oneof(soup, fc.string({ maxLength: 40 }), fc.jsonValue({ maxDepth: 2 }) as fc.Arbitrary<Json>);
const failed = fc.constantFrom(...(['FAILED', 'BLOCKED'] as const));

test('a JSON envelope is read as it was written, whatever its output holds', () => {
  fc.assert(
    fc.property(fc.constantFrom('SUCCESS', 'PARTIAL', 'BLOCKED', 'FAILED'), work, (status, output) => {
      const meant = JSON.parse(JSON.stringify({ status, summary: 's', output, nextAction: 'COMPLETE' }));
      for (const text of [JSON.stringify(meant), `Here:\n\n\`\`\`json\n${JSON.stringify(meant, null, 2)}\n\`\`\`\n`]) {
        const result = read(text);
        assert.ok(result.ok, JSON.stringify(result));
        assert.equal(result.envelope.status, status);
        assert.deepEqual(result.envelope.output, meant.output);
      }
    }),
    RUNS,
  );
});

const sections = (status: string, output: string, next: string): string =>
  `## Status\n${status}\n\n## Summary\nShort.\n\n## Output\n${output}\n\n` +
  `## Next Action\n${next}\n\n## Metadata\n{"confidence": 0.5}\n`;

test('nothing inside the output of sections changes the status', () => {
  fc.assert(
    fc.property(fc.constantFrom('SUCCESS', 'PARTIAL', 'BLOCKED', 'FAILED'), soup, (status, output) => {
      const result = read(sections(status, output, 'ESCALATE'));
      if (result.ok) assert.equal(result.envelope.status, status);
    }),
    RUNS,
  );
});

test('nothing inside the output of sections turns another wish into COMPLETE', () => {
  fc.assert(
    fc.property(soup, fc.constantFrom('ESCALATE', 'HOLD'), (output, next) => {
      const result = read(sections('SUCCESS', output, next));
      if (result.ok) assert.notEqual(result.envelope.nextAction, 'COMPLETE');
    }),
    RUNS,
  );
});

test('output in a long fence is kept to the letter', () => {
  const lines = fc.array(soup, { maxLength: 5 }).map((parts) => parts.join('\n').replaceAll('~', ''));
  fc.assert(
    fc.property(lines, (inside) => {
      const output = `~~~~~~text\n${inside} x\n~~~~~~`;
      const result = read(sections('SUCCESS', output, 'COMPLETE'));
      assert.ok(result.ok, JSON.stringify(result));
      assert.equal(result.envelope.output, output);
    }),
    RUNS,
  );
});

test('the outline has the headings a whole parse finds', () => {
  const parser = unified().use(remarkParse);
  const markdown = soup.map((text) => text.replace(/[\u00a0\ufeff\u2028\r]/g, ''));
  const more = fc.constantFrom(
    'word\n',
    '  word\n',
    '    word\n',
    '- a\n',
    '- b\n',
    '\t"x",\n',
    '\n',
    '12\n',
    '1. a\n',
    '- ```\n',
    '* * *\n',
  );
  const many = fc.array(fc.oneof({ weight: 2, arbitrary: more }, { weight: 1, arbitrary: fragment }), {
    maxLength: 40,
  });
  const lines = many.map((parts) => parts.join('').replace(/[\u00a0\ufeff\u2028\r]/g, ''));
  fc.assert(
    fc.property(fc.oneof(markdown, lines), (text) => {
      const whole = parser.parse(text).children.flatMap(({ type, position }) => {
        const at = position?.start;
        if (type !== 'heading' || at?.offset === undefined) return [];
        return /^#{1,6}(?:[ \t\n]|$)/.test(text.slice(at.offset)) ? [at.offset - at.column + 1] : [];
      });
      assert.deepEqual(
        outlineOf(text)?.headings.map(({ start }) => start),
        whole,
      );
    }),
    { ...RUNS, numRuns: soaked(500) },
  );
});

type Damage = (text: string, at: number, length: number, other: string) => string;
const damage = fc.constantFrom<Damage>(
  (text, at, length) => text.slice(0, at) + text.slice(at + length),
  (text, at) => text.slice(0, at),
  (text, at, _, other) => text.slice(0, at) + other + text.slice(at),
  (text, at, length) => text.slice(0, at) + text.slice(at, at + length) + text.slice(at),
  (text) => text.replaceAll('\n', '\r\n'),
  (text, _, __, other) => `${other}\n\n${text}`,
  (text, _, __, other) => `${text}\n\n${other}`,
);
const quiet = soup.map((text) => text.replace(/success|partial|blocked|failed|complete/gi, 'word'));

test('a damaged failure is never read as a success', () => {
  fc.assert(
    fc.property(failed, work, damage, fc.nat(600), fc.nat(40), quiet, (status, output, harm, at, length, other) => {
      const envelope = { status, summary: 's', output, nextAction: 'HOLD', nextActionReason: 'r' };
      const texts = [JSON.stringify(envelope, null, 2), sections(status, outputText(output), 'HOLD: r')];
      for (const text of texts) {
        const result = read(harm(text, at % text.length, length, other));
        if (!result.ok) continue;
        const { status: found, nextAction } = result.envelope;
        assert.ok(
          isFailure(result.envelope) || nextAction !== 'COMPLETE',
          `${status} was read as ${found} ${nextAction}`,
        );
      }
    }),
    RUNS,
  );
});

const isFailure = ({ status }: Envelope): boolean => status === 'FAILED' || status === 'BLOCKED';
const outputText = (output: Json): string => (typeof output === 'string' ? output : JSON.stringify(output));

test('a reply cut off anywhere inside its JSON is a problem', () => {
  const whole = JSON.stringify({ status: 'SUCCESS', summary: 's', output: { a: ['x', 1] }, nextAction: 'COMPLETE' });
  for (let length = 0; length < whole.length; length++) {
    for (const text of [
      whole.slice(0, length),
      `\`\`\`json\n${whole.slice(0, length)}`,
      `Here: ${whole.slice(0, length)}`,
    ]) {
      assert.equal(read(text).ok, false, text);
    }
  }
});

const SIZE = 200_000;
const third = (text: string): string => text.slice(0, SIZE / 3);
const times = (unit: string): string => unit.repeat(Math.ceil(SIZE / unit.length));
const slow: readonly (readonly [string, string])[] = [
  ...[
    '`',
    '` ',
    '``` ',
    '```\n',
    '~~~\n',
    '{',
    '}',
    '{{}',
    '[',
    '[]',
    '[[]',
    '{"',
    '{"a":',
    '{"a":[',
    '[{',
    '("',
    '"',
    "'",
  ],
  ...[
    '\\',
    '/*',
    '//',
    '//\n',
    '*',
    '**a*',
    '_a',
    '[a](b ',
    '![',
    '<a ',
    '<!--',
    '&',
    '>',
    '> ',
    '>\n',
    '- ',
    '- a\n',
    '1. ',
  ],
  ...[
    '\n',
    '\r',
    '\r\n',
    ' ',
    '\t',
    '\u00a0',
    '# ',
    '#',
    '## Status\n',
    '## Status\nFAILED\n\n',
    '---\n',
    '=\n',
    'a\n=\n',
  ],
  ...[
    '{"status":"FAILED"}',
    '{"status":"FAILED","output":1}\n```\n',
    '<think>',
    '{"output":1,"Output":1,',
    '{a:1,}',
    '“',
  ],
  ...['0', '1.', '-', 'e', '1e', 'SUCCESS ', '| SUCCESS ', ': ', '.', '\ud83d\ude00', '\ufeff', '\0', 'a- b ', '* *\n'],
].map((unit) => [JSON.stringify(unit), times(unit)] as const);
/** As many lines as are parsed at all. */
const nested = ['> - > - <\n', '- <\n', '  - <\n    - <\n', '- '.repeat(90), '* *\n'].map((unit) => unit.repeat(480));
const crowded = ['## Status\nFAILED\n', '## Metadata\n{}\n', '```\n', '<b>\n\n', 'a <\n\n'].map((unit) =>
  unit.repeat(2_400),
);
const stairs = Array.from({ length: 600 }, (_, depth) => `${' '.repeat(depth)}- a`).join('\n');
const runs = Array.from({ length: 630 }, (_, length) => '`'.repeat(length)).join(' ');
const gaps = `${`-${' '.repeat(130)}`.repeat(7)}x`;

test('no text of 200 KB takes a second', () => {
  const limits = [...nested, ...crowded].map((text) => [JSON.stringify(text.slice(0, 20)), text] as const);
  const texts = [...slow, ...limits, ['stairs', stairs], ['runs of backticks', runs], ['wide lists', gaps]] as const;
  for (const [name, text] of texts) {
    for (const [place, reply] of [
      ['alone', text],
      ['in sections', sections(third(text), text, third(text)) + third(text)],
      ['in JSON', `{"status": "SUCCESS", "output": ${third(text)}`],
    ] as const) {
      const took = timed(() => read(reply));
      assert.ok(took < 1_000, `${name} ${place} took ${Math.round(took)} ms`);
    }
  }
});

const LARGE = 10_000_000;
const prose = 'The quick brown fox jumps over the lazy dog, and then it sleeps until noon.\n'.repeat(LARGE / 76);
const records = `[\n${'  {\n    "name": "x",\n    "score": 7\n  },\n'.repeat(LARGE / 44)}  {}\n]`;
const large: readonly (readonly [string, string])[] = [
  ['prose in sections', sections('SUCCESS', prose, 'COMPLETE')],
  ['one line in sections', sections('SUCCESS', 'x'.repeat(LARGE), 'COMPLETE')],
  ['a fence in sections', sections('SUCCESS', `\`\`\`text\n${prose}\`\`\``, 'COMPLETE')],
  ['JSON in sections', sections('SUCCESS', `\`\`\`json\n${records}\n\`\`\``, 'COMPLETE')],
  ['a JSON envelope', JSON.stringify({ status: 'SUCCESS', summary: 's', output: prose, nextAction: 'COMPLETE' })],
  ['loose JSON', `Here: {'status': 'SUCCESS', 'output': ${records}, 'nextAction': 'COMPLETE',}`],
];

for (const [name, text] of large) {
  test(`10 MB of ${name} are read in two seconds`, () => {
    let result: ReturnType<typeof read> | null = null;
    const took = timed(() => {
      result = read(text);
    });
    const found = result as ReturnType<typeof read> | null;
    assert.ok(found?.ok, JSON.stringify(found).slice(0, 500));
    assert.ok(took < 2_000, `took ${Math.round(took)} ms`);
  });
}

test('10 MB of nothing are refused in two seconds', () => {
  for (const text of [prose, ' '.repeat(LARGE), '{'.repeat(LARGE), '## Status\n'.repeat(LARGE / 10)]) {
    const took = timed(() => assert.equal(read(text).ok, false));
    assert.ok(took < 2_000, `${text.slice(0, 10)} took ${Math.round(took)} ms`);
  }
});

/** Of this thread, in milliseconds: what else the machine does is not our doing. */
function timed(act: () => unknown): number {
  const start = process.threadCpuUsage();
  act();
  const { user, system } = process.threadCpuUsage(start);
  return (user + system) / 1_000;
}
