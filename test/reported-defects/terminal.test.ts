// Nothing that a model, a document, a diagram or a caller writes reaches a terminal as more than text: in every field
// that is printed, in every command.

import assert from 'node:assert/strict';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { describe, test } from 'node:test';
import * as z from 'zod';
import { paintFor } from '../../src/cli/paint.ts';
import type { Screen } from '../../src/cli/screen.ts';
import { outputLines } from '../../src/cli/show-output.ts';
import { problemLine } from '../../src/cli/show-problems.ts';
import { widthOf } from '../../src/cli/shown-text.ts';
import { cleaned } from '../../src/cli/terminal.ts';
import { jsonText, terminalText } from '../../src/cli/terminal-text.ts';
import type { Problem } from '../../src/diagram/problem.ts';
import { allOperations } from '../../src/operations/groups.ts';
import { asked } from '../support/review-terminals.ts';
import { folderOf } from '../support/run-signoff.ts';
import { signoffHere } from '../support/signoff-here.ts';
import { atTerminal, KEYS, noTerminal } from '../support/terminal.ts';

/** Clears the screen, writes the clipboard, sets the title, turns the text, overwrites the line, forges one of ours. */
const HOSTILE =
  'x\u001b[2J\u001b]52;c;eA==\u0007\u009b2J\u202egnp\u2066\rover\b\u200b\u{e0041}\u007f\nFORGED\ufdd0[31m';
/** What no output holds but the sequences of this program itself. */
const CONTROLS = String.raw`\0-\x08\x0b-\x1f\x7f-\x9f`;
const UNSEEN = String.raw`\u061c\u200b\u200e\u200f\u2028-\u202e\u2066-\u2069\ufdd0\u{e0000}-\u{e007f}`;
const ACTING = new RegExp(`[${CONTROLS}${UNSEEN}]`, 'u');
const ESCAPE = '\u001b';
const OWN = new RegExp(String.raw`${ESCAPE}\[(?:[\d;]*m|\d*[A-G]|\d*[JK]|\?25[hl])`, 'g');

function assertClean(text: string, where: string): void {
  const found = ACTING.exec(text.replace(OWN, ''));
  const near = found === null ? '' : JSON.stringify(text.slice(Math.max(0, found.index - 40), found.index + 40));
  assert.equal(found, null, `${where}: ${near}`);
  assert.ok(!text.includes('\u001b[2J'), where);
}

/** So many samples have a text where any value may stand, and as many after them an object. */
const TEXTS = 6;

type Schema = { readonly [key: string]: unknown };

/** A value of the schema with the hostile text in every string and key; `at` chooses between alternatives. */
function sampleOf(schema: Schema, at: number, whole: Schema = schema, depth = 0): unknown {
  const { type, enum: words, const: only, anyOf, oneOf, allOf, $ref, properties, items, prefixItems } = schema;
  const own = (part: unknown) => sampleOf(part as Schema, at, whole, depth + 1);
  if (only !== undefined) return only;
  if (Array.isArray(words)) return words[at % words.length];
  if (typeof $ref === 'string') {
    if (depth > 6) return null;
    const path = $ref.split('/').slice(1);
    return own(path.reduce<unknown>((part, key) => (part as Schema)[key], whole));
  }
  const choices = (anyOf ?? oneOf) as readonly Schema[] | undefined;
  if (choices !== undefined) return own(choices[at % choices.length]);
  if (Array.isArray(allOf)) return Object.assign({}, ...allOf.map(own));
  if (type === 'string') return HOSTILE;
  if (type === 'number' || type === 'integer') return at + 1;
  if (type === 'boolean') return at % 2 === 0;
  if (type === 'null') return null;
  if (type === 'array') return Array.isArray(prefixItems) ? prefixItems.map(own) : [own(items ?? {}), own(items ?? {})];
  if (type !== 'object') return at < TEXTS ? HOSTILE : { [HOSTILE]: [HOSTILE, { text: HOSTILE }] };
  const fields = Object.entries((properties ?? {}) as Schema).map(([key, part]) => [key, own(part)]);
  const others = schema.additionalProperties;
  const more = typeof others === 'object' && others !== null ? [[HOSTILE, own(others)]] : [];
  return Object.fromEntries([...fields, ...more]);
}

/** Where an object was given for a text whose form the schema does not say, there is nothing to show. */
function linesOf(name: string, sample: unknown, fixture: Screen, isLoose: boolean): string[] {
  try {
    return outputLines(name, sample, fixture);
  } catch (thrown) {
    if (isLoose && thrown instanceof TypeError) return [];
    throw thrown;
  }
}

describe('torture-D4: every field of every operation', () => {
  const fixtures = [
    { paint: paintFor({ isTTY: true }, {}), width: 80, now: 1_000_000 },
    { paint: paintFor({}, {}), width: null, now: 1_000_000 },
  ];

  test('is shown as text, on one line where it is one, and as JSON with its value', async () => {
    let hostile = 0;
    for (const { name, output } of await allOperations()) {
      const schema = z.toJSONSchema(output as z.ZodType, { unrepresentable: 'any', io: 'output' }) as Schema;
      for (let at = 0; at < 2 * TEXTS; at++) {
        const sample = sampleOf(schema, at);
        for (const fixture of fixtures) {
          const lines = linesOf(name, sample, fixture, at >= TEXTS);
          for (const line of lines) {
            assertClean(terminalText(line), `${name}: ${JSON.stringify(line).slice(0, 200)}`);
            assert.ok(!line.includes('\n'), `${name}: ${JSON.stringify(line)}`);
            if (ACTING.test(line.replace(/\ufdd0/g, ''))) hostile++;
          }
        }
        const json = jsonText(sample);
        assertClean(json, `${name} --json`);
        assert.deepEqual(JSON.parse(json), sample);
      }
    }
    // The tables alone do not clean every field: it is the last step that does.
    assert.ok(hostile > 0);
  });

  test('tables are as wide as they are shown', () => {
    const views = [
      { name: 'a\u202eb', filter: {}, description: '' },
      { name: 'abcdefghij', filter: {}, description: '' },
    ];
    const fixture = { paint: paintFor({}, {}), width: null, now: 0 };
    const [, first = '', second = ''] = outputLines('views.list', { views }, fixture).map(terminalText);
    assert.equal(first.indexOf('every'), second.indexOf('every'));
    assert.equal(widthOf('a\u202eb'), 'a<U+202E>b'.length);
  });
});

describe('torture-D4: what is not an operation', () => {
  test('a problem of a diagram, its file, its fix and its source', () => {
    const found = { code: HOSTILE, severity: 'error', message: HOSTILE, fix: HOSTILE, line: 1, column: 1 };
    const line = problemLine(HOSTILE, found as unknown as Problem, paintFor({ isTTY: true }, {}), 80);
    assertClean(terminalText(line), 'problem');
  });

  test('what a review shows and gets', async () => {
    const { shown } = await asked([HOSTILE.replaceAll('\n', ' ')], async (terminal) => {
      terminal.say([HOSTILE]);
      return terminal.line(HOSTILE, {}, new AbortController().signal);
    });
    assertClean(shown, 'desk');
    assert.ok(shown.includes('<U+202E>gnp'), shown);
  });

  test('text in bytes, and whatever a package writes', () => {
    const sink = new PassThrough().setEncoding('utf8');
    const stream = cleaned(sink);
    stream.write(Buffer.from(HOSTILE));
    stream.write(HOSTILE);
    assertClean(String(sink.read()), 'bytes');
  });

  test('words typed, names of files and flags, diagrams, stores', async () => {
    const name = `a\u001b[2J\u202e\u009b2J.mmd`;
    const label = 'Look\u001b[2J\u202e\u009b2Jhere';
    const settings = JSON.stringify({ assignee: `user:${label}` });
    using files = folderOf({
      [name]: `flowchart TD\n  A(["${label}"]) --> B("${label}")\n%% @B: ${settings}\n`,
      'late.mjs': `setImmediate(() => { throw new Error(${JSON.stringify(label)}); });\nexport default {};\n`,
      'bad.mmd': `flowchart TD\n  A(["${label}"]) --> Q{"${label}"}\n  Q -->|"${label}"| B("b")\n`,
    });
    const cwd = files.folder;
    const calls = [
      [label],
      ['runs', label],
      ['runs', 'list', `--${label}`],
      ['runs', 'show', label],
      ['views', 'save', label, '--assignee', label],
      ['check', name, 'bad.mmd', label],
      ['explain', name],
      ['store', 'stats', '--store', join(cwd, label)],
      ['run', name, '--answers', label],
      ['run', name, '--memory', '--code', './late.mjs'],
    ];
    const env = { FORCE_COLOR: '1' };
    for (const args of calls) {
      const { out, err } = await signoffHere(args, { cwd, env });
      assertClean(out + err, JSON.stringify(args));
      assert.ok((out + err).length > 10, JSON.stringify(args));
    }
  });
});

describe('torture-D4: on a terminal', { skip: noTerminal }, () => {
  const FLOW = `flowchart TD
  A["Write"] --> G("Sign")
%% @G: {"title": "Sign {{steps.A.output.tag}}", "tags": ["{{steps.A.output.tag}}"], "shows": ["steps.A.output"]}
`;
  const TAG = 'x\u001b[2J\u001b]0;title\u0007\u001b]52;c;eA==\u0007\u009b2J\u202egnp\rover';

  test('a tag that a model wrote clears no screen where people decide', async () => {
    using files = folderOf({ 'flow.mmd': FLOW, 'tag.json': JSON.stringify({ tag: TAG }) });
    const { folder: cwd } = files;
    const home = join(cwd, 'home');
    const say = (...args: string[]) => signoffHere(args, { cwd, home });
    assert.equal((await say('workflows', 'add', 'flow.mmd')).code, 0);
    const { run } = JSON.parse((await say('runs', 'start', 'flow', '--json')).out);
    const claimed = await say('tasks', 'claim', `${run}#1`, '--as', 'agent:writer', '--json');
    const { lease } = JSON.parse(claimed.out);
    const done = ['--output-file', 'tag.json', '--as', 'agent:writer', '--lease', String(lease)];
    const answered = await say('tasks', 'complete', `${run}#1`, ...done);
    assert.equal(answered.code, 0, answered.err);
    const seen = await atTerminal(['tasks', 'show', `${run}#2`], [[/Answer with/]], { cwd, home });
    assertClean(seen.raw.replaceAll('\r\n', '\n'), 'tasks show');
    assert.ok(seen.out.includes('tags '), seen.out);
    const { out } = await say('tasks', 'show', `${run}#2`, '--json');
    assertClean(out, '--json');
    assert.deepEqual(JSON.parse(out).tags, [TAG]);
  });

  test('nor does it in the prompts and the moving tree of a run', async () => {
    using files = folderOf({ 'flow.mmd': FLOW });
    const typed = JSON.stringify({ tag: TAG }).replaceAll('\u009b', '\\u009b').replaceAll('\u202e', '\\u202e');
    const { raw, out } = await atTerminal(
      ['run', 'flow.mmd', '--memory'],
      [
        [/JSON or text[\s\S]*└/, typed, KEYS.enter],
        [/Your verdict[\s\S]*└/, KEYS.interrupt],
      ],
      { cwd: files.folder },
    );
    assertClean(raw.replaceAll('\r\n', '\n').replaceAll('\r', ''), 'run');
    assert.ok(out.includes('Your verdict'), out);
  });
});
