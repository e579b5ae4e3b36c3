// The PM sketch, played: interviews, drafts, submissions, what the architect answers, and shutdown.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { JsonObject } from '../../src/json.ts';
import { loadWorkflowFile } from '../../src/runtime/load-workflow.ts';
import { fails, gives, type Player, play, rules, type Script, talks, thrice } from '../support/play.ts';
import { type Interruptions, pmCode } from './actions-pm.ts';

const HERE = new URL('.', import.meta.url);
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

const SPEC = `---
version: 1
priority: must
---
# Feature: Export
## Vision
Orders leave as files.
## Scope
### In Scope
- Orders
### Out of Scope
- Returns
## Requirements
### R-001: CSV
**Dependencies:** []
**Acceptance Criteria:**
- [ ] A file comes out.
`;
const INVALID = SPEC.replace('- [ ] A file comes out.\n', '');
const BLOCKING = ['line 14: R-001 has no acceptance criterion'];

const interview = (said: string) => talks(['What shall we build?', said], {});
const drafts = (spec: string, choice = 'submit'): Script => ({ draft: [gives(spec)], preview: [rules(choice)] });
const TO_SUBMITTED: Script = { INTERVIEWING: [interview('An export.')], ...drafts(SPEC) };

async function start(during: Interruptions = {}): Promise<Player> {
  const player = await play(HERE, 'pm', { code: pmCode(during) });
  await player.go();
  return player;
}

/** Plays on, and remembers which transitions were taken. */
async function go(player: Player, script: Script = {}): Promise<void> {
  await player.go(script);
  for (const { from, to } of player.events('StateEntered'))
    if (from !== null && to !== '[*]') taken.add(`${from} ${to}`);
}

async function sent(player: Player, name: string, value: JsonObject = {}, script: Script = {}): Promise<void> {
  const outcome = player.signal(name, value);
  assert.ok(outcome.ok, outcome.ok ? '' : outcome.rejection.message);
  await go(player, script);
}

const respond = (player: Player, status: string, request_id = 'request-1') =>
  player.signal('response', { type: 'spec', status, request_id, feedback: `It is ${status}.` });

const stateOf = (player: Player) => player.visited().at(-1);

/** A run whose first spec waits for the architect. */
async function submitted(during: Interruptions = {}): Promise<Player> {
  const player = await start(during);
  await sent(player, 'interview_request', {}, TO_SUBMITTED);
  assert.deepEqual(player.values('pending_request_id'), { pending_request_id: 'request-1' });
  return player;
}

describe('the way of a spec', () => {
  test('from an interview over a draft, made by a child run, to the architect', async () => {
    const player = await submitted();
    assert.deepEqual(player.visited(), ['WAITING', 'INTERVIEWING', 'DRAFTING', 'SUBMITTING', 'WAITING']);
    assert.equal(player.status, 'running');
    const [child] = player.children();
    assert.ok(child);
    assert.deepEqual([child.workflow.name, child.state.status], ['pm-draft', 'completed']);
    assert.deepEqual(player.visited(child), ['has', 'draft', 'check', 'preview', 'E']);
    assert.deepEqual(player.values('spec', 'validation_errors', 'conversation'), {
      spec: SPEC,
      validation_errors: [],
      conversation: [
        { from: 'agent', text: 'What shall we build?' },
        { from: 'person', text: 'An export.' },
      ],
    });
  });

  test('a draft without a proper form is drafted again, and "continue" goes back to the interview', async () => {
    const player = await start();
    const again = { draft: [gives('No front matter.'), gives(SPEC)], preview: [rules('continue')] };
    await sent(player, 'interview_request', {}, { INTERVIEWING: [interview('An export.')], ...again });
    assert.deepEqual(player.visited(), ['WAITING', 'INTERVIEWING', 'DRAFTING', 'INTERVIEWING']);
    const [child] = player.children();
    assert.deepEqual(player.visited(child).slice(1, 5), ['draft', 'check', 'draft', 'check']);
    assert.deepEqual(player.values('draft_spec'), { draft_spec: SPEC });
    await go(player, { INTERVIEWING: [interview('As CSV.')], ...drafts(SPEC) });
    assert.equal(player.children().length, 2);
    assert.equal((player.values('conversation').conversation as []).length, 4, 'both interviews count');
  });

  test('a whole spec attached in the interview goes on as it is', async () => {
    const player = await start();
    const attaches = talks(['What shall we build?', 'See the file.'], { attached_spec: SPEC });
    await sent(player, 'interview_request', {}, { INTERVIEWING: [attaches], preview: [rules('submit')] });
    assert.deepEqual(player.visited(player.children()[0]), ['has', 'preview', 'E']);
    assert.deepEqual(player.values('spec'), { spec: SPEC });
  });

  test('an uploaded spec goes straight to the architect', async () => {
    const player = await start();
    await sent(player, 'spec_upload', { markdown: SPEC });
    assert.deepEqual(player.visited(), ['WAITING', 'SUBMITTING', 'WAITING']);
    assert.deepEqual(player.values('spec', 'pending_request_id'), { spec: SPEC, pending_request_id: 'request-1' });
  });
});

describe('an invalid spec', () => {
  test('leads by ERROR and WAITING to an interview with the errors as feedback; a valid one clears them', async () => {
    const player = await start();
    await sent(player, 'spec_upload', { markdown: INVALID });
    assert.deepEqual(player.visited(), ['WAITING', 'SUBMITTING', 'ERROR', 'WAITING', 'INTERVIEWING']);
    assert.deepEqual(player.values('validation_errors', 'feedback', 'last_error', 'spec', 'pending_request_id'), {
      validation_errors: BLOCKING,
      feedback: BLOCKING,
      last_error: 'validation failed',
      spec: null,
      pending_request_id: null,
    });
    assert.deepEqual(
      player.events('EventRaised').map(({ name }) => name),
      ['interview_request'],
    );
    assert.match(player.view('INTERVIEWING').prompt ?? '', /R-001 has no acceptance criterion/);
    await go(player, TO_SUBMITTED);
    assert.equal(stateOf(player), 'WAITING');
    assert.deepEqual(player.values('validation_errors', 'spec'), { validation_errors: [], spec: SPEC });
  });

  test('an interview that then breaks off asks for no other one by itself', async () => {
    const player = await start();
    await sent(player, 'spec_upload', { markdown: INVALID }, { INTERVIEWING: thrice(fails('The model is gone.')) });
    assert.deepEqual(player.visited().slice(-3), ['INTERVIEWING', 'ERROR', 'WAITING']);
    assert.deepEqual(player.values('last_error', 'validation_errors'), {
      last_error: 'The model is gone.',
      validation_errors: BLOCKING,
    });
  });
});

describe('unrecoverable errors', () => {
  test('a draft that fails three times leads to ERROR and back to WAITING', async () => {
    const player = await start();
    const broken = { INTERVIEWING: [interview('An export.')], draft: thrice(fails('No model answers.')) };
    await sent(player, 'interview_request', {}, broken);
    assert.deepEqual(player.visited().slice(-3), ['DRAFTING', 'ERROR', 'WAITING']);
    assert.deepEqual(player.values('last_error'), { last_error: 'No model answers.' });
  });

  test('so does a submission that cannot be made', async () => {
    const throws = () => {
      throw new Error('The architect is away.');
    };
    const player = await start({ SUBMITTING: [throws, throws, throws] });
    await sent(player, 'spec_upload', { markdown: SPEC });
    assert.deepEqual(player.visited(), ['WAITING', 'SUBMITTING', 'ERROR', 'WAITING']);
    assert.deepEqual(player.values('last_error'), { last_error: 'The architect is away.' });
  });
});

describe("the architect's response", () => {
  test('APPROVED stays in WAITING, clears what belongs to the spec, and keeps the spec', async () => {
    const player = await submitted();
    assert.ok(respond(player, 'Approved').ok);
    await go(player);
    assert.equal(stateOf(player), 'WAITING');
    assert.deepEqual(
      player.events('StateStayed').map(({ state, trigger }) => [state, trigger]),
      [['WAITING', 'response']],
    );
    const { conversation_start: _, last_error: __, ...values } = player.values();
    assert.deepEqual(values, {
      conversation: [],
      draft_spec: null,
      feedback: null,
      pending_request_id: null,
      spec: SPEC,
      validation_errors: [],
    });
    await sent(player, 'interview_request', {}, { INTERVIEWING: [interview('An import.')] });
    const { conversation } = player.values('conversation');
    assert.deepEqual(
      (conversation as JsonObject[]).map(({ text }) => text),
      ['What shall we build?', 'An import.'],
    );
  });

  test('NEEDS_CHANGES goes to INTERVIEWING with the feedback', async () => {
    const player = await submitted();
    assert.ok(respond(player, 'NEEDS_CHANGES').ok);
    await go(player);
    assert.equal(stateOf(player), 'INTERVIEWING');
    assert.deepEqual(player.values('feedback', 'pending_request_id'), {
      feedback: 'It is NEEDS_CHANGES.',
      pending_request_id: null,
    });
  });

  test('to another request is refused, with the values read, and changes nothing', async () => {
    const player = await submitted();
    const before = player.run.events.length;
    const outcome = respond(player, 'APPROVED', 'request-7');
    assert.ok(!outcome.ok);
    assert.equal(outcome.rejection.code, 'illegal-signal');
    assert.match(outcome.rejection.message, /interview_request, spec_upload, response, shutdown in WAITING/);
    assert.deepEqual(outcome.rejection.details, [
      'signal.request_id = "request-7"',
      'data.pending_request_id = "request-1"',
    ]);
    assert.equal(player.run.events.length, before);
  });
});

describe('a response that comes while a new interview is under way', () => {
  /** From WAITING with a request pending back to WAITING by an error in `state`; the response comes in that state. */
  async function around(state: string): Promise<Player> {
    let player: Player | null = null;
    const arrives = () => {
      assert.ok(player);
      assert.deepEqual([stateOf(player), respond(player, 'NEEDS_CHANGES').ok], [state, true]);
    };
    const breaks = (at: string) => () => {
      if (at === state) arrives();
      throw new Error('Broken.');
    };
    const idle = () => undefined;
    const during: Interruptions = {
      SUBMITTING: [idle, state === 'SUBMITTING' ? breaks('SUBMITTING') : breaks('-'), breaks('-'), breaks('-')],
      ERROR: [state === 'ERROR' ? arrives : idle],
    };
    player = await submitted(during);
    await sent(player, 'interview_request');
    if (state === 'INTERVIEWING') {
      arrives();
      await go(player, { INTERVIEWING: thrice(fails('Broken.')) });
      return player;
    }
    await go(player, { INTERVIEWING: [interview('More.')] });
    if (state === 'DRAFTING') {
      arrives();
      await go(player, { draft: thrice(fails('Broken.')) });
    } else await go(player, drafts(SPEC));
    return player;
  }

  for (const state of ['INTERVIEWING', 'DRAFTING', 'SUBMITTING', 'ERROR']) {
    test(`is kept in ${state} and handled on the return to WAITING`, async () => {
      const player = await around(state);
      assert.deepEqual(player.visited().slice(-3), ['ERROR', 'WAITING', 'INTERVIEWING']);
      assert.equal(player.events('SignalKept').length, 1);
      assert.deepEqual(player.values('feedback', 'pending_request_id'), {
        feedback: 'It is NEEDS_CHANGES.',
        pending_request_id: null,
      });
    });
  }

  test('still waits when an invalid spec leads through WAITING, for what is raised there comes first', async () => {
    const player = await submitted();
    await sent(player, 'interview_request');
    assert.ok(respond(player, 'NEEDS_CHANGES').ok);
    await go(player, { INTERVIEWING: [interview('More.')], ...drafts(INVALID) });
    assert.deepEqual(player.visited().slice(-3), ['ERROR', 'WAITING', 'INTERVIEWING']);
    assert.deepEqual(player.values('feedback', 'pending_request_id'), {
      feedback: BLOCKING,
      pending_request_id: 'request-1',
    });
    await go(player, { INTERVIEWING: thrice(fails('The model is gone.')) });
    assert.deepEqual(player.visited().slice(-3), ['ERROR', 'WAITING', 'INTERVIEWING']);
    assert.deepEqual(player.values('feedback'), { feedback: 'It is NEEDS_CHANGES.' });
  });

  test('is superseded, and recorded as refused, when a newer request was sent by then', async () => {
    const player = await submitted();
    await sent(player, 'interview_request');
    assert.ok(respond(player, 'APPROVED').ok);
    await go(player, TO_SUBMITTED);
    assert.equal(stateOf(player), 'WAITING');
    assert.deepEqual(
      player.events('SignalRefused').map(({ state }) => state),
      ['WAITING'],
    );
    assert.deepEqual(player.values('pending_request_id'), { pending_request_id: 'request-2' });
    assert.ok(respond(player, 'APPROVED', 'request-2').ok);
  });
});

describe('shutdown', () => {
  async function endsBy(player: Player, from: string): Promise<void> {
    await go(player);
    assert.equal(player.status, 'completed');
    assert.deepEqual(player.visited().slice(-3), [from, 'DONE', '[*]']);
  }

  test('ends a run that waits', async () => {
    const player = await submitted();
    await sent(player, 'shutdown');
    await endsBy(player, 'WAITING');
  });

  test('ends a run in an interview', async () => {
    const player = await start();
    await sent(player, 'interview_request');
    await sent(player, 'shutdown');
    await endsBy(player, 'INTERVIEWING');
  });

  test('ends a run that drafts, and the child that does', async () => {
    const player = await start();
    await sent(player, 'interview_request', {}, { INTERVIEWING: [interview('An export.')] });
    await sent(player, 'shutdown');
    await endsBy(player, 'DRAFTING');
    assert.deepEqual(
      player.children().map(({ state }) => state.status),
      ['cancelled'],
    );
  });

  for (const [state, spec] of [
    ['SUBMITTING', SPEC],
    ['ERROR', INVALID],
  ] as const) {
    test(`ends a run at work in ${state}; what that work reports is refused and recorded`, async () => {
      const during: Interruptions = { [state]: [() => assert.ok(player.signal('shutdown').ok)] };
      const player = await start(during);
      await sent(player, 'spec_upload', { markdown: spec });
      await endsBy(player, state);
      assert.deepEqual(
        player.events('ReportRefused').map(({ code }) => code),
        ['run-ended'],
      );
    });
  }

  test('is refused once the run has ended', async () => {
    const player = await start();
    await sent(player, 'shutdown');
    const outcome = player.signal('shutdown');
    assert.equal(outcome.ok ? '' : outcome.rejection.code, 'run-ended');
  });
});

describe("the document's matrix", () => {
  test('is what the diagram allows', async () => {
    const { workflow } = await loadWorkflowFile(fileURLToPath(new URL('pm.mmd', HERE)));
    const drawn = (workflow?.steps ?? []).flatMap(({ id, transitions }) =>
      transitions.flatMap(({ target }) => (target === null || target === '[*]' ? [] : [`${id} ${target}`])),
    );
    assert.deepEqual([...new Set(drawn)].sort(), [...MATRIX].sort());
  });

  test('is what the runs above did', () => {
    assert.deepEqual([...taken].sort(), [...MATRIX].sort());
  });
});
