// The points of a PRD's reviews that nobody has settled, read from its own section.

import { headingsOf, linesOf, oneLine } from '../markdown/headings-of.ts';

export const OPEN_POINTS = 'Open Points from Review';
const BULLET = /^[-*+]\s+/;

/** One for each bullet; what stands beside bullets is a point of its own. */
export function readOpenPoints(prd: string): readonly string[] {
  const headings = headingsOf(prd);
  return headings.flatMap(({ text, end }, at) =>
    text === OPEN_POINTS ? pointsIn(prd.slice(end, headings[at + 1]?.start ?? prd.length)) : [],
  );
}

function pointsIn(body: string): string[] {
  const points: string[][] = [];
  for (const line of linesOf(body)) {
    const isNew = BULLET.test(line) || points.length === 0;
    if (isNew) points.push([line.replace(BULLET, '')]);
    else points.at(-1)?.push(line);
  }
  return points.map((lines) => oneLine(lines.join(' '))).filter((point) => point !== '');
}
