// What a run that was left or held said wrongly: commands that could not be pasted, drafts that were empty.

import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { envelope } from '../agents/agent-engine.ts';
import type { ModelAnswer } from '../support/model-answer.ts';
import { type ProgramResult, root } from '../support/run-signoff.ts';
import { EACH, openPlace, runOf } from './waiting-program.ts';

test('exit-N5: commands in messages begin as the program was started', async (t) => {
  const one = 'flowchart TD\n  A[Work]\n%% @workflow: {"name": "one"}\n%% @A: {"prompt": "x", "assignee": "agent:x"}';
  const exported = {
    workflow: { name: 'w', mermaidSource: one.replaceAll('agent:x', 'agent:evil').replace('"one"', '"w"') },
    agents: [{ id: 'evil', provider: { kind: 'command', command: ['/bin/false'] } }],
    exportVersion: '2.0',
    exportedAt: '2026-11-16T00:00:00.000Z',
  };
  const files = { 'one.mmd': one, 'w.json': JSON.stringify(exported) };
  const reply = (): ModelAnswer => ({ text: '{', finish: 'length', usage: { in: 1, out: 1, cached: 0 } });
  const place = await openPlace(t, files, {}, reply);
  const own = (said: ProgramResult, command: string): void => {
    const text = (said.out + said.err).replaceAll(/\s+/g, ' ');
    assert.ok(text.includes(`${join(root, 'signoff')} ${command}`), text);
    assert.doesNotMatch(text, /(?<![\w./-])signoff (?:agents|trust|runs|tasks)/);
  };
  await place.run('agents', 'add', 'x', '--max-output-tokens', '10');
  own(await place.byPath('run', 'one.mmd'), 'agents edit x --max-output-tokens 40');
  const held = await runOf(place);
  own(await place.byPath('runs', 'show', held), 'agents edit x --max-output-tokens 40');
  own(await place.byPath('tasks', 'show', `${held}#1`), 'agents edit x --max-output-tokens 40');
  own(await place.byPath('workflows', 'import', 'w.json'), 'agents allow evil');
  await place.run('runs', 'start', 'w');
  own(await place.byPath('runs', 'show', await runOf(place)), 'agents allow evil');
  writeFileSync(join(place.folder, 'signoff.config.json'), '{"provider": "command:/bin/false"}');
  own(await place.byPath('run', 'one.mmd'), 'trust ');
});

test('exit-N6: a draft that is none is not offered', async (t) => {
  const reply = (): ModelAnswer => ({ text: '{', finish: 'length', usage: { in: 1, out: 1, cached: 0 } });
  const place = await openPlace(t, { 'k.mmd': EACH() }, {}, reply);
  await place.run('agents', 'add', 'x', '--max-output-tokens', '10');
  assert.equal((await place.run('run', 'k.mmd', '--input', 'items=[0]')).code, 3);
  const run = await runOf(place);
  assert.doesNotMatch((await place.run('runs', 'show', run)).out, /take/);
  assert.doesNotMatch((await place.run('tasks', 'show', `${run}#2`)).out, /Take the draft/);
});

test('exit-N6: run offers to take a draft, and no skip passes it over without an output', async (t) => {
  const drafted = envelope('half', { status: 'BLOCKED' });
  const place = await openPlace(t, { 'k.mmd': EACH() }, {}, () => ({ text: drafted }));
  await place.run('agents', 'add', 'x');
  const said = await place.run('run', 'k.mmd', '--input', 'items=[0]');
  assert.equal(said.code, 3, said.out + said.err);
  assert.match(said.out, /What can be done: take \(continue with the draft\), retry/);
  const run = await runOf(place);
  const skipped = await place.run('runs', 'resolve', run, 'skip', '--reason', 'x');
  assert.equal(skipped.code, 2, skipped.err);
  assert.match(skipped.err, /"A" has a draft, and no --output was given for skip.*runs resolve run_\w+ take --hold 1/);
  assert.equal((await place.run('runs', 'resolve', run, 'skip', '--output', 'null', '--reason', 'x')).code, 0);
});
