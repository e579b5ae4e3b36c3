// The streams of the program. Everything that it prints goes through here, and is cleaned as its last step.

import { drawnText, terminalText } from './terminal-text.ts';

/** The stream itself, but for what is written to it. */
export function cleaned<S extends NodeJS.WritableStream>(stream: S, clean: (text: string) => string = terminalText): S {
  const write = (chunk: string | Uint8Array, ...rest: unknown[]): boolean => {
    const text = typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString('utf8');
    return (stream.write as (text: string, ...rest: unknown[]) => boolean).call(stream, clean(text), ...rest);
  };
  return new Proxy(stream, {
    get(target, key) {
      if (key === 'write') return write;
      const own: unknown = Reflect.get(target, key, target);
      return typeof own === 'function' ? own.bind(target) : own;
    },
  });
}

export const stdout: NodeJS.WriteStream = cleaned(process.stdout);
export const stderr: NodeJS.WriteStream = cleaned(process.stderr);
/** For packages that draw by themselves: their colours and moves pass. Texts are cleaned before they get them. */
export const drawing: NodeJS.WriteStream = cleaned(process.stdout, drawnText);
