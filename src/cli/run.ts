// `signoff run`: reads what was given, then runs in the store, goes on with a run of it, or runs in memory.

import { existsSync } from 'node:fs';
import { nearest } from '../diagram/config/nearest.ts';
import type { Workflow } from '../diagram/workflow.ts';
import type { Json } from '../json.ts';
import { CompiledBefore } from '../runtime/compiled-before.ts';
import type { SubflowHome } from '../runtime/follow-subflows.ts';
import { loadWorkflowFile } from '../runtime/load-workflow.ts';
import type { Identity } from '../runtime/who-acts.ts';
import { readAnswers } from './answers.ts';
import type { Composition } from './composition.ts';
import { type EventFile, openEventFile } from './event-file.ts';
import { BadUse, EXIT, type ExitCode } from './exit-codes.ts';
import { paintFor } from './paint.ts';
import { readInput } from './read-json.ts';
import type { RunFlags } from './run-command.ts';
import type { ShowOptions } from './run-show.ts';
import { countLine, countProblems, problemLine, widthFor } from './show-problems.ts';
import { personAt } from './signer.ts';
import { program, useName, useStore } from './started-as.ts';
import { stderr, stdout } from './terminal.ts';
import { jsonText } from './terminal-text.ts';

/** Everything of a run that is still to be started. */
export interface PreparedRun extends ShowOptions {
  readonly workflow: Workflow;
  readonly subflows: readonly Workflow[];
  readonly homes: ReadonlyMap<string, SubflowHome>;
  readonly folder: string;
  readonly input: Json;
  readonly assign: { readonly [step: string]: string };
  /** What was compiled, for the store. */
  readonly before: CompiledBefore;
}

export async function run(file: string | undefined, flags: RunFlags, composition: Composition): Promise<ExitCode> {
  checkTogether(file, flags);
  useName(flags.as);
  useStore(flags.store);
  let known: Identity | null = null;
  const person = (): Identity => {
    known ??= personAt(composition, flags.as);
    return known;
  };
  // What is not a name is said before anything is read or asked.
  if (flags.as !== undefined) person();
  if (flags.resume !== undefined) return resume(flags.resume, person, flags, composition);
  if (file === undefined) throw new BadUse('Expected a diagram to run, or --resume with a run, found neither.');
  const { workflow, problems, folder, subflows, homes, before } = await load(file, flags, composition);
  const isQuiet = flags.json === true;
  if (workflow === null) {
    const paint = paintFor(isQuiet ? stderr : stdout);
    if (isQuiet) stdout.write(`${jsonText({ status: 'rejected', problems })}\n`);
    const lines = [
      ...problems.map((found) => problemLine(file, found, paint, widthFor(stdout))),
      countLine(countProblems(problems), 1, paint),
    ];
    if (!isQuiet) stdout.write(`${lines.join('\n')}\nNothing was run.\n`);
    return EXIT.refused;
  }
  for (const found of problems) stderr.write(`${problemLine(file, found, paintFor(stderr), widthFor(stderr))}\n`);
  const input = readInput(flags.input, flags.inputFile, workflow.input);
  const assign = readAssign(flags.assign, workflow);
  const answers = flags.answers === undefined ? null : readAnswers(flags.answers, workflow, subflows);
  return withEvents(flags, [file, flags.answers, flags.inputFile], async (events) => {
    const shown = { answers, events, isQuiet, person };
    const prepared = { workflow, subflows, homes, folder, input, assign, before, ...shown };
    if (flags.memory === true) {
      const { runInMemory } = await import('./run-in-memory.ts');
      return runInMemory(prepared, composition);
    }
    const { runDurably } = await import('./run-durably.ts');
    return runDurably(prepared, flags, composition);
  });
}

/** A diagram that has not changed is not compiled again: the store knows it. */
async function load(file: string, flags: RunFlags, composition: Composition) {
  const place = composition.storePlace(flags.store);
  const isThere = flags.memory !== true && (place.includes('://') || existsSync(place));
  // What is wrong with the store is said when the run is to be kept there.
  const store = isThere ? await composition.openStore(place, true).catch(() => null) : null;
  try {
    const before = new CompiledBefore(store);
    const systems = await composition.systemEntries();
    return { ...(await loadWorkflowFile(file, { before, systems })), before };
  } finally {
    await store?.close();
  }
}

async function resume(
  named: string,
  person: () => Identity,
  flags: RunFlags,
  composition: Composition,
): Promise<ExitCode> {
  const { resumeRun } = await import('./run-durably.ts');
  return withEvents(flags, [flags.answers], (events) =>
    resumeRun(named, { events, isQuiet: flags.json === true, person }, flags, composition),
  );
}

async function withEvents(
  flags: RunFlags,
  inputs: readonly (string | undefined)[],
  use: (events: EventFile | null) => Promise<ExitCode>,
): Promise<ExitCode> {
  const read = inputs.filter((path) => path !== undefined);
  const events = flags.events === undefined ? null : openEventFile(flags.events, read);
  try {
    return await use(events);
  } finally {
    events?.close();
  }
}

function checkTogether(file: string | undefined, flags: RunFlags): void {
  const isResumed = flags.resume !== undefined;
  const isKept = flags.memory !== true;
  const wrong = [
    isResumed && file !== undefined && 'a diagram with --resume, which continues with the version of the run',
    isResumed && (flags.input.length > 0 || flags.inputFile !== undefined) && 'an input with --resume',
    isResumed &&
      flags.assign.length > 0 &&
      `--assign with --resume; "${program()} tasks reassign" changes who does a task`,
    isResumed && flags.title !== undefined && '--title with --resume',
    isResumed && !isKept && '--memory with --resume: what ran in memory is gone',
    !isKept && flags.store !== undefined && '--store with --memory, which uses none',
    !isKept && flags.title !== undefined && '--title with --memory, which is in no list',
  ].find((found) => typeof found === 'string');
  if (wrong !== undefined) throw new BadUse(`Expected options that go together, found ${wrong}. Nothing was run.`);
}

function readAssign(pairs: readonly string[], { name, steps }: Workflow): { readonly [step: string]: string } {
  const known = new Set(steps.map(({ id }) => id));
  const read = pairs.map((pair): [string, string] => {
    const at = pair.indexOf('=');
    const [step, who] = [pair.slice(0, at), pair.slice(at + 1)];
    if (at < 1 || who === '')
      throw new BadUse(`Expected --assign as STEP=WHO, found "${pair}". Write for example --assign A=user:ada.`);
    if (known.has(step)) return [step, who];
    const meant = nearest(step, known);
    const hint = meant === null ? '' : ` Did you mean "${meant}"?`;
    throw new BadUse(`Expected a step of "${name}" in --assign, found "${step}".${hint} Nothing was run.`);
  });
  return Object.fromEntries(read);
}
