// Our targets, as ratios within one run, so that they mean the same on any machine.

import { CONTENDERS } from './contender-list.ts';
import { type FigureName, type Figures, figureValue } from './figures.ts';

export interface Judged {
  readonly target: string;
  readonly found: string;
  readonly verdict: 'met' | 'MISSED' | 'not judged';
}

/** By the contender's id. A contender that was not asked for is missing; one that did not run has no figures. */
export type Results = ReadonlyMap<string, Figures>;

const SQLITE = 'signoff-sqlite';
const POSTGRES = 'signoff-postgres';
const FULL_ENGINES = CONTENDERS.filter(({ kind }) => kind === 'full engine').map(({ id }) => id);
const PEERS = CONTENDERS.filter(({ kind }) => kind === 'full engine' || kind === 'library').map(({ id }) => id);

export function judge(results: Results): Judged[] {
  const ratio = ratioTo(results);
  const limit = limitOf(results);
  return [
    ratio('W1, 50 at once', SQLITE, 'chainMany', ['langgraph-sqlite'], 'at least', 10),
    ratio('W1, 50 at once', SQLITE, 'chainMany', ['floor'], 'at least', 0.2),
    ratio('W1, one at a time', SQLITE, 'chainOne', ['floor'], 'at least', 0.45),
    ratio('W2, 10,000 items', SQLITE, 'mapMedium', PEERS, 'at least', 3),
    linearity(results),
    ratio('W3, paused', SQLITE, 'paused', ['langgraph-sqlite'], 'at least', 10),
    ratio('W3, resumed', SQLITE, 'resumed', ['langgraph-sqlite'], 'at least', 10),
    limit('W3, ms from exec to the first resumed task', SQLITE, 'coldMs', 'at most', 200),
    ratio('W3, bytes a run', SQLITE, 'bytesPerRun', FULL_ENGINES, 'at most', 1),
    limit('W3, MB of memory while paused', SQLITE, 'rssMb', 'at most', 120),
    ratio('W4, time', SQLITE, 'loopMs', ['floor'], 'at most', 2),
    ratio('W1, 50 at once', POSTGRES, 'chainMany', ['dbos'], 'at least', 4),
    ratio('W1, one at a time', POSTGRES, 'chainOne', ['dbos'], 'at least', 2),
    limit('W2, 10,000 items over 3 worker processes, items/s', POSTGRES, 'mapAcross', 'at least', 5_000),
  ];
}

type Bound = 'at least' | 'at most';

const ratioTo =
  (results: Results) =>
  (what: string, ours: string, name: FigureName, others: readonly string[], bound: Bound, wanted: number): Judged => {
    const values = others.map((id) => figureValue(results.get(id)?.[name])).filter((value) => value !== undefined);
    const best = bound === 'at least' ? Math.max(...values) : Math.min(...values);
    const whom = others.length === 1 ? others[0] : 'the best peer';
    const target = `${ours}: ${what}, ${bound} ${wanted}x of ${whom}`;
    if (others.some((id) => !results.has(id)) || values.length === 0) return notJudged(target, `${whom} is missing`);
    return verdict(results, { target, ours, name, bound, wanted, unit: best, sign: 'x' });
  };

const limitOf =
  (results: Results) =>
  (what: string, ours: string, name: FigureName, bound: Bound, wanted: number): Judged =>
    verdict(results, { target: `${ours}: ${what}, ${bound} ${wanted}`, ours, name, bound, wanted, unit: 1, sign: '' });

interface Asked {
  readonly target: string;
  readonly ours: string;
  readonly name: FigureName;
  readonly bound: Bound;
  readonly wanted: number;
  readonly unit: number;
  readonly sign: string;
}

function verdict(results: Results, { target, ours, name, bound, wanted, unit, sign }: Asked): Judged {
  const figures = results.get(ours);
  if (figures === undefined) return notJudged(target, `${ours} was not run`);
  const value = figureValue(figures[name]);
  if (value === undefined) return { target, found: 'no figure', verdict: 'MISSED' };
  const found = value / unit;
  const isMet = bound === 'at least' ? found >= wanted : found <= wanted;
  return { target, found: `${found.toPrecision(3)}${sign}`, verdict: isMet ? 'met' : 'MISSED' };
}

function linearity(results: Results): Judged {
  const target = `${SQLITE}: W2, time an item at 10,000 and 100,000 at most 1.5x of that at 1,000`;
  const figures = results.get(SQLITE);
  if (figures === undefined) return notJudged(target, `${SQLITE} was not run`);
  const [small, medium, large] = [figures.mapSmall, figures.mapMedium, figures.mapLarge].map(figureValue);
  if (small === undefined || medium === undefined || large === undefined) {
    return { target, found: 'no figure', verdict: 'MISSED' };
  }
  const worst = small / Math.min(medium, large);
  return { target, found: `${worst.toPrecision(3)}x`, verdict: worst <= 1.5 ? 'met' : 'MISSED' };
}

const notJudged = (target: string, found: string): Judged => ({ target, found, verdict: 'not judged' });
