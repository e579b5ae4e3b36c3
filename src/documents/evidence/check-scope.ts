// Whether a source says as much as a claim: of all or of some, surely or perhaps, as a cause or beside it.

import { type Alignment, matchWords, type WordPair } from './align-words.ts';
import { inLines } from './any-of.ts';
import { frequenciesOf } from './check-frequency.ts';
import { checkGeneric } from './check-generic.ts';
import {
  ASSOCIATION,
  CAUSAL_CLAIM,
  CAUSAL_LINKS,
  CAUSATION,
  EVERYWHERE,
  EVERYWHERE_SAID,
  POSSIBLE,
} from './cue-words.ts';
import { type Extent, extentsOf } from './extents-of.ts';
import { type Doubt, surenessOf } from './mark-doubts.ts';
import type { Objection } from './objection.ts';
import type { Statement, StatementWord } from './read-statement.ts';

export function checkScope(
  items: readonly StatementWord[],
  claim: Statement,
  source: Statement,
  alignment: Alignment,
): readonly Objection[] {
  return [
    ...checkDoubt(items, source, alignment),
    ...checkCause(items, claim, source, alignment),
    ...checkQuantifier(items, claim, source, alignment),
    ...checkSuperlative(items, claim, source, alignment),
    ...checkEverywhere(items, claim, source),
    ...checkGeneric(claim, source, alignment),
  ];
}

const DOUBTS: Readonly<Record<Exclude<Doubt, ''>, string>> = {
  possible: 'The source says it only as something possible',
  alleged: 'The source reports it as what somebody says or believes',
  planned: 'The source says it of a plan or of what is expected',
  conditional: 'The source says it only under a condition',
};

const SAID = /\b(?:says?|said|according to|stated?|states|calls?|called|claims?|claimed)\b/i;
const DISPUTED =
  /\b(?:disagrees?|disagreed|disputes?|disputed|denies|denied|den(?:y|ying)|doubts? (?:it|this|that)|contests?)\b/i;

function checkDoubt(items: readonly StatementWord[], source: Statement, { pairs }: Alignment): readonly Objection[] {
  const claimed = Math.min(...items.map(({ doubt }) => surenessOf(doubt)));
  // `agreed to reopen the crossing, shut since 2014`: what is said of the crossing is no plan.
  const verbs = pairs.filter(({ claim: { kind, weight } }) => kind === 'verb' && weight >= 0.8);
  const isVerbSure = verbs.length > 0 && verbs.every(({ source: { doubt } }) => doubt === '');
  const found = pairs.find(
    ({ source: there, claim, isInClause }) =>
      !(isVerbSure && claim.kind === 'noun' && there.doubt === 'planned') &&
      (isInClause && !claim.isName
        ? isPredicate(claim)
        : (there.doubt === 'alleged' && isSaidOf(claim)) ||
          (there.doubt === 'possible' && isOnlyThere(there, source))) &&
      // `researchers suggested`: the claim tells the doubt itself.
      !(POSSIBLE.has(claim.base) && claim.base === there.base) &&
      surenessOf(there.doubt) < claimed,
  );
  const isOwn = items.some(({ base }) => /^(?:say|deny|disagree|dispute|claim|state|call)$/.test(base));
  if (found === undefined && !isOwn && DISPUTED.test(source.text) && SAID.test(source.text))
    return [{ kind: 'missing', reason: 'The source reports it as what somebody says, and that others deny it.' }];
  if (found === undefined || found.source.doubt === '') return [];
  const reason = `${DOUBTS[found.source.doubt]}: "${found.source.text}"; the claim is sure of it.`;
  return [{ kind: 'missing', reason }];
}

/** `, possibly by the same artist`: nothing else is said of an artist. */
const isOnlyThere = ({ base, weight, kind, isName }: StatementWord, { words }: Statement): boolean =>
  weight >= 0.8 && (kind === 'noun' || isName) && words.every((word) => word.base !== base || word.doubt !== '');

/** What is said, not of what. */
const isSaidOf = ({ kind, weight }: StatementWord): boolean =>
  weight >= 0.3 && (kind === 'verb' || kind === 'adjective');

const isPredicate = ({ kind, weight }: StatementWord): boolean =>
  weight >= 0.3 && (kind === 'verb' || kind === 'adjective' || kind === 'noun');

function checkCause(
  items: readonly StatementWord[],
  claim: Statement,
  source: Statement,
  { sentence }: Alignment,
): readonly Objection[] {
  const clauses = new Set(items.map(({ clause }) => clause));
  const link = claim.words.find(
    ({ base, lower, clause }) => clauses.has(clause) && (CAUSAL_CLAIM.has(base) || CAUSAL_CLAIM.has(lower)),
  );
  const linked = source.words.some(
    ({ base, lower, kind, isNegated }, at) =>
      !isTimeAfter(source.words, at) &&
      // `a tunnel was driven` of both is no reason.
      (((CAUSAL_LINKS.has(base) || CAUSAL_LINKS.has(lower)) && !(DOES.test(base) && isIn(claim, base))) ||
        (CAUSATION.has(base) && kind === 'verb' && !isIn(claim, base))) &&
      !isNegated,
  );
  if (link !== undefined && (!linked || UNKNOWN.test(source.text))) {
    return [{ kind: 'missing', reason: `The claim names a cause ("${link.text}"), the source does not.` }];
  }
  const isClaimed = items.some(({ base, kind }) => CAUSATION.has(base) && kind !== 'noun') || IS_WHAT.test(claim.text);
  if (isClaimed && UNKNOWN.test(sentenceText(source, sentence))) {
    return [{ kind: 'missing', reason: 'The source leaves open what the cause is.' }];
  }
  const isMild = items.some(({ base, doubt }) => ASSOCIATION.has(base) || doubt !== '');
  if (!isClaimed || isMild) return [];
  const here = source.words.filter((word) => word.sentence === sentence);
  const text = source.text.slice(here[0]?.start ?? 0, here.at(-1)?.end ?? 0);
  const isOfGroups = GROUP.test(text) && COMPARED.test(text) && !TRIAL.test(text);
  const said =
    here.find(({ base, kind }) => ASSOCIATION.has(base) && kind !== 'name') ??
    (isOfGroups ? here.find(({ lower }) => lower === 'who') : undefined);
  const causes = here.some(({ base, kind }) => CAUSATION.has(base) && kind === 'verb');
  if (said === undefined || causes) return [];
  return [
    {
      kind: 'missing',
      reason: `The source says that they go together ("${said.text}"), not that one causes the other.`,
    },
  ];
}

const DOES = /^(?:drive|make|bring|allow|force|mean|draw)$/;
const IS_WHAT = /\b(?:is|are|was|were) what (?:gives?|gave|makes?|made|causes?|caused|keeps?|kept|brings?|brought)\b/;

const isIn = ({ words }: Statement, base: string): boolean => words.some((word) => word.base === base);

function sentenceText({ words, text }: Statement, sentence: number): string {
  const here = words.filter((word) => word.sentence === sentence);
  return text.slice(here[0]?.start ?? 0, here.at(-1)?.end ?? 0);
}

/** `in the year after`, `two months after`, `shortly after`, `since then`, `since 2014`: when, not why. */
const isTimeAfter = (words: readonly StatementWord[], at: number): boolean =>
  (words[at]?.lower === 'since' && /^(?:then|\d{4}|\p{Lu}.*)$/u.test(words[at + 1]?.text ?? '')) ||
  (words[at]?.lower === 'after' &&
    /^(?:years?|months?|weeks?|days?|hours?|decades?|period|season|shortly|soon|immediately|long|just)$/.test(
      words[at - 1]?.lower ?? '',
    ));

/** `children who play an instrument have better marks`: a difference of groups, no cause. */
const GROUP = /\b(?:people|persons?|those|\p{L}{2,20}(?:s|en|ers)) who\b/u;
/** Who got what was not their own choice. */
const TRIAL = /\b(?:placebo|control group|randomi[sz]ed|assigned to|controls)\b/;
const COMPARED = /\b(?:on average|more|less|fewer|better|worse|higher|lower|longer|likely)\b/;

/** What the source itself leaves open. */
const UNKNOWN = inLines(
  String.raw`
      \b(?:never made public|not known|unknown|unclear|cannot say|could not say|cannot tell|
      could not be (?:told|said|determined|established|shown)|not been (?:established|determined|shown|
      studied|tested|tried|examined)|remains? open|remains? to be|yet to be|not enough data|no conclusion)\b
    `,
);

/** `throughout the country` is more than `in the capital`. */
function checkEverywhere(items: readonly StatementWord[], claim: Statement, source: Statement): readonly Objection[] {
  const clauses = new Set(items.map(({ clause }) => clause));
  const claimed = claim.words.find(({ lower, clause }) => EVERYWHERE.has(lower) && clauses.has(clause));
  if (claimed === undefined) return [];
  const isSaid = source.words.some(({ lower, base }) => EVERYWHERE_SAID.has(lower) || EVERYWHERE_SAID.has(base));
  return isSaid
    ? []
    : [
        {
          kind: 'missing',
          reason: `The claim says "${claimed.text}"; the source does not say that it holds everywhere.`,
        },
      ];
}

function checkQuantifier(
  items: readonly StatementWord[],
  claim: Statement,
  source: Statement,
  alignment: Alignment,
): readonly Objection[] {
  const clauses = new Set(items.map(({ clause }) => clause));
  const own = extentsOf(claim, ({ clause }) => clauses.has(clause));
  const theirs = extentsOf(source, ({ sentence }) => sentence === alignment.sentence);
  const claimed = own.filter(({ text }) => /^(?:not )?\p{L}+$/u.test(text));
  const objections = claimed.flatMap((extent) => {
    const other =
      theirs.find((each) => isSameThing(extent, each, alignment.pairs)) ??
      theirs.find((each) => each.of === null && (theirs.length === 1 || extent.of !== null)) ??
      (theirs.length === 1 && extent.of === null ? theirs[0] : undefined);
    // `none was hurt`: all were unhurt.
    const isTurned = other !== undefined && other.high === 0 && hasOpposite(items, source, alignment.sentence);
    if (other !== undefined && isTurned) return [];
    if (other !== undefined) return compareExtents(extent, other);
    return MOST.test(extent.text) && theirs.length === 0
      ? [{ kind: 'missing' as const, reason: `The claim says "${extent.text}"; the source does not say of how many.` }]
      : [];
  });
  const universal = claim.words.find(({ lower, clause }) => UNIVERSAL.test(lower) && clauses.has(clause));
  const isNearly = /\b(?:nearly|almost|virtually|practically) $/i.test(claim.text.slice(0, universal?.start ?? 0));
  const isExcepted = universal !== undefined && EXCEPTION.test(source.text) && objections.length > 0;
  if (universal !== undefined && (objections.length === 0 || isExcepted) && !isNearly)
    return checkUniversal(universal, items, claim, source, alignment.sentence);
  if (own.length > 0) return objections;
  const narrow = theirs.find(
    ({ text, of }) =>
      /^(?:some|few|certain|sometimes|occasionally|rarely|not \p{L}+|minority)$/iu.test(text) &&
      isAligned(of, alignment.pairs),
  );
  if (narrow === undefined || items.some(({ isNegated }) => isNegated)) return [];
  return [{ kind: 'missing', reason: `The source says it of "${narrow.text}" only; the claim says it of all.` }];
}

const hasOpposite = (items: readonly StatementWord[], { words }: Statement, sentence: number): boolean =>
  items.some((item) => words.some((word) => word.sentence === sentence && matchWords(item, word)?.isOpposite === true));

const MOST = /^(?:most|majority)$/i;
const UNIVERSAL = /^(?:all|every|everyone|everybody|always|no|none|nobody|never|each|both)$/;
const ALL_SAID = /^(?:all|every|everyone|everybody|always|each|any|whole|entire|throughout|nobody|none|no|never)$/;
const NONE_SAID =
  /^(?:all|every|everyone|everybody|always|no|none|nobody|never|each|any|not|whole|entire|without|nothing|throughout)$/;
const EXCEPTION = inLines(
  String.raw`
      \b(?:not all|not every|but not|except|exception|exceptions|only some|with the exception|apart from|
      exempt|exempted|other than|unless|excluded|does not apply|do not apply|the others?|the rest|the remaining|
      but those|all but)\b
    `,
  'i',
);

/** What is said of all needs a source that says it of all, and none that names an exception. */
function checkUniversal(
  universal: StatementWord,
  items: readonly StatementWord[],
  claim: Statement,
  source: Statement,
  sentence: number,
): readonly Objection[] {
  const here = source.words.filter((word) => word.sentence === sentence);
  const otherwise = items.flatMap((item) =>
    item.kind === 'verb' ? here.filter((word) => matchWords(item, word)?.isOpposite) : [],
  );
  const isSaidToo = items.some(
    (item) => item.kind === 'verb' && source.words.some((word) => matchWords(item, word)?.isOpposite === false),
  );
  if (otherwise[0] !== undefined && isSaidToo) {
    return [
      {
        kind: 'conflict',
        reason: `The claim says "${universal.text}", the source says "${otherwise[0].text}" of some.`,
      },
    ];
  }
  const only = source.words.find(
    (word, at) => /^only$/.test(word.lower) && isOneOf(source.words.slice(at + 1, at + 4), items),
  );
  if (only !== undefined) {
    return [{ kind: 'conflict', reason: `The claim says "${universal.text}", the source says it "only" of some.` }];
  }
  const exception = EXCEPTION.exec(source.text)?.[0];
  if (exception !== undefined) {
    return [
      {
        kind: 'conflict',
        reason: `The claim says "${universal.text}", the source names an exception ("${exception}").`,
      },
    ];
  }
  const isNone = /^(?:no|none|nobody|never)$/.test(universal.lower);
  const often = frequenciesOf(source.text);
  const isSaid =
    source.words.some(
      ({ lower, start }) =>
        ((isNone ? NONE_SAID : ALL_SAID).test(lower) || lower === universal.lower) &&
        (isNone || !often.some((each) => each.start <= start && each.end > start)),
    ) ||
    source.words.some(({ lower }) => universal.lower === 'both' && /^(?:two|neither)$/.test(lower)) ||
    frequenciesOf(claim.text).some(({ start, end }) => universal.start >= start && universal.end <= end) ||
    (universal.lower === 'all' && /\bsold out\b/i.test(source.text)) ||
    source.quantities.some(({ dimension, low }) => dimension === 'share' && low >= 0.999);
  return isSaid
    ? []
    : [{ kind: 'missing', reason: `The claim says "${universal.text}"; the source does not say it of all.` }];
}

/** `only pupils in the first years`, `only two of the lakes`: those of whom the claim says it. */
const isOneOf = (words: readonly StatementWord[], items: readonly StatementWord[]): boolean =>
  words.some(({ kind }) => kind === 'noun') &&
  items.some(
    (item) =>
      item.kind === 'noun' &&
      words.some((word) => word.kind === 'noun' && matchWords(item, word)?.isOpposite === false),
  );

const isAligned = (word: StatementWord | null, pairs: readonly WordPair[]): boolean =>
  word !== null && pairs.some(({ source }) => source === word);

function isSameThing(extent: Extent, other: Extent, pairs: readonly WordPair[]): boolean {
  if (extent.of === null || other.of === null) return extent.of === other.of;
  return pairs.some(({ claim, source }) => claim === extent.of && source === other.of);
}

function compareExtents(claimed: Extent, said: Extent): readonly Objection[] {
  const reason = `The source says "${said.text}", the claim says "${claimed.text}".`;
  if (said.low >= claimed.low && (said.high <= claimed.high || claimed.high >= 0.99)) return [];
  // `fewer than half` are not most.
  const isLess = said.high <= claimed.low && said.low < claimed.low && claimed.low < 1;
  if (isLess || said.high < claimed.low || said.low > claimed.high) return [{ kind: 'conflict', reason }];
  return [{ kind: 'missing', reason }];
}

const ONLY = /^(?:only|solely|exclusively)$/;

function checkSuperlative(
  items: readonly StatementWord[],
  claim: Statement,
  source: Statement,
  { pairs, sentence }: Alignment,
): readonly Objection[] {
  const clauses = new Set(items.map(({ clause }) => clause));
  const here = source.words.filter((word) => word.sentence === sentence);
  // `only two` is two, and the writer's word for it.
  const only = claim.words.find(
    ({ lower, clause }, at) =>
      ONLY.test(lower) &&
      clauses.has(clause) &&
      !claim.quantities.some(({ start }) => start === claim.words[at + 1]?.start),
  );
  if (
    only !== undefined &&
    !here.some(
      ({ lower }) => ONLY.test(lower) || /^(?:sole|single|alone|unique|except|just|merely|nowhere)$/.test(lower),
    )
  ) {
    return [{ kind: 'missing', reason: `The claim says "${only.text}", which the source does not say.` }];
  }
  for (const word of claim.words) {
    if (!clauses.has(word.clause) || !isSuperlative(word, claim)) continue;
    const other = here.find((each) => isSuperlative(each, source));
    // `concentrations peaked in winter`
    if (other === undefined && /^(?:highest|greatest|largest|most)$/.test(word.lower) && here.some(isPeak)) continue;
    if (other === undefined) {
      if (pairs.some((pair) => pair.claim === word || word.lower === 'most')) {
        return [{ kind: 'missing', reason: `The claim says "${word.text}"; the source compares with nothing.` }];
      }
      continue;
    }
    const [own, theirs] = [rankBefore(word, claim), rankBefore(other, source)];
    if (own === theirs) continue;
    const reason = `The source says "${theirs} ${other.text}", the claim says "${own} ${word.text}".`.replaceAll(
      '" ',
      '"',
    );
    return [
      {
        kind: theirs === 'one of the' || own === 'one of the' ? 'missing' : 'conflict',
        reason,
      },
    ];
  }
  return [];
}

/** `recorded 31 degrees` is no record. */
const isPeak = ({ base, kind }: StatementWord): boolean =>
  /^(?:peak|maximum)$/.test(base) || (base === 'record' && kind !== 'verb');

function isSuperlative(word: StatementWord, { words }: Statement): boolean {
  if (word.lower === 'most') return /^(?:adjective|adverb)$/.test(words[words.indexOf(word) + 1]?.kind ?? '');
  return /^[a-z]{2,}est$/.test(word.lower) && word.kind === 'adjective' && word.lower !== 'honest';
}

/** `second` of `the second-largest`, `one of the` of `one of the largest`; '' of `the largest`. */
function rankBefore(word: StatementWord, { words }: Statement): string {
  const at = words.indexOf(word);
  const before = words.slice(Math.max(0, at - 3), at).map(({ lower }) => lower);
  const rank = before.find((each) => /^(?:second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth)$/.test(each));
  if (rank !== undefined) return rank;
  const isOneOf = before.includes('of') && words.slice(Math.max(0, at - 5), at).some(({ lower }) => lower === 'one');
  return isOneOf || before.includes('among') ? 'one of the' : '';
}
