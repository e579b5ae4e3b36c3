// What is stored outside runs is named by its hash in the note of the change, so that store verify can prove it.

import { hash } from 'node:crypto';
import { type JsonObject, storable } from '../json.ts';
import type { SystemNote } from '../ports/store.ts';

/** A workflow that was stored, as compiled and with its source. */
export function workflowStamp(
  { name, version, compiler }: { readonly name: string; readonly version: string; readonly compiler: number },
  text: string,
): JsonObject {
  return { name: storable(name), version, compiler, stored: hashOf(text) };
}

/** null: it was removed. */
export function recordStamp(kind: string, name: string, text: string | null): JsonObject {
  return { record: [storable(kind), storable(name)], stored: text === null ? null : hashOf(text) };
}

/** The note with `stamp` beside what it says of its first event. */
export function stamped(note: SystemNote, stamp: JsonObject): SystemNote {
  const [[type, about] = ['Stored', {}], ...others] = JSON.parse(note.text) as [string, JsonObject][];
  return { ...note, text: JSON.stringify([[type, { ...about, ...stamp }], ...others]) };
}

function hashOf(text: string): string {
  return `sha256:${hash('sha256', text, 'hex')}`;
}
