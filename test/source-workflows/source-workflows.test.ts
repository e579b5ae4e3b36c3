// The drawings of the systems and the source document's PR review compile without a problem or a warning.

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { compile } from '../../src/diagram/compile.ts';
import type { Step, Workflow } from '../../src/diagram/workflow.ts';
import type { JsonObject } from '../../src/json.ts';
import { researchCode } from './actions-research.ts';
import { sddCode } from './actions-sdd.ts';

/** Every name the diagrams use must be registered. */
const CODE = [sddCode(new Map()), researchCode()];
const ACTIONS = CODE.flatMap((code) => Object.values(code).flatMap((named) => Object.keys(named)));
const AGENTS = [
  'SystemArchitectAgent',
  'APIDataAgent',
  'DatabaseDesignerAgent',
  'ReviewerAgent',
  'WriterFormatterAgent',
  'academic_search',
  'web_search',
  'news_search',
];

describe('PR review', () => {
  test("is the source document's flow: a foreach that is its own body, a join, a loop back", async () => {
    const workflow = await compiled('pr-review');
    assert.deepEqual(workflow.start, ['A']);
    assert.deepEqual(kinds(workflow), {
      A: 'task',
      B: 'task',
      C: 'foreach',
      D: 'join',
      E: 'decision',
      F: 'task',
      G: 'task',
      H: 'task',
      I: 'task',
      J: 'decision',
      K: 'task',
    });
    assert.deepEqual([of(workflow, 'C').closedBy, of(workflow, 'D').closes], ['D', 'C']);
    assert.equal(of(workflow, 'G').execution, 'manual');
    assert.deepEqual(
      of(workflow, 'C').task?.reads.map(({ text }) => text),
      ['file.path'],
    );
    assert.deepEqual(routes(workflow, 'E'), ['output.score >= 80 F', 'output.score >= 50 G', 'else H']);
    assert.deepEqual(routes(workflow, 'J'), ['output.shouldRetry A', 'else K']);
  });
});

describe('SDD', () => {
  test('starts where it says, since its loops lead to every step', async () => {
    const workflow = await compiled('sdd');
    assert.deepEqual(workflow.start, ['draft_hld']);
    assert.deepEqual(routes(workflow, 'human_review'), [
      "output.verdict === 'approve' done",
      "output.verdict === 'revise' draft_hld",
    ]);
    assert.equal(of(workflow, 'human_review').edges[1]?.set.length, 6);
  });
});

describe('research', () => {
  test('goes through its phases on `done` and to FAILED on `error`', async () => {
    const workflow = await compiled('research');
    const evaluating = of(workflow, 'EVALUATING').transitions.map(({ event, when, target }) => [
      event,
      when?.text ?? '',
      target,
    ]);
    assert.deepEqual(evaluating, [
      ['done', 'data.should_continue', 'RE_PLANNING'],
      ['done', 'data.writing_results.length === 0', 'COMPLETED'],
      ['done', '', 'MERGING'],
      ['error', '', 'FAILED'],
    ]);
    assert.equal(of(workflow, 'EXECUTING').subflow?.source?.text, 'steps.STRATEGY.output.flow');
  });

  test('executes a flow with two forks and their joins', async () => {
    const workflow = await compiled('research-exec');
    assert.deepEqual([of(workflow, 'S').kind, of(workflow, 'S').closedBy], ['fork', 'J1']);
    assert.deepEqual([of(workflow, 'article_writer').kind, of(workflow, 'article_writer').closedBy], ['task', 'J2']);
    assert.deepEqual(of(workflow, 'editor').within, ['article_writer']);
  });
});

async function compiled(name: string): Promise<Workflow> {
  const { workflow, problems } = await compile({
    fileName: `${name}.mmd`,
    text: read(`${name}.mmd`) ?? '',
    hash: (text) => createHash('sha256').update(text).digest('hex'),
    prompt: (file) => read(`prompts/${file}`),
    schema: (schema) => JSON.parse(read(`schemas/${schema}.json`) ?? 'null') as JsonObject | null,
    known: { actions: new Set(ACTIONS), agents: new Set(AGENTS) },
  });
  assert.deepEqual(problems, []);
  assert.ok(workflow);
  assert.deepEqual(JSON.parse(JSON.stringify(workflow)), workflow);
  return workflow;
}

function read(path: string): string | null {
  const file = new URL(path, import.meta.url);
  return existsSync(file) ? readFileSync(file, 'utf8') : null;
}

function of(workflow: Workflow, id: string): Step {
  const step = workflow.steps.find((one) => one.id === id);
  assert.ok(step, id);
  return step;
}

const kinds = (workflow: Workflow): Record<string, string> =>
  Object.fromEntries(workflow.steps.map(({ id, kind }) => [id, kind]));

const routes = (workflow: Workflow, id: string): string[] =>
  of(workflow, id).edges.map(({ when, target }) => `${when?.text ?? 'else'} ${target}`);
