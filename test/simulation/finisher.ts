// The fair finisher: does whatever is open until the run ends. A run it cannot move is stuck, which is a fault.

import type { HoldMove } from '../../src/engine/events.ts';
import type { Hold, Task } from '../../src/engine/run-state.ts';
import { type Move, PEOPLE, type Player, randomOutput, reportFile } from './players.ts';
import { must, send, type World } from './world.ts';

const PATIENCE = 400;
/** This many commands without an event: nobody inside the rules can move the run any more. */
const TRIES = 60;

export type Outcome = 'completed' | 'failed' | 'cancelled' | 'waits' | 'long';

export function finish(world: World, player: Player): Outcome {
  let idle = 0;
  for (let n = 0; n < PATIENCE; n++) {
    const { state } = world;
    if (state.status !== 'running' && !state.cleaning) return state.status as Outcome;
    const moves = openMoves(world, player, n > PATIENCE / 2);
    must(moves.length > 0, 'stuck: the run is running, and nothing open can move it');
    const { command, actor, channel } = player.random.pick(moves);
    const before = state.number;
    world.nowMs += 1000;
    const refused = send(world, command, actor, channel ?? 'studio');
    idle = world.state.number === before || refused !== null ? idle + 1 : 0;
    if (idle < TRIES) continue;
    const waits = world.workflow.kind === 'machine';
    must(waits, `stuck: ${TRIES} commands moved nothing, the last one was ${command.type} (${refused ?? 'accepted'})`);
    return 'waits';
  }
  return endLong(world, player);
}

/** A loop that random answers keep going: it must still be possible to cancel it. */
function endLong(world: World, player: Player): Outcome {
  if (!world.state.cleaning)
    must(send(world, { type: 'CancelRun', reason: 'Enough.' }, 'user:ada') === null, 'CancelRun was refused');
  for (let n = 0; n < PATIENCE && world.state.cleaning; n++) {
    const moves = openMoves(world, player, true);
    must(moves.length > 0, 'stuck: the clean-up is running, and nothing open can move it');
    const { command, actor, channel } = player.random.pick(moves);
    send(world, command, actor, channel ?? 'studio');
  }
  return 'long';
}

export function openMoves(world: World, player: Player, impatient: boolean): Move[] {
  const { state } = world;
  if (state.paused) return [{ command: { type: 'ResumeRun', reason: 'Go on.' }, actor: 'user:ada' }];
  const moves: Move[] = [];
  for (const task of state.tasks.values()) moves.push(...taskMoves(world, player, task));
  for (const hold of state.holds.values()) moves.push(holdMove(world, player, hold, impatient));
  if (state.files.size > 0) moves.push(reportFile(world, player.random, impatient ? 0 : 0.1));
  for (const wait of state.waits.keys()) moves.push(signalMove(player, wait));
  for (const timer of state.timers.keys())
    moves.push({ command: { type: 'FireTimer', timer }, actor: 'system', channel: 'timer' });
  if (world.workflow.kind === 'machine') {
    for (const token of state.tokens.values()) {
      const step = world.workflow.steps.find(({ id }) => id === token.step);
      const own = ['done', 'error', 'always', 'timeout'];
      const events = (step?.transitions ?? []).filter(({ event }) => !own.includes(event));
      if (events.length > 0) moves.push(signalMove(player, player.random.pick(events).event));
    }
  }
  return moves;
}

function signalMove(player: Player, wait: string): Move {
  const [name = '', ...key] = wait.split(' ');
  const value = { ok: player.random.chance(0.5), n: player.random.int(5) };
  const id = `signal-${++player.signals}`;
  return {
    command: { type: 'SendSignal', id, name, value, ...(key.length > 0 && { key: key.join(' ') }) },
    actor: 'user:ada',
  };
}

function taskMoves(world: World, player: Player, task: Task): Move[] {
  const { random } = player;
  if (task.kind === 'foreach' || task.status === 'failed' || task.status === 'on_hold') return [];
  if (task.kind === 'subflow') {
    const output = randomOutput(world, random);
    return [
      {
        command: { type: 'ReportChild', task: task.id, child: task.child ?? '', outcome: 'completed', output },
        actor: 'system',
      },
    ];
  }
  if (task.execution === 'conversation')
    return [
      {
        command: { type: 'CompleteTask', task: task.id, output: { ok: true, n: 3 } },
        actor: answererOf(task, 'user:ada'),
      },
    ];
  if (task.execution === 'manual') return personMoves(world, player, task);
  if (task.waitsUntil !== undefined) return [];
  if (task.status === 'pending')
    return [{ command: { type: 'ClaimTask', task: task.id, worker: 'agent:w1', kind: 'hosted' }, actor: 'agent:w1' }];
  const output = randomOutput(world, random);
  return [
    {
      command: { type: 'CompleteTask', task: task.id, lease: task.fence, output },
      actor: task.lease?.worker ?? 'agent:w1',
    },
  ];
}

/** Its holder, else its assignee. */
function answererOf({ lease, assignee }: Task, other: string): string {
  if (lease?.kind === 'person') return lease.worker;
  return assignee?.startsWith('user:') ? assignee : other;
}

function personMoves(world: World, player: Player, task: Task): Move[] {
  const verdict = player.random.chance(0.8) ? 'approve' : 'reject';
  const shown = task.shown === undefined ? {} : { shown: task.shown };
  const step = world.workflow.steps.find(({ id }) => id === task.step);
  if (step?.task?.approvals == null || task.kind === 'review') {
    const actor = answererOf(task, 'user:bob');
    const lease = task.lease === undefined ? {} : { lease: task.fence };
    return [{ command: { type: 'CompleteTask', task: task.id, ...lease, output: verdict, verdict, ...shown }, actor }];
  }
  const voted = new Set((task.votes ?? []).map(({ by }) => by));
  const next = PEOPLE.filter((person) => !voted.has(person) && step.task?.approvals?.of.includes(person));
  return next.slice(0, 1).map((actor) => ({ command: { type: 'CastVote', task: task.id, verdict, ...shown }, actor }));
}

const PREFERRED: readonly HoldMove[] = [
  'skip',
  'force',
  'skip-failed',
  'retry',
  'choose',
  'retry-failed',
  'raise',
  'end',
];

function holdMove(world: World, { random }: Player, hold: Hold, impatient: boolean): Move {
  const legal = PREFERRED.filter((move) => hold.moves.includes(move) && move !== 'choose' && move !== 'raise');
  const move =
    impatient || legal.length === 0 ? 'end' : random.chance(0.7) ? (legal[0] as HoldMove) : random.pick(legal);
  const output = move === 'skip' ? { output: randomOutput(world, random) } : {};
  return { command: { type: 'ResolveHold', hold: hold.id, move, reason: 'To the end.', ...output }, actor: 'user:ada' };
}
