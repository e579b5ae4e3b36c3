// `signoff run` at a terminal: a person answers, signs, fails, holds, sends and leaves.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { folderOf } from '../support/run-signoff.ts';
import { noTerminal, Terminal } from '../support/terminal.ts';
import { TerminalHere } from '../support/terminal-here.ts';
import { KEYS, type TerminalScreen } from '../support/terminal-screen.ts';

type Play = (terminal: TerminalScreen) => Promise<void>;

interface PlayOptions {
  readonly flags?: readonly string[];
  /** In a process of its own, which signals reach. */
  readonly isProcess?: boolean;
}

/** Plays a run of `diagram` to its end and gives what it said from `Completed` or the like on. */
async function played(diagram: string, play: Play, { flags = [], isProcess = false }: PlayOptions = {}) {
  using files = folderOf({ 'flow.mmd': diagram });
  const Made = isProcess ? Terminal : TerminalHere;
  using terminal = new Made(['run', 'flow.mmd', ...flags], { cwd: files.folder });
  await play(terminal);
  const code = await terminal.exitCode();
  const { text } = terminal;
  assert.equal(text.includes('    at '), false, text);
  return { code, text, result: text.slice(text.search(/\n (Completed|Failed|Cancelled|On hold|Stopped|Left open) /)) };
}

const where = { skip: noTerminal };

describe('a person at the terminal', { concurrency: 2 }, () => {
  test('is asked again, field by field, until the answer fits the schema', async () => {
    const output = {
      type: 'object',
      properties: { summary: { type: 'string', minLength: 3 }, pages: { type: 'integer' } },
      required: ['summary', 'pages'],
    };
    const { code, result } = await played(
      `flowchart TD\n  A[Draft]\n%% @A: ${JSON.stringify({ output })}\n`,
      async (terminal) => {
        await terminal.answers(/summary/, 'x');
        await terminal.corrects(/must NOT have fewer than 3/, 'yz');
        await terminal.answers(/pages/, 'many');
        await terminal.corrects(/must be integer|Expected/, `${KEYS.back.repeat(4)}7`);
      },
    );
    assert.equal(code, 0);
    assert.match(result, /Completed/);
    assert.match(result, /summary\s+xyz\s+pages\s+7/);
  });

  test('is asked again for JSON until it fits the schema', async () => {
    const { code, result } = await played(
      'flowchart TD\n  A[List]\n%% @A: {"output": {"type": "array", "items": {"type": "integer"}, "minItems": 1}}\n',
      async (terminal) => {
        await terminal.answers(/List[\s\S]*JSON/, '[1,');
        await terminal.corrects(/Expected/, `${KEYS.back.repeat(3)}[]`);
        await terminal.corrects(/fewer than 1 items/, `${KEYS.back.repeat(2)}[41, 42]`);
      },
    );
    assert.equal(code, 0);
    assert.match(result, /41,\s*42/);
  });

  test('rejects a gate, which leads back, and then approves', async () => {
    const { code, text, result } = await played(
      [
        'flowchart TD',
        '  A[Draft] --> B(Sign off)',
        '  B -->|"output.verdict === \'approve\'"| C[Publish]',
        '  B -->|default| A',
        '%% @B: {"prompt": "Read this: {{output}}"}',
        '',
      ].join('\n'),
      async (terminal) => {
        await terminal.answers(/for an agent/, 'first words');
        await terminal.chooses(/Read this: first words/, 'reject');
        await terminal.answers(/Comment/, 'too short');
        await terminal.answers(/for an agent/, 'second words');
        await terminal.chooses(/Read this: second words/, 'approve');
        await terminal.answers(/Comment/, '');
        await terminal.answers(/Publish[\s\S]*for an agent/, 'published');
      },
    );
    assert.equal(code, 0);
    assert.match(text, /too short/);
    assert.match(result, /Completed +5 tasks[\s\S]*published/);
  });

  test('fails a task, and with it the run', async () => {
    const { code, result } = await played(
      'flowchart TD\n  A[Work]\n%% @A: {"critical": true, "retry": {"attempts": 1}}\n',
      async (terminal) => {
        await terminal.answers(/for an agent/, ':fail');
        await terminal.answers(/matter/, 'no network');
      },
    );
    assert.equal(code, 1);
    assert.match(result, /Failed[\s\S]*work-failed[\s\S]*no network/);
  });

  test('leaves with Ctrl-C, which cancels a run in memory', async () => {
    const diagram = 'flowchart TD\n  A[Work] --> B[More]\n';
    const play: Play = async (terminal) => {
      await terminal.answers(/Work[\s\S]*for an agent/, 'done');
      await terminal.isAsked(/More/);
      terminal.types(KEYS.interrupt);
    };
    const { code, text, result } = await played(diagram, play, { flags: ['--memory'] });
    assert.equal(code, 1);
    assert.match(result, /Cancelled[\s\S]*You stopped it\./);
    assert.doesNotMatch(text, /Completed/);
  });

  test('leaves with Ctrl-C while nothing but time is waited for', where, async () => {
    const { code, result } = await played(
      'flowchart TD\n  A[Work]\n%% @A: {"retry": {"attempts": 2, "wait": "4m"}}\n',
      async (terminal) => {
        await terminal.answers(/for an agent/, ':fail');
        await terminal.answers(/matter/, 'busy');
        await terminal.sees(/Waiting/);
        terminal.types(KEYS.interrupt);
      },
      { isProcess: true },
    );
    assert.equal(code, 3);
    assert.match(result, /Left open[\s\S]*You left the run/);
  });

  test('sends the signals a state machine answers to', async () => {
    const { code, text, result } = await played(
      'stateDiagram-v2\n  [*] --> Shut\n  Shut --> Ajar : push\n  Ajar --> Shut : pull\n  Ajar --> [*] : lift\n',
      async (terminal) => {
        await terminal.chooses(/signal/, 'push');
        await terminal.answers(/Data/, '{"force": 3}');
        await terminal.chooses(/signal/, 'lift');
        await terminal.answers(/Data/, '');
      },
    );
    assert.equal(code, 0);
    assert.match(text, /Ajar/);
    assert.match(result, /Completed/);
  });

  test('ends a hold with a move', async () => {
    const { code, text, result } = await played('flowchart TD\n  A(Sign) --> B[Go on]\n', async (terminal) => {
      await terminal.chooses(/verdict/, 'reject');
      await terminal.answers(/Comment/, 'not yet');
      await terminal.chooses(/[Oo]n hold/, 'retry');
      await terminal.answers(/Reason/, 'read it again');
      await terminal.chooses(/verdict/, 'approve');
      await terminal.answers(/Comment/, '');
      await terminal.answers(/Go on[\s\S]*for an agent/, 'gone on');
    });
    assert.equal(code, 0);
    assert.match(text, /[Oo]n hold at A/);
    assert.match(result, /Completed[\s\S]*gone on/);
  });
});
