// Moments as people say them: how long ago, how soon.

const UNITS = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['min', 60_000],
  ['s', 1000],
] as const;
const FAR_MS = 60 * 86_400_000;

/** `3 min ago`, `in 2 h`, `now`; a date when it is months away. */
export function relativeTime(at: number | null, now: number): string {
  if (at === null) return '';
  const distance = Math.abs(now - at);
  if (distance > FAR_MS) return new Date(at).toISOString().slice(0, 10);
  for (const [unit, ms] of UNITS) {
    if (distance < ms) continue;
    const text = `${Math.floor(distance / ms)} ${unit}`;
    return at <= now ? `${text} ago` : `in ${text}`;
  }
  return 'now';
}

/** `2026-11-16 09:30:05` in the terminal's own time zone. */
export function clockTime(at: number): string {
  const moment = new Date(at);
  const two = (part: number): string => String(part).padStart(2, '0');
  const day = `${moment.getFullYear()}-${two(moment.getMonth() + 1)}-${two(moment.getDate())}`;
  return `${day} ${two(moment.getHours())}:${two(moment.getMinutes())}:${two(moment.getSeconds())}`;
}
