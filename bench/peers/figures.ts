// What is measured, and how large each workload is.

/** Several repetitions give their median; a workload cut off at the cap gives the cap. */
export type Figure =
  | { readonly value: number; readonly repetitions: number }
  | { readonly overSeconds: number }
  | { readonly failed: string };

export type FigureName =
  | 'chainOne'
  | 'chainMany'
  | 'mapSmall'
  | 'mapMedium'
  | 'mapLarge'
  | 'mapAcross'
  | 'paused'
  | 'resumed'
  | 'coldMs'
  | 'rssMb'
  | 'serverRssMb'
  | 'bytesPerRun'
  | 'loopMs'
  | 'loopMb';

/** A name is missing where the workload is not this contender's. */
export type Figures = Readonly<Partial<Record<FigureName, Figure>>>;

export interface Sizes {
  readonly chainRuns: number;
  readonly mapSmall: number;
  readonly mapMedium: number;
  readonly mapLarge: number;
  readonly pausedRuns: number;
  readonly loops: number;
  readonly repetitions: number;
}

export const FULL: Sizes = {
  chainRuns: 500,
  mapSmall: 1_000,
  mapMedium: 10_000,
  mapLarge: 100_000,
  pausedRuns: 1_000,
  loops: 200,
  repetitions: 3,
};

/** Enough to see that everything works; the figures say nothing. */
export const QUICK: Sizes = {
  chainRuns: 20,
  mapSmall: 100,
  mapMedium: 300,
  mapLarge: 1_000,
  pausedRuns: 60,
  loops: 20,
  repetitions: 1,
};

export function figureValue(figure: Figure | undefined): number | undefined {
  return figure !== undefined && 'value' in figure ? figure.value : undefined;
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((left, right) => left - right);
  const middle = sorted.length / 2;
  const upper = sorted[Math.floor(middle)] ?? Number.NaN;
  return Number.isInteger(middle) ? ((sorted[middle - 1] ?? Number.NaN) + upper) / 2 : upper;
}
