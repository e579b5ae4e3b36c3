// The PM with a model on loopback, over the wires that providers speak: good turns, bad ones that are repaired or fail,
// tools, and what it costs.

import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { countTokens } from '../../src/agents/count-tokens.ts';
import { MESSAGES_TOKENS } from '../../src/agents/fit-messages.ts';
import { TOPICS, type Topic } from '../../src/documents/interview/checklist.ts';
import { answers } from '../support/model-answer.ts';
import { type PmRun, question } from './pm-fixture.ts';
import { inTurn, type PmReply, type PmWithModel, pmWithModel, turn, type Wire } from './pm-model.ts';

const IDEA = 'Shop owners want their orders as a file.';
const GOOD = turn('You want a file.', {
  questions: [{ topic: 'users', text: 'Who opens the file?' }],
  answers: [{ topic: 'vision', turn: 1, quote: 'Shop owners want their orders as a file' }],
});
const ask = (topic: Topic, at: number) => ({ topic, text: `What of number ${at}?` });
/** No prompt here is shorter. */
const CALL_TOKENS_MIN = 1_000;
const RESULT = { complete: true, summary: 'Orders as a file.' };

interface PlayResult {
  readonly run: PmRun;
  readonly withModel: PmWithModel;
}

/** An interview that has just begun, with these replies. */
async function begun(t: TestContext, reply: PmReply, wire?: Wire): Promise<PlayResult> {
  const withModel = await pmWithModel(t, reply, wire);
  return { withModel, run: await withModel.fixture.start({ begin: 'interview', idea: IDEA }) };
}

async function saidBy(run: PmRun): Promise<readonly string[]> {
  return (await run.events()).flatMap(({ type, data }) =>
    type === 'MessageAdded' && data.from === 'agent' ? [String(data.text)] : [],
  );
}

for (const wire of ['anthropic', 'openai'] as const)
  test(`a good model leads a whole interview over the wire of ${wire}, and what it costs is counted`, async (t) => {
    const all = TOPICS.map((topic) => ({ topic, turn: 3, quote: 'the owner, one line for each order' }));
    const { run, withModel } = await begun(
      t,
      inTurn({ interview: [GOOD, turn('That is all I need.', { answers: all }, RESULT)] }),
      wire,
    );
    await run.says('It is the owner, one line for each order.');
    const { task } = await run.task('INTERVIEWING');
    assert.ok(task.offer !== undefined, 'the end is offered');
    await run.ends(RESULT);
    assert.equal(await run.decides('preview', { verdict: 'submit' }), null);
    await run.until('the approval', async () => (await run.values('is_approved')).is_approved === true);
    assert.deepEqual(
      withModel.asked.map(({ kind }) => kind),
      ['interview', 'interview', 'draft', 'scope'],
    );
    const [interview, , draft, scope] = withModel.server.requests;
    assert.deepEqual([interview?.schema, scope?.schema], [null, null], 'turns, and who has tools, are held to nothing');
    assert.ok(draft?.schema !== null, 'a draft is held to the form of a reply by the provider itself');
    const { state } = await run.view();
    assert.ok(state.spentTokens > 3 * CALL_TOKENS_MIN, `${state.spentTokens} tokens of two turns and a draft`);
    const architect = (await run.family()).find(({ workflow }) => workflow === 'pm-scope')?.run;
    assert.ok((await run.view(architect)).state.spentTokens > CALL_TOKENS_MIN);
    if (wire === 'anthropic') assert.ok(state.cost > 0, 'its price is known');
  });

const BAD: { readonly [name: string]: readonly [string, RegExp] } = {
  'asks four questions': [
    turn('Much to ask.', { questions: [1, 2, 3, 4].map((at) => ask('users', at)) }),
    /at most 3 questions in a turn, found 4/,
  ],
  'asks a fourth one in its words': [
    turn('And what of the rest?', { questions: [1, 2, 3].map((at) => ask('users', at)) }),
    /3 in the block and 1 in the words/,
  ],
  'invents a quote': [
    turn('Good.', { questions: [ask('users', 1)], answers: [{ topic: 'vision', turn: 1, quote: 'Everybody pays' }] }),
    /found "Everybody pays"; those words are not in it/,
  ],
  'quotes itself': [
    turn('Good.', { questions: [ask('users', 1)], answers: [{ topic: 'vision', turn: 2, quote: 'Good' }] }),
    /found "Good"; there are 1 turns so far/,
  ],
  'forgets the block': ['Who opens the file?', /one block that begins with ```interview .* found none/],
  'answers in JSON alone': [
    JSON.stringify({ questions: [ask('users', 1)], answers: [] }),
    /```interview .* found none/,
  ],
  'calls the block json': [GOOD.replace('```interview', '```json'), /```interview .* found none/],
  'leaves the block open': [GOOD.replace(/\n```$/, ''), /is never closed/],
  'writes no JSON into it': ['Well.\n\n```interview\n{questions: none}\n```', /is not JSON/],
  'wraps the whole turn in a fence': [`~~~~markdown\n${GOOD}\n~~~~`, /```interview .* found none/],
  'offers the result early': [
    turn('I know enough.', { answers: [{ topic: 'vision', turn: 1, quote: 'Shop owners' }] }, RESULT),
    /these are open: users, scope_in, .*\. Ask about them\./,
  ],
  'offers a result that breaks its schema': [turn('Done.', {}, { complete: 'yes' }), /result: .*complete/],
  'says nothing': [' ', /expected words, found none/],
};

describe('a model that', () => {
  for (const [name, [bad, why]] of Object.entries(BAD))
    test(`${name} is told why and says its turn again; the person sees the good one alone`, async (t) => {
      const { run, withModel } = await begun(t, inTurn({ interview: [bad, GOOD] }));
      await run.task('INTERVIEWING');
      assert.equal(withModel.asked.length, 2);
      const repair = withModel.asked[1]?.request.texts.at(-1) ?? '';
      assert.match(repair, why);
      assert.match(repair, /^This cannot be used:\n- [\s\S]*\nSay your turn again, whole;/);
      assert.deepEqual(await saidBy(run), ['You want a file.\n\n1. Who opens the file?']);
      const { checklist } = await run.data();
      const covered = (checklist as readonly { topic: string; status: string }[]).filter(
        ({ status }) => status !== 'open',
      );
      assert.deepEqual(
        covered.map(({ topic }) => topic),
        ['vision'],
      );
    });

  test('never finds the form ends the interview with an error that says why, and nothing it said counts', async (t) => {
    const { run, withModel } = await begun(t, inTurn({ interview: ['Who opens the file?'] }));
    await run.inState('WAITING', 2);
    const { last_error, conversation } = await run.data();
    assert.match(String(last_error), /after 2 repairs, found: Expected one block that begins with ```interview/);
    assert.equal((conversation as readonly unknown[]).length, 1, 'the idea');
    assert.equal(withModel.asked.length % 3, 0, 'each attempt has two repairs');
    assert.deepEqual(await saidBy(run), []);
  });

  test('reads files gets those of the project; a missing, a closed and a foreign one are refused alike', async (t) => {
    const calls = ['docs/orders.md', 'docs/none.md', '.env', '../outside.md'].map((path, at) => ({
      ...{ id: `call_${at}`, name: 'read_file', input: { path } },
    }));
    const withModel = await pmWithModel(t, inTurn({ interview: [{ answer: answers.tools(...calls) }, GOOD] }));
    mkdirSync(join(withModel.fixture.project, 'docs'));
    writeFileSync(join(withModel.fixture.project, 'docs/orders.md'), 'Orders have a number.\n');
    writeFileSync(join(withModel.fixture.project, '.env'), 'KEY=canary-81\n');
    const run = await withModel.fixture.start({ begin: 'interview', idea: IDEA });
    await run.task('INTERVIEWING');
    const [, second] = withModel.asked;
    const secondPrompt = JSON.stringify(second?.request.body);
    assert.match(secondPrompt, /Orders have a number\./);
    assert.match(secondPrompt, /Nothing in the project is at \\*"docs\/none\.md/);
    assert.match(secondPrompt, /may hold secrets and is closed to agents/);
    assert.match(secondPrompt, /Nothing in the project is at \\*"\.\.\/outside\.md/);
    assert.doesNotMatch(secondPrompt, /canary-81/);
    assert.deepEqual([...(second?.request.toolNames ?? [])].sort(), ['list_files', 'read_file']);
    assert.equal((await saidBy(run)).length, 1);
  });
});

test('numbers go on over visits: what the prompt calls message 5 is message 5 for the check of quotes', async (t) => {
  const later = turn('The name then.', {
    questions: [ask('requirements', 2)],
    answers: [{ topic: 'requirements', turn: 5, quote: 'Named by its day' }],
  });
  const { run, withModel } = await begun(
    t,
    inTurn({ interview: [GOOD, { answer: answers.filtered() }, question('Which name?'), later] }),
  );
  await run.says('The owner.');
  await run.inState('WAITING', 2);
  await run.sends('interview_request');
  await run.task('INTERVIEWING');
  const third = withModel.asked[2]?.request.texts ?? [];
  assert.equal(third.length, 1, 'what was said in the visit before stands in the prompt alone');
  assert.equal(third[0]?.split('The owner.').length, 2);
  assert.match(third[0] ?? '', /It is number 4;/);
  await run.says('Named by its day.');
  await run.task('INTERVIEWING');
  assert.equal(withModel.asked.length, 4, 'the quote is found at once');
});

test('a long interview is sent within its bound: the newest words whole, every quote with them', async (t) => {
  const long = (at: number): string => `The limit is ${at} a day. ${`word${at} `.repeat(9_000)}`;
  const { run, withModel } = await begun(t, ({ kind, round }) => {
    if (kind !== 'interview') return '';
    if (round === 1) return GOOD;
    const at = 2 * round - 1;
    return turn('Noted.', {
      questions: [ask('requirements', at)],
      answers: [{ topic: 'constraints', turn: at, quote: `The limit is ${at} a day.` }],
    });
  });
  for (let at = 3; at <= 17; at += 2) await run.says(long(at));
  await run.task('INTERVIEWING');
  const { system, texts } = withModel.asked.at(-1)?.request ?? assert.fail('nobody was asked');
  const sent = [system, ...texts].reduce((sum, text) => sum + countTokens(text), 0);
  const said = [3, 5, 7, 9, 11, 13, 15, 17].reduce((sum, at) => sum + countTokens(long(at)), 0);
  t.diagnostic(`${said} tokens were said, ${sent} are sent`);
  assert.ok(said > MESSAGES_TOKENS && sent < MESSAGES_TOKENS + 6_000);
  assert.ok(texts.at(-1)?.includes(long(17).trim()));
  for (let at = 3; at < 17; at += 2)
    assert.match(texts[0] ?? '', new RegExp(`"The limit is ${at} a day\\." \\[${at}\\]`));
  assert.match(texts[0] ?? '', /\(The \d+ oldest messages of this conversation are left out here\.\)$/);
});

test('a model that takes less is asked once more with half of what was said', async (t) => {
  const { run, withModel } = await begun(
    t,
    inTurn({ interview: [GOOD, question('And then?'), { answer: answers.contextTooLong() }, question('What else?')] }),
  );
  await run.says('The owner opens it.');
  await run.says('word '.repeat(4_000));
  await run.task('INTERVIEWING');
  const sizes = withModel.asked.map(({ request }) => request.texts.join('').length);
  assert.equal(sizes.length, 4);
  assert.ok((sizes[3] ?? 0) < (sizes[2] ?? 0) - 5_000);
});
