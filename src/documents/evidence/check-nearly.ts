// `stopped` where the source has `nearly stopped`, and `is still mayor` where it has `no longer`.

import type { Alignment } from './align-words.ts';
import type { Objection } from './objection.ts';
import type { Statement } from './read-statement.ts';

const NEARLY = /^(?:nearly|almost|virtually|practically|barely|hardly|partly|partially|scarcely)$/;

const STILL = /\b(?:still|currently|now|remains?)\b/i;
const NO_MORE = /\b(?:no longer|not any more|not anymore|formerly|used to)\b/i;

export function checkNearly(claim: Statement, source: Statement, { pairs }: Alignment): readonly Objection[] {
  const over = STILL.test(claim.text) && !NO_MORE.test(claim.text) ? NO_MORE.exec(source.text)?.[0] : undefined;
  if (over !== undefined && !STILL.test(source.text))
    return [{ kind: 'missing', reason: `The source says "${over}".` }];
  if (claim.words.some(({ lower }) => NEARLY.test(lower))) return [];
  for (const { source: said, claim: own, isOpposite } of pairs) {
    if (isOpposite || own.weight < 0.8 || !/^(?:verb|adjective)$/.test(said.kind)) continue;
    const nearly = source.words[source.words.indexOf(said) - 1];
    if (nearly === undefined || !NEARLY.test(nearly.lower)) continue;
    return [{ kind: 'missing', reason: `The source says "${nearly.text} ${said.text}".` }];
  }
  return [];
}
