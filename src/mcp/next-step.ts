// Finds what is next in a run for a client: takes work up in its name, and waits a while where others are at work.

import { isJsonObject } from '../json.ts';
import { RejectionError } from '../operations/define-operation.ts';
import type { Engine } from '../runtime/open-engine.ts';
import type { Sender } from '../runtime/pending-write.ts';
import type { RunView } from '../runtime/read-run.ts';
import { ANY_CLIENT, clientAgents } from './client-agents.ts';
import { type HandOut, isQuiet, isTask, isUntaken, lookAt, type TaskHandOut, type Viewer } from './hand-out.ts';
import type { McpOptions } from './mcp-options.ts';
import { milestoneOf } from './milestone-of.ts';

/** What belongs to one call of a client. */
export interface ClientCall {
  /** The client has lost interest, or is gone. */
  readonly signal: AbortSignal;
  /** By the engine's clock that never jumps: the call answers by then. */
  readonly until: number;
  /** Tells a client that asked for it how it goes on. */
  tell(message: string): Promise<void>;
}

/** A run may have started any number that go on by themselves. */
const DETACHED_MAX = 20;
/** More rounds than a run moves in one call: each is one claim or one commit of others. */
const ROUNDS_MAX = 200;
const SUBFLOWS_DEEP = 5;
const CHILDREN_LOOK_MS = 1000;
/** A client that waits hears as often that it does. */
export const PROGRESS_MS = 5000;
/** Someone was faster: look again. */
const OVERTAKEN: ReadonlySet<string> = new Set([
  'wrong-status',
  'task-not-open',
  'retry-wait',
  'run-paused',
  'run-ended',
]);

export async function nextStep(
  options: McpOptions,
  run: string,
  task: number | null,
  call: ClientCall,
): Promise<HandOut> {
  const { engine } = options;
  const looking = await viewerOf(options);
  let at = { run, task };
  let handOut: HandOut | null = null;
  for (let round = 0; round < ROUNDS_MAX; round++) {
    const view = await engine.view(at.run);
    if (view === null)
      throw new RejectionError({ code: 'unknown-run', message: `Expected a run, found no ${at.run}.` });
    handOut = lookAt(view, looking, at.task);
    if (call.signal.aborted) return handOut;
    if (isTask(handOut)) {
      if (!handOut.isFree) return handOut;
      if (!(await claimForClient(options, handOut))) continue;
      at = { run: at.run, task: handOut.task };
      await giveKept(options, handOut);
      continue;
    }
    const other = heldChild(view, handOut) ?? (await runInstead(engine, view, handOut, looking, SUBFLOWS_DEEP));
    if (other !== null) {
      at = { run: other, task: null };
      continue;
    }
    const rest = handOut.kind === 'busy' ? await milestoneOf(options, view, handOut) : null;
    if (rest !== null) return rest;
    const leftMs = Math.ceil(call.until - engine.clock.monotonic());
    if (handOut.kind !== 'busy' || handOut.waitsForOthers || leftMs <= 0) return handOut;
    await call.tell(handOut.message);
    const signal = AbortSignal.any([call.signal, AbortSignal.timeout(Math.min(leftMs, waitMsFor(view)))]);
    await engine.wait(at.run, ({ head }) => head > view.row.head, signal);
  }
  return handOut as HandOut;
}

/** A run that waits for a child on hold: the hold to be resolved is the child's. */
function heldChild({ state }: RunView, handOut: HandOut): string | null {
  const hold = isTask(handOut) ? undefined : state.holds.get(handOut.hold ?? 0);
  if (hold?.code !== 'child-held') return null;
  return state.tasks.get(state.tokens.get(hold.token ?? 0)?.task ?? 0)?.child ?? null;
}

/** A subflow's run in which something is to be done; of one that is over, or waits for signals, the run that it is part
 *  of. */
async function runInstead(
  engine: Engine,
  view: RunView,
  handOut: HandOut,
  looking: Viewer,
  deep: number,
): Promise<string | null> {
  if (handOut.kind === 'concluded' || handOut.kind === 'failed') return view.state.parent?.run ?? null;
  if (handOut.kind !== 'busy' || deep === 0) return null;
  for (const child of childrenOf(view)) {
    const below = await engine.view(child);
    if (below === null) continue;
    const found = lookAt(below, looking, null);
    if (isTask(found)) return child;
    const deeper = found.kind === 'busy' ? await runInstead(engine, below, found, looking, deep - 1) : null;
    if (deeper !== null) return deeper;
  }
  return deep === SUBFLOWS_DEEP && isQuiet(view) ? (view.state.parent?.run ?? null) : null;
}

/** Of those that nobody waits for the last. */
function childrenOf({ state }: RunView): readonly string[] {
  const awaited = [...state.tasks.values()].flatMap(({ child }) => (child === undefined ? [] : [child]));
  return [...awaited, ...[...state.detached.keys()].slice(-DETACHED_MAX)];
}

/** What moves in a subflow's run wakes nobody who waits for the run around it. */
function waitMsFor(view: RunView): number {
  return childrenOf(view).length > 0 ? CHILDREN_LOOK_MS : PROGRESS_MS;
}

export async function viewerOf({ engine, actor }: McpOptions): Promise<Viewer> {
  return { clients: await clientAgents(engine.store), actor };
}

/** Code of the step that reads files runs now, and what it read stands in the run. false: someone was faster. */
export async function claimForClient(options: McpOptions, { run, task, worker }: TaskHandOut): Promise<boolean> {
  const by = workerOf(options, worker);
  const claimed = await options.engine.claim(run, task, by.actor, 'outside', by);
  // A claim with events is one whose code failed: the run goes on from there.
  if (claimed.ok) return true;
  if (claimed.events.length > 0 || OVERTAKEN.has(claimed.rejection.code)) return false;
  throw new RejectionError(claimed.rejection);
}

/** What a fault of the project's folder kept is given again as it is, once its hold was retried. What is refused now is
 *  the client's to do again. */
async function giveKept({ engine, systems, ...options }: McpOptions, handOut: TaskHandOut): Promise<void> {
  const { run, task, step, kept } = handOut;
  if (kept === undefined) return;
  const lease = (await engine.view(run))?.state.tasks.get(task)?.fence;
  if (lease === undefined) return;
  const by = workerOf({ engine, systems, ...options }, handOut.worker);
  if (handOut.kind === 'work') {
    await engine.answer(run, task, { output: kept, lease }, by);
    return;
  }
  const wire = systems.find(({ system }) => system.name === handOut.workflow)?.wire;
  const text = (isJsonObject(kept) ? wire?.steps[step]?.said?.(kept) : undefined) ?? 'This is what I found.';
  await engine.send(run, { type: 'AddMessage', task, lease, from: 'agent', text, offer: kept }, by);
}

/** What agents of this run and its subflows could do and nobody has taken up is given to the client. */
export async function assignToClient(options: McpOptions, run: string, deep = SUBFLOWS_DEEP): Promise<void> {
  const { engine } = options;
  const view = await engine.view(run);
  if (view === null) return;
  for (const child of deep === 0 ? [] : childrenOf(view)) await assignToClient(options, child, deep - 1);
  const { clients } = await viewerOf(options);
  const reason = 'An MCP client does it: no agent has taken it up.';
  for (const task of view.state.tasks.values()) {
    if (!isUntaken(view, task, clients)) continue;
    const command = { type: 'ReassignTask', task: task.id, assignee: ANY_CLIENT, reason } as const;
    const given = await engine.send(run, command, personOf(options));
    if (!given.ok && !OVERTAKEN.has(given.rejection.code)) throw new RejectionError(given.rejection);
  }
}

export function workerOf({ channel = 'mcp' }: McpOptions, worker: TaskHandOut['worker']): Sender {
  return { actor: worker ?? 'agent:client', channel };
}

export function personOf({ actor, channel = 'mcp', stated }: McpOptions): Sender {
  return stated === undefined ? { actor, channel } : { actor, channel, stated };
}
