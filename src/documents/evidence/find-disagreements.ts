// Where two sources may disagree: sentences of the same words with different figures of the same measure. Whether they
// speak of the same thing is for a judge to say; without one nothing is said of them.

import { type FigureReading, readFigures } from './figure-readings.ts';
import { figureStands } from './figures-stand.ts';
import type { Contradiction, ContradictionSpan } from './ledger.ts';
import type { Passage } from './passage.ts';
import type { Source } from './source.ts';
import { rootsOf } from './word-roots.ts';
import { plainFigures } from './written-numbers.ts';

interface ReadPassage {
  readonly passage: Passage;
  readonly title: string;
  readonly roots: ReadonlySet<string>;
  readonly figures: readonly FigureReading[];
}

/** Of the words of the shorter sentence. */
const SHARED_MIN = 0.5;
const FOUND_MAX = 40;

/** Those with the most words in common first. */
export function findDisagreements(passages: readonly Passage[], sources: readonly Source[]): readonly Contradiction[] {
  const titles = new Map(sources.map(({ id, title }) => [id, title]));
  const read = passages.flatMap((passage): ReadPassage[] => {
    const figures = readFigures(plainFigures(passage.text), true).filter(isMeasured);
    const title = titles.get(passage.source);
    return figures.length === 0 || title === undefined
      ? []
      : [{ passage, title, roots: new Set(rootsOf(passage.text)), figures }];
  });
  const pairs = read.flatMap((one, at) =>
    read.slice(at + 1).flatMap((other) => {
      const shared = one.passage.source === other.passage.source ? 0 : sharedOf(one.roots, other.roots);
      const apart = shared < SHARED_MIN ? null : apartIn(one.figures, other.figures);
      return apart === null ? [] : [{ shared, contradiction: disagreementOf(one, other, apart) }];
    }),
  );
  return pairs
    .toSorted((one, other) => other.shared - one.shared)
    .slice(0, FOUND_MAX)
    .map(({ contradiction }) => contradiction);
}

/** With a unit: what is counted may be anything. */
const isMeasured = ({ quantity: { dimension } }: FigureReading): boolean => !/^(?:count|ordinal)$/.test(dimension);

function sharedOf(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const least = Math.min(one.size, other.size);
  return least === 0 ? 0 : [...one].filter((root) => other.has(root)).length / least;
}

type Apart = readonly [FigureReading, FigureReading];

/** Of one measure, where neither stands among those of the other sentence; null: there are none. */
function apartIn(one: readonly FigureReading[], other: readonly FigureReading[]): Apart | null {
  const own = one.filter((figure) => !figureStands(figure, other));
  const theirs = other.filter((figure) => !figureStands(figure, one));
  for (const figure of own) {
    const same = theirs.find(({ quantity }) => quantity.dimension === figure.quantity.dimension);
    if (same !== undefined) return [figure, same];
  }
  return null;
}

function disagreementOf(one: ReadPassage, other: ReadPassage, [first, second]: Apart): Contradiction {
  const spans = [spanOf(one, first), spanOf(other, second)];
  const [said, against] = spans.map(({ title, says }) => `"${title}" says ${says}`);
  return { about: first.quantity.dimension, spans, reason: `${said}, but ${against}.`, followed: null };
}

const spanOf = ({ passage, title }: ReadPassage, { quantity }: FigureReading): ContradictionSpan => ({
  ...{ source: passage.source, start: passage.start, end: passage.end, quote: passage.text, title },
  ...{ says: quantity.text, passage: passage.id },
});
