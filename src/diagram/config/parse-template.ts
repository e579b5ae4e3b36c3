// Text with `{{path}}` holes -> parts (data-2). One pass, linear in the text whatever it holds.

import type { Formula } from '../expression.ts';
import type { Template } from '../workflow.ts';
import { conditionOf, ROOTS } from './parse-expression.ts';

export interface ParsedTemplate {
  readonly template: Template;
  /** What stood in braces, or behind braces never closed, but is not a path with a known root.
   *  It stays in the text as written. Each once, in order. */
  readonly unknown: readonly string[];
}

export function parseTemplate(text: string, roots: ReadonlySet<string> = ROOTS): ParsedTemplate {
  const parts: (string | Formula)[] = [];
  const unknown = new Set<string>();
  let textFrom = 0;
  let at = 0;
  for (;;) {
    const opened = text.indexOf('{{', at);
    const closed = opened === -1 ? -1 : text.indexOf('}}', opened + 2);
    if (opened !== -1 && closed === -1) unknown.add(text.slice(opened + 2, opened + 62).trim());
    if (closed === -1) break;
    // The innermost braces make the hole: `{{{x}}}` is a hole between two braces.
    const start = text.lastIndexOf('{{', closed - 2);
    if (start > opened + 1) unknown.add(text.slice(opened + 2, Math.min(start, opened + 62)).trim());
    const hole = text.slice(start + 2, closed);
    const path = pathOf(hole, roots);
    if (path === null) {
      unknown.add(hole.trim());
    } else {
      if (start > textFrom) parts.push(text.slice(textFrom, start));
      parts.push(path);
      textFrom = closed + 2;
    }
    at = closed + 2;
  }
  if (textFrom < text.length) parts.push(text.slice(textFrom));
  return { template: { text, parts }, unknown: [...unknown] };
}

/** A path with a known root, or null: the only thing a hole or a `shows` entry may hold. */
export function pathOf(text: string, roots: ReadonlySet<string>): Formula | null {
  const path = conditionOf(text, roots);
  return path !== null && path.tree.op === 'path' ? path : null;
}
