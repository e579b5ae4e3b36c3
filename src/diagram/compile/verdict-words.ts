// Which verdict of a gate somebody means who writes it in other words.

import { isOneSlip } from '../config/nearest.ts';
import {
  type LabelWords,
  oppositeOf,
  plainWords,
  readLabelWords,
  type Sense,
  senseOfWords,
  withoutPrefix,
} from './label-words.ts';

export const isRefusal = (word: string): boolean => senseOf(word) === 'refusing';

/** Whether a label says yes or no; null where nobody can say. */
export function senseOf(label: string): Sense | null {
  const said = readLabelWords(label);
  if (said === null) return null;
  if (said.rest === '') return said.isAnswer ? 'refusing' : null;
  const sense = senseOfWords(said.rest);
  if (sense === null) {
    const bare = withoutPrefix(said.rest);
    const inner = bare === null || said.isNegated ? null : senseOfWords(bare);
    return inner === null ? null : oppositeOf(inner);
  }
  if (!said.isNegated) return sense;
  return said.isAnswer && sense === 'refusing' ? null : oppositeOf(sense);
}

/** null where nobody can say. "Not one verdict" means the other one only where there are two. */
export function meantVerdict(label: string, verdicts: readonly string[]): string | null {
  const same = verdicts.find((verdict) => plainWords(verdict) === plainWords(label));
  if (same !== undefined) return same;
  const said = readLabelWords(label);
  if (said === null) return null;
  const named = verdictNamed(said.rest, verdicts);
  if (named !== null) return said.isNegated ? otherThan(named, said, verdicts) : named;
  const bare = said.isNegated ? null : withoutPrefix(said.rest);
  const denied = bare === null || senseOfWords(said.rest) !== null ? null : verdictNamed(bare, verdicts);
  if (denied !== null) return otherThan(denied, said, verdicts);
  const sense = senseOf(label);
  const isDenial = said.rest !== '' && (said.isNegated || senseOfWords(said.rest) === null);
  return sense === null || (isDenial && verdicts.length !== 2) ? null : verdictOf(sense, verdicts);
}

function otherThan(named: string, { isAnswer }: LabelWords, verdicts: readonly string[]): string | null {
  if (verdicts.length !== 2 || (isAnswer && isRefusal(named))) return null;
  return verdicts.find((verdict) => verdict !== named) ?? null;
}

/** The one verdict that says so, or of two the one beside that which says the opposite. */
function verdictOf(sense: Sense, verdicts: readonly string[]): string | null {
  const saying = verdicts.filter((verdict) => senseOf(verdict) === sense);
  if (saying.length > 0 || verdicts.length !== 2) return saying.length === 1 ? (saying[0] ?? null) : null;
  const rest = verdicts.filter((verdict) => senseOf(verdict) !== oppositeOf(sense));
  return rest.length === 1 ? (rest[0] ?? null) : null;
}

/** A verdict's own word in another form, or with one slip in it. */
function verdictNamed(said: string, verdicts: readonly string[]): string | null {
  const matching = (fits: (form: string) => boolean): string | undefined =>
    verdicts.find((verdict) => formsOf(plainWords(verdict)).some(fits));
  const form = matching((one) => one === said) ?? verdicts.find((one) => formsOf(said).includes(plainWords(one)));
  if (form !== undefined) return form;
  // A word with a sense of its own is not a slip of another.
  return senseOfWords(said) !== null ? null : (matching((one) => isOneSlip(said, one)) ?? null);
}

function formsOf(word: string): string[] {
  if (!/^\p{L}{3,40}$/u.test(word)) return [word];
  const stem = word.slice(0, -1);
  if (word.endsWith('e')) return [word, `${word}s`, `${word}d`, `${stem}ing`, `${stem}al`];
  if (/[^aeiou]y$/.test(word)) return [word, `${stem}ies`, `${stem}ied`, `${word}ing`, `${stem}ial`];
  const last = word.slice(-1);
  const forms = [word, `${word}s`, `${word}ed`, `${word}ing`, `${word}${last}ed`, `${word}${last}ing`];
  return last === 't' ? [...forms, `${word}ion`] : forms;
}
