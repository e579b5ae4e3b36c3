// The scripted people interviewed by a connected model, here one on loopback: measured as the rules are.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { promisify } from 'node:util';
import { askModel } from '../../bench/quality/ask-model.ts';
import type { InterviewFigures } from '../../bench/quality/interviews/measure-interviews.ts';
import { peopleOf } from '../../bench/quality/interviews/measure-interviews.ts';
import { TOPICS } from '../../src/documents/interview/checklist.ts';
import { writeTurn } from '../../src/documents/interview/write-turn.ts';
import { startModelServer } from '../support/model-server.ts';
import { root } from '../support/run-signoff.ts';

const ENV = { SIGNOFF_MODEL: 'any', SIGNOFF_API_KEY: 'sk-none' };
const [PERSON] = peopleOf('first');
const SPEC = `---
version: 1
priority: must
created: 2026-01-01
---
# Feature: Booking

## Vision

Members book tennis courts online.

## Scope

### In Scope

- Members book a court

### Out of Scope

- Tournaments

## Requirements

### R-001: Members book a court

**Type:** functional
**Priority:** must
**Dependencies:** []
**Description:** The system shall let members book a court for one hour.
**Acceptance Criteria:**

- [ ] A member books a court in less than one minute.
`;

interface Behaviour {
  readonly quote?: string;
  readonly spec?: string;
}

/** Asks one topic a turn, notes each answer whole in the turn after it, then offers the end. */
async function served(t: TestContext, { quote, spec = SPEC }: Behaviour = {}): Promise<string> {
  const server = await startModelServer(({ texts }) => {
    const [prompt = '', ...said] = texts;
    if (/write the specification of a feature/.test(prompt)) return spec;
    if (!/interview a person until/.test(prompt)) return '{"marks": [], "identifiedGaps": []}';
    if (/^This cannot be used/.test(said.at(-1) ?? '')) return 'I give up.';
    const asked = said.filter((_, at) => at % 2 === 0).length;
    const last = TOPICS[asked - 1];
    const answers =
      last === undefined ? [] : [{ topic: last, turn: 2 * asked + 1, quote: quote ?? said.at(-1)?.trim() ?? '' }];
    const topic = TOPICS[asked];
    if (topic === undefined)
      return writeTurn('That is all.', { questions: [], answers }, { complete: true, summary: 'Courts.' });
    return writeTurn('Thank you.', { questions: [{ topic, text: `Tell me of ${topic}.` }], answers });
  });
  t.after(() => server.close());
  return `${server.url}/v1`;
}

async function figuresWith(t: TestContext, behaviour?: Behaviour): Promise<InterviewFigures> {
  const provider = await served(t, behaviour);
  const figures = await askModel({ provider, env: ENV, limit: 1, interviews: true });
  if (typeof figures === 'string') assert.fail(figures);
  assert.equal(figures.interviews.length, 1);
  return figures.interviews[0] ?? assert.fail();
}

test('a model that asks each topic once covers all of them, and its specification is checked', async (t) => {
  const { name, covered, questions, turns, refused, checks, invented } = await figuresWith(t);
  assert.equal(name, PERSON?.name);
  assert.deepEqual(
    { covered, questions, turns, refused, checks },
    {
      ...{ covered: 9, questions: 9, turns: 10, refused: [], checks: 7 },
    },
  );
  assert.deepEqual(invented, []);
});

test('a statement with words that nobody said is counted', async (t) => {
  const spec = SPEC.replace('- Tournaments', '- Tournaments\n- Blockchain ledgers');
  assert.deepEqual((await figuresWith(t, { spec })).invented, ['Blockchain ledgers']);
});

test('a model that invents quotes and does not mend them ends with what was covered before, and why', async (t) => {
  const { covered, turns, refused } = await figuresWith(t, { quote: 'Nobody said this' });
  assert.deepEqual([covered, turns, refused.length], [0, 2, 3]);
  assert.match(refused[0] ?? '', /found "Nobody said this"; those words are not in it/);
});

test('npm run bench -- quality --only interviews --provider X prints both tables', async (t) => {
  const main = join(root, 'bench', 'quality', 'main.ts');
  const args = [main, '--only', 'interviews', '--provider', await served(t), '--limit', '1'];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: root, env: { ...process.env, ...ENV } });
  assert.match(stdout, /interviews by rules: scripted people/);
  const [, byModel = ''] = stdout.split(/interviews by the model of [^\n]+\n/);
  assert.match(
    byModel,
    /^\n\| person \|[^\n]+\n[^\n]+\n\| court-booking \| first \| NON_TECHNICAL \| 9 \+ 0 \| 9 \| 10 \| 0 \| 7/,
  );
  assert.match(stdout, /\nturns that code refused: 0\n/);
});
