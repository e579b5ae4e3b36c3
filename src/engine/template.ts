// Fills a template's holes with values (data-2). Each hole is filled once: what comes in is never read for holes again.

import type { Formula } from '../diagram/expression.ts';
import type { Template } from '../diagram/workflow.ts';
import type { Json } from '../json.ts';
import { evaluate, type Lookup } from './condition.ts';
import { fenced, isFence } from './fenced.ts';
import { RENDERED_CHARACTERS_MAX } from './limits.ts';

const INDENTED_DEPTH_MAX = 50;

export interface RenderedText {
  readonly text: string;
  /** Paths that stayed as written, each once. */
  readonly unknown: readonly string[];
}

/** A value that was put in, and the path that named it. */
export interface NamedValue {
  readonly root: string;
  readonly parts: readonly string[];
  readonly value: Json;
}

export interface RenderedPrompt extends RenderedText {
  readonly named: readonly NamedValue[];
}

/** Where a value goes: the line so far, what follows on it, and whether the author has opened a fence around it. */
interface Spot {
  readonly before: string;
  readonly after: string;
  readonly isFenced: boolean;
}

type Place = (value: Json, text: string, spot: Spot) => string;

/** `declared` says whether a schema declares a path's field; a missing value there is empty text, not unknown. */
export function render(
  template: Template,
  lookup: Lookup,
  declared: (path: Formula) => boolean = () => false,
): RenderedText {
  const { text, unknown } = fill(template, lookup, declared, (_, written) => written);
  return { text, unknown };
}

/** As prompts are filled: a document stands in a fence, so that no heading in it has the rank of one of the prompt. */
export function renderPrompt(
  template: Template,
  lookup: Lookup,
  declared: (path: Formula) => boolean = () => false,
): RenderedPrompt {
  return fill(template, lookup, declared, placed);
}

function fill(template: Template, lookup: Lookup, declared: (path: Formula) => boolean, place: Place): RenderedPrompt {
  const filled: string[] = [];
  const unknown = new Set<string>();
  const named: NamedValue[] = [];
  let at = 0;
  let characters = 0;
  let line = '';
  let fence: string | null = null;
  for (const [index, part] of template.parts.entries()) {
    const written = typeof part === 'string' ? part : holeAt(template.text, at);
    at += written.length;
    let text: string | null = written;
    if (typeof part === 'string') fence = fenceAfter(fence, part, line === '');
    else {
      const value = evaluate(part.tree, lookup);
      text = value === undefined ? (declared(part) ? '' : null) : textOf(value);
      if (text !== null && characters + text.length > RENDERED_CHARACTERS_MAX) text = null;
      if (text === null) unknown.add(part.text);
      else if (value !== undefined) {
        text = place(value, text, { before: line, after: lineAfter(template, index), isFenced: fence !== null });
        if (part.tree.op === 'path') named.push({ root: part.tree.root, parts: part.tree.parts.map(String), value });
      }
    }
    const piece = text ?? written;
    filled.push(piece);
    characters += piece.length;
    line = piece.includes('\n') ? piece.slice(piece.lastIndexOf('\n') + 1) : line + piece;
  }
  return { text: filled.join(''), unknown: [...unknown], named };
}

/** What an author's own lines leave open. */
function fenceAfter(open: string | null, text: string, isLineStart: boolean): string | null {
  let fence = open;
  for (const [index, line] of text.split('\n').entries()) {
    const mark = index === 0 && !isLineStart ? undefined : /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1];
    if (mark === undefined) continue;
    if (fence === null) fence = mark;
    else if (mark.startsWith(fence) && line.trim() === mark) fence = null;
  }
  return fence;
}

function lineAfter({ parts }: Template, index: number): string {
  const next = parts[index + 1];
  if (next === undefined) return '';
  return typeof next === 'string' ? (next.split('\n', 1)[0] ?? '') : 'a value';
}

/** One line that Markdown would take for more than text. */
const MARKUP = /^ {0,3}(?:#{1,6}(?:\s|$)|`{3}|~{3}|(?:-{3,}|={3,}|\*{3,}|_{3,})\s*$)/;

function placed(value: Json, text: string, { before, after, isFenced }: Spot): string {
  const isText = typeof value === 'string';
  const hasLines = /[\r\n]/.test(text.trim());
  const beginsLine = before.trim() === '';
  const endsLine = after.trim() === '';
  // JSON within a sentence stays there: a line of it never begins as a heading does.
  const isBlock = isText ? hasLines || (beginsLine && MARKUP.test(text)) : hasLines && beginsLine && endsLine;
  if (!isBlock || isFenced) return text;
  const body = text.replace(/(?<![\r\n])[\r\n]+$/, '');
  const block = isFence(body) ? body : fenced(body, isText ? 'text' : 'json');
  return `${beginsLine ? '' : '\n'}${block}${endsLine ? '' : '\n'}`;
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
