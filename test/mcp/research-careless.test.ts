// Research over MCP with a client's model that replies wrongly: what is refused, what is taken out, and what it is
// reported.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonObject } from '../../src/json.ts';
import { newFolder } from '../systems/prd-fixture.ts';
import { CORPUS, foundTexts, playUntil, readDocument, startInput, stdio, workFor } from './research-conversation.ts';

const LIMIT = { timeout: 120_000 };

test(
  'a reply that cites nothing, or what is not there, is refused with what to do; the run waits',
  LIMIT,
  async (t) => {
    const project = newFolder(t);
    const { call, refused } = await stdio(t, project);
    const first = await call('runs_start', startInput(project, { corpus: CORPUS }));
    assert.equal(first.step, 'article_writer');
    const draft = (sentence: string, times = 20): JsonObject => ({
      task: String(first.task),
      output: { content: `# Python\n\n## Use\n\n${`${sentence} `.repeat(times)}` },
    });
    const refusals: readonly (readonly [JsonObject, RegExp])[] = [
      [
        draft('Schools use Python.'),
        /Expected each claim with the passages that it rests on, as in "\.\.\. \[e12\]\."/,
      ],
      [draft('Schools use Python [1].'), /found no such mark/],
      [
        draft('Schools use Python [e99999].'),
        /20 sentences of the draft cannot stay\. .*"Schools use Python\." There is no passage e99999\./,
      ],
      [draft('Schools use Python [e1].', 200_000), /Expected at most 400000 characters, found \d{7}\. Give less/],
      [draft('', 1), /Expected a text of at least 60 words, found 4/],
      [{ task: String(first.task), output: { text: 'An article.' } }, /must have required property 'content'/],
      [{ task: String(first.task), message: 'Here it is.' }, /Expected `output`/],
    ];
    for (const [given, why] of refusals) assert.match(await refused('tasks_submit', given), why);
    const now = await call('tasks_next', { run: String(first.run) });
    assert.deepEqual([now.task, now.prompt], [first.task, first.prompt]);
  },
);

test(
  'claims that their passages do not have go back once, are taken out, and the writer learns which',
  LIMIT,
  async (t) => {
    const project = newFolder(t);
    const connection = await stdio(t, project);
    const first = await connection.call(
      'runs_start',
      startInput(project, { corpus: CORPUS }, { min_quality_score: 1 }),
    );
    const { content } = workFor(first);
    const invented = 'Python was invented by NASA on Mars in 1492 [e1].';
    const output = { content: `${String(content)} ${invented}` };
    const given = { task: String(first.task), output };
    const back = await connection.refused('tasks_submit', given);
    assert.match(
      back,
      /1 sentence of the draft cannot stay\. .*"Python was invented by NASA on Mars in 1492\." .* It cites: "/,
    );
    const next = await connection.call('tasks_submit', given);
    const { last } = await playUntil(connection, next, ({ step }) => step === 'article_writer');
    assert.match(
      String(last.prompt),
      /were taken out, with the reason[\s\S]*- "Python was invented by NASA on Mars in 1492/,
    );
    const { last: end } = await playUntil(connection, last);
    assert.equal(end.next, 'concluded', JSON.stringify(end));
    assert.doesNotMatch((await readDocument(connection, String(end.run), 'article')).text, /Mars/);
  },
);

test('texts that were found are bounded, and only pages of the web are taken', LIMIT, async (t) => {
  const project = newFolder(t);
  const { call, refused } = await stdio(t, project);
  const first = await call('runs_start', startInput(project));
  const [page = {}] = foundTexts();
  const submit = (text: JsonObject) => ({ task: String(first.task), output: { texts: [{ ...page, ...text }] } });
  const long = 'The word is Python. '.repeat(200_000);
  assert.match(await refused('tasks_submit', submit({ text: long })), /at most 2000000 characters, found 4\d{6}/);
  await assert.rejects(refused('tasks_submit', submit({ text: long.repeat(3) })), /request-too-large/);
  const file = await refused('tasks_submit', submit({ address: 'file:///etc/passwd' }));
  assert.match(file, /Expected addresses of pages, found "file:\/\/\/etc\/passwd"/);
});

test('a search that finds nothing ends a run that has no other, and the client learns why', LIMIT, async (t) => {
  const project = newFolder(t);
  const connection = await stdio(t, project);
  const first = await connection.call('runs_start', startInput(project));
  const given = { task: String(first.task), output: { texts: [] } };
  const { last } = await playUntil(connection, await connection.call('tasks_submit', given));
  assert.equal(last.next, 'failed', JSON.stringify(last));
  assert.match(String(last.message), /^Expected sources on the topic, found no source\./);
});
