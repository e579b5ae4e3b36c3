// Moves a whole store to another place, runs included, and proves that it arrived.

import type { Store } from '../ports/store.ts';
import { type VerifyResult, verifyStore } from '../runtime/verify-store.ts';
import { countOf } from './count-of.ts';
import { RejectionError } from './define-operation.ts';

const PAGE = 1000;

export interface MoveResult {
  readonly rows: number;
  readonly runs: number;
  readonly commits: number;
}

export async function moveStore(source: Store, target: Store): Promise<MoveResult> {
  const { rows } = await target.importRows(source.exportRows());
  const verified = await proveCopy(target);
  await compareHeads(source, target);
  return { rows, runs: verified.runs - 1, commits: verified.commits };
}

/** What store verify proves, of a copy: a store that is altered is copied altered, and that is found here. */
export async function proveCopy(copy: Store): Promise<VerifyResult> {
  const verified = await verifyStore(copy);
  if (verified.ok) return verified;
  const details = verified.broken.map(
    ({ run, number, message }) => `${run}${number === null ? '' : `#${number}`}: ${message}`,
  );
  const message = `The copy at ${copy.place} did not verify: ${countOf(verified.brokenCount, 'break')}.`;
  const outcome = 'The copy was written but is broken; the original store was not changed.';
  return refuse(`${message} ${details[0] ?? ''} ${outcome}`, details);
}

/** The copy is there: to say that nothing was changed would not be true. */
function refuse(message: string, details?: readonly string[]): never {
  throw new RejectionError({ code: 'store-not-verified', message, ...(details !== undefined && { details }) });
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
      const message = `The copy differs: run ${run} is not the same in ${source.place} and ${target.place}.`;
      refuse(`${message} A process wrote to the store during the copy: stop it, empty the copy, and try again.`);
    }
    const last = left.at(-1);
    if (last === undefined) return;
    after = last.key;
  }
}
