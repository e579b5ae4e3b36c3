// `node scripts/bootstrap.mjs <script> [args]`: installs what is missing, then runs the script under the pinned Node.
// `--install-only` stops after installing. Plain JavaScript that Node 20 can run; everything it says goes to stderr.

import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { dirname, isAbsolute, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureInstalled } from './install.mjs';
import { findNode } from './pinned-node.mjs';

const PASSED_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];
const root = dirname(dirname(fileURLToPath(import.meta.url)));
const say = (line) => process.stderr.write(`signoff: ${line}\n`);

try {
  const [script, ...args] = process.argv.slice(2);
  if (script === undefined)
    throw new Error('Expected the script to run. Use: node scripts/bootstrap.mjs <script> [args]');
  await ensureInstalled(root, say);
  const node = await findNode(root, say);
  if (script !== '--install-only') run(node, isAbsolute(script) ? script : join(root, script), args);
} catch (error) {
  say(error.message);
  process.exitCode = 1;
}

// The child shares our terminal, so Ctrl-C reaches it without us: we only must not die first.
// What is sent to us alone must be passed on.
function run(node, script, args) {
  const onTerminal = [process.stdin, process.stdout, process.stderr].some((stream) => stream.isTTY);
  const child = spawn(node, [script, ...args], { stdio: 'inherit' });
  for (const signal of PASSED_SIGNALS) {
    process.on(signal, () => {
      if (signal !== 'SIGINT' || !onTerminal) child.kill(signal);
    });
  }
  child.once('error', (error) => {
    say(`Expected to start ${node}, but: ${error.message}.`);
    process.exitCode = 1;
  });
  child.once('exit', (code, signal) => {
    process.exit(signal === null ? code : 128 + constants.signals[signal]);
  });
}
