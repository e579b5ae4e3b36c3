// Of how many of a whole something is said: `all`, `most`, `40 % of`, `15 of the 19 members`.

import { QUANTIFIERS } from './cue-words.ts';
import type { Statement, StatementWord } from './read-statement.ts';

export interface Extent {
  readonly text: string;
  readonly low: number;
  readonly high: number;
  /** What it is said of. */
  readonly of: StatementWord | null;
  readonly start: number;
}

export function extentsOf(statement: Statement, isHere: (word: StatementWord) => boolean): readonly Extent[] {
  const found = statement.words.flatMap((word, at): Extent[] => {
    const range = QUANTIFIERS.get(word.lower);
    if (range === undefined || !isHere(word)) return [];
    const next = statement.words[at + 1];
    const before = statement.words[at - 1]?.lower;
    // `the most effective`, `at most`, `no longer`: no part of a whole.
    if (
      word.lower === 'most' &&
      (next?.kind === 'adjective' || next?.kind === 'adverb' || before === 'at' || before === 'the')
    )
      return [];
    if (/^(?:no|never|neither|whole|entire)$/.test(word.lower)) return [];
    if (word.lower === 'some' && next?.kind === 'number') return [];
    const isNotAll = range[0] === 1 && before === 'not';
    const of =
      statement.words.slice(at + 1, at + 7).find(
        ({ kind, weight }, place, all) =>
          // `all of the airport's runways`: the runways
          weight > 0 && (kind === 'noun' || kind === 'name') && !/^'s?$/.test(all[place + 1]?.text ?? ''),
      ) ?? null;
    const isNearly = range[0] === 1 && /^(?:nearly|almost|virtually|practically)$/.test(before ?? '');
    const isOnly = range[1] === 1 && range[0] < 0.5 && before === 'only';
    const [low, high] = isNotAll || isOnly ? [0, 0.99] : isNearly ? [0.8, 1] : range;
    return [{ text: isNotAll ? `not ${word.text}` : word.text, low, high, of, start: word.start }];
  });
  const shares = statement.quantities.flatMap((quantity): Extent[] => {
    const place = statement.words.find(({ end }) => end > quantity.start);
    if (quantity.dimension !== 'share' || place === undefined || !isHere(place)) return [];
    const isPart = quantity.following[0] === 'of';
    const lead = statement.text.slice(Math.max(0, quantity.start - 12), quantity.start);
    const isChange =
      /\b(?:by|from|to|than) $/.test(lead) || /^(?:more|less|higher|lower|fewer)$/.test(quantity.following[0] ?? '');
    if (isChange) return [];
    const of = isPart
      ? (statement.words.find(
          ({ start, kind, weight }) => start > quantity.end && weight > 0 && (kind === 'noun' || kind === 'name'),
        ) ?? null)
      : null;
    const low = quantity.bound === 'under' ? 0 : quantity.low;
    const high = quantity.bound === 'over' ? 0.99 : quantity.high;
    return [{ text: quantity.text, low, high, of, start: quantity.start }];
  });
  return [...found, ...shares, ...partsOf(statement, isHere)];
}

/** `Of the nineteen members, fifteen signed`, `15 of the 19 members`. */
function partsOf(statement: Statement, isHere: (word: StatementWord) => boolean): readonly Extent[] {
  const counts = statement.quantities.filter(({ dimension }) => dimension === 'count');
  return counts.flatMap((first, at): Extent[] => {
    const place = statement.words.find(({ end }) => end > first.start);
    const all = counts[at - 1];
    // `22 evaluations. In 9 of them`
    if (
      all !== undefined &&
      place !== undefined &&
      isHere(place) &&
      /^ of (?:them|these|those)\b/.test(statement.text.slice(first.end))
    )
      return first.low < all.low
        ? [
            {
              text: `${first.text} of ${all.text}`,
              low: first.low / all.low,
              high: first.low / all.low,
              of: null,
              start: first.start,
            },
          ]
        : [];
    const second = counts[at + 1];
    if (second === undefined) return [];
    const between = statement.text.slice(first.end, second.start);
    const before = statement.text.slice(Math.max(0, first.start - 24), first.start).toLowerCase();
    const isOf =
      /\bof (?:the |its |their |our )?(?:[a-z]{1,12}'s )?$/.test(before) &&
      second.low < first.low &&
      !/[.;]/.test(between);
    const isPart = /^ of (?:the |its |their |our )?(?:[\p{L}-]{1,20}'s? )?$/u.test(between) && first.low < second.low;
    if (place === undefined || !isHere(place) || (!isOf && !isPart)) return [];
    const share = isOf ? second.low / first.low : first.low / second.low;
    const whole = isOf ? first : second;
    const of =
      statement.words.find(
        ({ start, kind, weight }) => start >= whole.end && weight > 0 && (kind === 'noun' || kind === 'name'),
      ) ?? null;
    return [
      { text: `${isOf ? second.text : first.text} of ${whole.text}`, low: share, high: share, of, start: first.start },
    ];
  });
}
