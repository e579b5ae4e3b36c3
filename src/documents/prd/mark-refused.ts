// Marks the goals and scope items of a brief that have the text of a requirement which a person decided against, so
// that no PRD promises them.

import { plain } from '../markdown/bullets-of.ts';
import type { DecidedRequirement } from '../requirements/requirement.ts';
import { sameText } from '../requirements/says-the-same.ts';
import { parseBrief } from './parse-brief.ts';

const BULLET = /^(\s*(?:[-*+]|\d{1,9}[.)])\s+)(?!\s)(.*?)(?<!\s)\s*$/;

/** Every other byte stays as it is. `decided`: the brief that people decided on, of which this is a later version. */
export function markRefused(brief: string, items: readonly DecidedRequirement[], decided = brief): string {
  const against = items.filter(({ standing }) => standing === 'rejected' || standing === 'out-of-scope');
  if (against.length === 0) return brief;
  const ofText = Map.groupBy(against, ({ description }) => keyOf(description));
  const { goals, inScope } = parseBrief(decided);
  const points = new Set([...goals, ...inScope].map(keyOf));
  return brief
    .split(/(?<=\n)/)
    .map((line) => {
      const body = line.replace(/(?<![\r\n])[\r\n]+$/, '');
      const [, lead = '', text = ''] = BULLET.exec(body) ?? [];
      const by = points.has(keyOf(text)) ? ofText.get(keyOf(text)) : undefined;
      return by === undefined || lead === '' ? line : `${lead}${text} ${markOf(by)}${line.slice(body.length)}`;
    })
    .join('');
}

/** Marks of Markdown and the full stop at the end apart. */
const keyOf = (text: string): string => sameText(plain(text)).replace(/(?<![.;,\s])[.;,\s]+$/, '');

/** "(decided against: REQ-002 was rejected)". */
function markOf(against: readonly DecidedRequirement[]): string {
  const said = against.map(
    ({ id, standing }) => `${id} ${standing === 'rejected' ? 'was rejected' : 'is out of scope'}`,
  );
  return `(decided against: ${said.join(', ')})`;
}
