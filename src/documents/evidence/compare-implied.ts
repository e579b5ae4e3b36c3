// Denials that share no word with what they deny: `the longer ..., the further ...` against `did not predict`.

import { aboutWords } from './about-text.ts';
import { type AlignedPassages, likenessOf } from './align-passages.ts';
import type { StatementConflict } from './compare-statements.ts';

const DENIED = new Set(
  (
    'predict affect influence depend relate relation relationship correlate correlation effect link ' +
    'connection difference role matter'
  ).split(' '),
);
const AFFIRMED = /\bthe (?:more|less|fewer|\p{L}{2,12}er)\b.{1,120}, ?the (?:more|less|fewer|\p{L}{2,12}er)\b/iu;
const LIKE_FROM = 0.4;
const TELLING_FROM = 1;

export function impliedConflict(aligned: AlignedPassages): StatementConflict | null {
  const { one, other } = aligned;
  const found = AFFIRMED.exec(other.statement.text);
  const word = found === null ? undefined : one.statement.words.find((each) => each.isNegated && DENIED.has(each.base));
  if (found === null || word === undefined) return null;
  const scope = { mine: word.clause, without: new Set([word]) };
  const { value, telling, shared } = likenessOf(aligned, scope);
  if (telling < TELLING_FROM || value < LIKE_FROM || shared.length < 2) return null;
  const says = found[0].length > 40 ? `${found[0].slice(0, 40)}...` : found[0];
  return {
    kind: 'denial',
    about: aboutWords(one.statement, shared),
    one: `not "${word.text}"`,
    other: `"${says}"`,
    likeness: value,
  };
}
