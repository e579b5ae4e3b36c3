// Moves a whole store to another place, runs included, and proves that it arrived.

import type { Store } from '../ports/store.ts';
import { verifyStore } from '../runtime/verify-store.ts';
import { reject } from './define-operation.ts';

const PAGE = 1000;

export interface Moved {
  readonly rows: number;
  readonly runs: number;
  readonly commits: number;
}

export async function moveStore(source: Store, target: Store): Promise<Moved> {
  const { rows } = await target.importRows(source.exportRows());
  const verified = await verifyStore(target);
  if (!verified.ok) {
    const details = verified.broken.map(({ run, number, message }) => `${run}#${number}: ${message}`);
    const message = `Expected the copy at ${target.place} to prove its history, found ${verified.brokenCount} breaks.`;
    reject('store-not-verified', `${message} ${details[0] ?? ''} The store moved from is as it was.`, details);
  }
  await compareHeads(source, target);
  return { rows, runs: verified.runs - 1, commits: verified.commits };
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
      reject(
        'store-not-verified',
        `${message} Something wrote to the store meanwhile: stop it, empty the copy, try again.`,
      );
    }
    const last = left.at(-1);
    if (last === undefined) return;
    after = last.key;
  }
}
