// How much each source is worth for the topic, from 0 to 1, with the reasons in sentences. The weights are published in
// docs/reference/evidence.md.

import type { ArticleBrief } from './article-brief.ts';
import type { Source, SourceText } from './source.ts';
import { rootsOf } from './word-roots.ts';

export const SOURCE_WEIGHTS = { relevance: 0.4, type: 0.2, age: 0.15, completeness: 0.15, agreement: 0.1 } as const;

interface Judgement {
  readonly value: number;
  readonly reason: string;
}

/** The best first; equal ones in the order given. */
export function scoreSources(brief: ArticleBrief, texts: readonly SourceText[], now: Date): readonly Source[] {
  const asked = askedRoots(brief);
  const words = texts.map(({ text, title }) => ({
    roots: rootsOf(text.slice(0, CHARACTERS_MAX)),
    title: new Set(rootsOf(title)),
  }));
  const sourcesWith = new Map<string, number>();
  for (const { roots } of words)
    for (const root of new Set(roots)) sourcesWith.set(root, (sourcesWith.get(root) ?? 0) + 1);
  const scored = texts.map((text, index): Source => {
    const { roots = [], title = new Set<string>() } = words[index] ?? {};
    const judged = {
      relevance: relevanceOf(asked, roots, title),
      type: typeWorth(text.type),
      age: ageWorth(text.publishedAt, brief.topic, now),
      completeness: completenessOf(text),
      agreement: agreementOf(roots, sourcesWith, texts.length),
    };
    const parts = Object.entries(SOURCE_WEIGHTS) as [keyof typeof SOURCE_WEIGHTS, number][];
    const score = parts.reduce((sum, [name, weight]) => sum + weight * judged[name].value, 0);
    const { text: _, ...source } = text;
    return { ...source, score: Math.round(score * 100) / 100, reasons: parts.map(([name]) => judged[name].reason) };
  });
  return scored.sort((a, b) => b.score - a.score);
}

const CHARACTERS_MAX = 200_000;

const askedRoots = ({ topic, include_keywords }: ArticleBrief): readonly string[] => [
  ...new Set([topic, ...include_keywords].flatMap(rootsOf)),
];

function relevanceOf(asked: readonly string[], roots: readonly string[], title: ReadonlySet<string>): Judgement {
  if (asked.length === 0) return { value: 0.5, reason: 'The topic has no words to look for.' };
  const own = new Set(roots);
  const found = asked.filter((root) => own.has(root));
  const inTitle = asked.filter((root) => title.has(root));
  const uses = roots.reduce((sum, root) => sum + (asked.includes(root) ? 1 : 0), 0);
  const density = Math.min(1, uses / Math.max(1, roots.length) / 0.04);
  const value =
    0.5 * (found.length / asked.length) + 0.2 * Math.min(1, (2 * inTitle.length) / asked.length) + 0.3 * density;
  const named = found.length === 0 ? 'none' : `${found.length}`;
  const titled = inTitle.length === 0 ? 'none of them in its title' : `${inTitle.length} of them in its title`;
  const reason =
    found.length === 0
      ? `It has none of the ${asked.length} words asked for.`
      : `It has ${named} of the ${asked.length} words asked for, ${titled}.`;
  return { value, reason };
}

const TYPES: readonly (readonly [RegExp, number, string])[] = [
  [/academic|journal|paper|stud(?:y|ies)|preprint|thesis|review/, 1, 'Academic sources count most.'],
  [
    /official|government|statistic|standard|law|agency|public/,
    0.95,
    'Official sources count nearly as much as academic ones.',
  ],
  [
    /report|white ?paper|survey|book|textbook|encyclopa?edia|reference|handbook/,
    0.85,
    'Reports and reference works count a little less than academic sources.',
  ],
  [/news|press|magazine|interview|newspaper/, 0.65, 'News counts less than reports.'],
  [
    /blog|forum|opinion|column|advert|marketing|faq|company/,
    0.35,
    'Blogs, opinions and what companies say of themselves count little.',
  ],
  [/social|comment|post/, 0.2, 'What people write in networks counts least.'],
  [/local/, 0.55, 'It is a document of the folder that says nothing of its kind.'],
  [/web/, 0.5, 'It is a page of the web of no known kind.'],
];

function typeWorth(type: string): Judgement {
  const [, value, reason] = TYPES.find(([pattern]) => pattern.test(type.toLowerCase().slice(0, 60))) ?? [];
  return { value: value ?? 0.5, reason: reason ?? `Of the kind "${type.slice(0, 40)}" nothing is known.` };
}

/** A topic that is about time gone by does not age. */
const OF_THE_PAST = /\b(?:history|histories|historical|origins?|ancient|medieval|century|biography|war of)\b/i;
const OF_NOW = /\b(?:latest|current|today|trends?|recent|new|future|emerging|now|forecast|outlook|20[2-9]\d)\b/i;

function ageWorth(publishedAt: string | null, topic: string, now: Date): Judgement {
  if (publishedAt === null) return { value: 0.4, reason: 'Nobody says when it was published.' };
  const years = Math.max(0, now.getUTCFullYear() + now.getUTCMonth() / 12 - yearsOf(publishedAt));
  const age = years < 1 ? 'less than a year old' : `${Math.floor(years)} year${Math.floor(years) === 1 ? '' : 's'} old`;
  const [, ofYear] = /\b((?:19|20)\d\d)\b/.exec(topic) ?? [];
  if (ofYear !== undefined) {
    const apart = Math.abs(Number(ofYear) - Math.floor(yearsOf(publishedAt)));
    const reason =
      apart === 0
        ? `It is from ${publishedAt}, the year of the topic.`
        : `It is from ${publishedAt}; the topic is of ${ofYear}.`;
    return { value: Math.max(0.1, 1 - apart * 0.2), reason };
  }
  if (OF_THE_PAST.test(topic))
    return { value: 0.8, reason: `It is from ${publishedAt}; for a topic of the past its age counts little.` };
  const halfLife = OF_NOW.test(topic) ? 2 : 5;
  const value = Math.max(0.05, 0.5 ** (Math.max(0, years - 1) / halfLife));
  return { value, reason: `It is from ${publishedAt}, ${age}.` };
}

const yearsOf = (date: string): number => Number(date.slice(0, 4)) + (Number(date.slice(5, 7) || '7') - 1) / 12;

const WORDS_ENOUGH = 300;

function completenessOf({ isWhole, words }: SourceText): Judgement {
  if (!isWhole) return { value: 0.15, reason: 'Only what a search said of it is there, not the text itself.' };
  if (words >= WORDS_ENOUGH) return { value: 1, reason: `Its whole text is there, ${words} words.` };
  return { value: 0.3 + (0.7 * words) / WORDS_ENOUGH, reason: `Its text is short, ${words} words.` };
}

const TERMS_COMPARED = 25;

/** Of the words that it uses most, how many others use too. */
function agreementOf(roots: readonly string[], sourcesWith: ReadonlyMap<string, number>, sources: number): Judgement {
  if (sources < 2) return { value: 0.5, reason: 'There is no other source to compare it with.' };
  const counts = new Map<string, number>();
  for (const root of roots) counts.set(root, (counts.get(root) ?? 0) + 1);
  const most = [...counts].sort((a, b) => b[1] - a[1]).slice(0, TERMS_COMPARED);
  if (most.length === 0) return { value: 0, reason: 'It has no words to compare.' };
  const least = Math.min(sources, Math.max(2, Math.ceil(sources * 0.25)));
  const shared = most.filter(([root]) => (sourcesWith.get(root) ?? 0) >= least).length;
  return {
    value: shared / most.length,
    reason: `Of its ${most.length} most frequent words, ${shared} are frequent in other sources too.`,
  };
}
