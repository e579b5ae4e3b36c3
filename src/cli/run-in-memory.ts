// `signoff run --memory`: the run lives in this process and ends with it; an interrupt cancels it.

import { loadSubflow } from '../runtime/load-workflow.ts';
import { type MemoryEngine, openMemoryEngine } from '../runtime/memory-engine.ts';
import { sha256 } from '../runtime/sha256.ts';
import { validate } from '../runtime/validate.ts';
import type { Composition } from './composition.ts';
import type { ExitCode } from './exit-codes.ts';
import type { PreparedRun } from './run.ts';
import { RunShow } from './run-show.ts';
import { sentBy } from './signer.ts';

export async function runInMemory(prepared: PreparedRun, composition: Composition): Promise<ExitCode> {
  const { workflow, folder, input, assign } = prepared;
  const systems = await composition.systemEntries();
  // Of the systems it names, and of no others: other steps with code are left to the person.
  const isNamed = [...prepared.homes.values()].some((home) => home.folder !== folder);
  const code = isNamed ? await composition.systemCode([process.cwd()]) : {};
  const show = new RunShow(prepared);
  show.begin(workflow, input);
  const engine: MemoryEngine = openMemoryEngine({
    ...{ hash: sha256, validate, code },
    loadWorkflow: (wanted, from) => loadSubflow(wanted, from, { systems }),
    onEvent: (run, event) => show.hear(run, event, engine.payloads),
  });
  const by = sentBy(prepared.person(), 'rehearsal');
  const started = await engine.start(workflow, input, { by, folder, assign });
  if (!started.ok) return show.refuse(started.rejection);
  const { run } = started;
  const stopped = await show.work(engine, run);
  if (stopped?.kind === 'quit' && run.state.status === 'running')
    engine.send(run.id, { type: 'CancelRun', reason: 'Stopped at the terminal.' }, by);
  return show.end(engine, run, stopped, null);
}
