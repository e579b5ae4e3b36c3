// Waits for code of a system, but not for ever: a promise that nobody settles becomes a fault of that system.

/** How long code of a system may take where it says nothing else. */
export const CODE_MS_MAX = 30_000;

/** Rejects when `work` takes longer than `ms`. The process stays for it: a promise alone would let it end unsaid. */
export async function inTime<T>(ms: number, work: () => Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(lateText(ms))), ms);
  });
  try {
    return await Promise.race([work(), late]);
  } finally {
    clearTimeout(timer);
  }
}

function lateText(ms: number): string {
  const time = ms < 1000 ? `${ms} ms` : `${ms / 1000} s`;
  return `it gave nothing within ${time}; a promise in it may never settle`;
}
