// Fills a template's holes with values (data-2). Each hole is filled once: what comes in is never read for holes again.

import type { Formula } from '../diagram/expression.ts';
import type { Template } from '../diagram/workflow.ts';
import type { Json } from '../json.ts';
import { evaluate, type Lookup } from './condition.ts';
import { RENDERED_CHARACTERS_MAX } from './limits.ts';
import { type LineRests, PromptText } from './prompt-text.ts';

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

/** Where the text is put together. */
interface Sink {
  write(text: string): void;
  put(text: string, isText: boolean, rests: LineRests): number;
  readonly text: string;
}

/** `declared` says whether a schema declares a path's field; a missing value there is empty text, not unknown. */
export function render(
  template: Template,
  lookup: Lookup,
  declared: (path: Formula) => boolean = () => false,
): RenderedText {
  const { text, unknown } = fill(template, lookup, declared, plainSink());
  return { text, unknown };
}

/** As prompts are filled: a document stands in a fence, so that no heading in it has the rank of one of the prompt. */
export function renderPrompt(
  template: Template,
  lookup: Lookup,
  declared: (path: Formula) => boolean = () => false,
): RenderedPrompt {
  return fill(template, lookup, declared, new PromptText());
}

function fill(template: Template, lookup: Lookup, declared: (path: Formula) => boolean, sink: Sink): RenderedPrompt {
  const unknown = new Set<string>();
  const named: NamedValue[] = [];
  let at = 0;
  let characters = 0;
  for (const [index, part] of template.parts.entries()) {
    const written = typeof part === 'string' ? part : holeAt(template.text, at);
    at += written.length;
    let text: string | null = null;
    if (typeof part !== 'string') {
      const value = evaluate(part.tree, lookup);
      text = value === undefined ? (declared(part) ? '' : null) : textOf(value);
      if (text !== null && characters + text.length > RENDERED_CHARACTERS_MAX) text = null;
      if (text === null) unknown.add(part.text);
      else if (value !== undefined) {
        characters += sink.put(text, typeof value === 'string', lineRests(template, index));
        if (part.tree.op === 'path') named.push({ root: part.tree.root, parts: part.tree.parts.map(String), value });
      }
    }
    if (text !== null) continue;
    sink.write(written);
    characters += written.length;
  }
  return { text: sink.text, unknown: [...unknown], named };
}

function plainSink(): Sink {
  const pieces: string[] = [];
  return {
    write: (text) => void pieces.push(text),
    put: (text) => {
      pieces.push(text);
      return text.length;
    },
    get text() {
      return pieces.join('');
    },
  };
}

/** So many parts of a line are looked at behind a hole. */
const RESTS_MAX = 100;

function lineRests({ parts }: Template, index: number): LineRests {
  let [filled, empty, cut] = ['', '', ''];
  let hasHole = false;
  for (let at = index + 1; at < Math.min(parts.length, index + RESTS_MAX); at++) {
    const part = parts[at];
    const text = typeof part === 'string' ? part : null;
    const [line = ''] = (text ?? '').split('\n', 1);
    filled += text === null ? 'a value' : line;
    empty += line;
    hasHole ||= text === null;
    if (!hasHole) cut += line;
    if (text?.includes('\n')) break;
  }
  return [filled, empty, cut];
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
