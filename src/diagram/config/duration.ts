// Durations as diagrams write them (time-1) -> milliseconds.

const MS = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

/** Beyond a century a duration is a slip, and date arithmetic on it would break. */
export const DURATION_MS_MAX = 36_500 * MS.d;

const TEXT_MAX = 60;
const SHORT = /^(?:\d+(?:\.\d+)?(?:ms|[smhd]))+$/;
const SHORT_PART = /(?<![\d.])(\d+(?:\.\d+)?)(ms|[smhd])/g;
const ISO = /^P(?:([\d.]+)W)?(?:([\d.]+)D)?(?:T(?:([\d.]+)H)?(?:([\d.]+)M)?(?:([\d.]+)S)?)?$/;

/** A number is seconds; text is `500ms 30s 5m 2h 3d`, several joined (`1h30m`), or ISO 8601 without months or years. */
export function parseDuration(value: unknown): number | null {
  if (typeof value === 'number') return bounded(value * MS.s);
  if (typeof value !== 'string' || value.length > TEXT_MAX) return null;
  const text = value.trim();
  return SHORT.test(text) ? bounded(shortDuration(text)) : isoDuration(text);
}

function shortDuration(text: string): number {
  let sum = 0;
  for (const [, amount, unit] of text.matchAll(SHORT_PART)) sum += Number(amount) * MS[unit as keyof typeof MS];
  return sum;
}

function isoDuration(text: string): number | null {
  const parts = ISO.exec(text)?.slice(1);
  if (parts === undefined || text.endsWith('T') || parts.every((part) => part === undefined)) return null;
  const units = [7 * MS.d, MS.d, MS.h, MS.m, MS.s];
  return bounded(parts.reduce((sum, part, i) => sum + Number(part ?? 0) * (units[i] ?? 0), 0));
}

function bounded(ms: number): number | null {
  return ms >= 0 && ms <= DURATION_MS_MAX ? Math.round(ms) : null;
}
