// Marks the goals and scope items of a brief whose requirements a person decided against, so that no PRD promises them.

import { COVERED_FROM, coverPoints } from '../gaps/cover-points.ts';
import { parseBrief } from '../prd/parse-brief.ts';
import type { DecidedRequirement } from './requirement.ts';

const BULLET = /^(\s*(?:[-*+]|\d{1,9}[.)])\s+)(?!\s)(.*?)(?<![.;,\s])[.;,\s]*$/;

/** Every other byte stays as it is. `decided`: the brief that people decided on, of which this is a later version. */
export function markRefused(brief: string, items: readonly DecidedRequirement[], decided = brief): string {
  const against = items.filter(({ standing }) => standing === 'rejected' || standing === 'out-of-scope');
  if (against.length === 0) return brief;
  const points = coverPoints(parseBrief(decided), items);
  const refused = points.filter(
    ({ kind, covered, refused: by }) => kind !== 'criterion' && covered < COVERED_FROM && by.length > 0,
  );
  const marks = new Map(refused.map(({ text, refused: by }) => [text, markOf(by, against)]));
  if (marks.size === 0) return brief;
  return brief
    .split(/(?<=\n)/)
    .map((line) => {
      const body = line.replace(/(?<![\r\n])[\r\n]+$/, '');
      const [, lead = '', text = ''] = BULLET.exec(body) ?? [];
      const mark = marks.get(text);
      return mark === undefined || lead === '' ? line : `${lead}${text} ${mark}${line.slice(body.length)}`;
    })
    .join('');
}

/** "(decided against: REQ-002 was rejected)". */
function markOf(ids: readonly string[], against: readonly DecidedRequirement[]): string {
  const told = ids.map((id) => {
    const isOut = against.find((item) => item.id === id)?.standing === 'out-of-scope';
    return `${id} ${isOut ? 'is out of scope' : 'was rejected'}`;
  });
  return `(decided against: ${told.join(', ')})`;
}
