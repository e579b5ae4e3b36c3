// Proves a store: every run's chain and every seal, rows beside the fold of their events, payloads, what is stored
// outside runs, and the database itself. Run by run: what is held in memory does not grow with the store.

import type { Store } from '../ports/store.ts';
import type { RunHead, Tombstone } from '../ports/store-care.ts';
import { RunChecker } from './verify/check-run.ts';
import { isCompiledAgain } from './verify/compiled-again.ts';
import { Findings, type VerifyFinding } from './verify/findings.ts';
import { type LastSeal, SealChain, type SealedHeads } from './verify/seal-chain.ts';
import { SpendingSums } from './verify/spending-sums.ts';
import { SystemFacts } from './verify/system-facts.ts';

export interface VerifyResult {
  readonly ok: boolean;
  readonly runs: number;
  readonly commits: number;
  readonly erased: number;
  readonly seals: number;
  readonly tombstones: number;
  /** Rows that were compared with the fold of their events. */
  readonly rows: number;
  readonly payloads: number;
  /** What the database was asked itself; null when only chains were. */
  readonly database: string | null;
  /** The newest: kept elsewhere, it proves later that nothing up to it was taken away. */
  readonly lastSeal: LastSeal | null;
  /** The number of the seal that was asked for. */
  readonly keptSeal: number | null;
  /** What cannot be proved of this store, each with how many. */
  readonly unproved: readonly string[];
  /** The first ones; `brokenCount` tells how many there are. */
  readonly broken: readonly VerifyFinding[];
  readonly brokenCount: number;
}

export interface VerifyOptions {
  /** The hash of a seal kept elsewhere, which must be among the store's. */
  readonly seal?: string;
  /** Only chains and seals. */
  readonly isQuick?: boolean;
  /** Sealed heads held in memory at once; a larger store is read in several passes. */
  readonly headsMax?: number;
  progress?(runs: number, payloads: number): void;
}

const PAGE = 500;
const HEADS_MAX = 300_000;
const TRIES_MAX = 20;

export async function verifyStore(store: Store, options: VerifyOptions = {}): Promise<VerifyResult> {
  return new Verification(store, options).all();
}

class Verification {
  readonly #store: Store;
  readonly #isQuick: boolean;
  readonly #progress: (runs: number, payloads: number) => void;
  readonly #findings = new Findings();
  readonly #system: SystemFacts;
  readonly #spending = new SpendingSums();
  readonly #chain: SealChain;
  readonly #checker: RunChecker;
  #runs = 0;
  #tombstones = 0;
  #payloads = 0;
  #database: string | null = null;

  constructor(store: Store, { seal, isQuick = false, headsMax = HEADS_MAX, progress = () => {} }: VerifyOptions) {
    this.#store = store;
    this.#isQuick = isQuick;
    this.#progress = progress;
    this.#system = new SystemFacts(store);
    this.#chain = new SealChain(store, this.#findings, headsMax, seal ?? null);
    const [findings, system, spending] = [this.#findings, this.#system, this.#spending];
    this.#checker = new RunChecker({ store, findings, system, spending, isQuick });
  }

  async all(): Promise<VerifyResult> {
    if (!this.#isQuick) await this.#checkDatabase();
    await this.#system.catchUp();
    const spentBefore = this.#isQuick ? [] : await this.#store.spent({});
    await this.#checkHistories();
    if (!this.#isQuick) {
      this.#spending.check(spentBefore, await this.#store.spent({}), this.#findings);
      await this.#checkPayloads();
      await this.#checkStored();
    }
    return this.#verified();
  }

  #verified(): VerifyResult {
    const { broken, brokenCount, unproved } = this.#findings;
    const { commits, erased, rows } = this.#checker;
    return {
      ok: brokenCount === 0,
      ...{ runs: this.#runs, commits, erased, seals: this.#chain.count, tombstones: this.#tombstones },
      ...{ rows, payloads: this.#payloads, database: this.#database },
      ...{ lastSeal: this.#chain.last, keptSeal: this.#chain.keptNumber },
      ...{ unproved, broken, brokenCount },
    };
  }

  async #checkStored(): Promise<void> {
    let texts = await this.#store.storedTexts();
    // What was stored meanwhile is to be in both.
    for (let tries = 0; (await this.#system.catchUp()) && tries < TRIES_MAX; tries++)
      texts = await this.#store.storedTexts();
    for (const text of this.#system.checkStored(texts, this.#findings)) {
      if (text.kind === 'workflow' && (await isCompiledAgain(this.#store, text))) continue;
      const what = `what ${text.kind}s say of which an older version noted no hash when they were stored`;
      this.#findings.cannotProve(what, text.name.join(' '));
    }
  }

  async #checkDatabase(): Promise<void> {
    const { check, problems } = await this.#store.checkDatabase();
    this.#database = check;
    this.#findings.breaksAll('database', problems);
  }

  /** Runs by key: as many at a time as there is room for what the seals say of them. */
  async #checkHistories(): Promise<void> {
    for (let after = -1; ; ) {
      const { heads, last } = await this.#chain.heads(after);
      await this.#checkRuns(after, last, heads);
      await this.#checkTombstones(after, last, heads);
      for (const [key, numbers] of heads) this.#missing(key, numbers);
      if (last === Number.POSITIVE_INFINITY) return;
      after = last;
    }
  }

  async #checkRuns(after: number, last: number, sealedHeads: Map<number, SealedHeads>): Promise<void> {
    for (let key = after; key < last; ) {
      const page = await this.#store.heads(key, PAGE);
      if (page.length === 0) return;
      for (const head of page) {
        if (head.key > last) return;
        key = head.key;
        await this.#checkRun(head, sealedHeads);
      }
    }
  }

  async #checkRun(head: RunHead, sealedHeads: Map<number, SealedHeads>): Promise<void> {
    const isThere = await this.#checker.check(head, sealedHeads.get(head.key) ?? new Map());
    // One that was removed meanwhile has left a tombstone, which is looked at next.
    if (isThere) sealedHeads.delete(head.key);
    this.#runs++;
    this.#progress(this.#runs, this.#payloads);
  }

  async #checkTombstones(after: number, last: number, sealedHeads: Map<number, SealedHeads>): Promise<void> {
    for (let key = after; key < last; ) {
      const page = await this.#store.tombstones(key, PAGE);
      if (page.length === 0) return;
      for (const tombstone of page) {
        if (tombstone.key > last) return;
        key = tombstone.key;
        this.#tombstones++;
        this.#spending.isPartial = true;
        await this.#checkTombstone(tombstone, sealedHeads.get(key) ?? new Map());
        sealedHeads.delete(key);
      }
    }
  }

  async #checkTombstone({ run, head, hash: headHash }: Tombstone, sealedAt: SealedHeads): Promise<void> {
    if (!(await this.#system.isRemoved(run)))
      this.#findings.breaks(run, null, 'Expected a note that it was removed, found a tombstone without one.');
    for (const [number, sealedHash] of sealedAt) {
      if (number < head || (number === head && sealedHash === headHash)) continue;
      const found = number === head ? 'another hash' : `${head} as its last`;
      const message = `Expected the removed run to have had event ${number} as sealed, found ${found}.`;
      this.#findings.breaks(run, number, message);
    }
  }

  /** Sealed once, and now neither a run nor a tombstone. */
  #missing(key: number, numbers: SealedHeads): void {
    const head = Math.max(...numbers.keys());
    this.#findings.breaks(`run ${key}`, 1, `Expected the run with key ${key}, sealed up to event ${head}, found none.`);
  }

  async #checkPayloads(): Promise<void> {
    for (let after: number | null = 0; after !== null; ) {
      const { count, wrong, next } = await this.#store.provePayloads(after);
      this.#payloads += count;
      for (const { ref, runs } of wrong) {
        const users = runs.length === 0 ? 'no run' : runs.join(', ');
        const message = `Expected the payload ${ref}, used by ${users}, as it was stored, found another text.`;
        this.#findings.breaks(runs[0] ?? 'payloads', null, message);
      }
      this.#progress(this.#runs, this.#payloads);
      after = next;
    }
  }
}
