// The streams of the program. Everything that it prints goes through here, and is cleaned as its last step.

import { currentCall } from './program-call.ts';
import { drawnText, terminalText } from './terminal-text.ts';

/** The stream itself, but for what is written to it. */
export function cleaned<S extends NodeJS.WritableStream>(stream: S, clean: (text: string) => string = terminalText): S {
  return cleanedNow(() => stream, clean);
}

/** Which stream it is, is looked up at each use: another call may have another. */
function cleanedNow<S extends NodeJS.WritableStream>(stream: () => S, clean: (text: string) => string): S {
  const write = (chunk: string | Uint8Array, ...rest: unknown[]): boolean => {
    const text = typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString('utf8');
    const target = stream();
    return (target.write as (text: string, ...rest: unknown[]) => boolean).call(target, clean(text), ...rest);
  };
  return new Proxy({} as S, {
    get(_, key) {
      if (key === 'write') return write;
      const target = stream();
      const own: unknown = Reflect.get(target, key, target);
      return typeof own === 'function' ? own.bind(target) : own;
    },
    set: (_, key, value) => Reflect.set(stream(), key, value),
    has: (_, key) => Reflect.has(stream(), key),
    getPrototypeOf: () => Reflect.getPrototypeOf(stream()),
  });
}

export const stdin = (): NodeJS.ReadStream => currentCall().streams.stdin;
export const stdout: NodeJS.WriteStream = cleanedNow(() => currentCall().streams.stdout, terminalText);
export const stderr: NodeJS.WriteStream = cleanedNow(() => currentCall().streams.stderr, terminalText);
/** For packages that draw by themselves: their colours and moves pass. Texts are cleaned before they get them. */
export const drawing: NodeJS.WriteStream = cleanedNow(() => currentCall().streams.stdout, drawnText);
