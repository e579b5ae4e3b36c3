// The `@{ shape: rect, label: "text" }` behind a step's id, where it is simple enough to be edited in place.

import type { Span, Splice } from './splice.ts';

export interface Metadata {
  readonly pairs: ReadonlyMap<string, Pair>;
  /** Where a further pair goes. */
  readonly end: number;
}

export interface Pair {
  /** As written, quotes included. */
  readonly value: Span;
  readonly text: string;
}

const PAIR = /\s*("[^"\\]*"|'[^'\\]*'|[\w-]+)\s*:\s+("(?:\\.|[^"\\])*"|'[^'\\]*'|[\p{L}\p{N}_][^,:{}[\]"'#\\]*)/uy;

/** `span` is that of `@{ ... }`. null when it is more than pairs of plain values on one line: YAML can be much more. */
export function readMetadata(text: string, span: Span): Metadata | null {
  const pairs = new Map<string, Pair>();
  const inside = span.start + '@{'.length;
  const close = span.end - '}'.length;
  if (text.slice(inside, close).includes('\n')) return null;
  let end = inside;
  for (let at = inside; text.slice(at, close).trim() !== ''; ) {
    PAIR.lastIndex = at;
    const found = PAIR.exec(text);
    const [whole, key, written] = found ?? [];
    if (whole === undefined || key === undefined || written === undefined) return null;
    end = at + whole.trimEnd().length;
    const value = { start: at + whole.length - written.length, end };
    pairs.set(key.replace(/^["']|["']$/g, ''), { value, text: text.slice(value.start, value.end) });
    const comma = /^\s*(?:,|$)/.exec(text.slice(end, close));
    if (comma === null || end > close) return null;
    at = end + comma[0].length;
  }
  return { pairs, end };
}

/** Whether there is a label in it at all, simple or not. */
export function hasLabelPair(text: string, span: Span | null): boolean {
  return span !== null && /[\s{,"']label["']?\s*:/.test(text.slice(span.start, span.end));
}

/** Mermaid ignores a label that YAML reads as nothing. */
export function isNothing({ text }: Pair): boolean {
  return /^(?:""|''|0|null|false)$/i.test(text);
}

/** In the way the old value was written where that is possible. */
export function metadataValue(value: string, old: string | null): string {
  const isWord = /^\p{L}[\p{L}\p{N}_ -]*$/u.test(value) && !/^(?:true|false|null)$/i.test(value) && !/ $/.test(value);
  if (old !== null && !/^["']/.test(old) && isWord) return value;
  // A quote ends the text for Mermaid even behind a backslash.
  const safe = value
    .replaceAll('\\', '\\\\')
    .replace(/#(?=\w+;)/g, '#35;')
    .replaceAll('"', '#quot;');
  return `"${safe}"`;
}

export function addPairs({ pairs, end }: Metadata, added: readonly string[]): Splice[] {
  if (added.length === 0) return [];
  const text = added.join(', ');
  return [{ start: end, end, text: pairs.size === 0 ? ` ${text} ` : `, ${text}` }];
}
