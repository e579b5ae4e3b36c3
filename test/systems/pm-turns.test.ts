// The turns of an interview inside a PM run: what code refuses and has repaired, what becomes of a turn that nobody
// gets right, how many there may be, and a newer interview beside a request that is to be the last.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { writeTurn } from '../../src/documents/interview/write-turn.ts';
import { pmWriters } from '../../src/systems/pm/writers/offline.ts';
import { type PmRun, pmFixture, question, type Script, SPEC } from './pm-fixture.ts';

const FOUR = writeTurn('Four at once.', {
  questions: [1, 2, 3, 4].map((number) => ({ topic: 'users' as const, text: `Question ${number}?` })),
  answers: [],
});
const MADE_UP = writeTurn('As you said.', {
  questions: [{ topic: 'scope_in', text: 'What else?' }],
  answers: [{ topic: 'users', turn: 2, quote: 'Everybody in the whole world' }],
});
const WITHOUT_BLOCK = 'Tell me more, please.';

/** A turn that is wrong as often as `times` says, then right. */
function wrongAt(wrong: { readonly [turn: number]: string }, times = 1): Script {
  const tried = new Map<number, number>();
  return {
    turn: (_, number) => {
      const before = tried.get(number) ?? 0;
      tried.set(number, before + 1);
      const text = wrong[number];
      return text !== undefined && before < times ? text : question(`What of message ${number}?`);
    },
  };
}

async function said(run: PmRun): Promise<readonly string[]> {
  const events = await run.events();
  return events.flatMap(({ type, data }) =>
    type === 'MessageAdded' ? [`${data.from}: ${String(data.text).split('\n')[0]}`] : [],
  );
}

const response = (status: string, request_id: string) => ({
  ...{ type: 'spec', request_id, status, feedback: 'Seen.' },
});

describe('a turn that code refuses', () => {
  test('is repaired and never seen: four questions, words that nobody said, no block at all', async (t) => {
    const script = wrongAt({ 1: FOUR, 3: MADE_UP, 5: WITHOUT_BLOCK });
    const { start, calls } = await pmFixture(t, { script });
    const run = await start({ begin: 'interview' });
    await run.says('Shop owners export orders.');
    await run.says('As a CSV file.');
    await run.task('INTERVIEWING');
    assert.equal(calls.length, 6, 'each was asked for once more');
    const heard = (await said(run)).join('\n');
    assert.doesNotMatch(heard, /Four at once|As you said|Tell me more/);
    const { checklist } = await run.data();
    assert.doesNotMatch(JSON.stringify(checklist), /Everybody/);
  });

  test('in every attempt leads to ERROR and WAITING; nothing is lost, and the next interview goes on', async (t) => {
    let isBroken = true;
    const turn: Script['turn'] = (_, number) =>
      number === 3 && isBroken ? WITHOUT_BLOCK : question(`What of message ${number}?`);
    const { start, calls } = await pmFixture(t, { script: { turn } });
    const run = await start({ begin: 'interview' });
    await run.says('Shop owners export orders on Fridays.');
    await run.inState('WAITING', 2);
    assert.deepEqual(await run.visited(), ['WAITING', 'INTERVIEWING', 'ERROR', 'WAITING']);
    const { last_error, conversation } = await run.data();
    assert.match(String(last_error), /```interview/);
    assert.match(JSON.stringify(conversation), /Shop owners export orders on Fridays\./);
    isBroken = false;
    await run.sends('interview_request');
    await run.task('INTERVIEWING');
    const { prompt = '' } = calls.at(-1) ?? {};
    assert.match(prompt, /\[2, the person\]\n *Shop owners export orders on Fridays\./);
    await run.submits('Also on Mondays.');
    await run.until('the approval', async () => (await run.data()).is_approved === true);
    assert.equal((await run.data()).last_error, null);
  });
});

describe('max_turns', () => {
  test('from 1 to 100; anything else is refused before a run is there', async (t) => {
    const { tries } = await pmFixture(t);
    for (const max_turns of [1, 100]) assert.equal(await tries({ max_turns }), null, String(max_turns));
    for (const max_turns of [0, 101, 1.5, 'ten', '20', null])
      assert.match((await tries({ max_turns })) ?? '', /max_turns/, String(max_turns));
  });

  for (const max_turns of [1, 3])
    test(`${max_turns}: the last turn ends the interview, and the spec is drafted from what was said`, async (t) => {
      const { start } = await pmFixture(t, { writers: pmWriters });
      const run = await start({ begin: 'interview', max_turns, idea: 'Shop owners export their orders as CSV.' });
      for (let turn = 1; turn < max_turns; turn++) await run.says('A shop owner exports the orders of a month.');
      await run.task('preview');
      const asked = (await said(run)).filter((line) => line.startsWith('agent: '));
      assert.equal(asked.length, max_turns - 1, asked.join('\n'));
      assert.deepEqual((await run.visited()).slice(-2), ['INTERVIEWING', 'DRAFTING']);
    });
});

describe('once, with a newer interview', () => {
  test('that submits: the older approval counts no more, the newer one ends the run', async (t) => {
    const second = SPEC.replace('version: 1', 'version: 2');
    const { start } = await pmFixture(t, { script: { drafts: [SPEC, second] } });
    const run = await start({ architect: 'person', begin: 'interview', once: true });
    await run.submits('The first.');
    await run.inState('WAITING', 2);
    await run.sends('interview_request');
    await run.sends('response', response('APPROVED', 'request-1'));
    await run.submits('The second.');
    await run.inState('WAITING', 3);
    assert.equal((await run.data()).pending_request_id, 'request-2');
    await run.sends('response', response('APPROVED', 'request-2'));
    assert.equal(await run.ended(), 'completed');
    assert.equal((await run.output()).spec, second);
  });

  test('that fails: the older approval ends the run, and what was said since is in its record', async (t) => {
    const { start } = await pmFixture(t, { script: { drafts: [SPEC, new Error('Broken.')] } });
    const run = await start({ architect: 'person', begin: 'interview', once: true });
    await run.submits('The first.');
    await run.inState('WAITING', 2);
    await run.sends('interview_request');
    await run.says('The second.');
    await run.sends('response', response('APPROVED', 'request-1'));
    await run.ends();
    assert.equal(await run.ended(), 'completed');
    assert.equal((await run.output()).spec, SPEC);
    const { conversation } = await run.data();
    const people = (conversation as readonly { from: string; text: string }[]).filter(({ from }) => from === 'person');
    assert.deepEqual(people, [{ from: 'person', text: 'The second.' }]);
  });
});
