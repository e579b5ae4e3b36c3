// The document's matrix: exactly its pairs are drawn, and each of them is taken.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { loadWorkflowFile } from '../../src/runtime/load-workflow.ts';
import { pm } from '../../src/systems/pm/system.ts';
import { INVALID, type PmRun, pmFixture, question, SPEC } from './pm-fixture.ts';
import { runIn } from './pm-places.ts';

const MATRIX = [
  'WAITING INTERVIEWING',
  'WAITING SUBMITTING',
  'WAITING DONE',
  'INTERVIEWING DRAFTING',
  'INTERVIEWING ERROR',
  'INTERVIEWING DONE',
  'DRAFTING SUBMITTING',
  'DRAFTING INTERVIEWING',
  'DRAFTING ERROR',
  'DRAFTING DONE',
  'SUBMITTING WAITING',
  'SUBMITTING ERROR',
  'SUBMITTING DONE',
  'ERROR WAITING',
  'ERROR DONE',
];
const taken = new Set<string>();

async function note(run: PmRun): Promise<readonly string[]> {
  const visited = await run.visited();
  for (const [at, to] of visited.entries()) if (at > 0 && to !== '[*]') taken.add(`${visited[at - 1]} ${to}`);
  return visited;
}

/** In seconds, from a failure to the next attempt at the same task. */
async function waitsBetweenAttempts(run: PmRun): Promise<readonly number[]> {
  const events = await run.events();
  return events.flatMap((event, index) => {
    if (event.type !== 'AttemptFailed') return [];
    const { task } = event.data;
    const next = events.slice(index).find((each) => each.type === 'TaskClaimed' && each.data.task === task);
    return next === undefined ? [] : [Math.round((next.at - event.at) / 1000)];
  });
}

describe('the drawing', () => {
  test('has exactly the 15 pairs of the matrix', async () => {
    const { workflow } = await loadWorkflowFile(fileURLToPath(pm.diagram));
    const drawn = (workflow?.steps ?? []).flatMap(({ id, transitions }) =>
      transitions.flatMap(({ target }) => (target === null || target === '[*]' ? [] : [`${id} ${target}`])),
    );
    assert.deepEqual([...new Set(drawn)].sort(), MATRIX.toSorted());
  });

  test('has 16 arrows between states: two go from WAITING to INTERVIEWING', () => {
    const arrows = readFileSync(pm.diagram, 'utf8').match(/^ {4}[A-Z]+ +--> [A-Z]+/gm) ?? [];
    const pairs = arrows.map((arrow) =>
      arrow
        .trim()
        .split(/ +--> /)
        .join(' '),
    );
    assert.equal(pairs.length, 16);
    assert.deepEqual([...new Set(pairs)].sort(), MATRIX.toSorted());
  });
});

describe('errors', () => {
  test('an invalid spec leads by ERROR and WAITING to an interview with the errors', async (t) => {
    const { start, calls } = await pmFixture(t);
    const run = await start({ upload: INVALID, architect: 'person' });
    await run.inState('INTERVIEWING');
    assert.deepEqual(await run.visited(), ['WAITING', 'SUBMITTING', 'ERROR', 'WAITING', 'INTERVIEWING']);
    const { validation_errors, feedback, last_error, spec, pending_request_id } = await run.data();
    assert.deepEqual(
      (validation_errors as readonly { check: number; line: number }[]).map(({ check, line }) => [check, line]),
      [[4, 32]],
    );
    assert.deepEqual(feedback, validation_errors);
    assert.deepEqual([spec, pending_request_id], [null, null]);
    assert.equal(last_error, 'validation failed: 1 problem in the specification');
    await run.task('INTERVIEWING');
    assert.match(calls.at(-1)?.prompt ?? '', /check 4, line 32/);
    const raised = (await run.events()).filter(({ type }) => type === 'EventRaised').map(({ data }) => data);
    assert.deepEqual(
      raised.map((each) => 'name' in each && each.name),
      ['spec_upload', 'interview_request'],
    );
    await run.submits();
    await run.inState('WAITING', 3);
    assert.deepEqual(await run.values('validation_errors', 'spec', 'last_error'), {
      ...{ validation_errors: [], spec: SPEC, last_error: null },
    });
    await note(run);
  });

  test('a turn that fails three times leads to ERROR and WAITING; the next interview goes on', async (t) => {
    let isBroken = false;
    const turn = (_: unknown, number: number): string => {
      if (isBroken) throw new Error('The model is gone.');
      return number === 1 ? question('What shall we build?') : question('And then?');
    };
    const { start, calls } = await pmFixture(t, { script: { turn } });
    const run = await start({ begin: 'interview' });
    await run.task('INTERVIEWING');
    isBroken = true;
    await run.says('An export of orders.');
    await run.inState('WAITING', 2);
    assert.deepEqual(await note(run), ['WAITING', 'INTERVIEWING', 'ERROR', 'WAITING']);
    assert.deepEqual(await waitsBetweenAttempts(run), [2, 4]);
    const { last_error, conversation, checklist } = await run.data();
    assert.match(String(last_error), /The model is gone\./);
    assert.equal((conversation as readonly unknown[]).length, 2);
    assert.equal((checklist as readonly unknown[]).length, 9);
    isBroken = false;
    await run.sends('interview_request');
    await run.task('INTERVIEWING');
    assert.match(calls.at(-1)?.prompt ?? '', /\[2, the person\]\n {2}An export of orders\./);
    await run.says('As CSV.');
    await run.ends();
    await run.task('preview');
    assert.equal(((await run.data()).conversation as readonly unknown[]).length, 5, 'what was said before and since');
  });

  test('a draft that fails three times leads to ERROR and back to WAITING', async (t) => {
    const { start } = await pmFixture(t, { script: { drafts: [new Error('No model answers.')] } });
    const run = await start({ begin: 'interview' });
    await run.says('An export.');
    await run.ends();
    await run.inState('WAITING', 2);
    assert.deepEqual((await note(run)).slice(-3), ['DRAFTING', 'ERROR', 'WAITING']);
    assert.match(String((await run.data()).last_error), /No model answers\./);
  });

  test('a spec_submit that cannot run leads to ERROR and back to WAITING', async (t) => {
    const { start } = await pmFixture(t, {
      code: (code) => ({
        ...code,
        actions: { ...code?.actions, 'pm.submit': () => Promise.reject(new Error('The disk is full.')) },
      }),
    });
    const run = await start({ upload: SPEC });
    await run.inState('WAITING', 2);
    assert.deepEqual(await note(run), ['WAITING', 'SUBMITTING', 'ERROR', 'WAITING']);
    assert.equal((await run.data()).last_error, 'The disk is full.');
  });
});

describe('drafts', () => {
  test('one without its form is drafted again; "continue" goes back to the interview with the feedback', async (t) => {
    const { start, calls } = await pmFixture(t, { script: { drafts: ['No front matter.', SPEC] } });
    const run = await start({ begin: 'interview', architect: 'person' });
    await run.says('An export.');
    await run.ends();
    assert.match((await run.decides('preview', { verdict: 'submit', feedback: 'More.' })) ?? '', /at once/);
    assert.equal(await run.decides('preview', { verdict: 'continue', feedback: 'Dates are missing.' }), null);
    await run.inState('INTERVIEWING', 2);
    const drafts = calls.filter(({ step }) => step === 'draft');
    assert.equal(drafts.length, 2);
    assert.match(drafts[1]?.prompt ?? '', /Expected YAML front matter/);
    assert.deepEqual(await run.values('draft_spec', 'feedback'), { draft_spec: SPEC, feedback: null });
    await run.submits('By date, too.');
    await run.inState('WAITING', 2);
    const conversation = (await run.data()).conversation as readonly unknown[];
    assert.equal(conversation.length, 7, 'both interviews count');
    const said = { from: 'person', text: 'Dates are missing.', isFeedback: true };
    assert.deepEqual(conversation[3], said, 'what they said there is said');
    await note(run);
  });

  test('three drafts without their form are a failure of DRAFTING', async (t) => {
    const { start } = await pmFixture(t, { script: { drafts: ['No front matter.'] } });
    const run = await start({ begin: 'interview' });
    await run.says('An export.');
    await run.ends();
    await run.inState('WAITING', 2);
    assert.match(String((await run.data()).last_error), /No draft of 3 had its form/);
  });

  test('a whole spec attached in the interview passes DRAFTING unchanged: no draft, no preview', async (t) => {
    const { start, calls } = await pmFixture(t);
    const run = await start({ begin: 'interview', architect: 'person' });
    assert.match((await run.triesToEnd({ attached_spec: 'Notes.' })) ?? '', /Expected a whole specification/);
    await run.ends({ attached_spec: SPEC });
    await run.inState('WAITING', 2);
    assert.deepEqual(await note(run), ['WAITING', 'INTERVIEWING', 'DRAFTING', 'SUBMITTING', 'WAITING']);
    assert.deepEqual(
      calls.filter(({ step }) => step === 'draft'),
      [],
    );
    assert.equal((await run.data()).spec, SPEC);
  });

  test('a whole spec attached to the last message, or to the idea, passes when the interview ends', async (t) => {
    const { start, calls } = await pmFixture(t);
    const attachments = [{ name: 'spec.md', text: SPEC }];
    const run = await start({ begin: 'interview', architect: 'person' });
    await run.says('Here it is.', attachments);
    await run.ends();
    const other = await start({ begin: 'interview', architect: 'person', attach: attachments });
    await other.ends();
    for (const each of [run, other]) {
      await each.inState('WAITING', 2);
      assert.equal((await each.data()).spec, SPEC);
    }
    const third = await start({ begin: 'interview', architect: 'person' });
    await third.says('Here it is.', attachments);
    await third.says('But by mail.');
    await third.ends();
    await third.task('preview');
    assert.equal(calls.filter(({ step }) => step === 'draft').length, 1, 'what was said after it counts');
  });
});

describe('shutdown', () => {
  for (const state of ['WAITING', 'INTERVIEWING', 'DRAFTING', 'SUBMITTING', 'ERROR'] as const) {
    test(`ends a run in ${state}, its open work and the architect's run`, async (t) => {
      const { run, held, fixture } = await runIn(t, state, undefined);
      await run.sends('shutdown', { reason: 'interview request channel closed' });
      held.letGo();
      assert.equal(await run.ended(), 'completed');
      assert.deepEqual((await note(run)).slice(-3), [state, 'DONE', '[*]']);
      assert.equal((await run.data()).shutdown_reason, 'interview request channel closed');
      for (const { run: child, workflow } of await run.family()) {
        const over = new Set(['completed', 'cancelled']);
        const row = await fixture.engine.wait(child, ({ status }) => over.has(status), AbortSignal.timeout(20_000));
        assert.ok(row, `${workflow} has not ended`);
      }
    });
  }
});

test('every pair of the matrix was taken by the runs above, and no other', () => {
  assert.deepEqual([...taken].sort(), MATRIX.toSorted());
});
