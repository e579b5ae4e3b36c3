// `signoff run FILE`: runs a diagram in memory, with a file of answers or with a person at the terminal.

import type { Workflow } from '../diagram/workflow.ts';
import type { AnyEvent } from '../engine/events.ts';
import type { Json } from '../json.ts';
import { loadSubflow, loadWorkflowFile, sha256 } from '../runtime/load-workflow.ts';
import { type MemoryEngine, openMemoryEngine } from '../runtime/memory-engine.ts';
import type { MemoryRun } from '../runtime/memory-run.ts';
import { viewTask } from '../runtime/task-view.ts';
import { validate } from '../runtime/validate.ts';
import { type Answers, readAnswers } from './answers.ts';
import { type EventFile, openEventFile } from './event-file.ts';
import { EXIT, type ExitCode } from './exit-codes.ts';
import { LiveScreen } from './live-screen.ts';
import type { RunFlags } from './main.ts';
import { type Paint, paintFor } from './paint.ts';
import { readInput } from './read-json.ts';
import { exitCodeOf, resultLines, resultOf } from './run-result.ts';
import { LOCAL_PERSON } from './local-person.ts';
import { ScriptedWorker, type Stopped } from './scripted-worker.ts';
import { countLine, countProblems, problemLine, widthFor } from './show-problems.ts';
import { fitPainted, oneLine, summary } from './shown-text.ts';

const PACE_MS = 90;
const PLAIN_WIDTH = 100;

export async function run(file: string, flags: RunFlags): Promise<ExitCode> {
  const { workflow, problems, folder, subflows } = await loadWorkflowFile(file);
  const isQuiet = flags.json === true;
  const paint = paintFor(isQuiet ? process.stderr : process.stdout);
  if (workflow === null) {
    if (isQuiet) process.stdout.write(`${JSON.stringify({ status: 'rejected', problems }, null, 2)}\n`);
    const lines = [
      ...problems.map((found) => problemLine(file, found, paint, widthFor(process.stdout))),
      countLine(countProblems(problems), 1, paint),
    ];
    if (!isQuiet) process.stdout.write(`${lines.join('\n')}\nNothing was run.\n`);
    return EXIT.refused;
  }
  for (const found of problems)
    process.stderr.write(`${problemLine(file, found, paintFor(process.stderr), widthFor(process.stderr))}\n`);
  const input = readInput(flags.input, flags.inputFile, workflow.input);
  const answers = flags.answers === undefined ? null : readAnswers(flags.answers, workflow, subflows);
  const inputs = [file, flags.answers, flags.inputFile].filter((path) => path !== undefined);
  const events = flags.events === undefined ? null : openEventFile(flags.events, inputs);
  try {
    return await runWorkflow({ workflow, folder, input, answers, events, isQuiet, paint });
  } finally {
    events?.close();
  }
}

interface Session {
  readonly workflow: Workflow;
  readonly folder: string;
  readonly input: Json;
  readonly answers: Answers | null;
  readonly events: EventFile | null;
  readonly isQuiet: boolean;
  readonly paint: Paint;
}

async function runWorkflow(session: Session): Promise<ExitCode> {
  const { workflow, folder, input, answers, events, isQuiet, paint } = session;
  const screen = isQuiet ? null : screenFor(session);
  const isInteractive = answers === null && !isQuiet && process.stdin.isTTY === true && process.stdout.isTTY === true;
  const pace = !isQuiet && process.stdout.isTTY === true ? PACE_MS : 0;
  const scripted = new ScriptedWorker(answers, pace);
  const engine: MemoryEngine = openMemoryEngine({
    hash: sha256,
    validate,
    loadWorkflow: loadSubflow,
    onEvent: (of, event) => {
      events?.write(of.id, event);
      scripted.hear(of, event);
      screen?.apply(of, event, engine.payloads);
      if (screen !== null) remarkAsked(engine, screen, of, event);
    },
  });
  const started = await engine.start(workflow, input, { by: { actor: LOCAL_PERSON, channel: 'cli' }, folder });
  if (!started.ok) {
    screen?.finish();
    const { code, message } = started.rejection;
    if (isQuiet) process.stdout.write(`${JSON.stringify({ status: 'rejected', error: started.rejection }, null, 2)}\n`);
    else process.stdout.write(`${paint.red(code)}: ${oneLine(message)}\n`);
    return EXIT.refused;
  }
  const stopped = await cancellable(engine, started.run, async (signal) => {
    if (!isInteractive || screen === null) return scripted.work(engine, started.run, signal);
    const { workWithPerson } = await import('./person-worker.ts');
    return workWithPerson(engine, started.run, screen, signal);
  });
  screen?.finish();
  const result = resultOf(engine, started.run, stopped);
  if (isQuiet) process.stdout.write(`${JSON.stringify(result, null, 2)}\n`);
  else {
    const width = process.stdout.isTTY ? Math.min(120, process.stdout.columns || 80) : PLAIN_WIDTH;
    const skippedMs = engine.now() - Date.now();
    process.stdout.write(`${resultLines(result, engine, paint, width, skippedMs).join('\n')}\n`);
  }
  return exitCodeOf(result);
}

function screenFor({ workflow, input, answers, paint }: Session): LiveScreen {
  const given = summary(input);
  const from = answers === null ? '' : `, answers from ${answers.file}`;
  const about = paint.dim(`${given === '' ? 'no input' : given}${oneLine(from)}`);
  const head = ` ${paint.bold(oneLine(workflow.name))}  ${about}`;
  process.stdout.write(`\n${process.stdout.isTTY ? fitPainted(head, process.stdout.columns || 80) : head}\n\n`);
  return new LiveScreen(process.stdout, paint);
}

/** What a person was asked stands under the task, as they would have read it. */
function remarkAsked(engine: MemoryEngine, screen: LiveScreen, run: MemoryRun, event: AnyEvent): void {
  if (event.type !== 'TaskOpened' || event.data.execution === 'automated') return;
  const task = run.state.tasks.get(event.data.task);
  const prompt = task === undefined ? null : viewTask(run, task, engine.payloads).prompt;
  if (prompt !== null) screen.remark(run.id, event.data.task, `asked: ${oneLine(prompt)}`);
}

/** Ctrl-C cancels the run in one commit and lets the program end in its own words. */
async function cancellable(
  engine: MemoryEngine,
  run: MemoryRun,
  work: (signal: AbortSignal) => Promise<Stopped | null>,
): Promise<Stopped | null> {
  const controller = new AbortController();
  const stop = (): void => controller.abort();
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
  try {
    const stopped = await work(controller.signal);
    if (stopped?.why === 'quit' && run.state.status === 'running') {
      engine.send(
        run.id,
        { type: 'CancelRun', reason: 'Stopped at the terminal.' },
        { actor: LOCAL_PERSON, channel: 'cli' },
      );
    }
    return stopped;
  } finally {
    process.off('SIGINT', stop);
    process.off('SIGTERM', stop);
  }
}
