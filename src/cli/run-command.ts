// `signoff run` on the command line: its options, and which of them go together.

import type { Command } from 'commander';
import type { Composition } from './composition.ts';

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
  'run a diagram and keep the run in the store; you do its tasks at the terminal, or a file of answers does.',
  'Ctrl-C leaves the run as it is; --resume goes on with it',
].join('\n');

export function addRun(program: Command, composition: Composition): void {
  program
    .command('run')
    .summary('run a diagram; you do its tasks at the terminal, or a file of answers does')
    .description(DESCRIPTION)
    .argument('[file]', 'a .mmd file, or a .md file with a mermaid block; not with --resume')
    .option(
      '--input <key=value>',
      "a field of the run's input, may be repeated; text where the schema says string, else JSON if it parses",
      collected,
      [],
    )
    .option('--input-file <file>', "the run's input as a JSON file")
    .option(
      '--answers <file>',
      'a JSON file of replies, for a rehearsal: step id to a list of {"output": ...} or {"fail": "..."}',
    )
    .option(
      '--assign <step=who>',
      'who does a step in this run, whatever the diagram says; may be repeated',
      collected,
      [],
    )
    .option('--title <text>', 'what to call the run in lists')
    .option('--as <who>', 'who you are: user:NAME (as signoff whoami says unless given)')
    .option('--resume <run>', 'go on with a run of the store, by its id or how that begins')
    .option('--memory', 'keep nothing: the run ends with the program, and with --answers waiting is skipped')
    .option('--store <place>', 'a file or a postgres:// address instead of the store of this folder')
    .option('--events <file>', 'write every event to this file, one JSON object a line')
    .option('--json', 'print only the final result, as JSON')
    .action(async (file: string | undefined, flags: RunFlags) => {
      const { run } = await import('./run.ts');
      process.exitCode = await run(file, flags, composition);
    });
}

function collected(value: string, before: readonly string[]): string[] {
  return [...before, value];
}
