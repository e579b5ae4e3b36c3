// Which sentences of the sources an article may rest on: about its topic, informative, from all sources, nothing twice.
// How they are ranked is written in docs/reference/evidence.md.

import type { ArticleBrief } from '../article/article-brief.ts';
import { type Candidate, candidatesOf } from './evidence-candidates.ts';
import type { Passage } from './passage.ts';
import { type RankedCandidate, rankCandidates } from './rank-candidates.ts';
import type { SourceText } from './source.ts';
import { statesSomething } from './states-something.ts';
import { rootsOf } from './word-roots.ts';

const PASSAGES_MAX = 400;
/** So many more than are wanted are looked at closely. */
const SPARE = 1.6;
/** Of the words of two sentences: from here on they say the same, unless figures or negations differ. */
const SAME_FROM = 0.72;
/** Less worth than this is about something else. */
const WORTH_MIN = 0.16;
/** How often a word of a facet may stand in what was chosen before it counts as covered. */
const COVERED_FROM = 6;

/** The best first: `e1` is the most useful. The same sources in the same order give the same passages. */
export function chooseEvidence(
  brief: ArticleBrief,
  texts: readonly SourceText[],
  max = PASSAGES_MAX,
): readonly Passage[] {
  const excluded = brief.exclude_topics.map((topic) => new Set(rootsOf(topic)));
  const candidates = texts.flatMap((text, index) => candidatesOf(text, index, excluded));
  const ranked = rankCandidates(brief, texts, candidates);
  const chosen = chooseFrom(shortList(ranked, texts.length, max), texts.length, max);
  return chosen.map(passageOf);
}

function passageOf({ source, start, end, text, heading, before }: Candidate, index: number): Passage {
  return { id: `e${index + 1}`, source, start, end, text, heading, before };
}

/** The best of all, but some of each source: then those that state nothing are taken out, by the tagger. */
function shortList(ranked: readonly RankedCandidate[], sources: number, max: number): readonly RankedCandidate[] {
  const size = Math.ceil(max * SPARE);
  const share = Math.max(3, Math.ceil(size / Math.max(1, sources)));
  const bySource = new Map<number, number>();
  const [own, rest]: [RankedCandidate[], RankedCandidate[]] = [[], []];
  for (const each of ranked) {
    if (each.worth < WORTH_MIN) continue;
    const count = bySource.get(each.sourceIndex) ?? 0;
    bySource.set(each.sourceIndex, count + 1);
    (count < share ? own : rest).push(each);
  }
  const wanted = [...own.slice(0, size), ...rest.slice(0, Math.max(0, size - own.length))];
  return wanted.filter((each) => statesSomething(each.text));
}

/** Takes the one that adds most, again and again: worth, less what was said, more for sources and facets with
 *  little so far. */
function chooseFrom(list: readonly RankedCandidate[], sources: number, max: number): readonly RankedCandidate[] {
  const chosen: RankedCandidate[] = [];
  const left = new Set(list);
  const said = new Map<string, number>();
  const bySource = new Map<number, number>();
  const fairShare = Math.max(1, max / Math.max(1, sources));
  const gainOf = (each: RankedCandidate): number => {
    let fresh = 0;
    let needed = 0;
    for (const root of each.roots) fresh += 1 / (1 + (said.get(root) ?? 0));
    for (const root of each.facets) if ((said.get(root) ?? 0) < COVERED_FROM) needed++;
    const novelty = fresh / each.roots.length;
    const share = (bySource.get(each.sourceIndex) ?? 0) / fairShare;
    return each.worth * (0.55 + 0.45 * novelty) * (1 / (1 + 0.5 * share)) + 0.04 * Math.min(3, needed);
  };
  while (chosen.length < max && left.size > 0) {
    let best: { readonly each: RankedCandidate; readonly gain: number } | null = null;
    for (const each of left) {
      const gain = gainOf(each);
      if (best === null || gain > best.gain) best = { each, gain };
    }
    if (best === null) break;
    const { each } = best;
    left.delete(each);
    if (chosen.some((other) => saysSame(each, other))) continue;
    chosen.push(each);
    bySource.set(each.sourceIndex, (bySource.get(each.sourceIndex) ?? 0) + 1);
    for (const root of each.roots) said.set(root, (said.get(root) ?? 0) + 1);
  }
  return chosen;
}

function saysSame(one: Candidate, other: Candidate): boolean {
  if (one.decisive !== other.decisive) return false;
  const most = Math.max(one.roots.length, other.roots.length);
  if (Math.min(one.roots.length, other.roots.length) < most * SAME_FROM) return false;
  let both = 0;
  for (const root of one.roots) if (other.roots.includes(root)) both++;
  return both / (one.roots.length + other.roots.length - both) >= SAME_FROM;
}
