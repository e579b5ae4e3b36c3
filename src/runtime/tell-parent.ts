// What is reported to a child run's parent (sub-2): every end and every hold, once, as a command in the outbox; and
// what calls cost that end after the child.

import type { Command, CommandOf } from '../engine/commands.ts';
import type { BranchFailure } from '../engine/events.ts';
import type { Payloads } from '../engine/value.ts';
import { isJsonObject, type Json } from '../json.ts';
import { keepValue } from './externalise.ts';
import { holdMessage, outcomeOf, outputOf, partialOf, resultOf } from './memory-run.ts';
import type { PendingWrite } from './pending-write.ts';

/** Adds the report to the write that makes it true. May throw NeedsPayloads, having changed nothing. */
export function tellParent(pending: PendingWrite, payloads: Payloads, hash: (text: string) => string): void {
  const { run } = pending;
  const { parent } = run.state;
  if (parent === null) return;
  const outcome = outcomeOf(run);
  // One that was retried and has failed again in the same write is reported again: its parent waits for it.
  const isAgain = !pending.hasReported && pending.events.some(({ type }) => type === 'RunRetried');
  if (outcome === run.reported.outcome && !isAgain) {
    tellLateCost(pending, parent.run);
    return;
  }
  const texts = new Map<string, string>();
  const sink = { hash, put: (ref: string, json: Json) => void texts.set(ref, JSON.stringify(json)) };
  const details = detailsOf(pending, outcome, payloads, (json) => keepValue(json, sink));
  const command = { type: 'ReportChild' as const, task: parent.task, child: run.id, outcome, ...details };
  pending.addOutbox({ kind: 'tell-parent', content: { run: parent.run, command } as unknown as Json });
  pending.addPayloads(texts);
  const isEnd = isOver(outcome);
  const { cost, tokens } = isEnd ? { cost: run.state.cost, tokens: run.state.spentTokens } : run.reported;
  pending.report({ outcome, cost, tokens });
}

const isOver = (outcome: string): boolean => outcome !== 'held' && outcome !== 'running';

/** Such as that of a call that was aborted when its run was cancelled. */
function tellLateCost(pending: PendingWrite, parent: string): void {
  const { state, reported, id } = pending.run;
  const [cost, tokens] = [state.cost - reported.cost, state.spentTokens - reported.tokens];
  if (!isOver(reported.outcome) || (cost === 0 && tokens === 0)) return;
  const command: Command = { type: 'AddCost', cost, tokens, by: id };
  pending.addOutbox({ kind: 'tell-parent', content: { run: parent, command } as unknown as Json });
  pending.report({ ...reported, cost: state.cost, tokens: state.spentTokens });
}

function detailsOf(
  { run }: PendingWrite,
  outcome: string,
  payloads: Payloads,
  keep: (json: Json) => Json,
): Partial<CommandOf<'ReportChild'>> {
  if (outcome === 'held') return { error: { code: 'child-held', message: holdMessage(run) } };
  if (outcome === 'running') return {};
  const { cost, spentTokens } = run.state;
  const spent = { cost: cost - run.reported.cost, tokens: spentTokens - run.reported.tokens };
  if (outcome === 'completed') return { ...spent, ...resultOf(run) };
  if (outcome === 'cancelled') return spent;
  return { ...spent, error: errorOf(run.id, outputOf(run, payloads)), partial: keep(partialOf(run, payloads)) };
}

/** The child's own {code, message, step, attempts, cause}, or what its failure step said. */
export function errorOf(run: string, error: Json): NonNullable<CommandOf<'ReportChild'>['error']> {
  const given = isJsonObject(error) ? error : {};
  // A system may say it with more around it: {status, error: {message, ...}, ...}.
  const own = typeof given.message !== 'string' && isJsonObject(given.error) ? given.error : given;
  const { code, message, step, attempts, cause = null } = own;
  return {
    code: typeof code === 'string' ? code : 'child-failed',
    message: typeof message === 'string' ? message : `The child run ${run} failed: ${JSON.stringify(error)}.`,
    ...(typeof step === 'string' && { step }),
    ...(typeof attempts === 'number' && { attempts }),
    ...(isJsonObject(cause) && typeof cause.code === 'string' && { cause: cause as unknown as BranchFailure }),
  };
}
