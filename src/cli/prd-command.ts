// `signoff prd` on the command line.

import type { Command } from 'commander';
import type { Composition } from './composition.ts';
import type { PrdFlags } from './prd/prd.ts';
import { program } from './started-as.ts';

const DESCRIPTION = [
  'from one sentence to a signed product requirements document: agents draft, you review four times.',
  'Ctrl-C leaves the run as it is; --resume goes on with it',
].join('\n');

export function addPrd(program: Command, composition: Composition): void {
  program
    .command('prd')
    .summary('from one sentence to a signed PRD: agents draft, you review')
    .description(DESCRIPTION)
    .argument('[utterance]', 'what is wanted, in a sentence or more; asked for at a terminal when left out')
    .option('--project <dir>', 'the project, whose magi-sdd folder gets the files (this folder unless given)')
    .option(
      '--domain <text>',
      'what kind of software it is, for every prompt (SIGNOFF_DOMAIN, "domain" in signoff.config.json)',
    )
    .option('--resume [run]', 'go on with the unfinished run of this project, or with the one named')
    .option('--until <part>', 'leave when this is approved: brief or requirements; --resume goes on later')
    .option(
      '--from-brief <file>',
      'begin with this feature brief, which you then review, instead of having one written',
    )
    .option('--answers <file>', 'a JSON file with what is decided at each review: FBReview, RR, GA, PR')
    .option('--as <who>', 'who you are: user:NAME (as signoff whoami says unless given)')
    .option('--store <place>', 'a file or a postgres:// address instead of the store of this folder')
    .option('--json', 'print only the final result, as JSON')
    .configureOutput({ outputError: (text, write) => write(withAdvice(text)) })
    .action(async (utterance: string | undefined, flags: PrdFlags) => {
      const { prd } = await import('./prd/prd.ts');
      process.exitCode = await prd(utterance, flags, composition);
    });
}

/** A sentence that begins with a dash is taken for a flag. */
function withAdvice(text: string): string {
  if (!/^error: unknown option '-\s|^error: unknown option '[^']*\s/.test(text)) return text;
  return `${text.trimEnd()}. A sentence that begins with "-" goes behind "--": ${program()} prd -- "- ..."\n`;
}
