// Proves a store's history: every run's chain from its first commit to its head, every seal, what was removed.

import { hash } from 'node:crypto';
import { CHAIN_START, chained, sealed } from '../engine/chain.ts';
import type { Store, StoredCommit } from '../ports/store.ts';
import type { RunHead, Tombstone } from '../ports/store-care.ts';

export interface Broken {
  /** The run's id; `seals` for the chain of seals. */
  readonly run: string;
  /** The event number (of a seal: its id) from which on nothing is proved. */
  readonly number: number;
  readonly message: string;
}

export interface Verified {
  readonly ok: boolean;
  readonly runs: number;
  readonly commits: number;
  readonly erased: number;
  readonly seals: number;
  readonly tombstones: number;
  /** The first ones; `brokenCount` tells how many there are. */
  readonly broken: readonly Broken[];
  readonly brokenCount: number;
}

export interface VerifyOptions {
  /** Sealed heads held in memory at once; a larger store is read in several passes. */
  readonly headsMax?: number;
  progress?(runs: number): void;
}

const PAGE = 500;
const HEADS_MAX = 300_000;
const BROKEN_MAX = 100;
const sha256 = (text: string): string => hash('sha256', text, 'hex');

export async function verifyStore(store: Store, options: VerifyOptions = {}): Promise<Verified> {
  return new Verification(store, options).all();
}

/** What seals say of one run: at this number its chain had this hash. */
type SealedHeads = Map<number, string>;

class Verification {
  readonly #store: Store;
  readonly #headsMax: number;
  readonly #progress: (runs: number) => void;
  readonly #broken: Broken[] = [];
  #brokenCount = 0;
  #runs = 0;
  #commits = 0;
  #erased = 0;
  #seals = 0;
  #tombstones = 0;

  constructor(store: Store, { headsMax = HEADS_MAX, progress = () => {} }: VerifyOptions) {
    this.#store = store;
    this.#headsMax = headsMax;
    this.#progress = progress;
  }

  async all(): Promise<Verified> {
    // Runs by key: as many at a time as there is room for what the seals say of them.
    for (let after = -1; ; ) {
      const { heads, last } = await this.#sealedHeads(after);
      await this.#checkRuns(after, last, heads);
      await this.#checkTombstones(after, last, heads);
      for (const [key, numbers] of heads) this.#missing(key, numbers);
      if (last === Number.POSITIVE_INFINITY) break;
      after = last;
    }
    return {
      ok: this.#brokenCount === 0,
      ...{ runs: this.#runs, commits: this.#commits, erased: this.#erased },
      ...{ seals: this.#seals, tombstones: this.#tombstones },
      ...{ broken: this.#broken, brokenCount: this.#brokenCount },
    };
  }

  /** The sealed heads of runs with keys over `after`, up to `last`. The chain of seals is checked on the first pass. */
  async #sealedHeads(after: number): Promise<{ heads: Map<number, SealedHeads>; last: number }> {
    const heads = new Map<number, SealedHeads>();
    let last = Number.POSITIVE_INFINITY;
    let count = 0;
    let previous = CHAIN_START;
    let number = 0;
    for (let page = await this.#store.seals(0, PAGE); page.length > 0; page = await this.#store.seals(number, PAGE)) {
      for (const seal of page) {
        if (after < 0) this.#checkSeal(seal, previous, number);
        ({ hash: previous, id: number } = seal);
        for (const [key, head, hash] of entriesOf(seal.text)) {
          if (key <= after || key > last) continue;
          const own = heads.get(key) ?? new Map<number, string>();
          const before = own.get(head);
          if (before !== undefined && before !== hash) this.#breaks(`run ${key}`, head, `two seals differ on its hash`);
          if (before === undefined) count++;
          heads.set(key, own.set(head, hash));
        }
        while (count > this.#headsMax && heads.size > 1) {
          const highest = highestOf(heads);
          count -= heads.get(highest)?.size ?? 0;
          heads.delete(highest);
          last = highest - 1;
        }
      }
    }
    return { heads, last };
  }

  #checkSeal(seal: { id: number; at: number; text: string; hash: string }, previous: string, before: number): void {
    this.#seals++;
    if (seal.id !== before + 1)
      this.#breaks('seals', before + 1, `Expected seal ${before + 1}, found seal ${seal.id}.`);
    const expected = sealed(previous, seal.at, seal.text, sha256);
    if (expected === seal.hash) return;
    this.#breaks(
      'seals',
      seal.id,
      `Expected seal ${seal.id} with the hash ${brief(expected)}, found ${brief(seal.hash)}.`,
    );
  }

  async #checkRuns(after: number, last: number, sealedHeads: Map<number, SealedHeads>): Promise<void> {
    for (let key = after; key < last; ) {
      const page = await this.#store.heads(key, PAGE);
      if (page.length === 0) return;
      for (const head of page) {
        if (head.key > last) return;
        key = head.key;
        const isThere = await this.#checkRun(head, sealedHeads.get(head.key) ?? new Map());
        // One that was removed meanwhile has left a tombstone, which is looked at next.
        if (isThere) sealedHeads.delete(head.key);
        this.#runs++;
        if (this.#runs % PAGE === 0) this.#progress(this.#runs);
      }
    }
  }

  /** false: it is there no more. */
  async #checkRun(runHead: RunHead, sealedAt: SealedHeads): Promise<boolean> {
    const { key, run, head } = runHead;
    let previous = CHAIN_START;
    let number = 0;
    // What was written after the head was read is not looked at.
    while (number < head) {
      const commits = await this.#store.commitsOf(key, number, PAGE);
      if (commits.length === 0) break;
      for (const commit of commits) {
        if (commit.first > head) break;
        if (commit.first !== number + 1 || commit.last < commit.first) {
          this.#breaks(run, number + 1, `Expected event ${number + 1} next, found a commit of ${commit.first}.`);
          return true;
        }
        previous = chained(previous, run, commit, this.#textHash(commit), sha256);
        number = commit.last;
        this.#commits++;
        const expected = sealedAt.get(number);
        if (expected !== undefined && expected !== previous) {
          const found = `found ${brief(previous)}`;
          const message = `Expected the sealed hash ${brief(expected)} after event ${number}, ${found}.`;
          this.#breaks(run, number, `${message} Something up to there was changed.`);
          return true;
        }
        sealedAt.delete(number);
      }
    }
    if (number !== head) {
      const [now] = await this.#store.heads(key - 1, 1);
      if (now?.key !== key) return false;
      this.#breaks(run, number + 1, `Expected events up to ${head}, found the last one to be ${number}.`);
    } else this.#checkHead(runHead, previous, sealedAt);
    return true;
  }

  #checkHead({ run, head, hash: headHash }: RunHead, previous: string, sealedAt: SealedHeads): void {
    if (previous !== headHash) {
      const message = `Expected the hash ${brief(headHash)} after event ${head}, found ${brief(previous)}.`;
      this.#breaks(run, head, `${message} A commit, or the head itself, was changed.`);
      return;
    }
    const beyond = Math.max(0, ...[...sealedAt.keys()].filter((sealedNumber) => sealedNumber > head));
    if (beyond > 0) this.#breaks(run, head + 1, `Expected events up to ${beyond}, which are sealed, found ${head}.`);
    const between = [...sealedAt.keys()].find((sealedNumber) => sealedNumber <= head);
    if (between !== undefined)
      this.#breaks(run, between, `Expected a commit that ends with event ${between}, as sealed, found none.`);
  }

  #textHash({ text, textHash }: StoredCommit): string {
    if (text !== null) return sha256(text);
    this.#erased++;
    return (textHash ?? '').replace(/^sha256:/, '');
  }

  async #checkTombstones(after: number, last: number, sealedHeads: Map<number, SealedHeads>): Promise<void> {
    for (let key = after; key < last; ) {
      const page = await this.#store.tombstones(key, PAGE);
      if (page.length === 0) return;
      for (const tombstone of page) {
        if (tombstone.key > last) return;
        key = tombstone.key;
        this.#tombstones++;
        this.#checkTombstone(tombstone, sealedHeads.get(key) ?? new Map());
        sealedHeads.delete(key);
      }
    }
  }

  #checkTombstone({ run, head, hash: headHash }: Tombstone, sealedAt: SealedHeads): void {
    for (const [number, sealedHash] of sealedAt) {
      if (number < head || (number === head && sealedHash === headHash)) continue;
      const found = number === head ? 'another hash' : `${head} as its last`;
      this.#breaks(run, number, `Expected the removed run to have had event ${number} as sealed, found ${found}.`);
    }
  }

  /** Sealed once, and now neither a run nor a tombstone. */
  #missing(key: number, numbers: SealedHeads): void {
    const head = Math.max(...numbers.keys());
    this.#breaks(`run ${key}`, 1, `Expected the run with key ${key}, sealed up to event ${head}, found none.`);
  }

  #breaks(run: string, number: number, message: string): void {
    this.#brokenCount++;
    if (this.#broken.length < BROKEN_MAX) this.#broken.push({ run, number, message });
  }
}

function entriesOf(text: string): readonly (readonly [number, number, string])[] {
  try {
    return JSON.parse(text) as [number, number, string][];
  } catch {
    // Its hash has told already that it was changed.
    return [];
  }
}

function highestOf(heads: ReadonlyMap<number, unknown>): number {
  let highest = 0;
  for (const key of heads.keys()) if (key > highest) highest = key;
  return highest;
}

const brief = (hash: string): string => (hash === '' ? 'nothing' : hash.slice(0, 12));
