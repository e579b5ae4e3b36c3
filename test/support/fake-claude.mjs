// Stands in for programs such as `claude -p`: reads a prompt, and behaves as its first argument says.

import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const [how = 'echo', ...rest] = process.argv.slice(2);
const LONG_MS = 60_000;

const behaviours = {
  /** Says what it was given. */
  echo: () => print(envelope({ prompt: prompt(), args: rest, folder: process.cwd(), env: process.env })),
  text: () => print('Just text, no JSON.\n'),
  /** What `claude -p --output-format json` prints; the second argument is merged into it. */
  result: () => print(JSON.stringify({ ...RESULT, result: prompt(), ...JSON.parse(rest[0] ?? '{}') })),
  verbose: () => print(JSON.stringify([{ type: 'system' }, { ...RESULT, result: prompt() }])),
  sleep: () => setTimeout(() => {}, LONG_MS),
  stubborn() {
    process.on('SIGTERM', () => {});
    behaviours.sleep();
    if (rest[0] !== undefined) writeFileSync(rest[0], String(process.pid));
  },
  flood() {
    const more = () => process.stdout.write('flood '.repeat(10_000), more);
    more();
  },
  /** Gives away a secret on its way out. */
  fail() {
    process.stderr.write(`${'noise '.repeat(1_000)}\nkey ${process.env[rest[0] ?? ''] ?? 'none'} is wrong\n`);
    process.exitCode = 3;
  },
  failedResult() {
    print(JSON.stringify({ ...RESULT, ...JSON.parse(rest[0] ?? '{}') }));
    process.exitCode = 1;
  },
  signal: () => process.kill(process.pid, 'SIGSEGV'),
  /** Ends without reading what it is given. */
  deaf() {
    process.stdin.destroy();
    print('Not listening.');
  },
  /** Starts two that do not end when asked to, one of them out of its process group, and waits. */
  family() {
    startStubborn('near.pid', false);
    startStubborn('far.pid', true);
    behaviours.sleep();
  },
  /** Replies and ends, but leaves one behind that holds the output open. */
  leave() {
    startStubborn('left.pid', false, 'inherit');
    const wait = setInterval(() => {
      if (!isWritten('left.pid')) return;
      clearInterval(wait);
      process.stdout.write(envelope('left'), () => process.exit(0));
    }, 10);
  },
  reveal: () => print(envelope({ key: process.env[rest[0] ?? ''] })),
};

const RESULT = {
  type: 'result',
  subtype: 'success',
  is_error: false,
  total_cost_usd: 0.01,
  usage: { input_tokens: 10, cache_creation_input_tokens: 20, cache_read_input_tokens: 300, output_tokens: 4 },
  modelUsage: { 'claude-test': {} },
};

function prompt() {
  return readFileSync(0, 'utf8');
}

function print(text) {
  process.stdout.write(text);
}

function envelope(output) {
  return JSON.stringify({ status: 'SUCCESS', summary: 'Done.', output, nextAction: 'COMPLETE', metadata: {} });
}

function startStubborn(file, detached, stdio = 'ignore') {
  spawn(process.execPath, [fileURLToPath(import.meta.url), 'stubborn', file], { detached, stdio }).unref();
}

function isWritten(file) {
  try {
    return readFileSync(file, 'utf8') !== '';
  } catch {
    return false;
  }
}

behaviours[how]();
