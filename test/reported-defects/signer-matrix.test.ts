// Who may sign, in every face: one run holds a gate of each kind, everybody tries each of them by each way, and what
// comes of it is compared with a few lines that know nothing of the engine.

import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { ownTasks, senderFor } from '../../src/cli/at-terminal.ts';
import type { Channel } from '../../src/engine/events.ts';
import type { StatedIdentity } from '../../src/engine/people.ts';
import type { Task } from '../../src/engine/run-state.ts';
import { reportResult } from '../../src/mcp/report-result.ts';
import { parseThread, threadId } from '../../src/mcp/thread-id.ts';
import { answerOperations } from '../../src/operations/answer-tasks.ts';
import { perform } from '../../src/operations/define-operation.ts';
import type { OperationContext } from '../../src/operations/operation-context.ts';
import type { StoredWorkflow } from '../../src/ports/store.ts';
import type { Engine } from '../../src/runtime/open-engine.ts';
import type { RunView } from '../../src/runtime/read-run.ts';
import type { RunDriver } from '../../src/runtime/run-driver.ts';
import { onBothStores, type Site } from '../guarantees/on-both-stores.ts';
import { connect, mcpOptions } from '../mcp/mcp-harness.ts';

/** Ada starts every run; Bob writes what some gates show. */
const [STARTER, WRITER, OTHER, UNNAMED, AGENT] = ['user:ada', 'user:bob', 'user:cy', 'user:unnamed', 'agent:x'];
const ACTORS = [STARTER, WRITER, OTHER, UNNAMED, AGENT] as string[];
const ASSIGNEES = [null, 'user:ada', 'user:bob', 'starter', 'team:board', 'role:lead', 'agent:x'];
const EYES = ['two', 'four', 'four-of-shown'] as const;
const VOTES = {
  none: null,
  one: { need: 1 },
  'two-of-three': { need: 2, of: ['ada', 'user:bob', 'cy'] },
  'in-order': { need: 2, of: ['user:cy', 'user:ada'], order: 'listed' },
};

interface Gate {
  readonly step: string;
  readonly assignee: string | null;
  readonly eyes: (typeof EYES)[number];
  readonly votes: keyof typeof VOTES;
}

const GATES: readonly Gate[] = ASSIGNEES.flatMap((assignee) =>
  EYES.flatMap((eyes) => (Object.keys(VOTES) as Gate['votes'][]).map((votes) => ({ assignee, eyes, votes }))),
).map((gate, at) => ({ ...gate, step: `G${at}` }));

const DIAGRAM = [
  'graph TD',
  `  W(Write) --> ${GATES.map(({ step }) => `${step}(${step})`).join(' & ')}`,
  '%% @workflow: { "name": "matrix" }',
  '%% @W: { "output": { "type": "object" } }',
  ...GATES.map(({ step, assignee, eyes, votes }) => {
    const settings = {
      ...(assignee !== null && { assignee }),
      ...(eyes !== 'two' && { fourEyes: true }),
      ...(eyes === 'four-of-shown' && { shows: ['steps.W.output'] }),
      ...(VOTES[votes] !== null && { approvals: VOTES[votes] }),
    };
    return `%% @${step}: ${JSON.stringify(settings)}`;
  }),
].join('\n');

/** Why not, by code; null: they may. What the engine says is compared with this, never made from it. */
function expected(actor: string, { assignee, eyes, votes }: Gate): string | null {
  const listed: { readonly [V in Gate['votes']]: readonly string[] } = {
    none: [],
    one: [],
    'two-of-three': ['user:ada', 'user:bob', 'user:cy'],
    'in-order': ['user:cy', 'user:ada'],
  };
  const only = assignee === 'starter' ? STARTER : assignee?.startsWith('user:') ? assignee : null;
  if (actor === AGENT) return 'agent';
  if (actor === UNNAMED) return 'name-missing';
  if (only !== null && listed[votes].length === 0 && actor !== only) return 'not-the-assignee';
  if (listed[votes].length > 0 && !listed[votes].includes(actor)) return 'not-a-voter';
  if (votes === 'in-order' && actor !== 'user:cy') return 'not-your-turn';
  if (eyes !== 'two' && actor === STARTER) return 'four-eyes';
  if (eyes === 'four-of-shown' && actor === WRITER) return 'four-eyes';
  return null;
}

/** An agent is refused before its verdict is looked at, or by it. */
const asSaid = (code: string | null): string | null =>
  code === 'agent-verdict' || code === 'lease-lost' ? 'agent' : code;

interface SigningAttempt {
  readonly site: Site;
  readonly engine: Engine;
  readonly run: string;
  readonly actor: string;
  readonly channel: Channel;
  readonly stated: StatedIdentity;
}

/** One way to give a verdict: the code it is refused with, null when it is taken. */
type Face = (trying: SigningAttempt, task: Task, view: RunView) => Promise<string | null>;

const shownIn = (task: Task) => (task.shown === undefined ? {} : { shown: task.shown });
const isVoted = (view: RunView, task: Task): boolean =>
  view.workflow.steps.find(({ id }) => id === task.step)?.task?.approvals != null;

const byEngine: Face = async ({ engine, run, actor, channel, stated }, task, view) => {
  const said = { task: task.id, verdict: 'approve', ...shownIn(task) };
  const command = isVoted(view, task)
    ? ({ type: 'CastVote', ...said } as const)
    : ({ type: 'CompleteTask', output: 'approve', ...said } as const);
  const outcome = await engine.send(run, command, { actor, channel, stated });
  return outcome.ok ? null : outcome.rejection.code;
};

const byOperation: Face = async ({ site, engine, run, actor, channel, stated }, task) => {
  const complete = answerOperations.find(({ name }) => name === 'tasks.complete') ?? assert.fail();
  const context = {
    ...{ actor, channel, stated, role: 'admin', readsFiles: false, now: Date.now },
    store: async () => site.store,
    engine: async () => engine,
  } as unknown as OperationContext;
  const done = await perform(complete, context, { task: `${run}#${task.id}`, verdict: 'approve' });
  return done.ok ? null : done.rejection.code;
};

const byReport: Face = async ({ engine, run, actor, channel, stated }, task) => {
  const thread = parseThread(threadId({ run, task: task.id, shown: task.shown ?? null })) ?? assert.fail();
  const options = mcpOptions(engine, { actor, channel, stated });
  const reported = await reportResult(options, thread, { verdict: 'approve', from: 'person' });
  return reported.kind === 'refused' ? reported.rejection.code : null;
};

/** What the terminal would not ask is as good as refused. */
const byTerminal: Face = async (trying, task, view) => {
  const { engine, run, actor, channel, stated } = trying;
  const at = { person: { actor, ...stated }, isRehearsal: false, storeFlag: '' };
  const shown = { ...view, events: [] };
  const driver = { openTasks: () => [{ run: shown, task }] } as unknown as RunDriver;
  const [own] = ownTasks(driver, at);
  const by = senderFor(at, shown, task);
  assert.deepEqual(by, { actor, channel, stated }, 'the terminal acts as its user');
  const code = await byEngine({ ...trying, engine, run }, task, view);
  assert.equal(own === undefined, code !== null && code !== 'name-missing', `asked: ${task.step} of ${actor}`);
  return code;
};

interface Way {
  readonly face: Face;
  readonly channel: Channel;
  readonly actors: readonly string[];
}

const PEOPLE = ACTORS.filter((actor) => actor !== AGENT);
const WAYS: { readonly [name: string]: Way } = {
  embedded: { face: byEngine, channel: 'engine', actors: ACTORS },
  'in the studio': { face: byEngine, channel: 'studio', actors: ACTORS },
  'in a rehearsal': { face: byEngine, channel: 'rehearsal', actors: ACTORS },
  'tasks complete': { face: byOperation, channel: 'cli', actors: ACTORS },
  'MCP report': { face: byReport, channel: 'mcp', actors: PEOPLE },
  'at the terminal': { face: byTerminal, channel: 'cli', actors: PEOPLE },
};

async function begun(engine: Engine, stored: StoredWorkflow): Promise<string> {
  const started = await engine.start(stored, {}, { by: { actor: STARTER as string, channel: 'cli' } });
  assert.ok(started.ok);
  const by = { actor: WRITER as string, channel: 'cli' } as const;
  const written = await engine.send(started.run, { type: 'CompleteTask', task: 1, output: { text: 'T' } }, by);
  assert.ok(written.ok, JSON.stringify(written));
  return started.run;
}

/** Every gate once; and where the vote was taken, once more. */
async function tryAll(trying: SigningAttempt, { face }: Way): Promise<number> {
  const { engine, run, actor } = trying;
  const view = (await engine.view(run)) ?? assert.fail();
  let count = 0;
  for (const gate of GATES) {
    const task = [...view.state.tasks.values()].find(({ step }) => step === gate.step) ?? assert.fail(gate.step);
    const what = `${JSON.stringify(gate)} by ${actor}`;
    const code = asSaid(await face(trying, task, view));
    assert.equal(code, expected(actor, gate), what);
    count += 1;
    if (code !== null || gate.votes === 'none' || gate.votes === 'one') continue;
    const again = await byEngine(trying, task, view);
    assert.equal(again, 'voted-already', `a second vote on ${what}`);
    count += 1;
  }
  return count;
}

/** The history has what was taken, by whom it was and how they said so, and nothing else. */
async function checkHistory({ site, engine, run, actor, channel, stated }: SigningAttempt): Promise<void> {
  const signed = await site.events(engine, run, 'VoteCast', 'VerdictBound', 'TaskCompleted');
  const own = signed.filter(({ type, data }) => type !== 'TaskCompleted' || data.task !== 1);
  for (const event of own) {
    assert.deepEqual([event.actor, event.channel, event.data.stated], [actor, channel, stated], event.type);
  }
  const allowed = GATES.filter((gate) => expected(actor, gate) === null);
  const votes = allowed.filter((gate) => gate.votes !== 'none');
  const decided = allowed.filter((gate) => gate.votes === 'none' || gate.votes === 'one');
  assert.equal(own.filter(({ type }) => type === 'VoteCast').length, votes.length);
  assert.equal(own.filter(({ type }) => type === 'VerdictBound').length, decided.length);
}

onBothStores('newcomer-B1, newcomer-M9: nobody signs for another, by whatever way', async (site) => {
  const engine = await site.engine({ processesWork: false });
  const stored = await site.add('matrix', DIAGRAM);
  let count = 0;
  for (const way of Object.values(WAYS)) {
    for (const actor of way.actors) {
      const run = await begun(engine, stored);
      const stated = { source: 'git', osUser: 'os-user' } as const;
      const trying: SigningAttempt = { site, engine, run, actor, channel: way.channel, stated };
      count += await tryAll(trying, way);
      await checkHistory(trying);
    }
  }
  assert.ok(count > 2000, `${count} cases`);
});

onBothStores(
  'newcomer-M9: a form asks a person for what is theirs and for nothing else',
  async (site, t: TestContext) => {
    const engine = await site.engine({ processesWork: false });
    const stored = await site.add('matrix', DIAGRAM);
    for (const actor of PEOPLE.filter((one) => one !== UNNAMED)) {
      const run = await begun(engine, stored);
      const stated = { source: 'environment', osUser: 'os-user' } as const;
      const prepare: NonNullable<Parameters<typeof connect>[2]>['prepare'] = (client) => {
        client.setRequestHandler('elicitation/create', async () => {
          return { action: 'accept', content: { verdict: 'approve' } } as never;
        });
      };
      const options = mcpOptions(engine, { actor, stated, waitMs: 1 });
      const { call } = await connect(t, options, { capabilities: { elicitation: {} }, prepare });
      for (let last = -1, now = 0; now !== last; ) {
        await call('tasks_next', { run });
        last = now;
        now = (await engine.view(run))?.state.number ?? 0;
      }
      await checkHistory({ site, engine, run, actor, channel: 'mcp', stated });
    }
  },
);
