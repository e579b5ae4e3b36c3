// How files that steps ordered change the state: who waits for them, what was written, what was not.

import type { Handlers } from './evolve.ts';
import { changeRecord, setBusy, stopAwaiting } from './evolve-tokens.ts';
import { type AwaitedFile, awaitedKey, type RunState, type Token } from './run-state.ts';

export const fileHandlers: Handlers<'FilesAwaited' | 'FileWritten' | 'FileRefused'> = {
  FilesAwaited(state, { data }) {
    const token = state.tokens.get(data.token) as Token;
    const isSame = (other: AwaitedFile): boolean => data.files.some(({ path }) => path === other.path);
    const others = (token.files ?? []).filter((file) => !isSame(file));
    for (const { path, new: hash, again } of data.files) {
      // The completion of the task counted the first order.
      if (again) state.files.set(path, [...(state.files.get(path) ?? []), hash]);
      const key = awaitedKey(path, hash);
      state.awaited.set(key, [...(state.awaited.get(key) ?? []), token.id]);
    }
    state.tokens.set(token.id, { ...token, files: [...others, ...data.files] });
    if (data.keepsPlace) setBusy(state, state.tokens.get(token.id) as Token, true);
    changeRecord(state, token, data.step, { status: 'completed' });
  },

  FileWritten(state, { data }) {
    endOrder(state, data.path, data.hash);
    state.unwritten.delete(data.path);
    const token = takeAwaiting(state, data.path, data.hash);
    if (token === null) return;
    const left = (token.files ?? []).filter(({ path }) => path !== data.path);
    if (left.length > 0) state.tokens.set(token.id, { ...token, files: left });
    else dropFiles(state, token);
  },

  FileRefused(state, { data }) {
    endOrder(state, data.path, data.hash);
    if (data.unasked) state.unwritten.set(data.path, data.message);
    const token = takeAwaiting(state, data.path, data.hash);
    if (token === null) return;
    const files = (token.files ?? []).map((file) =>
      file.path === data.path ? { ...file, refused: data.message } : file,
    );
    state.tokens.set(token.id, { ...token, files });
  },
};

/** The step is over without them, or with all of them. */
export function dropFiles(state: RunState, token: Token): void {
  if (token.files === undefined) return;
  stopAwaiting(state, token);
  const { files: _, ...rest } = token;
  state.tokens.set(token.id, rest);
  setBusy(state, rest, false);
}

/** A person lets the run go on without them. */
export function goOnWithout(state: RunState, token: Token): void {
  for (const { path, refused } of token.files ?? []) if (refused !== undefined) state.unwritten.set(path, refused);
  dropFiles(state, token);
}

function takeAwaiting(state: RunState, path: string, hash: string): Token | null {
  const key = awaitedKey(path, hash);
  const [first, ...others] = state.awaited.get(key) ?? [];
  if (others.length > 0) state.awaited.set(key, others);
  else state.awaited.delete(key);
  return first === undefined ? null : (state.tokens.get(first) ?? null);
}

function endOrder(state: RunState, path: string, hash: string): void {
  const orders = [...(state.files.get(path) ?? [])];
  orders.splice(orders.indexOf(hash), 1);
  if (orders.length > 0) state.files.set(path, orders);
  else state.files.delete(path);
}
