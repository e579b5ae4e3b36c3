// The contract of ports/store.ts as tests: one suite that every store passes, sentence by sentence.

import { describe } from 'node:test';
import type { Store } from '../../src/ports/store.ts';
import { appendPart } from './append-part.ts';
import { carePart } from './care-part.ts';
import { contentionPart } from './contention-part.ts';
import { feedPart } from './feed-part.ts';
import { libraryPart } from './library-part.ts';
import { listsPart } from './lists-part.ts';
import { moneyPart } from './money-part.ts';
import { movePart } from './move-part.ts';
import { processesPart } from './processes-part.ts';
import { readsPart } from './reads-part.ts';
import { textPart } from './text-part.ts';

/** A new, empty place for a store; every `open` is a connection of its own to it. */
export interface Place {
  readonly open: () => Promise<Store>;
  /** What another process opens it by (open-place.ts). */
  readonly address: string;
  readonly remove: () => Promise<void>;
}

export type NewPlace = () => Promise<Place>;

export function describeStore(name: string, newPlace: NewPlace): void {
  const parts = [
    appendPart,
    readsPart,
    listsPart,
    feedPart,
    processesPart,
    libraryPart,
    carePart,
    movePart,
    moneyPart,
    textPart,
  ];
  describe(`the contract of a store, kept by ${name}`, { timeout: 120_000 }, () => {
    for (const part of [...parts, contentionPart]) part(newPlace);
  });
}
