// Moving a run to another version of its workflow, and making a new run from another's past (life-3, life-4).

import type { Step, Workflow } from '../diagram/workflow.ts';
import type { CommandHandlers } from './decide.ts';
import { restartChild } from './elements/subflow.ts';
import { settle } from './enter.ts';
import { moveOn } from './finish-step.ts';
import { isStanding, isWriting, type RunState, type Scope } from './run-state.ts';
import { serialise } from './snapshot.ts';
import { emit, indexOf, reject, stepOf, tokenOf } from './turn.ts';

export const migrateCommands: CommandHandlers<'MigrateRun' | 'ForkRun'> = {
  MigrateRun(turn, { to, mapping, reason }) {
    const plan = planMigration(turn.workflow, turn.state, to, mapping);
    const refused = plan.filter((move) => move.reason !== null);
    if (refused.length > 0) {
      const details = refused.map((move) => `${move.what} at "${move.from}": ${move.reason}`);
      reject(
        'cannot-migrate',
        `Expected every token and open scope to have a place in ${to.version}, found: ${details.join('; ')}.`,
        details,
      );
    }
    emit(turn, 'RunMigrated', { from: turn.state.version, to: to.version, mapping, reason });
  },

  ForkRun(turn, { run }) {
    const { state } = turn;
    const past = serialise(state);
    const { number } = state;
    const writing = [...state.tokens.values()].filter((token) => isWriting(token) && !isStanding(state, token));
    state.number = 0;
    emit(turn, 'RunForked', { run, source: state.run, number, state: past });
    for (const task of [...turn.state.tasks.values()]) {
      if (task.kind === 'subflow' && task.status === 'waiting') {
        restartChild(turn, task, stepOf(turn, task.step), tokenOf(turn, task.token));
      } else if (task.kind === 'work' || task.kind === 'review')
        turn.effects.push({ do: 'open-task', task: task.id, step: task.step });
    }
    // The source writes what it ordered: here its step is over.
    for (const { id, step } of writing) moveOn(turn, id, stepOf(turn, step));
    settle(turn);
    for (const { id, kind, due } of turn.state.timers.values())
      turn.effects.push({ do: 'set-timer', timer: id, kind, due });
  },
};

export interface Move {
  readonly what: string;
  readonly from: string;
  readonly to: string | null;
  /** null when it can move. */
  readonly reason: string | null;
}

/** The dry run: every live token and open scope, where it would go, and why not. */
export function planMigration(
  from: Workflow,
  state: RunState,
  to: Workflow,
  mapping: { readonly [step: string]: string },
): readonly Move[] {
  const before = indexOf(from);
  const after = indexOf(to);
  const target = (step: string) => (Object.hasOwn(mapping, step) ? (mapping[step] as string) : step);
  const kinds = from.kind === to.kind ? null : `a ${from.kind} cannot become a ${to.kind}`;
  const moves: Move[] = [];
  for (const token of state.tokens.values()) {
    const reason = kinds ?? whyNot(before.get(token.step), after.get(target(token.step)), target);
    moves.push({
      what: `token ${token.id}`,
      from: token.step,
      to: after.has(target(token.step)) ? target(token.step) : null,
      reason,
    });
  }
  for (const scope of state.scopes.values()) {
    const whyNotScope = kinds ?? whyNotClosed(scope, to, target);
    for (const step of scope.join === null ? [scope.opener] : [scope.opener, scope.join]) {
      const reason = whyNot(before.get(step), after.get(target(step)), target) ?? whyNotScope;
      moves.push({ what: `scope ${scope.id}`, from: step, to: after.has(target(step)) ? target(step) : null, reason });
    }
  }
  return moves;
}

/** An open scope must be closed by the same join there, or by none as here; '' is the fork of several starts. */
function whyNotClosed(scope: Scope, to: Workflow, target: (step: string) => string): string | null {
  const opener = indexOf(to).get(target(scope.opener));
  const found = scope.opener === '' ? to.startClosedBy : (opener?.closedBy ?? null);
  const wanted = scope.join === null ? null : target(scope.join);
  if (found === wanted) return null;
  const name = (join: string | null) => (join === null ? 'no join' : `"${join}"`);
  return `its scope is closed by ${name(wanted)} here and by ${name(found)} there`;
}

/** Same kind, same work, nested as before. */
function whyNot(from: Step | undefined, to: Step | undefined, target: (step: string) => string): string | null {
  if (from === undefined) return null;
  if (to === undefined) return `there is no step "${target(from.id)}" in the other version`;
  if (from.kind !== to.kind) return `a ${from.kind} cannot become a ${to.kind}`;
  if (from.execution !== to.execution)
    return `${from.execution ?? 'no'} work cannot become ${to.execution ?? 'no'} work`;
  const nested = from.within.map(target).join(' > ');
  if (nested !== to.within.join(' > '))
    return `it stood in "${nested}", the other version has it in "${to.within.join(' > ')}"`;
  return null;
}
