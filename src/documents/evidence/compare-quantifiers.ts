// Whether one passage says of all what another says of none or of few.

import { aboutDenial } from './about-text.ts';
import { type AlignedPassages, isTelling, likenessOf } from './align-passages.ts';
import { matchClosely } from './align-words.ts';
import type { StatementConflict } from './compare-statements.ts';
import { canBeSameTime } from './compare-times.ts';
import type { ComparedPassage } from './compared-passage.ts';
import { pattern } from './pattern.ts';
import { perPassage } from './per-passage.ts';
import type { StatementWord } from './read-statement.ts';
import { areToldApart } from './tell-apart.ts';

interface Quantified {
  readonly text: string;
  readonly noun: StatementWord;
  readonly low: number;
  readonly high: number;
  readonly clause: number;
}

const LIKE_FROM = 0.62;
const TELLING_FROM = 1.2;
const APART = 0.05;

export function quantifierConflict(aligned: AlignedPassages): StatementConflict | null {
  const { one, other } = aligned;
  const [here, there] = [quantifiedIn(one), quantifiedIn(other)];
  if (here.length === 0 || there.length === 0 || !canBeSameTime(one, other)) return null;
  for (const mine of here) {
    for (const theirs of there) {
      if (mine.low <= theirs.high + APART && theirs.low <= mine.high + APART) continue;
      if (matchClosely(mine.noun, theirs.noun)?.isOpposite !== false) continue;
      const scope = { mine: mine.clause, theirs: theirs.clause };
      const likeness = likenessOf(aligned, scope);
      if (likeness.value < LIKE_FROM || !isTelling(likeness, TELLING_FROM) || likeness.shared.length < 2) continue;
      if (areToldApart(aligned, scope)) continue;
      const about = aboutDenial(one.statement, mine.clause, likeness.shared);
      return { kind: 'denial', about, one: `"${mine.text}"`, other: `"${theirs.text}"`, likeness: likeness.value };
    }
  }
  return null;
}

const PARTS: readonly (readonly [RegExp, number, number])[] = [
  [/^(?:hardly any|almost no|almost none|practically no|virtually no)$/, 0, 0.15],
  [/^(?:nearly all|almost all|nearly every|almost every|virtually all|the great majority|the vast majority)$/, 0.8, 1],
  [/^(?:all|every|each|both)$/, 1, 1],
  [/^(?:no|none|neither|not one|not a single|not a)$/, 0, 0],
  [/^(?:most|the majority|a majority)$/, 0.5, 1],
  [/^(?:several|some|many|numerous|dozens|hundreds|thousands)$/, 0.08, 1],
  [/^(?:few|a minority|only a few|very few)$/, 0, 0.4],
];
const FORM = pattern(
  'gi',
  String.raw`\b(hardly any|almost no(?:ne)?|practically no|virtually no|nearly all|almost all|nearly every|`,
  'almost every|virtually all|the (?:great|vast) majority|all|every|each|both|none|neither|not one|',
  'not a single|no|most|(?:the|a) majority|only a few|very few|few|a minority|several|some|many|',
  String.raw`numerous|dozens|hundreds|thousands)\b(?! times?\b)(?: of)?(?: (?:the|these|those|our|its|their|them))?`,
);

/** Quantifiers with the noun behind them and the share that they stand for; what is denied of most is said of few. */
const quantifiedIn = perPassage(readQuantifiedIn);

function readQuantifiedIn({ statement: { text, words } }: ComparedPassage): readonly Quantified[] {
  return [...text.matchAll(FORM)].flatMap((found): Quantified[] => {
    const part = PARTS.find(([form]) => form.test((found[1] ?? '').toLowerCase()));
    const end = found.index + found[0].length;
    const before = text.slice(Math.max(0, found.index - 4), found.index);
    if (part === undefined || /\b(?:at|not|in|of) $/i.test(before)) return [];
    const noun = words.find(
      ({ start, kind, weight }) => start >= end && start < end + 30 && kind === 'noun' && weight >= 0.3,
    );
    if (noun === undefined || noun.doubt === 'planned' || noun.doubt === 'conditional') return [];
    const [, low, high] = part;
    const isDenied =
      high > 0.4 && words.some((word) => word.clause === noun.clause && word.start > noun.start && word.isNegated);
    return [
      {
        text: `${found[1]} ${noun.text}`,
        noun,
        low: isDenied ? 1 - high : low,
        high: isDenied ? 1 - low : high,
        clause: noun.clause,
      },
    ];
  });
}
