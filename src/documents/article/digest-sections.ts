// The order of a digest: which passages stand under which heading. First come the sections that were asked for, then
// the sources by their titles.

import type { ArticleBrief, Outline, OutlineSection } from '../evidence/article-brief.ts';
import { bm25 } from '../evidence/bm25.ts';
import { mmr } from '../evidence/mmr.ts';
import type { Passage } from '../evidence/passage.ts';
import { isReferenceHeading } from '../evidence/references-of.ts';
import type { Source } from '../evidence/source.ts';
import { rootsOf } from '../evidence/word-roots.ts';
import { titleOf } from './title-of.ts';
import { wordCount } from './word-count.ts';

export const digestTitle = (brief: ArticleBrief): string => `Digest: ${titleOf({ ...brief, content_type: 'article' })}`;

/** Of passages in the order of their worth. What has one heading, such as documents of one title, is one section. */
export function digestOutline(brief: ArticleBrief, passages: readonly Passage[], sources: readonly Source[]): Outline {
  const asked = brief.specific_sections.length === 0 ? [] : byAskedSections(brief, passages);
  const placed = new Set(asked.flatMap((section) => section.passages));
  const words = passages.reduce((sum, { id, text }) => sum + (placed.has(id) ? wordCount(text) : 0), 0);
  const left = upTo(
    passages.filter(({ id }) => !placed.has(id)),
    brief.target_length - words,
  );
  const named = Map.groupBy([...asked, ...bySources(left, sources)], ({ heading }) => heading.toLowerCase());
  const sections = [...named.values()].flatMap((same) => {
    const [first] = same;
    return first === undefined ? [] : [{ ...first, passages: same.flatMap((section) => section.passages) }];
  });
  return { title: digestTitle(brief), sections, insights: [] };
}

const FIELD_WEIGHTS = [1, 0.5];

/** Each passage stands under the heading that it matches best; one that matches none is left out. */
function byAskedSections(brief: ArticleBrief, passages: readonly Passage[]): readonly OutlineSection[] {
  const { specific_sections: headings, topic, target_length } = brief;
  const ofTopic = new Set(rootsOf(topic));
  const terms = passages.map(({ text }) => rootsOf(text));
  const fields = passages.map(({ heading }, at) => [terms[at] ?? [], rootsOf(heading)]);
  const scores = headings.map((heading) => {
    const own = rootsOf(heading);
    const special = own.filter((root) => !ofTopic.has(root));
    return bm25(fields, new Map((special.length > 0 ? special : own).map((root) => [root, 1])), FIELD_WEIGHTS);
  });
  const best = passages.map((_, at) => {
    const all = scores.map((each) => each[at] ?? 0);
    const most = Math.max(0, ...all);
    return most === 0 ? -1 : all.indexOf(most);
  });
  const share = target_length / headings.length;
  return headings.flatMap((heading, section) => {
    const own = passages.flatMap((passage, at) =>
      best[at] === section
        ? [{ passage, score: scores[section]?.[at] ?? 0, terms: [...new Set(terms[at] ?? [])] }]
        : [],
    );
    const chosen = upTo(
      mmr(own, own.length).map(({ passage }) => passage),
      share,
    );
    return chosen.length === 0 ? [] : [{ heading: headingOf(heading), passages: chosen.map(({ id }) => id) }];
  });
}

/** Sources in the order of their best passage; in each of them as the source has them. */
function bySources(passages: readonly Passage[], sources: readonly Source[]): readonly OutlineSection[] {
  const titles = new Map(sources.map(({ id, title, address }) => [id, headingOf(title === '' ? address : title)]));
  const groups = Map.groupBy(passages, ({ source }) => source);
  return [...groups].map(([source, own]) => ({
    heading: titles.get(source) ?? source,
    passages: own.toSorted((one, other) => one.start - other.start).map(({ id }) => id),
  }));
}

/** No mark of Markdown in it changes the line, and it is not that of the list of references. */
function headingOf(text: string): string {
  const line = text
    .replace(/[[\]<>*_`#|\\]/g, ' ')
    .split(/\s+/)
    .filter(Boolean)
    .join(' ');
  return isReferenceHeading(line) || line === '' ? `"${line}"` : line;
}

/** The first ones, up to so many words. */
function upTo(passages: readonly Passage[], wordsMax: number): readonly Passage[] {
  let words = 0;
  return passages.filter(({ text }) => {
    const isWithin = words < wordsMax;
    words += wordCount(text);
    return isWithin;
  });
}
