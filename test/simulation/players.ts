// Random workers and people: they claim, answer, fail, vanish, come back late and press every button.

import type { Command } from '../../src/engine/commands.ts';
import type { Channel } from '../../src/engine/events.ts';
import type { FileOrder } from '../../src/engine/file-order.ts';
import type { RunState, Task } from '../../src/engine/run-state.ts';
import type { Json } from '../../src/json.ts';
import { EVENTS } from './generate-machine.ts';
import type { Random } from './random.ts';
import { given, type World } from './world.ts';

export interface Move {
  readonly command: Command;
  readonly actor: string;
  readonly channel?: Channel;
}

export const PEOPLE = ['user:ada', 'user:bob', 'user:cyd'] as const;
const WORKERS = ['agent:w1', 'agent:w2'] as const;

export interface Player {
  readonly random: Random;
  /** Calm days let runs get far; on bad ones work fails and people press every button. */
  readonly mood: { readonly fails: number; readonly meddles: number };
  /** Leases that were once given, kept by workers who may report long after losing them. */
  readonly leases: { readonly task: number; readonly lease: number; readonly actor: string }[];
  signals: number;
}

export function newPlayer(random: Random): Player {
  const mood = { fails: random.pick([0.3, 2, 4, 12]), meddles: random.pick([0, 0.3, 1, 2]) };
  return { random, mood, leases: [], signals: 0 };
}

export function randomOutput(world: World, random: Random): Json {
  const list = Array.from({ length: random.int(5) }, () => ({
    n: random.int(5),
    ...(random.chance(0.3) && { list: [{ n: 1 }, { n: 2 }] }),
  }));
  const kind = random.weighted({ object: 8, text: 0.5, nothing: 0.3, big: 0.6, marked: 0.2 });
  if (kind === 'text') return 'done';
  if (kind === 'nothing') return null;
  if (kind === 'marked') return { $value: { $ref: 'no reference', ok: random.chance(0.5) } };
  const output = { ok: random.chance(0.6), n: random.int(5), list };
  return kind === 'big' ? given(world, { ...output, text: 'x'.repeat(1200) }) : output;
}

export function randomMove(world: World, player: Player): Move | null {
  const { random } = player;
  const { fails, meddles } = player.mood;
  const { state } = world;
  const tasks = [...state.tasks.values()];
  const kind = random.weighted({
    work: 60,
    person: 4 * meddles,
    signal: 8,
    timer: state.timers.size > 0 ? 2 + fails : 0,
    hold: state.holds.size > 0 ? 14 : 0,
    child: 12,
    file: state.files.size > 0 ? 20 : 0,
    zombie: player.leases.length > 0 ? 3 * meddles : 0,
    life: state.paused || state.status === 'failed' ? 20 : 2 * meddles,
    document: 1.5,
    wild: 2 * meddles,
  });
  switch (kind) {
    case 'work':
      return tasks.length === 0 ? null : workOn(world, player, random.pick(tasks));
    case 'person':
      return tasks.length === 0 ? null : meddle(random, random.pick(tasks));
    case 'signal':
      return signal(world, player);
    case 'timer':
      return {
        command: { type: 'FireTimer', timer: random.pick([...state.timers.keys()]) },
        actor: 'system',
        channel: 'timer',
      };
    case 'hold':
      return resolve(world, random);
    case 'child':
      return child(world, random);
    case 'file':
      return reportFile(world, random, 0.25);
    case 'zombie':
      return late(world, player);
    case 'life':
      return life(state, random);
    case 'document':
      return {
        command: { type: 'ReportDocument', document: 'brief.md', hash: `sha256:${random.int(3)}` },
        actor: random.pick(PEOPLE),
      };
    default:
      return wild(world, random);
  }
}

export function workOn(world: World, player: Player, task: Task): Move | null {
  const { random } = player;
  if (task.kind === 'foreach' || task.kind === 'subflow') return null;
  if (task.waitsUntil !== undefined && random.chance(0.9)) return null;
  if (task.execution === 'manual') return answer(world, random, task);
  if (task.status === 'pending' && !(task.execution === 'conversation' && random.chance(0.4)))
    return claim(player, task);
  if (task.execution === 'conversation') return talk(world, random, task);
  if (task.lease === undefined) return null;
  const actor = task.lease.worker;
  const base = { task: task.id, lease: task.fence };
  const kind = random.weighted({ complete: 12, fail: player.mood.fails, hold: 0.5, release: 0.5, lose: 1, call: 2 });
  if (kind === 'call') return { command: callOf(world, random, task), actor, channel: 'worker' };
  if (kind === 'fail') return { command: { type: 'FailTask', ...base, failure: failure(random) }, actor };
  if (kind === 'hold')
    return { command: { type: 'HoldTask', ...base, code: 'unsure', message: 'It is not clear.' }, actor };
  if (kind === 'release') return { command: { type: 'ReleaseTask', ...base }, actor };
  if (kind === 'lose') return { command: { type: 'LoseLease', task: task.id, lease: task.fence }, actor: 'system' };
  const keeps = (world.workflow.steps.find(({ id }) => id === task.step)?.task?.keeps.length ?? 0) > 0;
  const set = random.chance(keeps ? 0.7 : 0.1)
    ? { set: { count: random.chance(0.9) ? random.int(4) : 'no number' } }
    : {};
  const sent = random.chance(0.05) ? { send: [{ run: 'run_other', id: 'x', name: 'go', value: null }] } : {};
  const files = randomFiles(random);
  return {
    command: { type: 'CompleteTask', ...base, output: randomOutput(world, random), ...set, ...sent, ...files },
    actor,
    channel: 'worker',
  };
}

/** Few paths and few texts, so that steps order the same. */
function randomFiles(random: Random): { files?: readonly FileOrder[] } {
  if (!random.chance(0.15)) return {};
  const paths = random.pick([['a.md'], ['b.md'], ['a.md', 'b.md'], ['c.md', 'a.md', 'b.md']]);
  const order = { old: null, content: 'x', workspace: '/w' };
  return { files: paths.map((path) => ({ ...order, path, new: `sha256:${random.int(2)}` })) };
}

/** What the engine was asked to write is written, or it cannot be. */
export function reportFile({ state }: World, random: Random, refused: number): Move {
  const [path, hashes] = random.pick([...state.files.entries()]);
  const outcome = random.chance(refused) ? random.pick(['conflict', 'failed'] as const) : 'written';
  const command = { type: 'ReportFile', path, hash: random.pick(hashes), outcome } as const;
  return { command, actor: 'system', channel: 'engine' };
}

/** An agent is asked, uses a tool, or has answered. */
function callOf({ state }: World, random: Random, { id: task, fence: lease, calls = [] }: Task): Command {
  const open = calls.find((call) => state.calls.get(call)?.ended === false);
  const cost = random.chance(0.1) ? null : random.int(5) / 10;
  if (open === undefined) {
    const who = { agent: 'w1', provider: 'p', model: null, purpose: 'turn', prompt: `p${random.int(3)}` } as const;
    return { type: 'BeginCall', task, lease, ...who, cost, tokens: random.int(100) };
  }
  if (random.chance(0.3)) {
    const used = { id: 't', name: 'read_file', input: 'a', result: 'b', ms: 1 };
    return { type: 'ReportTool', task, lease, call: open, ...used };
  }
  if (random.chance(0.2)) {
    return { type: 'ReportReply', task, lease, call: open, reading: { status: 'SUCCESS', suggestedTags: ['t'] } };
  }
  const usage = { in: random.int(50), out: random.int(50), cached: 0 };
  const came = random.chance(0.8) ? { reply: 'r', usage } : { fault: { code: 'overloaded', message: 'busy' } };
  return { type: 'EndCall', task, call: open, latencyMs: 1, cost, ...came };
}

function claim(player: Player, task: Task): Move {
  const { random } = player;
  const kind = random.pick(['hosted', 'hosted', 'outside', 'person'] as const);
  const actor = kind === 'person' ? random.pick(PEOPLE) : random.pick(WORKERS);
  player.leases.push({ task: task.id, lease: task.fence + 1, actor });
  return { command: { type: 'ClaimTask', task: task.id, worker: actor, kind }, actor };
}

function failure(random: Random) {
  return { code: 'broken', message: 'It broke.', ...(random.chance(0.3) && { retryable: random.chance(0.5) }) };
}

export function answer(world: World, random: Random, task: Task): Move {
  const step = world.workflow.steps.find(({ id }) => id === task.step);
  const drawn = random.pick(PEOPLE);
  // Mostly its assignee: the others are refused.
  const actor = drawn !== 'user:cyd' && task.assignee?.startsWith('user:') ? task.assignee : drawn;
  const verdict = random.chance(0.7) ? 'approve' : 'reject';
  const shown = task.shown === undefined || random.chance(0.1) ? {} : { shown: task.shown };
  const channel = random.chance(0.8) ? 'studio' : 'mcp';
  if (step?.task?.approvals != null && task.kind === 'work') {
    return { command: { type: 'CastVote', task: task.id, verdict, ...shown }, actor, channel };
  }
  const kind = random.weighted({ complete: 9, fail: 1, hold: 0.6, claim: 1 });
  if (kind === 'fail') return { command: { type: 'FailTask', task: task.id, failure: failure(random) }, actor };
  if (kind === 'hold')
    return { command: { type: 'HoldTask', task: task.id, code: 'unsure', message: 'Ask later.' }, actor };
  if (kind === 'claim') return { command: { type: 'ClaimTask', task: task.id, worker: actor, kind: 'person' }, actor };
  const output = random.chance(0.5) ? verdict : { verdict, ok: random.chance(0.5), n: random.int(4) };
  const files = randomFiles(random);
  return { command: { type: 'CompleteTask', task: task.id, output, verdict, ...shown, ...files }, actor, channel };
}

function talk(world: World, random: Random, task: Task): Move {
  const actor = random.pick(PEOPLE);
  if (task.status === 'in_progress' && task.lease !== undefined) {
    const by = task.lease.worker;
    const base = { task: task.id, lease: task.fence };
    if (random.chance(0.3))
      return { command: { type: 'CompleteTask', ...base, output: randomOutput(world, random) }, actor: by };
    const offer = random.chance(0.4) ? { offer: { ok: true } } : {};
    return { command: { type: 'AddMessage', ...base, from: 'agent', text: 'And then?', ...offer }, actor: by };
  }
  if (random.chance(0.3)) return { command: { type: 'CompleteTask', task: task.id, output: { ok: true } }, actor };
  const ends = random.chance(0.3) ? { ends: true } : {};
  return { command: { type: 'AddMessage', task: task.id, from: 'person', text: 'So.', ...ends }, actor };
}

/** What people may do to a task besides answering it (task-4). */
function meddle(random: Random, task: Task): Move {
  const actor = random.pick(PEOPLE);
  const base = { task: task.id, reason: 'I say so.' };
  const kind = random.weighted({ skip: 3, retry: 4, reassign: 2, edit: 1, cancel: 1.5, lose: 1 });
  switch (kind) {
    case 'skip':
      return {
        command: { type: 'SkipTask', ...base, ...(random.chance(0.5) && { output: { ok: true, n: 2, list: [] } }) },
        actor,
      };
    case 'retry':
      return { command: { type: 'RetryTask', ...base, ...(random.chance(0.3) && { fresh: true }) }, actor };
    case 'reassign':
      return { command: { type: 'ReassignTask', ...base, assignee: random.pick(PEOPLE) }, actor };
    case 'edit':
      return { command: { type: 'EditTaskInput', ...base, input: { n: 1 } }, actor };
    case 'lose':
      return { command: { type: 'LoseLease', task: task.id, lease: task.fence }, actor: 'system' };
    default:
      return { command: { type: 'CancelTask', ...base }, actor };
  }
}

function signal(world: World, player: Player): Move {
  const { random } = player;
  const actor = random.pick(PEOPLE);
  const waits = [...world.state.waits.keys()];
  const id = random.chance(0.9) ? `signal-${++player.signals}` : `signal-${1 + random.int(player.signals + 1)}`;
  const value = { ok: random.chance(0.5), n: random.int(5) };
  if (waits.length > 0 && random.chance(0.6)) {
    const [name = '', ...rest] = random.pick(waits).split(' ');
    const key = rest.length === 0 ? {} : { key: rest.join(' ') };
    return { command: { type: 'SendSignal', id, name, ...key, value }, actor };
  }
  const name = random.chance(0.05)
    ? 'nonsense'
    : random.pick(world.workflow.kind === 'machine' ? EVENTS : (['go', 'next', 'reply'] as const));
  return { command: { type: 'SendSignal', id, name, value, ...(random.chance(0.2) && { key: 'k' }) }, actor };
}

function resolve(world: World, random: Random): Move {
  const hold = random.pick([...world.state.holds.values()]);
  const move = random.chance(0.95) ? random.pick(hold.moves) : 'force';
  const step = world.workflow.steps.find(({ id }) => id === hold.step);
  const targets = [...(step?.edges ?? []), ...(step?.transitions ?? [])].flatMap(({ target }) => target ?? []);
  const to = move === 'choose' && targets.length > 0 ? { to: random.pick(targets) } : {};
  const limit = move === 'raise' ? { limit: random.int(12) } : {};
  const output = move === 'skip' && random.chance(0.6) ? { output: { ok: true, n: 1, list: [] } } : {};
  return {
    command: { type: 'ResolveHold', hold: hold.id, move, reason: 'Go on.', ...to, ...limit, ...output },
    actor: random.pick(PEOPLE),
  };
}

function child(world: World, random: Random): Move | null {
  const waiting = [...world.state.tasks.values()].filter((task) => task.child !== undefined);
  const detached = [...world.state.detached.keys()];
  if (detached.length > 0 && random.chance(0.3)) {
    const command = {
      type: 'ReportChild',
      task: 0,
      child: random.pick(detached),
      outcome: 'completed',
      output: { n: 1 },
    } as const;
    return { command, actor: 'system', channel: 'run' };
  }
  if (waiting.length === 0) return null;
  const task = random.pick(waiting);
  const outcome = random.weighted({ completed: 6, failed: 3, cancelled: 0.7, held: 2, running: 2 });
  const error =
    outcome === 'failed' || outcome === 'held' ? { error: { code: 'child-broke', message: 'It broke inside.' } } : {};
  const output = outcome === 'completed' ? { output: randomOutput(world, random) } : {};
  const cost = random.chance(0.3) ? { cost: 0.1, tokens: 10 } : {};
  const child = random.chance(0.95) ? (task.child as string) : 'run_wrong';
  return {
    command: { type: 'ReportChild', task: task.id, child, outcome, ...error, ...output, ...cost },
    actor: 'system',
    channel: 'run',
  };
}

function late(world: World, player: Player): Move {
  const { random } = player;
  const { task, lease, actor } = random.pick(player.leases);
  const base = { task, lease };
  const kind = random.pick(['complete', 'fail', 'release', 'lose', 'message', 'hold'] as const);
  if (kind === 'complete')
    return { command: { type: 'CompleteTask', ...base, output: randomOutput(world, random) }, actor };
  if (kind === 'fail') return { command: { type: 'FailTask', ...base, failure: failure(random) }, actor };
  if (kind === 'release') return { command: { type: 'ReleaseTask', ...base }, actor };
  if (kind === 'message') return { command: { type: 'AddMessage', ...base, from: 'agent', text: 'Late.' }, actor };
  if (kind === 'hold') return { command: { type: 'HoldTask', ...base, code: 'late', message: 'Late.' }, actor };
  return { command: { type: 'LoseLease', ...base }, actor: 'system' };
}

function life(state: RunState, random: Random): Move {
  const actor = random.pick(PEOPLE);
  const reason = 'Because.';
  if (state.paused) return { command: { type: 'ResumeRun', reason }, actor };
  const kind = random.weighted({ pause: 5, cancel: 0.6, retry: state.status === 'failed' ? 10 : 0.3, cost: 1 });
  if (kind === 'pause') return { command: { type: 'PauseRun', reason }, actor };
  if (kind === 'cancel') return { command: { type: 'CancelRun', reason }, actor };
  if (kind === 'retry') return { command: { type: 'RetryRun', reason }, actor };
  return { command: { type: 'AddCost', cost: 0.5, tokens: 100, by: 'agent:w1' }, actor: 'system' };
}

/** Commands at the wrong thing: they are refused, never fatal. */
function wild(world: World, random: Random): Move {
  const { state } = world;
  const actor = random.pick([...PEOPLE, ...WORKERS, 'system']);
  const task = random.int(state.nextTask + 1);
  const lease = random.chance(0.5) ? { lease: random.int(3) } : {};
  const commands: readonly Command[] = [
    { type: 'CompleteTask', task, ...lease, output: { ok: true } },
    { type: 'FailTask', task, ...lease, failure: failure(random) },
    { type: 'HoldTask', task, ...lease, code: 'odd', message: 'Odd.' },
    { type: 'ReleaseTask', task, ...lease },
    { type: 'ClaimTask', task, worker: actor, kind: 'outside' },
    { type: 'CastVote', task, verdict: random.pick(['approve', 'reject', 'maybe']) },
    { type: 'AddMessage', task, ...lease, from: random.pick(['person', 'agent']), text: 'Hm.' },
    { type: 'SkipTask', task, reason: 'x' },
    { type: 'RetryTask', task, reason: 'x' },
    { type: 'CancelTask', task, reason: 'x' },
    { type: 'EditTaskInput', task, input: null, reason: 'x' },
    { type: 'ReassignTask', task, assignee: 'user:cyd', reason: 'x' },
    { type: 'FireTimer', timer: random.int(state.nextTimer + 1) },
    {
      type: 'ResolveHold',
      hold: random.int(state.nextHold + 1),
      move: random.pick(['retry', 'skip', 'raise', 'end', 'choose', 'force']),
      reason: 'x',
    },
    { type: 'ReportChild', task, child: 'run_0', outcome: 'completed' },
    { type: 'ReportFile', path: 'a.md', hash: `sha256:${random.int(3)}`, outcome: 'written' },
    { type: 'StartRun', run: 'run_2', input: {} },
    { type: 'ResumeRun', reason: 'x' },
    { type: 'RetryRun', reason: 'x' },
  ];
  return { command: random.pick(commands), actor };
}
