// Loads Mermaid's own parser, once (src-2). Only where there is no DOM: Node, or a Web Worker.

import type { FlowDb } from './read-flowchart.ts';
import type { StateDb } from './read-states.ts';
import { DIAGRAM_LIMITS } from './source.ts';

export interface MermaidParser {
  /** Mermaid's word for the diagram type; throws when it knows none. */
  detectType(text: string): string;
  /** Throws what Mermaid throws. The tables are a FlowDb or a StateDb as `detectType` says. */
  parse(text: string): Promise<FlowDb | StateDb>;
}

let loading: Promise<MermaidParser> | undefined;

export function loadMermaid(): Promise<MermaidParser> {
  loading ??= load();
  return loading;
}

async function load(): Promise<MermaidParser> {
  // The stand-in below would leave a page that draws with this Mermaid without its sanitizer.
  if ('document' in globalThis) throw new Error('Diagrams are parsed in a worker, never in a page.');
  const purify = (await import('dompurify')).default as unknown as Record<string, unknown>;
  purify.sanitize = (text: unknown) => text;
  purify.addHook = () => undefined;
  const mermaid = (await import('mermaid')).default;
  mermaid.initialize({
    securityLevel: 'strict',
    maxEdges: DIAGRAM_LIMITS.edges,
    maxTextSize: DIAGRAM_LIMITS.characters,
    logLevel: 'fatal',
  });
  // Each type's own part loads with its first parse, which must not be a diagram's: its time limit counts no loading.
  await mermaid.parse('flowchart TD\nA');
  await mermaid.parse('stateDiagram-v2\nA');
  return {
    detectType: (text) => mermaid.detectType(text),
    parse: async (text) => {
      const diagram = await mermaid.mermaidAPI.getDiagramFromText(text);
      return diagram.db as unknown as FlowDb | StateDb;
    },
  };
}
