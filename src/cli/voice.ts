// Where a command says what it has to say: the program's own streams, or whatever a test listens to.

export interface Voice {
  out(text: string): void;
  err(text: string): void;
}

export const STREAMS: Voice = {
  out: (text) => {
    process.stdout.write(text);
  },
  err: (text) => {
    process.stderr.write(text);
  },
};
