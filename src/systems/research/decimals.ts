// Scores as numbers: kept and compared at four decimals, shown with two.

/** At four decimals, from 0 to 1. */
export function inDecimals(value: number): number {
  return rounded(Math.min(1, Math.max(0, value)), 10_000);
}

/** Whether a score is as good as a bar that may have more decimals than scores have. */
export const isReached = (score: number, bar: number): boolean => inDecimals(score) >= inDecimals(bar);

/** `0.70` of 0.695: halves go up. */
export const scoreText = (score: number): string => rounded(score, 100).toFixed(2);

/** Beside a bar that it may miss by less than is shown: `0.7968` of 0.80. */
export const againstBar = (score: number, bar: number): string =>
  !isReached(score, bar) && scoreText(score) === scoreText(bar) ? inDecimals(score).toFixed(4) : scoreText(score);

/** Hundredths between two scores as they are shown. */
export const pointsBetween = (from: number, to: number): number =>
  Math.round(rounded(to, 100) * 100) - Math.round(rounded(from, 100) * 100);

/** A half is often a little less in binary. */
const rounded = (value: number, parts: number): number => Math.round(value * parts + 1e-7) / parts;
