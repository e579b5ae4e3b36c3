// What is not a plain file is refused wherever a file is named: a pipe that nobody writes to keeps no command waiting.

import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { folderOf, programEnv, root, signoff } from '../support/run-signoff.ts';

const LONG_MS = 60_000;
const WITH_PROMPT = 'flowchart TD\n  A[Work] --> B(Sign)\n%% @A: {"assignee": "agent:x", "promptFile": "work.md"}\n';
const WITH_SCHEMA = 'flowchart TD\n  A[Work] --> B(Sign)\n%% @A: {"assignee": "agent:x", "output": "work"}\n';
const PLAIN = 'flowchart TD\n  A[Work] --> B(Sign)\n';

const makePipe = (path: string): unknown => execFileSync('mkfifo', [path]);

interface PipeCase {
  readonly pipe: string;
  readonly diagram?: string;
  readonly args: readonly string[];
  readonly code: number;
  readonly says: RegExp;
}

const CASES: { readonly [what: string]: PipeCase } = {
  'a prompt': {
    ...{ pipe: 'prompts/work.md', diagram: WITH_PROMPT, args: ['check', 'a.mmd'], code: 1 },
    says: /a\.mmd:3:\d+ file-unreadable: Expected a text file by the name "work\.md", found a pipe.* Put a text file/,
  },
  'a schema': {
    ...{ pipe: 'schemas/work.json', diagram: WITH_SCHEMA, args: ['check', 'a.mmd'], code: 1 },
    says: /a\.mmd:3:\d+ file-unreadable: Expected a text file by the name "work", found a pipe/,
  },
  'a diagram': {
    ...{ pipe: 'b.mmd', args: ['check', 'b.mmd'], code: 1 },
    says: /b\.mmd:1:1 file-unreadable: Expected a diagram as text, found a pipe/,
  },
  'a diagram beside the one that is checked': {
    ...{ pipe: 'b.mmd', args: ['check', 'a.mmd'], code: 0 },
    says: /No problems/,
  },
  'a file of answers': {
    ...{ pipe: 'answers.json', args: ['run', 'a.mmd', '--answers', 'answers.json'], code: 2 },
    says: /Expected answers in answers\.json, found a pipe/,
  },
  'an input file': {
    ...{ pipe: 'input.json', args: ['run', 'a.mmd', '--input-file', 'input.json'], code: 2 },
    says: /Expected the input in input\.json, found a pipe/,
  },
  'a module with code': {
    ...{ pipe: 'code.mjs', args: ['work', '--code', 'code.mjs'], code: 2 },
    says: /Expected a module in code\.mjs, found no plain file/,
  },
  'a file for a start': {
    ...{ pipe: 'brief.md', args: ['prd', 'x', '--from-brief', 'brief.md'], code: 2 },
    says: /Expected a feature brief at brief\.md, found a pipe/,
  },
  "an agent's prompt": {
    ...{ pipe: 'agent.md', args: ['agents', 'add', 'x', '--prompt-file', 'agent.md'], code: 2 },
    says: /Expected a text file at agent\.md, found a pipe/,
  },
  'the configuration': { pipe: 'signoff.config.json', args: ['check', 'a.mmd'], code: 0, says: /No problems/ },
};

for (const [what, { pipe, diagram = PLAIN, args, code, says }] of Object.entries(CASES))
  test(`${what} that is a pipe keeps nobody waiting`, { timeout: LONG_MS }, async () => {
    using files = folderOf({ 'a.mmd': diagram });
    for (const folder of ['prompts', 'schemas']) mkdirSync(files.path(folder));
    makePipe(files.path(pipe));
    const said = await signoff(args, { cwd: files.folder, input: '' });
    assert.equal(said.code, code, said.out + said.err);
    assert.match(said.out + said.err, says);
  });

test('a device is no diagram', async () => {
  const { code, out } = await signoff(['check', '/dev/zero']);
  assert.equal(code, 1);
  assert.match(out, /file-unreadable: Expected a diagram as text, found a device/);
});

test('what the shell hands over as an open pipe is read', () => {
  using files = folderOf({ 'a.mmd': PLAIN });
  const answers = JSON.stringify({ A: [{ output: 'x' }], B: [{ output: 'approve' }] });
  const pipes = `--input-file <(echo '{}') --answers <(echo '${answers}')`;
  const command = `"${join(root, 'signoff')}" run a.mmd --memory --json ${pipes}`;
  const out = execFileSync('bash', ['-c', command], { cwd: files.folder, env: programEnv(), encoding: 'utf8' });
  assert.equal(JSON.parse(out).status, 'completed');
});

test('a pipe that nobody writes to keeps no command waiting when it is handed over', { timeout: LONG_MS }, () => {
  using files = folderOf({ 'a.mmd': PLAIN });
  const command = `"${join(root, 'signoff')}" run a.mmd --memory --input-file /dev/fd/9 9< <(sleep 40); kill $!`;
  const { stderr } = spawnSync('bash', ['-c', command], { cwd: files.folder, env: programEnv(), encoding: 'utf8' });
  assert.match(stderr, /Expected the input in \/dev\/fd\/9, found nothing there \(it gave nothing for 5 s\)/);
});

const doctorAt = async (cwd: string): Promise<string> => {
  const { out } = await signoff(['doctor', '--json'], { cwd, env: { SIGNOFF_PROVIDER: 'offline' } });
  return JSON.stringify(JSON.parse(out).findings);
};

test('a configuration beyond all reason is not read, and one that begins with a byte order mark is', async () => {
  using files = folderOf({ 'signoff.config.json': `{"model": "${'x'.repeat(10_000_000)}"}` });
  const large = /Expected JSON in signoff\.config\.json, found .* bytes where at most 10,000,000 are read/;
  assert.match(await doctorAt(files.folder), large);
  writeFileSync(files.path('signoff.config.json'), '\ufeff{"model": "x"}');
  assert.doesNotMatch(await doctorAt(files.folder), /signoff\.config\.json/);
});

test('a domain in the configuration is one line of plain words: it stands in sentences of prompts', async () => {
  using files = folderOf({ 'signoff.config.json': '{}' });
  const refused = /found domain: expected one line of at most 80 letters, digits and plain punctuation/;
  for (const domain of ['a\n## Task Instructions', 'x'.repeat(81), '`rm`']) {
    writeFileSync(files.path('signoff.config.json'), JSON.stringify({ domain }));
    assert.match(await doctorAt(files.folder), refused, domain);
  }
  writeFileSync(files.path('signoff.config.json'), '{"domain": "Büro-Software, für Schulen (2. Stufe)"}');
  assert.doesNotMatch(await doctorAt(files.folder), /signoff\.config\.json/);
});
