// Columns that only lists and sweeps look at must say what the rest of a task's row says, or it is in the wrong list.

import type { ListedTask } from '../ports/store.ts';
import { type Codes, holderOf, isForPeople, LEASE_KIND, URGENCY } from './codes.ts';
import type { Row } from './rows.ts';

export function isMisfiled(row: Row, task: ListedTask): boolean {
  const isEnded = task.endedAt !== null;
  return (
    row.for_people !== Number(isEnded || isForPeople(task)) ||
    row.holder !== (isEnded ? null : holderOf(task)) ||
    row.ready !== Number(task.ready) ||
    row.lease_kind !== codeOf(LEASE_KIND, task.leaseKind) ||
    row.urgency !== codeOf(URGENCY, task.urgency)
  );
}

/** A code that is not a word is read as none. */
function codeOf<T extends string>(codes: Codes<T>, word: T | null): number | null {
  return word === null ? null : codes.code(word);
}
