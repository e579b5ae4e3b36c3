// The phases of a research run: exactly the source document's table of transitions, and its reasons.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import {
  InvalidTransitionError,
  initialize,
  is_valid_transition,
  transition_phase,
  WorkflowPhase,
} from 'signoff/research';
import { loadWorkflowFile } from '../../src/runtime/load-workflow.ts';
import type { AgentState } from '../../src/systems/research/agent-state.ts';
import { BRIEF_DEFAULTS } from '../../src/systems/research/brief.ts';
import { PHASES } from '../../src/systems/research/state-manager.ts';

const START = '2024-11-25T14:30:00.000Z';
const BRIEF = { ...BRIEF_DEFAULTS, topic: 'Tea' };
const IDS = { execution_id: 'exec_20241125_143000', request_id: 'req_abc123' };

/** The document's table; FAILED from each phase that is no end. */
const TABLE: readonly (readonly [WorkflowPhase, WorkflowPhase])[] = [
  ['initialized', 'planning'],
  ['planning', 'strategy'],
  ['strategy', 'executing'],
  ['executing', 'evaluating'],
  ['evaluating', 're_planning'],
  ['evaluating', 'merging'],
  ['evaluating', 'completed'],
  ['re_planning', 'planning'],
  ['merging', 'completed'],
  ['initialized', 'failed'],
  ['planning', 'failed'],
  ['strategy', 'failed'],
  ['executing', 'failed'],
  ['evaluating', 'failed'],
  ['re_planning', 'failed'],
  ['merging', 'failed'],
];
const isListed = (from: WorkflowPhase, to: WorkflowPhase) => TABLE.some(([one, other]) => one === from && other === to);

const inPhase = (current_phase: WorkflowPhase): AgentState => ({ ...initialize(BRIEF, IDS, START), current_phase });

describe('the nine phases', () => {
  test('have the values of the document', () => {
    assert.deepEqual(WorkflowPhase, {
      INITIALIZED: 'initialized',
      PLANNING: 'planning',
      STRATEGY: 'strategy',
      EXECUTING: 'executing',
      EVALUATING: 'evaluating',
      RE_PLANNING: 're_planning',
      MERGING: 'merging',
      COMPLETED: 'completed',
      FAILED: 'failed',
    });
    assert.deepEqual(Object.values(WorkflowPhase), [...PHASES]);
  });

  test('the drawing has exactly these transitions', async () => {
    const diagram = new URL('../../src/systems/research/workflow.mmd', import.meta.url);
    const { workflow } = await loadWorkflowFile(fileURLToPath(diagram));
    const drawn = (workflow?.steps ?? []).flatMap(({ id, transitions }) =>
      transitions.flatMap(({ target }) => (target === null || target === '[*]' ? [] : [`${id} ${target}`])),
    );
    const listed = TABLE.map(([from, to]) => `${from} ${to}`.toUpperCase());
    assert.deepEqual([...new Set(drawn)].sort(), listed.sort());
  });

  for (const from of PHASES) {
    for (const to of PHASES) {
      test(`${from} ${isListed(from, to) ? 'leads' : 'does not lead'} to ${to}`, () => {
        assert.equal(is_valid_transition(from, to), isListed(from, to));
        const move = () => transition_phase(inPhase(from), to, START);
        if (isListed(from, to)) assert.equal(move().current_phase, to);
        else assert.throws(move, InvalidTransitionError);
      });
    }
  }
});

describe('a transition that is not in the table', () => {
  const refusal = (from: WorkflowPhase, to: WorkflowPhase) => {
    try {
      transition_phase(inPhase(from), to, START);
    } catch (thrown) {
      if (thrown instanceof InvalidTransitionError) return thrown;
    }
    return assert.fail(`${from} led to ${to}`);
  };

  test('to or from a phase that there is not is none, and nothing is thrown', () => {
    assert.equal(is_valid_transition('planned' as never, 'strategy'), false);
    assert.equal(is_valid_transition('toString' as never, 'strategy'), false);
    assert.equal(is_valid_transition('planning', 'planned' as never), false);
  });

  test('cannot skip phases', () => {
    const { name, message, from, to, retryable } = refusal('initialized', 'executing');
    assert.equal(name, 'InvalidTransitionError');
    assert.equal(message, 'Cannot transition from initialized to executing: Must go through planning and strategy');
    assert.deepEqual([from, to, retryable], ['initialized', 'executing', false]);
  });

  test('cannot go backwards except by re-planning', () => {
    const { message } = refusal('executing', 'planning');
    assert.equal(
      message,
      'Cannot transition from executing to planning: Can only go back via evaluating → re_planning',
    );
  });

  test('cannot complete without evaluation', () => {
    const { message } = refusal('executing', 'completed');
    assert.equal(message, 'Cannot transition from executing to completed: Must evaluate quality first');
  });

  test('has no reason but the table in other cases', () => {
    assert.equal(refusal('re_planning', 'completed').message, 'Cannot transition from re_planning to completed');
    assert.equal(
      refusal('completed', 'failed').message,
      'Cannot transition from completed to failed: The run has ended',
    );
  });

  test('changes nothing', () => {
    const state = inPhase('executing');
    const before = JSON.stringify(state);
    assert.throws(() => transition_phase(state, 'completed', START), InvalidTransitionError);
    assert.equal(JSON.stringify(state), before);
  });
});

describe('a transition', () => {
  test('is recorded with time in phase_history and as an action of the StateManager', () => {
    const state = transition_phase(initialize(BRIEF, IDS, START), WorkflowPhase.PLANNING, '2024-11-25T14:30:01.000Z');
    assert.deepEqual(state.phase_history, [
      { from: null, to: 'initialized', timestamp: START },
      { from: 'initialized', to: 'planning', timestamp: '2024-11-25T14:30:01.000Z' },
    ]);
    assert.deepEqual(state.agent_actions, [
      { agent: 'Controller', action: 'initialize' },
      { agent: 'StateManager', action: 'transition_phase', details: { from: 'initialized', to: 'planning' } },
    ]);
  });

  test('to completed sets completed_at and the duration in seconds', () => {
    const state = transition_phase(inPhase('merging'), 'completed', '2024-11-25T14:45:20.000Z');
    assert.deepEqual([state.completed_at, state.duration], ['2024-11-25T14:45:20.000Z', 920]);
  });

  test('to failed sets the duration, and no completed_at', () => {
    const state = transition_phase(inPhase('executing'), 'failed', '2024-11-25T14:30:12.000Z');
    assert.deepEqual([state.completed_at, state.duration], [null, 12]);
  });

  test('to any other phase leaves both open', () => {
    const state = transition_phase(inPhase('evaluating'), 'merging', '2024-11-25T14:30:12.000Z');
    assert.deepEqual([state.completed_at, state.duration], [null, null]);
  });
});
