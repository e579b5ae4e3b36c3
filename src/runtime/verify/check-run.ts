// One run proved: its chain from the first commit to its head, and its rows and payloads beside what it folds to.

import { hash } from 'node:crypto';
import { CHAIN_START, chained } from '../../engine/chain.ts';
import { UnknownEventCode } from '../../engine/commit-text.ts';
import { StoreFault } from '../../errors.ts';
import type { Store, StoredCommit } from '../../ports/store.ts';
import type { RunHead, RunRows } from '../../ports/store-care.ts';
import { PayloadCache } from '../payload-cache.ts';
import { assembledNamed, referencesNamed } from '../reference-closure.ts';
import { compareRows } from './compare-rows.ts';
import { brief, type Findings } from './findings.ts';
import { RunFold } from './fold-run.ts';
import type { SealedHeads } from './seal-chain.ts';
import type { SpendingSums } from './spending-sums.ts';
import type { SystemFacts } from './system-facts.ts';
import { WorkflowShelf } from './workflow-shelf.ts';

const PAGE = 500;
const sha256 = (text: string): string => hash('sha256', text, 'hex');

export interface RunChecks {
  readonly store: Store;
  readonly findings: Findings;
  readonly system: SystemFacts;
  readonly spending: SpendingSums;
  /** Only chains and seals. */
  readonly isQuick: boolean;
}

/** What was read of one run. */
interface RunReading {
  readonly head: RunHead;
  readonly sealedAt: SealedHeads;
  /** null for the store's own history, and where only chains are asked for. */
  readonly rows: RunRows | null;
  readonly fold: RunFold | null;
  hash: string;
  number: number;
  erasedUpTo: number;
  /** Why its events cannot be folded. */
  unfoldable: unknown;
}

export class RunChecker {
  readonly #checks: RunChecks;
  readonly #payloads: PayloadCache;
  readonly #shelf: WorkflowShelf;
  commits = 0;
  erased = 0;
  rows = 0;

  constructor(checks: RunChecks) {
    this.#checks = checks;
    this.#payloads = new PayloadCache(checks.store);
    this.#shelf = new WorkflowShelf(checks.store);
  }

  /** false: it is there no more. */
  async check(listed: RunHead, sealedAt: SealedHeads): Promise<boolean> {
    const { store, isQuick } = this.#checks;
    const areAsked = !isQuick && listed.key !== 0;
    const found = areAsked ? await this.#rowsOf(listed) : 'unreadable';
    if (found === null) return false;
    const rows = found === 'unreadable' ? null : found;
    // Rows and head of one moment; what was written after it is not looked at.
    const head = rows === null ? listed : { ...listed, head: rows.row.head, hash: rows.row.hash };
    const fold = rows === null ? null : new RunFold(listed.run, rows.snapshot?.number ?? null);
    const reading: RunReading = {
      ...{ head, sealedAt, rows, fold, hash: CHAIN_START, number: 0, erasedUpTo: 0, unfoldable: null },
    };
    if (!(await this.#readChain(reading))) return true;
    if (reading.number !== head.head) {
      const [now] = await store.heads(head.key - 1, 1);
      if (now?.key !== head.key) return false;
      const message = `Expected events up to ${head.head}, found the last one to be ${reading.number}.`;
      this.#checks.findings.breaks(head.run, reading.number + 1, message);
      return true;
    }
    if (this.#checkHead(reading)) await this.#checkRows(reading);
    return true;
  }

  /** `unreadable`: that is reported, and its chain can still be proved. */
  async #rowsOf({ key, run }: RunHead): Promise<RunRows | 'unreadable' | null> {
    try {
      return await this.#checks.store.rowsOf(key);
    } catch (thrown) {
      this.#checks.findings.breaks(run, null, lastingMessage(thrown));
      this.#checks.spending.isPartial = true;
      return 'unreadable';
    }
  }

  /** One by one from a page on that cannot be read: null when it is the next commit that cannot, and that is
   *  reported. */
  async #commitsAfter({ head: { key, run }, number }: RunReading): Promise<readonly StoredCommit[] | null> {
    const { store, findings } = this.#checks;
    for (const limit of [PAGE, 1]) {
      try {
        return await store.commitsOf(key, number, limit);
      } catch (thrown) {
        const message = lastingMessage(thrown);
        if (limit === 1) findings.breaks(run, number + 1, message);
      }
    }
    return null;
  }

  /** false: it is broken, and that is reported. */
  async #readChain(reading: RunReading): Promise<boolean> {
    const { head: run, sealedAt } = reading;
    const { findings } = this.#checks;
    while (reading.number < run.head) {
      const commits = await this.#commitsAfter(reading);
      if (commits === null) return false;
      if (commits.length === 0) return true;
      for (const commit of commits) {
        // What follows was written since the head was read.
        if (reading.number >= run.head) return true;
        const next = reading.number + 1;
        if (commit.first !== next || commit.last < commit.first) {
          findings.breaks(run.run, next, `Expected event ${next} next, found a commit of ${commit.first}.`);
          return false;
        }
        this.#takeCommit(reading, commit);
        const expected = sealedAt.get(reading.number);
        if (expected !== undefined && expected !== reading.hash) {
          const found = `after event ${reading.number}, found ${brief(reading.hash)}`;
          const message = `Expected the sealed hash ${brief(expected)} ${found}. Something up to there was changed.`;
          findings.breaks(run.run, reading.number, message);
          return false;
        }
        sealedAt.delete(reading.number);
      }
    }
    return true;
  }

  #takeCommit(reading: RunReading, commit: StoredCommit): void {
    const { text, textHash } = commit;
    const hashed = text === null ? (textHash ?? '').replace(/^sha256:/, '') : sha256(text);
    reading.hash = chained(reading.hash, reading.head.run, commit, hashed, sha256);
    reading.number = commit.last;
    this.commits++;
    if (text === null) {
      this.erased++;
      reading.erasedUpTo = commit.last;
      return;
    }
    if (reading.fold === null || reading.erasedUpTo > 0 || reading.unfoldable !== null) return;
    try {
      reading.fold.take(commit, text);
    } catch (thrown) {
      reading.unfoldable = thrown;
    }
  }

  #checkHead({ head: { run, head, hash: wanted }, hash: found, sealedAt }: RunReading): boolean {
    const { findings } = this.#checks;
    if (found !== wanted) {
      const message = `Expected the hash ${brief(wanted)} after event ${head}, found ${brief(found)}.`;
      findings.breaks(run, head, `${message} A commit, or the head itself, was changed.`);
      return false;
    }
    const beyond = Math.max(0, ...[...sealedAt.keys()].filter((number) => number > head));
    if (beyond > 0) findings.breaks(run, head + 1, `Expected events up to ${beyond}, which are sealed, found ${head}.`);
    const between = [...sealedAt.keys()].find((number) => number <= head);
    if (between !== undefined)
      findings.breaks(run, between, `Expected a commit that ends with event ${between}, as sealed, found none.`);
    return true;
  }

  /** The history holds: do the rows say the same? */
  async #checkRows({ head: { run }, rows, fold, erasedUpTo, unfoldable }: RunReading): Promise<void> {
    const { findings, system, spending } = this.#checks;
    if (erasedUpTo > 0) {
      spending.isPartial = true;
      if (!(await system.isErased(run, erasedUpTo)))
        findings.breaks(run, erasedUpTo, `Expected a note that events up to ${erasedUpTo} were erased, found none.`);
      else if (rows !== null) findings.cannotProve('rows of erased runs, which have no events to be compared with');
      return;
    }
    if (rows === null || fold === null) return;
    if (unfoldable !== null) {
      this.#tellUnfoldable(run, unfoldable);
      return;
    }
    spending.add(fold.spent);
    this.rows += 1 + rows.tasks.length + rows.timers.length;
    const workflow = (name: string, version: string) => this.#shelf.workflow(name, version);
    const missing = await this.#shelf.missing(fold.state.workflow, fold.versions);
    const problems = missing.map((version) => `Expected its workflow ${fold.state.workflow} ${version}, found none.`);
    problems.push(...(await compareRows({ rows, fold, payloads: this.#payloads, workflow })));
    problems.push(...(await this.#payloadProblems(fold, rows)));
    findings.breaksAll(run, problems);
  }

  #tellUnfoldable(run: string, thrown: unknown): void {
    const { findings, spending } = this.#checks;
    spending.isPartial = true;
    if (thrown instanceof UnknownEventCode) {
      findings.cannotProve('rows of runs that a newer version of Signoff wrote');
      return;
    }
    const reason = thrown instanceof Error ? thrown.message : String(thrown);
    findings.breaks(run, null, `Expected its events to be readable, found that they are not: ${reason}`);
  }

  /** Everything its events name, and what that is made of, is there and noted as used by it. */
  async #payloadProblems({ references, assembled }: RunFold, { uses }: RunRows): Promise<string[]> {
    const problems: string[] = [];
    const inside = [...assembled];
    for (let ref = inside.pop(); ref !== undefined; ref = inside.pop()) {
      const text = await this.#textOf(ref);
      if (text === null) continue;
      for (const named of referencesNamed(text)) references.add(named);
      for (const named of assembledNamed(text)) {
        if (!assembled.has(named)) inside.push(named);
        assembled.add(named);
      }
    }
    for (const ref of references) {
      if (uses.has(ref)) continue;
      const isThere = (await this.#textOf(ref)) !== null;
      problems.push(
        isThere
          ? `Expected a note that it uses the payload ${ref}, found none: the payload could be pruned.`
          : `Expected the payload ${ref}, which it names, found none: it was neither erased nor pruned.`,
      );
    }
    return problems;
  }

  /** null when it is not there. One with a different text is there, and reported elsewhere. */
  async #textOf(ref: string): Promise<string | null> {
    try {
      return (await this.#checks.store.payloads([ref])).get(ref) ?? null;
    } catch (thrown) {
      if (thrown instanceof StoreFault && thrown.isLasting) return '';
      throw thrown;
    }
  }
}

/** Of what was altered so that it cannot be read; anything else is thrown on. */
function lastingMessage(thrown: unknown): string {
  if (thrown instanceof StoreFault && thrown.isLasting)
    return thrown.message.replace(/Run signoff store verify, then restore a backup\..*$/, 'Restore a backup.');
  throw thrown;
}
