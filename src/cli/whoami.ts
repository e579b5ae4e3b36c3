// `signoff whoami`: under which name this user acts here, and where that comes from.

import { UNNAMED } from '../engine/people.ts';
import type { Composition } from './composition.ts';
import { EXIT, type ExitCode } from './exit-codes.ts';
import { statedText } from './signer.ts';
import { stdout } from './terminal.ts';
import { jsonText } from './terminal-text.ts';

export interface WhoamiFlags {
  readonly as?: string;
  readonly json?: boolean;
}

const HELP = 'Give a name with --as user:NAME, SIGNOFF_USER, "user" in your settings, or git config user.email.';

export function whoami(flags: WhoamiFlags, composition: Pick<Composition, 'whoActs'>): ExitCode {
  const { actor, source, osUser } = composition.whoActs(flags.as);
  const name = actor === UNNAMED ? null : actor;
  const text =
    name === null
      ? `No name was found, so you cannot sign (OS user ${osUser}). ${HELP}`
      : statedText(name, { source, osUser });
  stdout.write(`${flags.json === true ? jsonText({ name, source, osUser }) : text}\n`);
  return name === null ? EXIT.refused : EXIT.done;
}
