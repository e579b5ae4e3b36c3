// The script of the test's page: what parse.test.ts calls from outside.

import type { ParseResult } from '../../src/diagram/read/parse-here.ts';
import { parseDiagram } from '../../src/diagram/read/parse-web.ts';
import { readSource } from '../../src/diagram/read/source.ts';
import { compileFiles, type DiagramFiles } from './compile-files.ts';

export interface ParsePage {
  /** DiagramFiles to Compiled, both as JSON: what crosses is then exactly what a store or a server would see. */
  compile(files: string): Promise<string>;
  parse(text: string, timeoutMs?: number): Promise<ParseResult>;
}

const parsePage: ParsePage = {
  compile: async (files) => JSON.stringify(await compileFiles(parseDiagram, JSON.parse(files) as DiagramFiles)),
  parse: (text, timeoutMs) =>
    parseDiagram(readSource('diagram.mmd', text), timeoutMs === undefined ? {} : { timeoutMs }),
};

Object.assign(globalThis, { parsePage });
