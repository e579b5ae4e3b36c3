// Diagrams parse, and what they show is called as the text calls it.

import { fencedBlocks } from '../design/fenced-blocks.ts';
import type { DesignFinding } from '../design/finding.ts';
import { PARTS } from '../design/part.ts';
import { type CheckContext, findingAt, listed, singular } from './check-context.ts';

export function checkDiagrams(context: CheckContext): readonly DesignFinding[] {
  const lines = proseLines(context);
  const text = ` ${lines.join(' ')} `;
  const isUsed = (name: string): boolean => {
    const words = wordsOf(name);
    const phrase = words.join(' ');
    if (words.length === 0 || text.includes(` ${phrase} `)) return true;
    // A label may say more than a name: "Loan service (Node)".
    return words.length > 1 && lines.some((line) => words.every((word) => ` ${line} `.includes(` ${word} `)));
  };
  return context.around.diagrams.flatMap(({ part, line, fault, names }) => {
    if (fault !== null)
      return [
        findingAt(
          context,
          { part, line },
          {
            ...{ rule: 'diagram-invalid', severity: 'HIGH' },
            message: `The diagram does not parse. ${fault}`,
            suggestion: 'Correct the line; mermaid.live shows what Mermaid reads.',
          },
        ),
      ];
    const unknown = names.filter((name) => !isUsed(name));
    if (unknown.length === 0) return [];
    return [
      findingAt(
        context,
        { part, line },
        {
          ...{ rule: 'diagram-unknown-name', severity: 'LOW' },
          message: `The diagram shows ${listed(unknown.map((name) => `"${name}"`))}, of which the text never speaks.`,
          suggestion: 'Call it as the text does, or describe it in the text.',
        },
      ),
    ];
  });
}

/** Every line outside of diagrams, as plain words. */
function proseLines({ texts }: CheckContext): readonly string[] {
  return PARTS.flatMap((part) => {
    const lines = texts[part].split(/\r?\n/);
    for (const { language, line, endLine } of fencedBlocks(texts[part]))
      if (language === 'mermaid') lines.fill('', line - 1, endLine);
    return lines.map((line) => wordsOf(line).join(' ')).filter((line) => line !== '');
  });
}

const wordsOf = (text: string): readonly string[] =>
  text
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .map(singular);
