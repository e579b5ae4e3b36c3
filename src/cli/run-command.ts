// `signoff run` on the command line: its options, and which of them go together.

import type { Command } from 'commander';
import type { Composition } from './composition.ts';
import { currentCall } from './program-call.ts';

export interface RunFlags {
  readonly input: readonly string[];
  readonly inputFile?: string;
  readonly answers?: string;
  readonly assign: readonly string[];
  readonly title?: string;
  readonly as?: string;
  readonly resume?: string;
  readonly memory?: boolean;
  readonly store?: string;
  readonly events?: string;
  readonly json?: boolean;
}

const DESCRIPTION = [
  'run a diagram; the run is kept in the store. You do its tasks at the terminal, or a file of answers does.',
  'Ctrl-C leaves the run in the store; continue it with --resume',
].join('\n');

export function addRun(program: Command, composition: Composition): void {
  program
    .command('run')
    .summary('run a diagram; you do its tasks at the terminal, or a file of answers does')
    .description(DESCRIPTION)
    .argument('[file]', 'a .mmd file, or a .md file with a mermaid block; omit it with --resume')
    .option(
      '--input <key=value>',
      "a field of the run's input; repeatable. Text if the schema says string, else JSON if it parses",
      collected,
      [],
    )
    .option('--input-file <file>', "the run's input as a JSON file")
    .option(
      '--answers <file>',
      'a JSON file of scripted answers: each step id with a list of {"output": ...} or {"fail": "..."}',
    )
    .option('--assign <step=who>', 'assign a step of this run, overriding the diagram; repeatable', collected, [])
    .option('--title <text>', 'the title of the run in lists')
    .option('--as <who>', 'your identity: user:NAME (default: see signoff whoami)')
    .option('--resume <run>', 'continue a stored run, given its id or the beginning of it')
    .option('--memory', 'do not store the run; it ends with the program. With --answers, timers do not wait')
    .option('--store <place>', 'a SQLite file or a postgres:// URL (default: the store of this folder)')
    .option('--events <file>', 'write every event to this file, one JSON object per line')
    .option('--json', 'print only the final result, as JSON')
    .action(async (file: string | undefined, flags: RunFlags) => {
      const { run } = await import('./run.ts');
      currentCall().exitCode = await run(file, flags, composition);
    });
}

function collected(value: string, before: readonly string[]): string[] {
  return [...before, value];
}
