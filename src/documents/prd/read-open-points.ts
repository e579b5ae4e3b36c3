// The points of a document's reviews that nobody has settled: under their own heading, and where they are marked.

import { headingsOf, linesOf, oneLine } from '../markdown/headings-of.ts';

export const OPEN_POINTS = 'Open Points from Review';
const MARK = 'Open point from review: ';
const MARKED = /^[-*+]\s+Open point from review: (\S.*)$/;
const BULLET = /^[-*+]\s+/;

/** A reviewer's own words, as a bullet of the section they speak of. */
export const reviewPoint = (said: string): string => `${MARK}${said}`;

export const isReviewPoint = (point: string): boolean => point.startsWith(MARK);

/** One for each bullet; what stands beside bullets is a point of its own. */
export function readOpenPoints(prd: string): readonly string[] {
  const headings = headingsOf(prd);
  const listed = headings.flatMap(({ text, end }, at) =>
    text === OPEN_POINTS ? pointsIn(prd.slice(end, headings[at + 1]?.start ?? prd.length)) : [],
  );
  const marked = linesOf(prd).flatMap((line) => MARKED.exec(line)?.[1] ?? []);
  return [...new Set([...listed, ...marked].map((point) => (isReviewPoint(point) ? point.slice(MARK.length) : point)))];
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
