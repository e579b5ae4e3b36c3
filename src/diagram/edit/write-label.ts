// Writes a label so that Mermaid reads it back unchanged, in the way the old one was written where that is possible.

import type { DrawnNode } from '../drawing.ts';
import type { Refusal } from '../edit.ts';

export interface WrittenLabel {
  readonly text: string;
  readonly labelType: DrawnNode['labelType'];
}

const PLAIN = /^[\p{L}\p{N}](?:[\p{L}\p{N} _.,'?!:-]*[\p{L}\p{N}.?!'])?$/u;

/** For a flowchart's shape or arrow. `old` is what stood there, quotes included. */
export function writeLabel(label: string, old: string): WrittenLabel {
  if (/^"`/.test(old) && !label.includes('`')) return { text: `"\`${escaped(label)}\`"`, labelType: 'markdown' };
  if (!old.startsWith('"') && PLAIN.test(label)) return { text: label, labelType: 'text' };
  return { text: `"${escaped(label)}"`, labelType: 'string' };
}

/** For text after a colon in a state diagram, or in the quotes of `state "text" as S`. */
export function writeDescription(text: string, isQuoted: boolean): string {
  const safe = text.replace(/#(?=\w+;)/g, '#35;');
  if (isQuoted) return safe.replaceAll('"', '#quot;');
  // Entities hold semicolons of their own, so this is one pass over the author's characters.
  return text.replace(/#(?=\w+;)|;|:(?=:|$)|^:/g, (found) => `#${found.charCodeAt(0)};`);
}

/** The label as it will be read, or why it cannot be written. */
export function checkLabel(label: string): { readonly label: string } | Refusal {
  const trimmed = label.trim();
  if (trimmed === '') return { refused: 'Expected a label, found empty text.' };
  if (/[\n\r]/.test(trimmed))
    return { refused: 'Expected a label of one line, found a line break. Write <br/> instead.' };
  return { label: trimmed };
}

function escaped(label: string): string {
  return label
    .replace(/#(?=\w+;)/g, '#35;')
    .replaceAll('"', '#quot;')
    .replace(/^`/, '#96;');
}
