// What Mermaid says of every diagram in a design. It is parsed in the parser's worker, with its limits.

import { parseDiagram } from '../../diagram/read/parse.ts';
import { readSource } from '../../diagram/read/source.ts';
import { type DesignDiagram, drawDiagrams } from '../../documents/design/draw-diagrams.ts';
import { type FencedBlock, fencedBlocks } from '../../documents/design/fenced-blocks.ts';
import type { DiagramReport } from '../../documents/design/finding.ts';
import { type DesignTexts, PARTS, type PartName } from '../../documents/design/part.ts';

/** In the order of parts and lines. Never rejects because of a diagram. */
export async function readDiagrams(texts: DesignTexts): Promise<readonly DiagramReport[]> {
  const blocks = PARTS.flatMap((part) =>
    fencedBlocks(texts[part])
      .filter(({ language }) => language === 'mermaid')
      .map((block) => ({ part, block })),
  );
  return Promise.all(blocks.map(({ part, block }) => reportOf(part, block)));
}

async function reportOf(part: PartName, { text, line }: FencedBlock): Promise<DiagramReport> {
  const source = { ...readSource('diagram.mmd', text), firstLine: line + 1, isPicture: true };
  const { problems, names = [] } = await parseDiagram(source);
  const problem = problems.find(({ severity }) => severity === 'problem');
  if (problem === undefined) return { part, line, fault: null, names };
  return { part, line: problem.line, fault: problem.message, names: [] };
}

/** The three diagrams that code draws. One that Mermaid would not read gives way to one that says so. */
export async function parsedDiagrams(texts: DesignTexts): Promise<readonly DesignDiagram[]> {
  return Promise.all(
    drawDiagrams(texts).map(async (diagram) => {
      const fault = await faultIn(diagram.source);
      return fault === null ? diagram : { ...diagram, source: UNREADABLE };
    }),
  );
}

const UNREADABLE =
  'flowchart LR\n    S["It could not be drawn: the names in the design are not readable as a diagram"]';

export async function faultIn(text: string): Promise<string | null> {
  const { problems } = await parseDiagram({ ...readSource('diagram.mmd', text), isPicture: true });
  return problems.find(({ severity }) => severity === 'problem')?.message ?? null;
}
