// Compiles one diagram with the files it names; runs in Node and in the page alike.

import type { CompileResult } from '../../src/diagram/compile/compile-drawing.ts';
import { compileWith } from '../../src/diagram/compile/compile-with.ts';
import type { ParseDiagram } from '../../src/diagram/read/parse-in-worker.ts';
import type { JsonObject } from '../../src/json.ts';

export interface DiagramFiles {
  readonly text: string;
  readonly prompts: Readonly<Record<string, string>>;
  readonly schemas: Readonly<Record<string, JsonObject>>;
}

export function compileFiles(parse: ParseDiagram, { text, prompts, schemas }: DiagramFiles): Promise<CompileResult> {
  return compileWith(parse, {
    fileName: 'diagram.mmd',
    text,
    hash: checksum,
    prompt: (file) => prompts[file] ?? null,
    schema: (name) => schemas[name] ?? null,
  });
}

/** Tells texts apart on both sides; a browser has no SHA-256 that answers at once. */
function checksum(text: string): string {
  let sum = 0;
  for (const character of text) sum = (Math.imul(sum, 31) + (character.codePointAt(0) ?? 0)) | 0;
  return `${text.length}:${sum}`;
}
