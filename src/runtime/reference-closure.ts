// The payloads that a run's commits need: those they name, and those that these are made of. A run must keep both: what
// it was handed by another run, or began with as a fork, must outlive that run.

import { NeedsPayloads, type Payloads } from '../engine/value.ts';

const REFERENCE = /"\$ref":"(sha256:[0-9a-f]{64})"/g;

/** The references a text of events, state or values names, each once. */
export function referencesNamed(text: string): Set<string> {
  return new Set(Array.from(text.matchAll(REFERENCE), ([, ref]) => ref as string));
}

/** A payload that is itself made of Values: a join's results. */
const ASSEMBLED = /"\$ref":"(sha256:[0-9a-f]{64})","bytes":\d+,"parts":true/g;

/** Those among them that are made of others. */
export function assembledNamed(text: string): Set<string> {
  return new Set(Array.from(text.matchAll(ASSEMBLED), ([, ref]) => ref as string));
}

/** `known`: assembled payloads this run has looked into before; those of `texts` are added. Throws NeedsPayloads,
 *  having changed nothing, when one is neither in `own` nor at hand. */
export function referencesIn(
  texts: readonly string[],
  own: ReadonlyMap<string, string>,
  payloads: Payloads,
  known: Set<string>,
): Set<string> {
  const references = new Set<string>();
  const opened = new Set<string>();
  const missing: string[] = [];
  const waiting = [...texts];
  for (let text = waiting.pop(); text !== undefined; text = waiting.pop()) {
    if (!text.includes('"$ref"')) continue;
    for (const [, ref] of text.matchAll(REFERENCE)) references.add(ref as string);
    if (!text.includes('"parts":true')) continue;
    for (const [, found] of text.matchAll(ASSEMBLED)) {
      const ref = found as string;
      if (known.has(ref) || opened.has(ref)) continue;
      opened.add(ref);
      const inside = own.get(ref) ?? textOf(payloads.get(ref));
      if (inside === undefined) missing.push(ref);
      else waiting.push(inside);
    }
  }
  if (missing.length > 0) throw new NeedsPayloads(missing);
  for (const ref of opened) known.add(ref);
  return references;
}

function textOf(json: unknown): string | undefined {
  return json === undefined ? undefined : JSON.stringify(json);
}
