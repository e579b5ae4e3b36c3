// Dates of sources as they are known: a year, a month or a day.

const ISO = /^(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?(?![\d-])/;
const YEAR_MIN = 1400;
/** A day further ahead than that is a mistake, not a date. */
const AHEAD_MS = 400 * 86_400_000;

/** `2024`, `2024-03` or `2024-03-09`; null where the text names no such day. */
export function readDay(text: string | null | undefined, now: number): string | null {
  const given = (text ?? '').trim().slice(0, 60);
  const iso = ISO.exec(given.replaceAll('/', '-'));
  if (iso !== null) return dayOf([Number(iso[1]), partOf(iso[2]), partOf(iso[3])], now);
  const at = /\d{4}/.test(given) ? Date.parse(given) : Number.NaN;
  return Number.isNaN(at) ? null : readDay(new Date(at).toISOString().slice(0, 10), now);
}

const partOf = (text: string | undefined): number | undefined => (text === undefined ? undefined : Number(text));

/** Year, month and day; what is not known is left out. */
export function dayOf(parts: readonly (number | null | undefined)[], now: number): string | null {
  const [year, month, day] = parts;
  if (typeof year !== 'number' || !Number.isInteger(year) || year < YEAR_MIN) return null;
  const isMonth = typeof month === 'number' && month >= 1 && month <= 12;
  const first = Date.UTC(year, isMonth ? month - 1 : 0, 1);
  if (!(first <= now + AHEAD_MS)) return null;
  const days = isMonth ? new Date(Date.UTC(year, month, 0)).getUTCDate() : 0;
  const isDay = isMonth && typeof day === 'number' && day >= 1 && day <= days;
  return [year, ...(isMonth ? [two(month)] : []), ...(isDay ? [two(day)] : [])].join('-');
}

const two = (value: number): string => String(value).padStart(2, '0');
