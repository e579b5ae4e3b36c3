// Moves a whole store to another place, runs included, and proves that it arrived.

import type { Store } from '../ports/store.ts';
import { type Verified, verifyStore } from '../runtime/verify-store.ts';
import { Rejected } from './define-operation.ts';

const PAGE = 1000;

export interface Moved {
  readonly rows: number;
  readonly runs: number;
  readonly commits: number;
}

export async function moveStore(source: Store, target: Store): Promise<Moved> {
  const { rows } = await target.importRows(source.exportRows());
  const verified = await proveCopy(target);
  await compareHeads(source, target);
  return { rows, runs: verified.runs - 1, commits: verified.commits };
}

/** What store verify proves, of a copy: a store that is altered is copied altered, and that is found here. */
export async function proveCopy(copy: Store): Promise<Verified> {
  const verified = await verifyStore(copy);
  if (verified.ok) return verified;
  const details = verified.broken.map(
    ({ run, number, message }) => `${run}${number === null ? '' : `#${number}`}: ${message}`,
  );
  const message = `Expected the copy at ${copy.place} to be proved, found ${verified.brokenCount} breaks.`;
  const outcome = 'The copy was written and is as broken; the store it was made from is as it was.';
  return refuse(`${message} ${details[0] ?? ''} ${outcome}`, details);
}

/** The copy is there: to say that nothing was changed would not be true. */
function refuse(message: string, details?: readonly string[]): never {
  throw new Rejected({ code: 'store-not-verified', message, ...(details !== undefined && { details }) });
}

/** Both lists are by key: they must agree entry by entry. */
async function compareHeads(source: Store, target: Store): Promise<void> {
  for (let after = -1; ; ) {
    const [left, right] = [await source.heads(after, PAGE), await target.heads(after, PAGE)];
    const at = left.findIndex(({ key, run, head, hash }, i) => {
      const other = right[i];
      return other?.key !== key || other.run !== run || other.head !== head || other.hash !== hash;
    });
    if (at >= 0 || left.length !== right.length) {
      const run = (left[at] ?? right[left.length])?.run ?? '';
      const message = `Expected the same runs in ${source.place} and ${target.place}, found ${run} to differ.`;
      refuse(`${message} Something wrote to the store meanwhile: stop it, empty the copy, try again.`);
    }
    const last = left.at(-1);
    if (last === undefined) return;
    after = last.key;
  }
}
