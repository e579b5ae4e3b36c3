// Says whether all that is needed is there and well: Node, the store, processes, stuck runs, who answers agents,
// searches.

import * as z from 'zod';
import { StoreFault } from '../errors.ts';
import type { SourceOffer } from '../ports/sources.ts';
import type { Store } from '../ports/store.ts';
import { lookAtOwn } from '../runtime/check-system.ts';
import { findStuck } from '../runtime/find-stuck.ts';
import { isPast, readFacts } from '../runtime/outside-facts.ts';
import { isSurelyDead, ownIdentity } from '../runtime/process-identity.ts';
import { type AnyOperation, defineOperation } from './define-operation.ts';
import { findProject } from './document-files.ts';
import type { OperationContext } from './operation-context.ts';
import { providerFindings } from './provider-findings.ts';
import { storeRefusals } from './refusals.ts';

const NODE_MIN = 24;
const STUCK_MAX = 100;
/** Longer than processes take to raise their beat. */
const BEAT_WAIT_MS = 5000;
/** A commit of many tasks at once takes so much. */
const FREE_BYTES_MIN = 1_000_000;

const findingShape = z.object({
  what: z.string(),
  state: z.enum(['good', 'warning', 'bad']),
  message: z.string(),
});
export type Finding = z.output<typeof findingShape>;

const doctor = defineOperation({
  name: 'doctor',
  summary: 'check the installation: Node, store, workers, provider, stuck runs, searches',
  who: 'viewer',
  changes: false,
  input: z.object({
    project: z.string().min(1).optional().describe("the project's folder (default: this one)"),
    beats: z.boolean().default(false).describe('watch for 5 seconds whether processes on other machines are alive'),
  }),
  output: z.object({ ok: z.boolean(), findings: z.array(findingShape) }),
  async handler(context, { project, beats }) {
    if (project !== undefined) await findProject(context, project);
    const findings = [
      nodeFinding(process.versions.node),
      ...(await storeFindings(context, beats)),
      ...(await providerFindings(context)),
      ...(await agentFindings(context)),
      ...(await trustFindings(context)),
      ...(await systemFindings(context)),
      ...(await sourceFindings(context)),
    ];
    return { ok: findings.every(({ state }) => state !== 'bad'), findings };
  },
});

export function nodeFinding(version: string): Finding {
  const major = Number(version.split('.')[0]);
  return major >= NODE_MIN
    ? { what: 'node', state: 'good', message: `Node ${version}.` }
    : {
        what: 'node',
        state: 'bad',
        message: `Node ${NODE_MIN} or newer is needed; this is ${version}. Start ./signoff, which installs it.`,
      };
}

async function storeFindings(context: OperationContext, beats: boolean): Promise<Finding[]> {
  try {
    const missing = context.missingStore?.() ?? null;
    if (missing !== null)
      return [{ what: 'store', state: 'good', message: `None yet: a run makes it, at ${missing}.` }];
    const store = await context.store();
    const now = context.now();
    return [
      await sizeFinding(store),
      await workerFinding(store, beats),
      await stuckFinding(store, now),
      ...(await outageFindings(store, now)),
      ...(await limitFindings(store, now)),
    ];
  } catch (thrown) {
    if (!(thrown instanceof StoreFault)) throw thrown;
    return [{ what: 'store', state: 'bad', message: `${thrown.code}: ${thrown.message}` }];
  }
}

async function sizeFinding(store: Store): Promise<Finding> {
  const { kind, place, schema, bytes, freeBytes, runs, openTasks } = await store.stats();
  if (freeBytes !== null && freeBytes < FREE_BYTES_MIN) {
    const left = `${Math.floor(freeBytes / 1000)} kB left on the disk of the store ${place}`;
    const fix = 'Free some space: nothing can be stored until then. Workers then continue by themselves.';
    return { what: 'store', state: 'bad', message: `store-full: Expected 1 MB or more, found ${left}. ${fix}` };
  }
  const all = Object.values(runs).reduce((sum, count) => sum + count, 0);
  const size = `${(bytes / 1e6).toFixed(1)} MB`;
  const message = `${kind} at ${place}, schema ${schema}, ${size}, ${all} runs, ${openTasks} open tasks.`;
  return { what: 'store', state: 'good', message };
}

async function workerFinding(store: Store, beats: boolean): Promise<Finding> {
  const before = await store.processes();
  if (before.length === 0) {
    const waiting = await store.countTasks({ forPeople: false });
    const tasks = waiting > 0 ? `, and ${waiting} tasks wait` : '';
    const message = `No worker is running for agents and actions${tasks}.`;
    const state = waiting > 0 ? 'warning' : 'good';
    return { what: 'workers', state, message: `${message} Start one with signoff work.` };
  }
  if (beats) await new Promise((resolve) => setTimeout(resolve, BEAT_WAIT_MS));
  const after = beats ? new Map((await store.processes()).map((each) => [each.key, each.beat])) : null;
  const own = ownIdentity();
  const lines = before.map((row) => {
    const here = row.host === own.host ? (isSurelyDead(row, own) ? 'dead' : 'alive') : null;
    const life = here ?? (after === null ? 'elsewhere' : heartbeatWord(after.get(row.key), row.beat));
    return `${row.role} ${row.pid} on ${row.host.split(' ')[0]} (${life})`;
  });
  const isDead = lines.some((line) => line.endsWith('(dead)'));
  const more = isDead ? ' Another process takes over their tasks within 15 seconds of starting.' : '';
  return { what: 'workers', state: isDead ? 'warning' : 'good', message: `${lines.join(', ')}.${more}` };
}

function heartbeatWord(now: number | undefined, before: number): string {
  return now !== undefined && now > before ? 'alive' : 'dead';
}

async function stuckFinding(store: Store, now: number): Promise<Finding> {
  const stuck = await findStuck(store, now, STUCK_MAX);
  if (stuck.length === 0) return { what: 'runs', state: 'good', message: 'No run is stuck.' };
  const lines = stuck.map(({ run, workflow, cause, remedy }) => `${run} (${workflow}): ${cause} ${remedy}`);
  return { what: 'runs', state: 'warning', message: `${stuck.length} stuck: ${lines.join(' | ')}` };
}

/** As processes at work last said; who is well again takes the word back. */
export async function outageFindings(store: Pick<Store, 'shared'>, now: number): Promise<Finding[]> {
  return (await store.shared('outage/')).flatMap(({ name, content }): Finding[] => {
    const { provider = name.slice('outage/'.length), since, until, reason, at } = content;
    const end = typeof until === 'number' ? until : null;
    if (isPast(end, at, now)) return [];
    const begun = typeof since === 'number' ? ` since ${timeText(since)}` : '';
    const next = end === null || end <= now ? ' It is being asked again.' : ` It is asked again at ${timeText(end)}.`;
    const message = `${String(provider)} is down${begun}: ${String(reason ?? 'unknown')}.${next} Its tasks wait.`;
    return [{ what: 'outage', state: 'warning', message }];
  });
}

/** What else keeps tasks of agents back. An outage is reported already. */
async function limitFindings(store: Store, now: number): Promise<Finding[]> {
  const down = (await store.shared('outage/')).map(({ name }) => name.slice('outage/'.length));
  const { limits } = await readFacts(store, now);
  return [...limits].flatMap(([queue, { what, until }]): Finding[] => {
    if (down.some((provider) => what.includes(`${provider} is down`) || what.includes(`by ${provider}`))) return [];
    const next = until === null || until <= now ? 'asked again now' : `asked again at ${timeText(until)} at the latest`;
    const whose = queue === '' ? 'Agents that name no provider' : queue;
    return [{ what: 'limit', state: 'warning', message: `${whose}: ${what}; ${next}. Its tasks wait.` }];
  });
}

const timeText = (at: number): string => new Date(at).toISOString().slice(0, 19).concat('Z');

/** Whether those who answer can be asked: of agents that name no provider, and of each that names its own. */
async function agentFindings(context: OperationContext): Promise<Finding[]> {
  try {
    const looks = await (await context.agents()).look();
    return looks.map(({ agent, isWell, message }) => ({
      what: 'agents',
      state: isWell ? 'good' : 'warning',
      message: `${agent === '' ? 'Agents that name no provider' : `agent:${agent}`}: ${message}`,
    }));
  } catch (thrown) {
    // What is wrong with the store or the settings is reported already.
    if (thrown instanceof Error) return [];
    throw thrown;
  }
}

/** What would start programs or call addresses, and may not yet. */
async function trustFindings(context: OperationContext): Promise<Finding[]> {
  try {
    const refusals = await storeRefusals(context, await context.trust());
    return refusals.map(({ code, message }) => ({ what: 'trust', state: 'warning', message: `${code}: ${message}` }));
  } catch (thrown) {
    // What is wrong with the store or the settings is reported already.
    if (thrown instanceof Error) return [];
    throw thrown;
  }
}

/** Whether the project's systems are as they must be. In a folder that is not trusted they are not looked at. */
async function systemFindings(context: OperationContext): Promise<Finding[]> {
  const { faults, fine } = await lookAtOwn(await context.systems());
  const good: Finding = { what: 'systems', state: 'good', message: `Checked and fine: ${fine.join(', ')}.` };
  const bad = faults.map(({ code, message }) => ({
    what: 'systems',
    state: 'bad' as const,
    message: `${code}: ${message}`,
  }));
  return fine.length === 0 ? bad : [good, ...bad];
}

/** Each search that is configured is tried; of the others it is said what to set. */
async function sourceFindings({
  sources,
  signal = new AbortController().signal,
}: OperationContext): Promise<Finding[]> {
  if (sources === undefined) return [];
  try {
    const { offers, probe } = await sources();
    const probes = await probe(signal);
    return [
      ...probes.map(({ isUp, found }) => sourceFinding(isUp ? 'good' : 'warning', found)),
      ...refusedFindings(offers),
      ...offers
        .filter(({ isBroken }) => isBroken === true)
        .map(({ name, settings }) =>
          sourceFinding('warning', `${name}: set, but not as it works. To set: ${settings}.`),
        ),
      ...offers
        .filter(({ isConfigured, isRefused, isBroken }) => !isConfigured && isRefused !== true && isBroken !== true)
        .map(({ name, settings }) => sourceFinding('good', `${name} can be added. To set: ${settings}.`)),
    ];
  } catch (thrown) {
    // What is wrong with the settings is reported already.
    if (thrown instanceof Error) return [];
    throw thrown;
  }
}

/** One for all of them: the reason is the same. */
function refusedFindings(offers: readonly SourceOffer[]): readonly Finding[] {
  const refused = offers.filter(({ isRefused }) => isRefused === true);
  const [first] = refused;
  const names = refused.map(({ name }) => name).join(', ');
  return first === undefined ? [] : [sourceFinding('warning', `${names}: not asked. ${first.settings}`)];
}

const sourceFinding = (state: Finding['state'], message: string): Finding => ({ what: 'sources', state, message });

export const operations: readonly AnyOperation[] = [doctor];
