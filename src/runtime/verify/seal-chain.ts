// The chain of seals, and what it says of runs: at this event a run's chain had this hash.

import { hash } from 'node:crypto';
import { CHAIN_START, sealed } from '../../engine/chain.ts';
import type { Store } from '../../ports/store.ts';
import type { Seal } from '../../ports/store-care.ts';
import { brief, type Findings } from './findings.ts';

/** By event number. */
export type SealedHeads = Map<number, string>;

export interface LastSeal {
  readonly number: number;
  readonly at: number;
  readonly hash: string;
}

type SealStore = Pick<Store, 'seals' | 'commitsOfSeal'>;

/** A commit that a seal claims and does not name itself: one before it must. */
interface ClaimedCommit {
  readonly seal: number;
  readonly last: number;
}

const PAGE = 500;
/** Only seals that were altered, or moved from one kind of store to another, claim such commits. */
const CLAIMED_MAX = 100_000;
const sha256 = (text: string): string => hash('sha256', text, 'hex');

export class SealChain {
  readonly #store: SealStore;
  readonly #findings: Findings;
  readonly #headsMax: number;
  /** A seal kept elsewhere, by its hash. */
  readonly #kept: string | null;
  /** By run. */
  readonly #claimed = new Map<number, ClaimedCommit[]>();
  #claimedCount = 0;
  count = 0;
  last: LastSeal | null = null;
  /** The number of the seal that was kept elsewhere; null while it is not found. */
  keptNumber: number | null = null;

  constructor(store: SealStore, findings: Findings, headsMax: number, kept: string | null) {
    this.#store = store;
    this.#findings = findings;
    this.#headsMax = headsMax;
    this.#kept = kept;
  }

  /** The sealed heads of runs with keys over `after`, up to `last`. The chain itself is checked on the first pass. */
  async heads(after: number): Promise<{ heads: Map<number, SealedHeads>; last: number }> {
    const heads = new Map<number, SealedHeads>();
    let last = Number.POSITIVE_INFINITY;
    let count = 0;
    let previous = CHAIN_START;
    let number = 0;
    for (let page = await this.#store.seals(0, PAGE); page.length > 0; page = await this.#store.seals(number, PAGE)) {
      for (const seal of page) {
        const entries = entriesOf(seal.text);
        if (after < 0) {
          this.#check(seal, previous, number);
          await this.#checkClaim(seal.id, entries);
        }
        ({ hash: previous, id: number } = seal);
        for (const [key, head, headHash] of entries) {
          if (key <= after || key > last) continue;
          const own = heads.get(key) ?? new Map<number, string>();
          const before = own.get(head);
          if (before !== undefined && before !== headHash)
            this.#findings.breaks(
              `run ${key}`,
              head,
              'Expected the seals to agree on its hash, found that two differ.',
            );
          if (before === undefined) count++;
          heads.set(key, own.set(head, headHash));
        }
        while (count > this.#headsMax && heads.size > 1) {
          const highest = highestOf(heads);
          count -= heads.get(highest)?.size ?? 0;
          heads.delete(highest);
          last = highest - 1;
        }
      }
    }
    if (after < 0) {
      this.#checkKept();
      await this.#checkClaimed();
    }
    return { heads, last };
  }

  #check(seal: Seal, previous: string, before: number): void {
    const { id, at, text } = seal;
    this.count++;
    this.last = { number: id, at, hash: seal.hash };
    if (id !== before + 1) this.#findings.breaks('seals', before + 1, `Expected seal ${before + 1}, found seal ${id}.`);
    const expected = sealed(previous, at, text, sha256);
    if (expected !== seal.hash) {
      const message = `Expected seal ${id} with the hash ${brief(expected)}, found ${brief(seal.hash)}.`;
      this.#findings.breaks('seals', id, message);
    } else if (seal.hash === this.#kept) this.keptNumber = id;
  }

  /** Whatever it says it sealed must be in it: what is believed to be sealed is never sealed again. */
  async #checkClaim(seal: number, entries: readonly SealEntry[]): Promise<void> {
    const heads = new Map(entries.map(([key, head]) => [key, head]));
    for (let after: string | null = null; ; ) {
      const { commits, next, isBeyond } = await this.#store.commitsOfSeal(seal, after);
      for (const { key, last } of commits) if (last > (heads.get(key) ?? 0)) this.#claim(key, { seal, last });
      if (next === null || this.#claimedCount > CLAIMED_MAX) {
        const message = `Expected seal ${seal} to say it goes up to a commit that is there, found that it claims more`;
        if (isBeyond) this.#findings.breaks('seals', seal, `${message}. Its "through" was altered.`);
        return;
      }
      after = next;
    }
  }

  #claim(key: number, claimed: ClaimedCommit): void {
    const own = this.#claimed.get(key) ?? [];
    // A seal that has an event of a run has all before it.
    if (own.at(-1)?.seal === claimed.seal) own.pop();
    else this.#claimedCount++;
    this.#claimed.set(key, [...own, claimed]);
  }

  async #checkClaimed(): Promise<void> {
    if (this.#claimedCount === 0) return;
    let number = 0;
    for (let page = await this.#store.seals(0, PAGE); page.length > 0; page = await this.#store.seals(number, PAGE)) {
      for (const { id, text } of page) {
        number = id;
        for (const [key, head] of entriesOf(text)) {
          const open = this.#claimed.get(key)?.filter(({ seal, last }) => seal < id || last > head);
          if (open !== undefined) this.#claimed.set(key, open);
        }
      }
    }
    const first = new Map<number, string>();
    for (const [key, open] of this.#claimed)
      for (const { seal, last } of open)
        if (!first.has(seal)) first.set(seal, `event ${last} of the run with key ${key}`);
    for (const [seal, what] of first) {
      const message = `Expected seal ${seal} to have sealed all it says it did, found that ${what} is not sealed`;
      this.#findings.breaks('seals', seal, `${message}. Its "through", or a seal before it, was altered.`);
    }
  }

  /** A chain that was replaced, or cut short, lacks the seal that someone kept: its hash takes in all before it. */
  #checkKept(): void {
    if (this.#kept === null || this.keptNumber !== null) return;
    const expected = `Expected the seal ${brief(this.#kept)}, which was kept elsewhere`;
    const message = `${expected}, among ${this.count} seals, found none.`;
    const means = 'What it sealed was removed or replaced, or it is the seal of another store.';
    this.#findings.breaks('seals', null, `${message} ${means}`);
  }
}

type SealEntry = readonly [key: number, head: number, hash: string];

function entriesOf(text: string): readonly SealEntry[] {
  try {
    const entries = JSON.parse(text) as unknown;
    return Array.isArray(entries) ? entries.filter((entry): entry is SealEntry => Array.isArray(entry)) : [];
  } catch {
    // Its hash has shown already that it was changed.
    return [];
  }
}

function highestOf(heads: ReadonlyMap<number, unknown>): number {
  let highest = 0;
  for (const key of heads.keys()) if (key > highest) highest = key;
  return highest;
}
