// A time that passes, in words.

/** 340 ms, 2.4 s, 1 min 5 s, 3 h 20 min, 2 d 4 h. */
export function readableMs(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${Number((ms / 1000).toFixed(1))} s`;
  const seconds = Math.round(ms / 1000);
  if (seconds < 3600) return joined(seconds, 60, 'min', 's');
  if (seconds < 86_400) return joined(Math.round(seconds / 60), 60, 'h', 'min');
  return joined(Math.round(seconds / 3600), 24, 'd', 'h');
}

function joined(count: number, per: number, large: string, small: string): string {
  const rest = count % per;
  return `${Math.floor(count / per)} ${large}${rest === 0 ? '' : ` ${rest} ${small}`}`;
}
