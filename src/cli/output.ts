// Where a command writes: the program's own streams, or whatever a test listens to.

import { stderr, stdout } from './terminal.ts';

export interface Output {
  out(text: string): void;
  err(text: string): void;
}

export const STREAMS: Output = {
  out: (text) => {
    stdout.write(text);
  },
  err: (text) => {
    stderr.write(text);
  },
};
