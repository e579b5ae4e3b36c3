// What Mermaid says of every diagram in a design. It is parsed in the parser's worker, with its limits.

import { parseDiagram } from '../../diagram/read/parse.ts';
import { readSource } from '../../diagram/read/source.ts';
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
