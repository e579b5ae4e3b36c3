// Does what the tutorial says, and compares what it shows with what the program prints.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { programEnv } from './support/run-signoff.ts';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const PAGE = readFileSync(join(root, 'docs/tutorial/first-workflow.md'), 'utf8');

interface Fence {
  readonly kind: string;
  readonly text: string;
  /** The last file named in the prose before it. */
  readonly file: string | undefined;
}

function fences(page: string): Fence[] {
  let from = 0;
  return [...page.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].map((match) => {
    const prose = page.slice(from, match.index);
    from = match.index + match[0].length;
    return { kind: match[1] ?? '', text: match[2] ?? '', file: prose.match(/`[\w-]+\.(?:mmd|json)`/g)?.at(-1) };
  });
}

/** `$ command` and the lines it prints, several times over. */
function commandsIn(console: string): { readonly command: string; readonly shown: string }[] {
  return console
    .split(/^\$ /m)
    .slice(1)
    .map((part) => ({ command: part.slice(0, part.indexOf('\n')), shown: part.slice(part.indexOf('\n') + 1) }));
}

/** What is shown, `...` standing for anything. */
function patternOf(shown: string): RegExp {
  const parts = shown.trimEnd().split('...');
  return new RegExp(
    `^\\s*${parts.map((part) => part.trim().replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('[\\s\\S]*')}\\s*$`,
  );
}

test('the tutorial is true', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tutorial-'));
  let commands = 0;
  try {
    for (const { kind, text, file } of fences(PAGE)) {
      if (kind !== 'console') {
        assert.ok(file, `Expected the name of a file before the block:\n${text}`);
        writeFileSync(join(folder, file.replaceAll('`', '')), text);
        continue;
      }
      for (const { command, shown } of commandsIn(text)) {
        const [program = '', ...args] = command.split(' ');
        const ran = spawnSync(join(root, program), args, { cwd: folder, env: programEnv(), encoding: 'utf8' });
        assert.match(ran.stdout, patternOf(shown), `${command}\n${ran.stdout}${ran.stderr}`);
        commands++;
      }
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
  assert.ok(commands >= 5, `Expected the tutorial to run the program, found ${commands} commands`);
});

test('the README shows what npm start prints', () => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: { start: string } };
  const shown = /^```\n( ✓ A [\s\S]*?)^```$/m.exec(readFileSync(join(root, 'README.md'), 'utf8'))?.[1];
  assert.ok(shown !== undefined, 'Expected a block that begins with the first step');
  const args = scripts.start.split(' src/main.ts ')[1]?.split(' ') ?? [];
  const ran = spawnSync(join(root, 'signoff'), args, { cwd: root, env: programEnv(), encoding: 'utf8' });
  assert.match(ran.stdout, patternOf(`...${shown}...`), `${ran.stdout}${ran.stderr}`);
});
