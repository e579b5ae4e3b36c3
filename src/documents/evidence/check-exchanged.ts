// A claim that is a sentence of its source but for two words that changed places: `green with ash and brown with iron`.

import { commonSequence } from './common-sequence.ts';
import { OPPOSITE_PLACES } from './cue-words.ts';
import type { Objection } from './objection.ts';
import type { Statement, StatementWord } from './read-statement.ts';
import { areOpposite } from './word-meaning.ts';

/** Longer texts are compared by other rules. */
const WORDS_MAX = 90;
/** So much of the claim stands in the source word for word, before and after two are put back. */
const COPIED_MIN = 0.55;
const PUT_BACK_MIN = 0.85;
const EXCHANGED_MAX = 5;

export function checkExchanged(claim: Statement, source: Statement): readonly Objection[] {
  const [own, theirs] = [unitsOf(claim), unitsOf(source)];
  if (own.length > WORDS_MAX || theirs.length > WORDS_MAX) return [];
  const pairs = commonSequence(own, theirs, (one, other) => one.key === other.key);
  if (pairs.length < own.length * COPIED_MIN) return [];
  const matched = new Set(pairs.map(([at]) => at));
  const loose = own.flatMap((unit, at) =>
    !matched.has(at) && unit.isTelling && theirs.some(({ key }) => key === unit.key) ? [at] : [],
  );
  const used = new Set(pairs.map(([, there]) => there));
  const others = theirs.filter((_, there) => !used.has(there));
  if (
    loose.length > EXCHANGED_MAX ||
    isConverse(
      own.filter((_, at) => !matched.has(at)),
      others,
    )
  )
    return [];
  for (const [place, one] of loose.entries()) {
    for (const other of loose.slice(place + 1)) {
      const back = own.map((unit, at) => own[at === one ? other : at === other ? one : at] ?? unit);
      const found = commonSequence(back, theirs, (mine, each) => mine.key === each.key).length;
      if (found < pairs.length + 2 || found < own.length * PUT_BACK_MIN) continue;
      const [first, second] = [own[one]?.text ?? '', own[other]?.text ?? ''];
      return [{ kind: 'conflict', reason: `The source has "${first}" and "${second}" the other way round.` }];
    }
  }
  return [];
}

/** `A had more than B` is `B had fewer than A`, `A before B` is `B after A`. */
const isConverse = (own: readonly Unit[], theirs: readonly Unit[]): boolean =>
  own.some(({ key, text }) =>
    theirs.some(
      (other) =>
        OPPOSITE_PLACES.get(key) === other.key ||
        areOpposite(key, other.key) ||
        areOpposite(text.toLowerCase(), other.text.toLowerCase()),
    ),
  );

interface Unit {
  readonly key: string;
  readonly text: string;
  readonly isTelling: boolean;
}

/** Words in their order; the words of a name are one. */
function unitsOf({ words }: Statement): readonly Unit[] {
  const units: Unit[] = [];
  let name: StatementWord[] = [];
  const close = (): void => {
    const text = name.map((word) => word.text).join(' ');
    if (name.length > 0) units.push({ key: text.toLowerCase(), text, isTelling: true });
    name = [];
  };
  for (const word of words) {
    if (word.isName) {
      name.push(word);
      continue;
    }
    close();
    if (/[\p{L}\d]/u.test(word.text)) units.push({ key: word.base, text: word.text, isTelling: word.weight >= 0.8 });
  }
  close();
  return units;
}
