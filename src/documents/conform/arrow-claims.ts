// Arrows within the text, such as "A → B → C", whose both ends are known states.

import type { DocumentLine } from './document-lines.ts';
import { isForbiddenHeading } from './list-sources.ts';
import { quoted } from './read-claims.ts';
import { type MentionedNames, mentionsIn } from './state-mentions.ts';
import { type Claim, CONFORM_LIMITS } from './transition.ts';

const BETWEEN = /^(?: \([^()]{0,80}\))? ?(?:→|⇒|-{1,2}>|={1,2}>) ?$/;

/** `isSkipped`: lines of tables, and of lists that are read as such. */
export function arrowClaims(
  lines: readonly DocumentLine[],
  names: MentionedNames,
  isSkipped: (line: number) => boolean,
): readonly Claim[] {
  const claims: Claim[] = [];
  for (const { number, text, fence, isMark, headings } of lines) {
    if (isMark || fence === 'mermaid' || isSkipped(number) || !/→|⇒|->|=>/.test(text)) continue;
    const mentions = mentionsIn(text, names);
    const isForbidden = isForbiddenHeading(headings);
    const first = mentions[0];
    // Under such a heading a sentence may name the way that is allowed: only a line of its own forbids.
    const isOwnLine = first !== undefined && /^[\s>*+`-]*$/.test(text.slice(0, Math.min(first.start, 80)));
    if (isForbidden && !isOwnLine) continue;
    for (const [at, to] of mentions.slice(1).entries()) {
      const from = mentions[at];
      if (from === undefined || from.key === to.key) continue;
      if (!BETWEEN.test(text.slice(from.end, Math.min(to.start, from.end + 100)))) continue;
      if (to.start - from.end > 99) continue;
      const heading = headings.at(-1) ?? '';
      claims.push({ from: from.key, to: to.key, line: number, heading, quote: quoted(text), isForbidden });
    }
    if (claims.length > CONFORM_LIMITS.claims) break;
  }
  return claims;
}
