// Refuses a write whose numbers do not follow each other, before any store tries it.

import type { RunWrite } from '../ports/store.ts';

/** A gap or an overlap in a history could never be mended, so a caller's mistake is refused before anything else. */
export function checkNumbers({ run, expected, commits, row, key }: RunWrite): void {
  let last = expected;
  for (const commit of commits) {
    if (commit.first !== last + 1 || commit.last < commit.first) throw misnumbered(run, last + 1, commit.first);
    last = commit.last;
  }
  if (row.head !== last) throw misnumbered(run, last, row.head);
  if (key === null && expected !== 0) throw misnumbered(run, 0, expected);
}

function misnumbered(run: string, expected: number, found: number): TypeError {
  return new TypeError(`Expected number ${expected} next in ${run}, found ${found}. Nothing was changed.`);
}
