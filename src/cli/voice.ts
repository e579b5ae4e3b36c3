// Where a command says what it has to say: the program's own streams, or whatever a test listens to.

import { stderr, stdout } from './terminal.ts';

export interface Voice {
  out(text: string): void;
  err(text: string): void;
}

export const STREAMS: Voice = {
  out: (text) => {
    stdout.write(text);
  },
  err: (text) => {
    stderr.write(text);
  },
};
