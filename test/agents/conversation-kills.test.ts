// A conversation whose process is killed at each commit in turn, before the store has it and after: the next one goes
// on, no message is lost or said twice, and the record counts each once. On both stores.

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { agentConfig } from '../../src/agents/agent-config.ts';
import { openAgents } from '../../src/agents/open-agents.ts';
import { readValue } from '../../src/engine/value.ts';
import type { CodeRegistry } from '../../src/ports/action.ts';
import type { Store, StoredWorkflow } from '../../src/ports/store.ts';
import { type Engine, openEngine } from '../../src/runtime/open-engine.ts';
import { LEASE_MS } from '../../src/runtime/sweep-leases.ts';
import { validate } from '../../src/runtime/validate.ts';
import { ADA, onBothStores, type Site } from '../guarantees/on-both-stores.ts';
import { dyingStore } from '../support/dying-store.ts';
import { answers } from '../support/model-answer.ts';
import { type ModelServer, startModelServer } from '../support/model-server.ts';
import { TRUSTING } from '../support/trusting.ts';
import { KEY } from './agent-engine.ts';

const TURNS = 3;
const WHO = '"agent": "agent:host", "assignee": "user:ada"';
const TALK = `flowchart TD
  T(Interview)
%% @workflow: {"name": "talk", "data": {"type": "object", "properties": {"asked": {"type": "integer", "default": 0}}}}
%% @T: {"execution": "conversation", ${WHO}, "prompt": "Ask.", "turns": "run.input.turns", "acceptTurn": "talk.turn"}`;
const CODE: CodeRegistry = {
  acceptTurns: {
    'talk.turn': ({ messages, data }) => ({
      text: `Question ${messages.filter(({ from }) => from === 'agent').length + 1}`,
      set: { asked: Number(data.asked) + 1 },
    }),
  },
};
const LONG = 'A line of the idea.\n'.repeat(200);
const NEVER = 1_000;
const PATIENCE_MS = 300;

class Lives {
  readonly #site: Site;
  readonly #server: ModelServer;
  readonly #folder: string;
  #monotonic = 0;
  /** Commits of all lives so far, and at which of them to die. */
  commits = 0;
  deaths = 0;

  constructor(site: Site, server: ModelServer, folder: string) {
    this.#site = site;
    this.#server = server;
    this.#folder = folder;
  }

  async lead(run: string, stored: StoredWorkflow, dieAt: number, moment: 'before' | 'after'): Promise<void> {
    this.commits = 0;
    for (let life = 0; !(await this.#live(run, stored, dieAt, moment)); life++) assert.ok(life < 3, `${run} goes on`);
  }

  /** false: it died. */
  async #live(run: string, stored: StoredWorkflow, dieAt: number, moment: 'before' | 'after'): Promise<boolean> {
    const life = dyingStore(this.#site.store, ({ name, make }, kill) => {
      if (name !== 'append') return make();
      this.commits++;
      if (this.commits !== dieAt) return make();
      this.deaths++;
      if (moment === 'before') return Promise.resolve().then(kill);
      return Promise.resolve(make()).then(kill);
    });
    const { store } = life;
    const agents = await openAgents({
      ...{ store, folder: this.#folder, config: agentConfig.parse({}), writers: [], trust: TRUSTING, validate },
      env: { ANTHROPIC_API_KEY: KEY, ANTHROPIC_BASE_URL: this.#server.url, PATH: process.env.PATH },
    });
    const opening = openEngine({
      ...{ store, role: 'test', processesWork: true, agents, code: CODE, sweepMs: 20 },
      clock: { now: Date.now, monotonic: () => this.#monotonic },
    });
    const over = life.died.then(() => null);
    const engine = await Promise.race([opening, over]);
    // A process registered before without a heartbeat has held its leases for too long now.
    this.#monotonic += LEASE_MS;
    const isDone = engine !== null && (await Promise.race([this.#talk(engine, store, run, stored), over])) === true;
    const closing = opening.then((opened) => opened.close(0));
    // It may die at its last commit: then nobody closes it.
    if (isDone) await Promise.race([closing, over]);
    await agents.close();
    return isDone;
  }

  /** The person's side: asked, they answer with a file. */
  async #talk(engine: Engine, store: Store, run: string, stored: StoredWorkflow): Promise<true> {
    const input = { turns: TURNS + 1 };
    if ((await store.run(run)) === null) await engine.start(stored, input, { by: ADA, run });
    for (const until = performance.now() + 30_000; performance.now() < until; ) {
      const task = (await engine.view(run))?.state.tasks.get(1);
      const count = task?.turns ?? 0;
      if (task?.status === 'waiting' && count === TURNS) {
        const ended = await engine.answer(run, 1, { output: 'Tea' }, ADA);
        if (!ended.ok) assert.fail(ended.rejection.message);
        return true;
      }
      if (task === undefined && (await store.run(run))?.status === 'completed') return true;
      if (task?.status === 'waiting') {
        const attachments = [{ name: `idea-${count}.md`, text: LONG }];
        const message = { type: 'AddMessage', task: 1, from: 'person', text: `Answer ${count}`, attachments } as const;
        const said = await engine.send(run, message, ADA);
        if (!said.ok) assert.fail(said.rejection.message);
      }
      const head = (await store.run(run))?.head ?? 0;
      const moved = await engine.wait(run, (now) => now.head > head, AbortSignal.timeout(PATIENCE_MS));
      // The dead may have been heard of once more after we began to count.
      if (moved === null) this.#monotonic += LEASE_MS;
    }
    return assert.fail(`${run} did not go on.`);
  }
}

onBothStores('a conversation survives a kill at every message, before its commit and after', async (site, t) => {
  const server = await startModelServer(() => answers.text('What is it?'));
  const folder = mkdtempSync(join(tmpdir(), 'signoff-kills-'));
  t.after(async () => {
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  });
  await site.store.putRecord('agent', 'host', { agentPrompt: 'Ask.' }, { at: 0, ...ADA, text: '[["AgentAdded",{}]]' });
  const stored = await site.add('talk', TALK);
  const lives = new Lives(site, server, folder);
  await lives.lead('run_whole', stored, NEVER, 'before');
  const { commits } = lives;
  assert.ok(commits >= 2 * TURNS, `${commits} commits`);
  const looking = await site.engine({ processesWork: false });
  const runs = ['run_whole'];
  for (const moment of ['before', 'after'] as const) {
    // What happens at the same moment may be one commit or two: the first run that ends before its death was whole.
    for (let dieAt = 1, deaths = -1; lives.deaths > deaths; dieAt++) {
      deaths = lives.deaths;
      const run = `run_${moment}_${dieAt}`;
      await lives.lead(run, stored, dieAt, moment);
      runs.push(run);
    }
  }
  assert.ok(lives.deaths >= 4 * TURNS, `${lives.deaths} deaths`);
  const wanted = Array.from({ length: TURNS }, (_, at) => [`Question ${at + 1}`, `Answer ${at + 1} idea-${at + 1}.md`]);
  for (const run of runs) {
    const view = (await looking.view(run)) ?? assert.fail(`${run} is there`);
    assert.equal(view.state.status, 'completed', run);
    const said = (await site.events(looking, run, 'MessageAdded')).map(({ data: { text, attachments = [] } }) =>
      [text, ...attachments.map(({ name }) => name)].join(' '),
    );
    assert.deepEqual(said, wanted.flat().slice(0, -1), run);
    assert.equal(readValue(view.state.values.get('asked')?.value, [], view.payloads), TURNS, run);
  }
  await site.verify();
});
