// The parser's side of the messages: what a worker of any platform does.

import { loadMermaid } from './load-mermaid.ts';
import { parseDiagramHere } from './parse-here.ts';
import type { FromParser, ToParser } from './parse-in-worker.ts';

/** Resolves when diagrams may come; they are answered one after the other. */
export async function serveParser(
  post: (message: FromParser) => void,
  listen: (answer: (source: ToParser) => void) => void,
): Promise<void> {
  await loadMermaid();
  listen((source) => void parseDiagramHere(source).then(post));
  post('ready');
}
