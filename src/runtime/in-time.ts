// Waits for code of a system, but not for ever: a promise that nobody settles becomes a fault of that system.

import { SystemFault } from '../errors.ts';

/** How long code of a system may take where it says nothing else. */
export const CODE_MS_MAX = 30_000;

/** Rejects when `work` takes longer than `ms`. The process stays for it: a promise alone would let it end unsaid. `who`
 *  begins the sentence about it. */
export async function inTime<T>(ms: number, work: () => Promise<T>, who?: string): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(lateFault(ms, who)), ms);
  });
  try {
    return await Promise.race([work(), late]);
  } finally {
    clearTimeout(timer);
  }
}

function lateFault(ms: number, who: string | undefined): Error {
  if (who === undefined) return new Error(lateText(ms));
  return new SystemFault('system-unusable', `${who}: ${lateText(ms)}. Correct it. Nothing was changed.`);
}

function lateText(ms: number): string {
  const time = ms < 1000 ? `${ms} ms` : `${ms / 1000} s`;
  return `it did not end within ${time}`;
}

/** Why an input is not accepted; the caller that starts the run waits for it. */
export async function acceptedRun(
  limitMs: number | undefined,
  workflow: string,
  accept: () => Promise<readonly string[] | undefined>,
): Promise<readonly string[]> {
  return (await inTime(limitMs ?? CODE_MS_MAX, accept, `The accept code of "${workflow}" failed`)) ?? [];
}
