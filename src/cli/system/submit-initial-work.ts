// A run that begins with work that someone has done already: it is given in the agent's place, then reviewed like any.

import { join } from 'node:path';
import type { Task } from '../../engine/run-state.ts';
import type { Json, JsonObject } from '../../json.ts';
import type { System } from '../../ports/system.ts';
import { dataOf } from '../../runtime/agent-facts.ts';
import type { DrivenRuns } from '../../runtime/drive-runs.ts';
import type { Sender } from '../../runtime/pending-write.ts';
import { workspaceFiles } from '../../runtime/workspace-files.ts';

const CLIENT = 'agent:client';
const LOOK_MS = 100;
const BEGIN_MS = 20_000;

/** Who does the step whose work a new run brings along: no agent of ours takes it. {}: it brings none. */
export function stepsDoneBeforehand({ start }: System, input: Json): { readonly [step: string]: string } {
  const { brought } = start ?? {};
  return brought === undefined || brought.answer(input, {}, new Set()) === null ? {} : { [brought.step]: CLIENT };
}

/** Gives a run what it begins with, if it has not got it yet. A text says why it could not be given. */
export async function submitInitialWork(
  driver: DrivenRuns,
  run: string,
  { start, documents }: System,
  { project, channel }: { readonly project: string; readonly channel: Sender['channel'] },
): Promise<string | null> {
  const { brought } = start ?? {};
  const owed = (taken: ReadonlySet<string>): JsonObject | null => {
    const now = driver.runOf(run);
    return brought?.answer(driver.read(now.state.input), dataOf(now, driver.payloads), taken) ?? null;
  };
  const open =
    brought === undefined || owed(new Set()) === null ? undefined : await openTask(driver, run, brought.step);
  // The run has ended or failed before: the caller reports that.
  if (open === undefined) return null;
  const folder = documents === undefined ? null : join(project, documents.folder);
  const output = owed(new Set(folder === null ? [] : await workspaceFiles([project]).folders(folder)));
  if (output === null) return null;
  const sender: Sender = { actor: CLIENT, channel };
  // A process killed between claiming it and submitting the work has left the lease to us.
  if (open.lease?.worker !== CLIENT) {
    const claimed = await driver.engine.claim(run, open.id, CLIENT, 'outside', sender);
    if (!claimed.ok) return claimed.rejection.message;
  }
  const lease = (await driver.engine.view(run))?.state.tasks.get(open.id)?.fence ?? 0;
  const answered = await driver.answer(run, open.id, { output, lease }, sender);
  return answered.ok ? null : answered.rejection.message;
}

async function openTask(driver: DrivenRuns, run: string, step: string): Promise<Task | undefined> {
  const { state } = driver.runOf(run);
  for (const end = Date.now() + BEGIN_MS; Date.now() < end; ) {
    await driver.idle();
    const open = [...state.tasks.values()].find((task) => task.step === step);
    if (open !== undefined || state.status !== 'running') return open;
    await driver.wait(LOOK_MS, AbortSignal.timeout(LOOK_MS));
  }
  return undefined;
}
