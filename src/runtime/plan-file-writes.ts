// Turns the files that code gave with its result into orders: where they really lie, what they hold before and after.

import { hash as digest } from 'node:crypto';
import { type ConfinedFile, confineAmong, symlinkOut } from '../confine-file.ts';
import type { Command } from '../engine/commands.ts';
import type { Rejection } from '../engine/context.ts';
import type { FileOrder } from '../engine/file-order.ts';
import type { IntendedFile } from '../ports/action.ts';
import { symlinkFault, workspaceFault } from './disk-fault.ts';
import { keepValue, type PayloadSink } from './externalise.ts';
import { fileHash } from './write-once.ts';

export interface FileWriteDeps {
  readonly workspaces: readonly string[];
  /** The run's last event before anything was read from disk. */
  readonly since: number;
  readonly sink: PayloadSink;
}

const HASH = /^sha256:[0-9a-f]{64}$/;
/** HoldTask has a code and a message too: only a command has a type. */
export const isRejection = (found: Command | Rejection): found is Rejection => !('type' in found);

/** `command` with its files as orders; a rejection when one of them may not or cannot be written. */
export async function planFileWrites(command: Command, deps: FileWriteDeps): Promise<Command | Rejection> {
  if (command.type !== 'CompleteTask' || command.files === undefined) return command;
  const orders = new Map<string, FileOrder>();
  for (const file of command.files as readonly IntendedFile[]) {
    const wrong = fileProblem(file);
    if (wrong !== null) return invalid(wrong);
    const order = await planFileWrite(file, deps);
    if (isRefusal(order)) return order;
    if (orders.has(order.path)) return invalid(`the path "${order.path}" twice`);
    orders.set(order.path, order);
  }
  return { ...command, files: [...orders.values()] };
}

async function planFileWrite(
  file: IntendedFile,
  { workspaces, since, sink }: FileWriteDeps,
): Promise<FileOrder | Rejection> {
  try {
    const confined = await confineAmong(workspaces, file.path);
    if (confined === null) {
      const link = await symlinkOut(workspaces, file.path);
      if (link !== null) throw symlinkFault(file.path, workspaces, link);
      return outside(workspaces, file.path);
    }
    const before = await oldOf(file, confined, since);
    const content = keepValue(file.text, sink);
    return { path: confined.path, ...before, new: textHash(file.text), content, workspace: confined.root };
  } catch (thrown) {
    const { code, message } = workspaceFault(`write "${file.path}"`, thrown);
    return { code, message };
  }
}

async function oldOf({ old }: IntendedFile, { target }: ConfinedFile, since: number) {
  return old === undefined ? { old: await fileHash(target), since } : { old };
}

export function textHash(text: string): string {
  return `sha256:${digest('sha256', Buffer.from(text), 'hex')}`;
}

function fileProblem(file: unknown): string | null {
  const { path, text, old } = (file ?? {}) as { readonly [name: string]: unknown };
  if (typeof path !== 'string') return 'one without a path';
  if (typeof text !== 'string') return `"${path}" without a text`;
  const isHash = typeof old === 'string' && HASH.test(old);
  return old === undefined || old === null || isHash ? null : `"${path}" whose old hash is no sha256:...`;
}

function isRefusal(found: FileOrder | Rejection): found is Rejection {
  return 'code' in found;
}

function invalid(found: string): Rejection {
  const message = `Expected files with a path, a text and perhaps an old hash, each path once; found ${found}.`;
  return { code: 'invalid-files', message: `${message} Nothing was changed.` };
}

function outside(workspaces: readonly string[], path: string): Rejection {
  const places = workspaces.join(' or ');
  const message = `Expected a path inside the workspace ${places}, found "${path}", which leads out of it.`;
  return { code: 'path-outside-workspace', message: `${message} Give a path inside. Nothing was changed.` };
}
