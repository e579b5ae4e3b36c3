// Fills a template's holes with values (data-2). Each hole is filled once: what comes in is never read for holes again.

import type { Formula } from '../diagram/expression.ts';
import type { Template } from '../diagram/workflow.ts';
import type { Json } from '../json.ts';
import { evaluate, type Lookup } from './condition.ts';
import { RENDERED_CHARACTERS_MAX } from './limits.ts';

const INDENTED_DEPTH_MAX = 50;

export interface Rendered {
  readonly text: string;
  /** Paths that stayed as written, each once. */
  readonly unknown: readonly string[];
}

/** `declared` says whether a schema declares a path's field; a missing value there is empty text, not unknown. */
export function render(
  template: Template,
  lookup: Lookup,
  declared: (path: Formula) => boolean = () => false,
): Rendered {
  const filled: string[] = [];
  const unknown = new Set<string>();
  let at = 0;
  let characters = 0;
  for (const part of template.parts) {
    const written = typeof part === 'string' ? part : holeAt(template.text, at);
    at += written.length;
    let text: string | null = written;
    if (typeof part !== 'string') {
      const value = evaluate(part.tree, lookup);
      text = value === undefined ? (declared(part) ? '' : null) : textOf(value);
      if (text !== null && characters + text.length > RENDERED_CHARACTERS_MAX) text = null;
      if (text === null) unknown.add(part.text);
    }
    filled.push(text ?? written);
    characters += (text ?? written).length;
  }
  return { text: filled.join(''), unknown: [...unknown] };
}

/** The hole as the author wrote it, spaces included: a path never holds the closing braces. */
function holeAt(text: string, at: number): string {
  return text.slice(at, text.indexOf('}}', at) + 2);
}

function textOf(value: Json): string | null {
  if (value === null) return '';
  if (typeof value !== 'object') return String(value);
  // Indenting costs depth times size, and writing out what is nested beyond all reason needs more stack than there is.
  const depth = depthOf(value, NESTED_MAX);
  if (depth >= NESTED_MAX) return null;
  return depth > INDENTED_DEPTH_MAX ? JSON.stringify(value) : JSON.stringify(value, null, 2);
}

const NESTED_MAX = 1000;

function depthOf(value: Json, limit: number): number {
  let level: readonly Json[] = [value];
  let depth = 0;
  while (level.length > 0 && depth < limit) {
    level = level.flatMap((item) => (typeof item === 'object' && item !== null ? Object.values(item) : []));
    depth++;
  }
  return depth;
}
