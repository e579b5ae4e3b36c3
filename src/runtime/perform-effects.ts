// Does in memory what the engine's events ask for: child runs, signals to other runs, and the reports of child runs.

import type { Command, CommandOf } from '../engine/commands.ts';
import type { Effect, Rejection } from '../engine/context.ts';
import { assignedBelow } from './assign-below.ts';
import { ENGINE, type MemoryEngine, type WantedWorkflow } from './memory-engine.ts';
import { holdMessage, type MemoryRun, outcomeOf, outputOf, partialOf, resultOf } from './memory-run.ts';
import { errorOf } from './tell-parent.ts';

type StartChild = Extract<Effect, { do: 'start-child' }>;

/** Tasks, timers and reminders need nothing here: they are read off the run's state. */
export function performEffect(engine: MemoryEngine, run: MemoryRun, effect: Effect): void {
  switch (effect.do) {
    case 'start-child':
      engine.track(engine.starting(effect.child, startChild(engine, run, effect)));
      return;
    case 'retry-child':
      retryChild(engine, run, effect.child);
      return;
    case 'cancel-child': {
      const reason = `The run that started it, ${run.id}, no longer needs it.`;
      engine.whenStarted(effect.child, () => {
        const child = engine.runs.get(effect.child);
        if (child !== undefined) engine.commit(child, { type: 'CancelRun', reason }, ENGINE);
      });
      return;
    }
    case 'send-signal': {
      const { run: to, id, name, key, value } = effect;
      const signal: CommandOf<'SendSignal'> = {
        type: 'SendSignal',
        id,
        name,
        ...(key !== undefined && { key }),
        value,
      };
      engine.whenStarted(to, () => {
        const refused = deliver(engine, run, to, signal);
        if (refused === null) return;
        const { code, message } = refused;
        engine.commit(run, { type: 'ReportSignal', run: to, id, name, code, message }, ENGINE);
      });
      return;
    }
    default:
  }
}

/** Why the receiver did not take it; null: it did. */
function deliver(engine: MemoryEngine, from: MemoryRun, to: string, signal: CommandOf<'SendSignal'>): Rejection | null {
  const target = engine.runs.get(to);
  if (target === undefined) return { code: 'unknown-run', message: `There is no run ${to}. Nothing was changed.` };
  const outcome = engine.commit(target, signal, { actor: `run:${from.id}`, channel: 'run' });
  return outcome.ok ? null : outcome.rejection;
}

async function startChild(engine: MemoryEngine, parent: MemoryRun, effect: StartChild): Promise<void> {
  const { task, child } = effect;
  const loaded = await load(engine, parent, wantedBy(engine, effect));
  if (typeof loaded === 'string') {
    reportFailed(engine, parent, effect, { code: 'unknown-workflow', message: loaded });
    return;
  }
  const input = engine.read(effect.input);
  const depth = (parent.state.parent?.depth ?? 0) + 1;
  const assign = assignedBelow(parent, effect, loaded.workflow);
  const started = await engine.start(loaded.workflow, input, {
    run: child,
    ...(assign !== null && { assign }),
    by: { actor: parent.state.starter, channel: parent.events[0]?.channel === 'rehearsal' ? 'rehearsal' : 'run' },
    folder: loaded.folder ?? parent.folder,
    parent: { run: parent.id, task, depth },
  });
  if (!started.ok) reportFailed(engine, parent, effect, started.rejection);
}

async function load(engine: MemoryEngine, parent: MemoryRun, wanted: WantedWorkflow | null) {
  if (wanted === null) return 'Expected a diagram as text for the subflow, found none.';
  const { loadWorkflow } = engine.options;
  if (loadWorkflow === undefined) return 'Expected a way to look subflows up, found none.';
  return loadWorkflow(wanted, parent.folder);
}

function wantedBy(engine: MemoryEngine, { workflow, source }: StartChild): WantedWorkflow | null {
  if (workflow !== null) return { name: workflow };
  const text = engine.read(source);
  return typeof text === 'string' ? { source: text } : null;
}

function reportFailed(
  engine: MemoryEngine,
  parent: MemoryRun,
  { task, child }: StartChild,
  { code, message }: { readonly code: string; readonly message: string },
): void {
  const command: Command = parent.state.detached.has(child)
    ? { type: 'ReportChildStart', child, code, message }
    : { type: 'ReportChild', task, child, outcome: 'failed', error: { code, message } };
  engine.commit(parent, command, ENGINE);
}

/** A child that never started is started again; one that failed goes on where it failed. */
function retryChild(engine: MemoryEngine, parent: MemoryRun, id: string): void {
  const child = engine.runs.get(id);
  if (child === undefined) {
    const start = startOf(parent, id);
    if (start !== null) engine.track(startChild(engine, parent, start));
  } else if (child.state.status === 'failed') {
    engine.commit(child, { type: 'RetryRun', reason: 'The run that started it was retried.' }, ENGINE);
  } else {
    child.reported = 'running';
    tellParent(engine, child);
  }
}

function startOf(parent: MemoryRun, id: string): StartChild | null {
  for (const event of parent.events) {
    if (event.type !== 'ChildStarted' && event.type !== 'ChildRestarted') continue;
    const { task, child, workflow, source, input } = event.data;
    if (child !== id) continue;
    return { do: 'start-child', task, child, workflow, input, ...(source !== undefined && { source }) };
  }
  return null;
}

/** sub-2: the parent hears of every end and hold of its child, once. */
export function tellParent(engine: MemoryEngine, run: MemoryRun): void {
  const { parent } = run.state;
  const above = parent === null ? undefined : engine.runs.get(parent.run);
  if (parent === null || above === undefined) return;
  const outcome = outcomeOf(run);
  const isReported = outcome === run.reported;
  if (isReported && (outcome === 'held' || outcome === 'running')) return;
  run.reported = outcome;
  const details = isReported ? newlySpent(run) : detailsOf(engine, run, outcome);
  const report = { type: 'ReportChild' as const, task: parent.task, child: run.id, outcome };
  if (!isReported && engine.commit(above, { ...report, ...details }, ENGINE).ok) return;
  const { cost = 0, tokens = 0 } = details;
  // Nobody waits for the child any more; what it cost counts all the same.
  if (cost !== 0 || tokens !== 0) engine.commit(above, { type: 'AddCost', cost, tokens, by: run.id }, ENGINE);
}

function newlySpent(run: MemoryRun): Pick<CommandOf<'ReportChild'>, 'cost' | 'tokens'> {
  const { cost, spentTokens: tokens } = run.state;
  const spent = { cost: cost - run.reportedCost.cost, tokens: tokens - run.reportedCost.tokens };
  run.reportedCost = { cost, tokens };
  return spent;
}

function detailsOf(engine: MemoryEngine, run: MemoryRun, outcome: string): Partial<CommandOf<'ReportChild'>> {
  if (outcome === 'held') return { error: { code: 'child-held', message: holdMessage(run) } };
  if (outcome === 'running') return {};
  const spent = newlySpent(run);
  if (outcome === 'completed') return { ...spent, ...resultOf(run) };
  if (outcome === 'cancelled') return spent;
  return {
    ...spent,
    error: errorOf(run.id, outputOf(run, engine.payloads)),
    partial: engine.value(partialOf(run, engine.payloads)),
  };
}
