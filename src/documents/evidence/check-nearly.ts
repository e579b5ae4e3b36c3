// `stopped` where the source has `nearly stopped`.

import type { Alignment } from './align-words.ts';
import type { Objection } from './objection.ts';
import type { Statement } from './read-statement.ts';

const NEARLY = /^(?:nearly|almost|virtually|practically|barely|hardly|partly|partially|scarcely)$/;

export function checkNearly(claim: Statement, source: Statement, { pairs }: Alignment): readonly Objection[] {
  if (claim.words.some(({ lower }) => NEARLY.test(lower))) return [];
  for (const { source: said, claim: own, isOpposite } of pairs) {
    if (isOpposite || own.weight < 0.8 || !/^(?:verb|adjective)$/.test(said.kind)) continue;
    const nearly = source.words[source.words.indexOf(said) - 1];
    if (nearly === undefined || !NEARLY.test(nearly.lower)) continue;
    return [{ kind: 'missing', reason: `The source says "${nearly.text} ${said.text}".` }];
  }
  return [];
}
