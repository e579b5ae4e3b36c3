// Every state and every signal: legal exactly as the table says; an illegal one names the legal ones, nothing changes.

import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import type { JsonObject } from '../../src/json.ts';
import { postgresOrSkip } from '../support/postgres.ts';
import { newFolder, type PmRun, SPEC } from './pm-fixture.ts';
import { type PmState, runIn, STATES } from './pm-places.ts';

const PAGE = new URL('../../docs/reference/pm.md', import.meta.url);
const [BEGIN, END] = ['<!-- table of states and signals -->', '<!-- end of the table -->'];

const response = (status: string, request_id = 'request-1'): JsonObject => ({
  ...{ type: 'spec', request_id, status, feedback: `It is ${status}.` },
});
const SIGNALS: { readonly [column: string]: readonly [name: string, value: JsonObject] } = {
  interview_request: ['interview_request', {}],
  spec_upload: ['spec_upload', { markdown: SPEC }],
  'response APPROVED': ['response', response('APPROVED')],
  'response NEEDS_CHANGES': ['response', response('NEEDS_CHANGES')],
  'response of unknown status': ['response', response('MAYBE')],
  'response to another request': ['response', response('APPROVED', 'request-99')],
  shutdown: ['shutdown', {}],
  'unknown name': ['restart', {}],
};
type Column = keyof typeof SIGNALS & string;
const COLUMNS = Object.keys(SIGNALS) as readonly Column[];

/** What becomes of a signal: the state it leads to, `stays`, `kept`, or `refused`. */
type Cell = PmState | 'stays' | 'kept' | 'refused';
const KEPT: readonly Cell[] = ['refused', 'refused', 'kept', 'kept', 'kept', 'refused', 'DONE', 'refused'];
const TABLE: { readonly [state in PmState]: readonly Cell[] } = {
  WAITING: ['INTERVIEWING', 'SUBMITTING', 'stays', 'INTERVIEWING', 'refused', 'refused', 'DONE', 'refused'],
  INTERVIEWING: KEPT,
  DRAFTING: KEPT,
  SUBMITTING: ['refused', 'refused', 'kept', 'kept', 'kept', 'kept', 'DONE', 'refused'],
  ERROR: KEPT,
  DONE: COLUMNS.map(() => 'refused'),
};
/** Kept counts as legal. */
const KEEPING = 'shutdown, response';
const LEGAL: { readonly [state in PmState]: string } = {
  WAITING: 'interview_request, spec_upload, response, shutdown',
  ...{ INTERVIEWING: KEEPING, DRAFTING: KEEPING, SUBMITTING: KEEPING, ERROR: KEEPING, DONE: 'none' },
};

const expected = (state: PmState, column: Column): Cell => TABLE[state][COLUMNS.indexOf(column)] as Cell;

/** What did happen, and that nothing else did. */
async function happens(run: PmRun, state: PmState, column: Column): Promise<Cell> {
  const [name, value] = SIGNALS[column] as (typeof SIGNALS)[Column];
  const [events, data] = [(await run.events()).length, await run.data()];
  const rejection = await run.tries(name, value);
  const after = (await run.events()).slice(events);
  if (rejection !== null) {
    assert.equal(rejection.code, 'illegal-signal');
    assert.match(rejection.message, new RegExp(`signals ${LEGAL[state]} in ${state}, found "${name}"`));
    assert.deepEqual([after, await run.data()], [[], data], 'nothing changed');
    return 'refused';
  }
  const entered = after.flatMap((event) => (event.type === 'StateEntered' ? [event.data.to] : []));
  if (entered.length > 0) return entered[0] as Cell;
  if (after.some(({ type }) => type === 'SignalKept')) return 'kept';
  return after.some(({ type }) => type === 'StateStayed') ? 'stays' : assert.fail(`${name} did nothing in ${state}`);
}

async function tryState(t: TestContext, state: PmState, place: () => Promise<string>): Promise<void> {
  const legal = COLUMNS.filter((column) => expected(state, column) !== 'refused');
  const moving = legal.filter((column) => expected(state, column) !== 'kept');
  const { run } = await runIn(t, state, await place());
  for (const column of COLUMNS.filter((each) => !moving.includes(each)))
    assert.equal(await happens(run, state, column), expected(state, column), `${state}, ${column}`);
  assert.equal(await run.state(), state);
  const [first, ...rest] = moving;
  if (first !== undefined) assert.equal(await happens(run, state, first), expected(state, first), `${state}, ${first}`);
  for (const column of rest) {
    const { run: other } = await runIn(t, state, await place());
    assert.equal(await happens(other, state, column), expected(state, column), `${state}, ${column}`);
  }
}

for (const kind of ['SQLite', 'PostgreSQL'] as const) {
  describe(`states and signals on ${kind}`, () => {
    for (const state of STATES) {
      test(`${state} takes, keeps and refuses signals as the table says`, async (t) => {
        if (kind === 'SQLite') return tryState(t, state, async () => join(newFolder(t), 'signoff.db'));
        const postgres = await postgresOrSkip(t);
        if (postgres !== undefined) await tryState(t, state, () => postgres.createDatabase());
      });
    }
  });
}

test('a run that has ended refuses every signal', async (t) => {
  const { run, held } = await runIn(t, 'DONE', undefined);
  held.letGo();
  assert.equal(await run.ended(), 'completed');
  for (const [name, value] of Object.values(SIGNALS)) assert.equal((await run.tries(name, value))?.code, 'run-ended');
});

test('the table in the documentation is this one', () => {
  const text = readFileSync(PAGE, 'utf8');
  const [before = '', rest = ''] = text.split(BEGIN);
  const [found = '', after = ''] = rest.split(END);
  if (process.env.UPDATE_GOLDEN === '1') writeFileSync(PAGE, `${before}${BEGIN}\n${shown()}\n${END}${after}`);
  else assert.equal(found.trim(), shown().trim());
});

function shown(): string {
  const words = (cell: Cell): string => (STATES.some((state) => state === cell) ? `→ ${cell}` : cell);
  const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [
    '',
    row(['state', ...COLUMNS]),
    row(['---', ...COLUMNS.map(() => '---')]),
    ...STATES.map((state) => row([state, ...TABLE[state].map(words)])),
    '',
  ].join('\n');
}
