// A run as `signoff run` drives it without a terminal: a store, agents that ask a model server, and nobody to ask.

import type { TestContext } from 'node:test';
import { agentConfig } from '../../src/agents/agent-config.ts';
import { openAgents } from '../../src/agents/open-agents.ts';
import { ScriptedWorker, type WorkerStop } from '../../src/cli/scripted-worker.ts';
import type { Json, JsonObject } from '../../src/json.ts';
import type { Store, StoredWorkflow } from '../../src/ports/store.ts';
import { type DrivenRuns, type DriveOptions, driveRuns } from '../../src/runtime/drive-runs.ts';
import { newId } from '../../src/runtime/new-id.ts';
import { validate } from '../../src/runtime/validate.ts';
import type { Site } from '../guarantees/on-both-stores.ts';
import type { ModelServer } from '../support/model-server.ts';
import { TRUSTING } from '../support/trusting.ts';

const NOTE = { at: 0, actor: 'user:ada', channel: 'cli', text: '[["AgentAdded",{}]]' } as const;

export async function addAgent(site: Site, id: string, content: JsonObject = {}): Promise<void> {
  await site.store.putRecord('agent', id, { displayName: id, ...content }, NOTE);
}

export const agentsOn = (t: TestContext, site: Site, server: ModelServer) => agentsIn(t, site.store, server);

export async function agentsIn(t: TestContext, store: Store, server: ModelServer) {
  const agents = await openAgents({
    store,
    env: { ANTHROPIC_API_KEY: 'sk-canary', ANTHROPIC_BASE_URL: server.url, PATH: process.env.PATH },
    folder: process.cwd(),
    config: agentConfig.parse({}),
    writers: [],
    validate,
    trust: TRUSTING,
  });
  t.after(() => agents.close());
  return agents;
}

export interface DrivenRun {
  readonly driver: DrivenRuns;
  readonly run: string;
  readonly stopped: WorkerStop | null;
  /** What it said it waited for. */
  readonly waited: readonly string[];
}

/** Drives a run until it is over or cannot go on here. `from`: a run to go on with, or a workflow and its input. */
export async function drive(
  site: Site,
  agents: NonNullable<DriveOptions['agents']>,
  from: string | { readonly workflow: StoredWorkflow; readonly input: Json },
  options: Partial<DriveOptions> = {},
): Promise<DrivenRun> {
  const run = typeof from === 'string' ? from : newId('run', Date.now());
  const worker = new ScriptedWorker(null, 0, () => ({ actor: 'user:ada', source: 'flag', osUser: 'ada' }));
  const waited: string[] = [];
  worker.onWait = (what) => void waited.push(what);
  const driver = await driveRuns(run, {
    ...{ store: site.store, role: 'run', person: 'user:ada', agents },
    onEvent: (of, event) => worker.hear(of, event),
    ...options,
  });
  try {
    if (typeof from !== 'string')
      await driver.engine.start(from.workflow, from.input, { by: { actor: 'user:ada', channel: 'cli' }, run });
    await driver.idle();
    const stopped = await worker.work(driver, driver.runOf(run), AbortSignal.timeout(60_000));
    return { driver, run, stopped, waited };
  } finally {
    await driver.close();
  }
}
