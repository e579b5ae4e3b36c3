// Leads a run as its scene says, by the reviews of its gates alone.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { BY, gateName, type OpenSystems } from '../contract/system-fixture.ts';
import { root } from '../support/run-signoff.ts';
import { ROOT, type Scene } from './scenes.ts';

const GATES_MAX = 30;
/** A run that lives on has gone on by then: rules may ask for ever which of forty figures holds. */
const GATES_ENOUGH = 6;
const LOOKS_MAX = 20_000;
const WHILE_IT_ENDS = () => AbortSignal.timeout(30_000);

/** Its id. */
export async function leadRun(systems: OpenSystems, scene: Scene): Promise<string> {
  const { name, system, options = {}, first, to } = scene;
  const project = join(ROOT, name);
  const run = await (system === 'pr-review' ? startReview(systems) : systems.start(system, { project, options }));
  if (to === 'paused') return pauseAtWork(systems, run);
  for (let gates = 0; gates < GATES_MAX; gates++) {
    const gate = await systems.next(run);
    if (typeof gate === 'string') {
      const wanted = to === 'failed' ? /failed/ : /^completed$/;
      if (typeof to === 'object' || !wanted.test(gate)) throw new Error(`${name} ended: ${gate}`);
      if (to === 'failed') await systems.engine.wait(run, ({ status }) => status === 'failed', WHILE_IT_ENDS());
      return run;
    }
    const isThere = typeof to === 'object' && gateName(gate) === to.gate && gate.task.visit === (to.visit ?? 1);
    if (isThere) return speak(systems, run, scene);
    if (to === 'cancelled' && gateName(gate) === 'prd/RR') {
      await systems.engine.send(run, { type: 'CancelRun', reason: 'It is not wanted any more.' }, BY);
      return run;
    }
    // Each round another option, so that loops are gone round and left.
    const asked = gateName(gate) === first?.gate && gate.task.visit === 1 ? first.decision : undefined;
    await systems.decide(gate, gate.task.visit - 1, asked);
    if (to === 'rest' && gateName(gate) === 'pm-draft/preview') return untilAtRest(systems, run);
  }
  throw new Error(`${name} did not come to its end in ${GATES_MAX} gates.`);
}

async function startReview({ engine, stored }: OpenSystems): Promise<string> {
  const input = JSON.parse(readFileSync(join(root, 'examples/pr-review/pull-request.json'), 'utf8'));
  const started = await engine.start(await stored('pr-review'), input, { by: BY });
  if (!started.ok) throw new Error(started.rejection.message);
  return started.run;
}

async function speak(systems: OpenSystems, run: string, { says = [] }: Scene): Promise<string> {
  for (const text of says) {
    const gate = await systems.next(run);
    if (typeof gate === 'string') throw new Error(`Expected a conversation, found the run ${gate}.`);
    await systems.engine.send(gate.run.id, { type: 'AddMessage', task: gate.task.id, from: 'person', text }, BY);
  }
  await systems.next(run);
  return run;
}

async function untilAtRest(systems: OpenSystems, run: string): Promise<string> {
  for (let looks = 0; looks < LOOKS_MAX; looks++) {
    if (await systems.rests(run)) return run;
    await pause(1);
  }
  throw new Error('The run did not come to rest.');
}

/** While its agents work. */
async function pauseAtWork({ engine }: OpenSystems, run: string): Promise<string> {
  for (let looks = 0; looks < LOOKS_MAX; looks++) {
    const view = await engine.view(run);
    const at = [...(view?.state.tokens.values() ?? [])].map(({ step }) => step);
    if (at.includes('EXECUTING')) {
      const sent = await engine.send(run, { type: 'PauseRun', reason: 'It goes on tomorrow.' }, BY);
      if (!sent.ok) throw new Error(sent.rejection.message);
      await engine.settled();
      return run;
    }
    await pause(1);
  }
  throw new Error('The run did not come to its work.');
}

/** To its end, or some gates on and then ended; how it ended. A refusal is reported as it is. */
export async function finishRun(systems: OpenSystems, run: string, status: string): Promise<string> {
  if (status === 'paused') {
    const sent = await systems.engine.send(run, { type: 'ResumeRun', reason: 'It goes on now.' }, BY);
    if (!sent.ok) return sent.rejection.message;
  }
  for (let gates = 0; gates < GATES_MAX; gates++) {
    const gate = await systems.next(run);
    if (typeof gate === 'string') return gate;
    if (gates === GATES_ENOUGH && (await systems.shutDown(run))) {
      const ended = await systems.engine.wait(run, ({ status }) => status !== 'running', WHILE_IT_ENDS());
      return ended?.status ?? 'lost';
    }
    await systems.decide(gate, gate.task.visit - 1);
  }
  return `not at its end after ${GATES_MAX} gates`;
}
