// Which passages a conclusion is made of: what it comes to, what is expected and what is not known. They are kept back
// from the sections, so that the conclusion says nothing for the second time.

import { likeness, type Pool, type PoolItem } from './evidence-pool.ts';
import { withoutTopic } from './find-insights.ts';
import { isOfSubject } from './is-of-subject.ts';
import { longPattern } from './long-pattern.ts';
import { isOfTheMethod } from './page-detail.ts';
import { runsOf } from './place-items.ts';
import { ROLE_RANK, type Role } from './roles-of.ts';
import { subjectOf } from './subject-of.ts';
import { figuresOf, shareOf, termsOf } from './terms-of.ts';
import { isRepeat } from './without-repeats.ts';

export const CLOSING = { min: 2, max: 4 };
/** Sentences that go together. */
const RUN_MAX = 3;
/** Below `least` a sentence closes nothing; a second thought and a third one need more. */
const RANK = { least: 0.55, more: 0.8, sure: 1.1 };
/** Each other source that speaks of the same, at most two of them. */
const SUPPORT = 0.15;
const LIKE_FROM = 0.2;

type Run = readonly PoolItem[];

/** None of them is like what is told: a sentence that is said again adds nothing. A sentence goes with the one that
 *  says something only behind it. Where nothing sums up, as in a history, what is worth most closes. */
export function chooseClosing(pool: Pool, free: readonly PoolItem[], told: readonly PoolItem[]): readonly PoolItem[] {
  const worth = closingWorth(pool);
  const isNew = (item: PoolItem): boolean => !told.some((other) => other !== item && isLikeTold(pool, item, other));
  const ranked = runsOf(free)
    .filter((run) => canClose(run) && isOfToday(pool, run) && run.every(isNew))
    .map((run) => ({ run, rank: Math.round(Math.max(...run.map(worth)) * 1e6) / 1e6 }))
    .sort((one, other) => other.rank - one.rank);
  const general = ranked.filter(({ run, rank }) => rank >= RANK.least && run.some(isGeneral));
  const chosen = different(pool, general);
  if (chosen.length >= CLOSING.min) return chosen;
  return different(
    pool,
    ranked.filter(({ run }) => !run.some(({ role }) => role === 'figure')),
  );
}

function different(pool: Pool, ranked: readonly { readonly run: Run; readonly rank: number }[]): Run {
  const chosen: Run[] = [];
  for (const { run, rank } of ranked) {
    const others = chosen.flat();
    const isOther = others.every((other) => run.every((item) => likeness(pool, other.terms, item.terms) < LIKE_FROM));
    const isBalanced = chosen.filter(([first]) => first?.source.id === run[0]?.source.id).length < 2;
    const isWanted =
      others.length < CLOSING.min || (run.some(concludes) && rank >= (chosen.length < 2 ? RANK.more : RANK.sure));
    if (isOther && isBalanced && isWanted && others.length + run.length <= CLOSING.max) chosen.push(run);
  }
  // One sentence is no conclusion.
  return chosen.flat().length < CLOSING.min ? [] : inOrder(chosen).flat();
}

/** What is open and what is expected comes last; what one source says, in its order. */
function inOrder(runs: readonly Run[]): readonly Run[] {
  const rankOf = (run: Run): number =>
    Math.max(...run.map(({ role }) => ROLE_RANK[role === 'figure' ? 'general' : role]));
  const sourceOf = ([first]: Run): string => first?.source.id ?? '';
  const ranks = new Map<string, number>();
  for (const run of runs) ranks.set(sourceOf(run), Math.min(ranks.get(sourceOf(run)) ?? Infinity, rankOf(run)));
  const startOf = ([first]: Run): number => first?.passage.start ?? 0;
  return [...runs].sort((one, other) => {
    if (sourceOf(one) === sourceOf(other)) return startOf(one) - startOf(other);
    return (ranks.get(sourceOf(one)) ?? 0) - (ranks.get(sourceOf(other)) ?? 0);
  });
}

const isLikeTold = (pool: Pool, item: PoolItem, other: PoolItem): boolean =>
  shareOf(withoutTopic(pool, item.terms), withoutTopic(pool, other.terms)) > 0.7 || isRepeat(pool, item, other);

const WORDS = { min: 7, max: 40 };
const IS_A = /^(?:The|An?) [^,.]{2,40} (?:is|are) (?:the|an?) /;
/** What was so years ago closes nothing. */
const OLD_YEARS = 5;
const CLOSING_ROLES: ReadonlySet<Role> = new Set<Role>(['general', 'figure', 'open', 'outlook']);
/** `Service emissions were not counted`, `two readers who did not know`: how somebody worked. */
const NOT_DONE = /\b(?:was|were) (?:not )?(?:counted|recorded|studied|published|approved|announced|completed)\b/;
const WORKED = /^(?:methods?|materials?|data|study (?:area|design)|sample|participants|procedure|limitations)\b/i;

/** A whole thought that stands by itself, and not how somebody worked. */
function canClose(run: Run): boolean {
  const words = run.reduce((sum, item) => sum + item.words, 0);
  const [first] = run;
  if (first === undefined || run.length > RUN_MAX || words < WORDS.min || words > WORDS.max * run.length) return false;
  return (
    !IS_A.test(first.text) &&
    !run.some(({ text, passage }) => isOfTheMethod(text) || NOT_DONE.test(text) || WORKED.test(passage.heading))
  );
}

const isOfToday = ({ newest }: Pool, run: Run): boolean =>
  run.every(({ year }) => newest === null || year === null || year > newest - OLD_YEARS);

/** By its words, by what it does, or by where its source has it. */
const concludes = ({ text, passage, role }: PoolItem): boolean =>
  CONCLUDES.test(text) || CLOSES.test(passage.heading) || role === 'open' || role === 'outlook';

/** Says more than what happened once. */
function isGeneral(item: PoolItem): boolean {
  const { text, role } = item;
  if (concludes(item)) return true;
  if (!CLOSING_ROLES.has(role)) return false;
  return SUMS_UP.test(text) || (!PAST.test(text) && !ONCE.test(text) && namesOf(text) === 0);
}

const namesOf = (text: string): number => text.match(NAME)?.length ?? 0;

/** What it comes to, in so many words. */
const CONCLUDES = longPattern(
  String.raw`\b(?:overall|in the long run|most effective|most important|estimates agree|central question|contradicts?
    |confirms?|depends? (?:on|above all|mainly|mostly)|matters? (?:more|less|most)|mattered (?:more|less|most)|only if
    |not enough|remains? (?:open|unclear|uncertain|to be|whether|a|the)|recommends?|conclude[sd]?|consensus|what was new
    |the main (?:reason|cause|advantage|obstacle|finding)|means that|leads? to|pays? off|lowers? the
    |raises? the|reduces?
    |improves?
    |is (?:good|bad|best|better|worse|worth|cheaper|safer|dearer)|do(?:es)? more (?:for|than)|cannot be|should be
    |should not be|needs? to be|whether|wherever|as long as)\b`,
  'i',
);
const SUMS_UP = longPattern(
  String.raw`\b(?:suggests?|shows? that|depends?|central|main|matters?|should|rather than|reasons?|advantages?|worth
    |evidence|helps?|mainly|above all|no longer|differ|has become|have become)\b`,
  'i',
);
const PAST = /\b(?:was|were|had|did|took|came|went|began|fell|rose|said|[a-z]{3,}ed)\b/;
const NAME = /(?<=[\p{Ll},] )\p{Lu}\p{Ll}+/gu;
/** Where sources say what it comes to; a summary begins with what is known anyway. */
export const CLOSES = longPattern(
  String.raw`\b(?:conclusions?|outlook|recommendations?|lessons|implications?|discussion|what (?:comes|happens) next
    |what remains|looking ahead|verdict|in short|future|open questions?)\b`,
  'i',
);
/** Of its source. What stands first is what was known, or not known, before it. */
const EARLY = 0.15;
const LATE = 0.8;
/** What happened once, or somebody said: no more than an example. */
const ONCE = longPattern(
  String.raw`^(?:In|At|On|By|From|Since|During|Until) (?:the )?(?:[a-z]+ (?:of )?){0,3}(?:1[5-9]|20)\d\d|^\d
    |\b(?:said|says|told|asked|announced|wants|plans|wonders|believes|hopes|visited|opened|founded)\b|["“]`,
);
const OPINION = /^(?:news|blog|opinion|column|social|press|interview|letter|forum)/i;

/** What sums up, speaks of the topic itself, and stands where its source says what it comes to. */
export function closingWorth(pool: Pool): (item: PoolItem) => number {
  const ends = new Map<string, number>();
  for (const { passage } of pool.items) ends.set(passage.source, Math.max(ends.get(passage.source) ?? 1, passage.end));
  return (item) => {
    const { passage, text, role, source } = item;
    const at = passage.start / (ends.get(passage.source) ?? 1);
    const place = CLOSES.test(passage.heading) ? 0.4 : at > LATE ? 0.15 : at < EARLY ? -0.3 : 0;
    const subject = termsOf(subjectOf(text)?.text ?? '');
    const isOfTopic = [...subject].some((term) => pool.known.has(term));
    const far = [...item.terms].some((term) => pool.known.has(term)) ? 0 : 0.2;
    const figures = figuresOf(text).length;
    const names = namesOf(text);
    const sumsUp = CONCLUDES.test(text) ? 0.5 : SUMS_UP.test(text) ? 0.2 : PAST.test(text) ? -0.15 : 0;
    const own =
      sumsUp + (isOfTopic ? 0.2 : 0) + (isOfSubject(pool, item) ? 0.2 : 0) + (figures + names === 0 ? 0.15 : 0);
    const byRole = role === 'open' || role === 'outlook' ? 0.15 : 0;
    const detail = 0.1 * Math.max(0, figures - 1) + 0.05 * names + (ONCE.test(text) ? 0.35 : 0) + far;
    const support = SUPPORT * supportOf(pool, item);
    return item.score + place + own + byRole + support - detail - (OPINION.test(source.type) ? 0.1 : 0);
  };
}

function supportOf(pool: Pool, item: PoolItem): number {
  const others = pool.items.filter(
    (other) => other.source.id !== item.source.id && likeness(pool, item.terms, other.terms) >= LIKE_FROM,
  );
  return Math.min(2, new Set(others.map(({ source }) => source.id)).size);
}
