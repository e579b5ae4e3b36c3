// `signoff NAME`: starts a run of a system at the terminal, or goes on with one. Leaving loses nothing.

import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { StoreFault } from '../../errors.ts';
import { type AddedSystem, addSystem } from '../../operations/add-system.ts';
import { RejectionError } from '../../operations/define-operation.ts';
import { NO_MODEL } from '../../operations/provider-findings.ts';
import type { Store } from '../../ports/store.ts';
import type { RunFacts, StartForm, StartInput, System } from '../../ports/system.ts';
import { drawingOf } from '../../runtime/check-system.ts';
import { CompiledBefore } from '../../runtime/compiled-before.ts';
import { newId } from '../../runtime/new-id.ts';
import type { Identity } from '../../runtime/who-acts.ts';
import type { Composition } from '../composition.ts';
import { BadUse, EXIT, type ExitCode } from '../exit-codes.ts';
import { paintFor } from '../paint.ts';
import { isPromptExit } from '../prompt.ts';
import { notEmpty } from '../review/review-terminal.ts';
import { hangingLines } from '../review/theme.ts';
import { shellWord } from '../shell-word.ts';
import { fit, oneLine } from '../shown-text.ts';
import { personAt, sentBy } from '../signer.ts';
import { asStarted, program, systemIsOwn, useName, useStore } from '../started-as.ts';
import { nounOf } from '../system-command.ts';
import { stderr } from '../terminal.ts';
import { checkTrusted } from '../trust/check-trusted.ts';
import { askToClarify } from './ask-to-clarify.ts';
import { fileProblem, lengthProblem } from './check-subject.ts';
import { checkWritable } from './check-writable.ts';
import { Drafts } from './drafts.ts';
import { type DrivenSystem, driveSystem } from './drive-system.ts';
import { findSystemRuns, realPath } from './find-system-runs.ts';
import { keepMemorySmall } from './keep-memory-small.ts';
import { openReviewInput, type ReviewInput } from './open-review-input.ts';
import { type GivenOptions, givenOptions, readOptions, type SystemFlags } from './start-options.ts';
import { untilIn } from './stop-at.ts';
import { TITLE_MAX, unfinishedRun } from './unfinished-run.ts';
import { readAnswers } from './written-answers.ts';

/** A system with a command has a form for its start. */
export type StartedSystem = System & { readonly start: StartForm };

export async function startOrResume(
  system: StartedSystem,
  subject: string | undefined,
  flags: SystemFlags,
  composition: Composition,
): Promise<ExitCode> {
  keepMemorySmall();
  const { start } = system;
  checkTogether(start, subject, flags);
  useName(flags.as);
  useStore(flags.store);
  const project = projectIn(flags.project);
  const until = untilIn(start, flags.until);
  const options = await readOptions(start, flags, subject);
  const noText = fileProblem(system, subject ?? '');
  if (noText !== undefined) throw new BadUse(`${noText} Nothing was run.`);
  const systems = await composition.systemEntries(project);
  const answers = flags.answers === undefined ? null : await readAnswers(flags.answers, system, systems);
  const person = personAt(composition, flags.as, project);
  const place = composition.storePlace(flags.store, project);
  // A run that is named may be of another project.
  if (typeof flags.resume !== 'string') checkWritable({ project, documents: system.documents?.folder ?? null, place });
  const reviewInput = openReviewInput(answers, flags.json === true);
  let store: Store | null = null;
  try {
    store = await composition.openStore(place);
    await checkTrusted(composition, store, project);
    const known = { system, store, reviewInput, composition, flags, place, person, until };
    await tellNoModel(known, project);
    const meant = await meantRun(known, options, subject, project);
    if (typeof meant === 'number') return meant;
    return await driveSystem({ ...known, drafts: new Drafts(place, meant.project), ...meant });
  } catch (thrown) {
    return reportFault(thrown, flags);
  } finally {
    reviewInput.close();
    await store?.close();
  }
}

/** Before anything is asked. What a system of a user's own does without a model, nobody knows here. */
async function tellNoModel({ system, composition, reviewInput }: StartContext, project: string): Promise<void> {
  const { provider } = await composition.providerChoice(project);
  if (provider !== 'offline' || systemIsOwn(system.name)) return;
  const { paint, width } = reviewInput.theme();
  reviewInput.say(['', ...hangingLines(' ', `${NO_MODEL} To connect one: ${program()} doctor`, width, paint.dim)]);
}

type StartContext = Pick<DrivenSystem, 'store' | 'reviewInput' | 'person' | 'flags' | 'composition'> & {
  readonly system: StartedSystem;
};

/** A number: there is none, or they left. */
async function meantRun(known: StartContext, options: GivenOptions, subject: string | undefined, project: string) {
  const { system, store, reviewInput, flags } = known;
  const { further } = system.start;
  const isLive = async (): Promise<boolean> => (await findSystemRuns(store, system, project)).length > 0;
  if (flags.resume === undefined && !(further !== undefined && (await isLive())))
    return newRun(known, options, subject, project);
  const found =
    flags.resume === undefined
      ? await unfinishedRun(store, system, flags, project, reviewInput)
      : await resumedRun(known, project);
  // Who only resumes gives nothing to the run.
  const isGiven = flags.resume === undefined || subject !== undefined || Object.keys(options.values).length > 0;
  if (typeof found === 'number' || further === undefined || !isGiven) return found;
  const said = options.subject ?? subject?.trim() ?? '';
  const given = { subject: said, project: found.project, options: options.values, clarifications: [] };
  return { ...found, further: (facts: RunFacts) => further(given, facts) };
}

/** A number: they left. */
async function newRun(
  { system, store, reviewInput, person, composition }: StartContext,
  options: GivenOptions,
  argument: string | undefined,
  project: string,
) {
  const subject = await subjectFrom(options.subject ?? argument, reviewInput, store, system, project);
  if (subject === null) return leftEarly(reviewInput);
  // What is brought along has been thought about already.
  const isClear = options.subject !== null || subject === '';
  const by = { hasModel: (await composition.providerChoice(project)).provider !== 'offline' };
  const clarifications = isClear ? [] : await askToClarify(reviewInput, system.start, subject, options.values, by);
  if (clarifications === null) return leftEarly(reviewInput);
  const isRehearsal = reviewInput.answers !== null && { isRehearsal: true as const };
  const given = { subject, project, options: options.values, clarifications, ...isRehearsal };
  const systems = await composition.systemEntries(project);
  const begin = await beginWith(store, { system, isOwn: systemIsOwn(system.name), systems }, given, person);
  return { project, subject, run: newId('run', Date.now()), begin };
}

async function resumedRun({ system, store, reviewInput, flags, composition }: StartContext, project: string) {
  const { name } = system;
  if (!systemIsOwn(name)) return unfinishedRun(store, system, flags, project, reviewInput);
  const systems = await composition.systemEntries(project);
  await drawingOf(system, true, { before: new CompiledBefore(store), systems });
  const meant = await unfinishedRun(store, system, flags, project, reviewInput);
  if (typeof meant === 'number') return meant;
  const isSame = (await composition.systems(meant.project)) === (await composition.systems(project));
  if (isSame) return meant;
  const found = `${meant.run} is of the project ${meant.project}, which has a different system "${name}"`;
  const fix = `Go on with: ${program()} ${name} --resume ${meant.run} --project ${shellWord(meant.project)}`;
  throw new BadUse(`Expected a run of ${project}, but ${found}. ${fix}. Nothing was changed.`);
}

async function beginWith(
  store: Store,
  added: AddedSystem & { readonly system: StartedSystem },
  given: StartInput,
  person: Identity,
) {
  const { system } = added;
  const stored = await addSystem(store, added, sentBy(person), Date.now());
  return { stored, input: system.start.input(given), title: fit(oneLine(given.subject || system.title), TITLE_MAX) };
}

function leftEarly(reviewInput: ReviewInput): ExitCode {
  reviewInput.say(['', ' You left before anything was begun. Nothing was started.']);
  return EXIT.onHold;
}

async function reportFault(thrown: unknown, flags: SystemFlags): Promise<ExitCode> {
  const { storeFault } = await import('../perform-command.ts');
  if (thrown instanceof StoreFault) return storeFault(thrown, flags.json === true);
  if (!(thrown instanceof RejectionError)) throw thrown;
  stderr.write(`${paintFor(stderr).red(thrown.rejection.code)}: ${oneLine(asStarted(thrown.message))}\n`);
  return EXIT.refused;
}

function checkTogether(start: StartForm, subject: string | undefined, flags: SystemFlags): void {
  if (flags.resume === undefined || start.further !== undefined) return;
  const [option] = givenOptions(start, flags);
  const wrong = subject !== undefined ? nounOf(start) : option === undefined ? null : `--${option.name}`;
  if (wrong === null) return;
  throw new BadUse(`Expected --resume alone, found ${wrong} with it, which the run has already. Nothing was run.`);
}

function projectIn(given: string | undefined): string {
  const project = resolve(given ?? '.');
  const found = statSync(project, { throwIfNoEntry: false });
  if (found?.isDirectory() === true) return realPath(project);
  const what = found === undefined ? `There is no folder at ${project}` : `${project} is no folder`;
  throw new BadUse(`${what}. Create it, or name another with --project. Nothing was run.`);
}

/** null: they left. */
async function subjectFrom(
  given: string | undefined,
  reviewInput: ReviewInput,
  store: Store,
  system: StartedSystem,
  project: string,
): Promise<string | null> {
  const { name, start } = system;
  if (given !== undefined && given.trim() !== '') {
    const wrong = lengthProblem(start, given);
    if (wrong !== undefined) throw new BadUse(`${wrong} Nothing was run.`);
    return given.trim();
  }
  if (start.subject.isOptional === true) return '';
  const command = `${program()} ${name}`;
  if (reviewInput.terminal === null)
    throw new BadUse(`Expected what is wanted as ${nounOf(start)}: ${command} "...", or --resume. Nothing was run.`);
  const open = await findSystemRuns(store, system, project);
  const { paint } = reviewInput.theme();
  if (open.length > 0)
    reviewInput.say([
      '',
      ` ${paint.dim(`${open.length} unfinished here already: ${command} --resume goes on with it.`)}`,
    ]);
  const { question, placeholder } = start.subject;
  const check = (line: string): string | undefined =>
    notEmpty(line) ?? fileProblem(system, line.trim()) ?? lengthProblem(start, line);
  const said = await reviewInput.terminal.line(question, { placeholder, check }, reviewInput.signal);
  return isPromptExit(said) ? null : said.trim();
}
