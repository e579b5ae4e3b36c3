// A foreach: one branch per item, started as places allow (each-1 to each-6).

import type { ForeachSettings, Step } from '../../diagram/workflow.ts';
import { settleFailure } from '../failures.ts';
import { hold } from '../holds.ts';
import { entering, formulaValue } from '../roots.ts';
import { leave } from '../route.ts';
import { raisedKey, type Token } from '../run-state.ts';
import { checkJoin, setJoinTimer } from '../scopes.ts';
import { emit, type Turn } from '../turn.ts';
import { pointInto, readValue, type Value } from '../value.ts';
import { containerOf, enterTask } from './task.ts';

export function enterForeach(turn: Turn, token: Token, step: Step, depth: number): void {
  const inside = turn.state.scopes.get(token.scope);
  if (inside?.opener === step.id && token.step === step.id) {
    enterTask(turn, token, step);
    return;
  }
  const settings = step.foreach as ForeachSettings;
  const items = itemsOf(turn, token, settings);
  const total = items === undefined ? undefined : readValue(items, ['length'], turn.payloads);
  const list = items !== undefined && typeof total === 'number' && isList(turn, items);
  const most = turn.state.raised.get(raisedKey('too-many-items', step.id)) ?? settings.maxItems;
  if (!list) failItems(turn, token, step, settings, items);
  else if (total > most) {
    const message = `Expected at most ${most} items at "${step.id}", found ${total}.`;
    hold('too-many-items', turn, token, step, { message, moves: ['raise', 'retry', 'skip', 'end'], enters: true });
  } else if (total === 0 && step.closedBy == null) passOn(turn, token, step, depth);
  else openScope(turn, token, step, items, total);
}

function isList(turn: Turn, items: Value): boolean {
  return Array.isArray(readValue(items, [], turn.payloads));
}

function itemsOf(turn: Turn, token: Token, { items }: ForeachSettings): Value | undefined {
  if ('absolute' in items) return formulaValue(turn, entering(token), items.absolute);
  return pointInto(token.output, items.relative, turn.payloads);
}

/** each-1: what is not a list fails the step, saying what was found. */
function failItems(turn: Turn, token: Token, step: Step, settings: ForeachSettings, items: Value | undefined): void {
  const json = items === undefined ? undefined : readValue(items, [], turn.payloads);
  const found =
    json === undefined
      ? 'nothing'
      : json === null
        ? 'null'
        : typeof json === 'object'
          ? 'an object'
          : `a ${typeof json}`;
  const message = `Expected a list at "${settings.items.text}" for "${step.id}", found ${found}.`;
  emit(turn, 'StepFailed', { token: token.id, step: step.id, code: 'items-not-a-list', message });
  settleFailure(turn, turn.state.tokens.get(token.id) as Token, step, {
    code: 'items-not-a-list',
    message,
    step: step.id,
    attempts: 1,
  });
}

/** Nothing to do and no join: one token goes on with the previous output (each-3). */
function passOn(turn: Turn, token: Token, step: Step, depth: number): void {
  emit(turn, 'StepFinished', { token: token.id, step: step.id, output: token.output, status: 'completed' });
  leave(turn, token.id, step, depth);
}

function openScope(turn: Turn, token: Token, step: Step, items: Value, total: number): void {
  const { itemVariable, concurrency } = step.foreach as ForeachSettings;
  const scope = turn.state.nextScope;
  const task = turn.state.nextTask;
  const join = step.closedBy ?? null;
  const parent = containerOf(turn, token);
  emit(turn, 'ScopeOpened', {
    scope,
    token: token.id,
    step: step.id,
    join,
    total,
    items,
    variable: itemVariable,
    concurrency,
    task,
    ...(parent !== undefined && { parent }),
  });
  if (join !== null) setJoinTimer(turn, scope, join);
  turn.scopesWithFreeSlots.push(scope);
  if (total === 0) checkJoin(turn, scope);
}
