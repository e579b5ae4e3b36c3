// Whether two passages name different holders of what only one can be: the oldest, the first, who built it.

import { aboutWords } from './about-text.ts';
import { type AlignedPassages, likenessOf } from './align-passages.ts';
import type { StatementConflict } from './compare-statements.ts';
import { canBeSameTime } from './compare-times.ts';
import type { ComparedPassage } from './compared-passage.ts';
import { DONE_ONCE } from './cue-words.ts';
import { pattern } from './pattern.ts';
import { perPassage } from './per-passage.ts';
import type { StatementWord } from './read-statement.ts';

const LIKE_FROM = 0.75;
const DONE_LIKE_FROM = 0.8;
/** Where both name who did it. */
const DOER_LIKE_FROM = 0.5;
const TELLING_FROM = 1.2;
const BEST_TELLING_FROM = 0.8;

export function roleConflict(aligned: AlignedPassages): StatementConflict | null {
  const { one, other } = aligned;
  const isBest = superlativesIn(one).some((word) => superlativesIn(other).includes(word));
  const [mine, theirs] = holdersOf(aligned, isBest);
  if (mine.length === 0 || theirs.length === 0 || !canBeSameTime(one, other)) return null;
  const isDone =
    !isBest &&
    aligned.pairs.some(
      (pair) =>
        !pair.isOpposite &&
        isDoneOnce(pair.mine) &&
        isDoneOnce(pair.theirs) &&
        !pair.mine.isNegated &&
        !pair.theirs.isNegated,
    );
  if (!isBest && !isDone) return null;
  const without = new Set([
    ...mine,
    ...theirs,
    ...[...one.words, ...other.words].filter(({ base }) => /^(?:bulk|majority|part|share)$/.test(base)),
  ]);
  const likeness = likenessOf(aligned, { without });
  const least = Math.min(likeness.forth, likeness.back);
  const isByDoer = isDone && isDoer(mine, one) && isDoer(theirs, other);
  const wanted = isBest ? LIKE_FROM : isByDoer ? DOER_LIKE_FROM : DONE_LIKE_FROM;
  if (
    likeness.value < wanted ||
    least < (isByDoer ? 0.3 : 0.6) ||
    likeness.telling < (isBest ? BEST_TELLING_FROM : TELLING_FROM)
  )
    return null;
  return {
    kind: 'denial',
    about: aboutWords(one.statement, likeness.shared),
    one: nameText(mine, one),
    other: nameText(theirs, other),
    likeness: likeness.value,
  };
}

/** Names that only one of the two has. Of the best there is one: beside a name a noun will do. */
function holdersOf(
  { one, other, foundOf }: AlignedPassages,
  isBest: boolean,
): readonly [readonly StatementWord[], readonly StatementWord[]] {
  const own = ({ words }: ComparedPassage, isWanted: (word: StatementWord) => boolean): readonly StatementWord[] =>
    words.filter((word) => foundOf(word) === 0 && isWanted(word));
  const isName = ({ isName: is }: StatementWord): boolean => is;
  const [mine, theirs] = [own(one, isName), own(other, isName)];
  if (!isBest || (mine.length === 0) === (theirs.length === 0)) return [mine, theirs];
  const isNoun = ({ kind, isName: is }: StatementWord): boolean => is || kind === 'noun';
  const isSaid = /\b(?:is|was|are|were|stands?|lies|belongs)\b/i;
  return isSaid.test(one.statement.text) && isSaid.test(other.statement.text)
    ? [own(one, isNoun), own(other, isNoun)]
    : [mine, theirs];
}

/** With what stands beside it: `Castell Energy`. */
function nameText(names: readonly StatementWord[], { statement }: ComparedPassage): string {
  const [first] = names;
  const rest = names.filter((name, at) => at === 0 || name.start - (names[at - 1]?.end ?? 0) <= 1);
  return statement.text.slice(first?.start ?? 0, rest.at(-1)?.end ?? 0);
}

const SUPERLATIVE = /\b(?:(?:the )?(?:most|least) [a-z]+|[a-z]{3,}est|first|last|only|best|worst)\b/gi;
const NO_SUPERLATIVE = pattern(
  '',
  '^(?:forest|interest|harvest|request|guest|west|test|rest|protest|invest|suggest|honest|modest|',
  'latest|at least|most of|contest|latest|manifest)$',
);

const superlativesIn = perPassage(({ statement: { text } }): readonly string[] => [
  ...[...text.matchAll(SUPERLATIVE)]
    .map(([found]) => found.toLowerCase().replace(/^the /, ''))
    .filter((word) => !NO_SUPERLATIVE.test(word)),
  ...(MAINLY.test(text) ? ['most of'] : []),
  ...[...text.matchAll(NONE_MORE)].map((found) => (found[1] ?? '').toLowerCase().replace(/er$/, 'est')),
]);

/** Of the greater part there is one. */
const MAINLY = pattern(
  'i',
  String.raw`\b(?:most of|the (?:bulk|majority|greater part|lion's share) of|mainly|mostly|chiefly|largely|`,
  String.raw`predominantly|above all)\b`,
);

/** `Nowhere is the range larger than at Ennis`: there it is the largest. */
const NONE_MORE = /\b(?:nowhere|no other|nobody|no one|nothing)\b[^.;]{1,60}?\b([a-z]+er) than\b/gi;

const MORE_DONE = new Set(
  (
    'supply deliver open draw head lead chair buy own run operate name elect appoint introduce bring ' +
    'propose plant restore finance fund commission donate erect manufacture make produce order ' +
    'establish lay'
  ).split(' '),
);
const DOERS = pattern(
  '',
  '^(?:founder|inventor|author|architect|designer|owner|director|winner|builder|maker|discoverer|',
  'composer|operator|supplier|chair|head)$',
);
const isDoneOnce = ({ kind, base }: StatementWord): boolean =>
  kind === 'verb' ? DONE_ONCE.has(base) || MORE_DONE.has(base) : DOERS.test(base);

/** `by Ruth Amsel`, `Ruth Amsel founded`, `the founder, Ruth Amsel`, `it was Ruth Amsel who`. */
function isDoer(names: readonly StatementWord[], { statement: { text } }: ComparedPassage): boolean {
  const [first, last] = [names[0], names.at(-1)];
  if (first === undefined || last === undefined) return false;
  const [before, after] = [text.slice(Math.max(0, first.start - 40), first.start), text.slice(last.end, last.end + 20)];
  return (
    /\bby (?:the )?(?:[a-z]+ ){0,2}$/.test(before) ||
    /^(?: who)? (?:had |has )?[a-z]+(?:ed|t|de|ew|d)\b/.test(after) ||
    /\b(?:[a-z]+(?:er|or)|head|architect)\b[^.;]{0,24}, $/.test(before)
  );
}
