// Follows a run of a store and the runs it started: a copy of each, folded from commits, also those of other processes.

import type { Workflow } from '../diagram/workflow.ts';
import { eventsOf } from '../engine/commit-text.ts';
import type { AnyEvent, EventType } from '../engine/events.ts';
import { evolve } from '../engine/evolve.ts';
import type { RunState } from '../engine/run-state.ts';
import { newState } from '../engine/snapshot.ts';
import type { Payloads } from '../engine/value.ts';
import type { Json } from '../json.ts';
import type { Store, StoredCommit } from '../ports/store.ts';
import { placeOf } from './live-run.ts';
import { payloadsLeft } from './needed-payloads.ts';
import { referencesNamed } from './reference-closure.ts';
import type { SetTimer, ShownRun } from './run-driver.ts';

export interface FollowOptions {
  readonly store: Store;
  onEvent(run: ShownRun, event: AnyEvent, payloads: Payloads): void;
  /** Just before a timer counts as fired. */
  onTimer(fired: SetTimer): void;
}

interface FollowedRun extends ShownRun {
  workflow: Workflow;
  readonly state: RunState;
  readonly events: AnyEvent[];
}

const COMMITS_AT_ONCE = 500;
const PAYLOADS_AT_ONCE = 200;
const STARTS_CHILD: ReadonlySet<EventType> = new Set(['ChildStarted', 'ChildRestarted', 'DetachedChildStarted']);

export class FollowedRuns {
  readonly runs = new Map<string, ShownRun>();
  readonly payloads = new Map<string, Json>();
  readonly #options: FollowOptions;
  readonly #followed = new Map<string, FollowedRun>();
  /** The root and everything started from it, heard of or not. */
  readonly #family = new Set<string>();
  readonly #workflows = new Map<string, Workflow>();
  /** How far this process itself has taken runs: what must be seen before it is reported that nothing more happens. */
  readonly #heads = new Map<string, number>();
  #cursor = '';
  #reading: Promise<void> | null = null;
  #isWanted = false;
  #fault: { readonly error: unknown } | null = null;
  #unlisten: (() => void) | null = null;
  /** What happened before is reported: from here on the feed is read. */
  #isPastReported = false;
  #heard: (() => void)[] = [];

  constructor(options: FollowOptions) {
    this.#options = options;
  }

  /** Everything that has happened so far is reported first, in the order of its time. */
  async follow(root: string): Promise<void> {
    const { store } = this.#options;
    this.#cursor = await store.feedEnd();
    this.#family.add(root);
    for (const { run, commit } of await this.#history()) await this.#fold(run, commit);
    this.#isPastReported = true;
    this.#unlisten = store.listen(() => this.wake());
    this.wake();
  }

  stop(): void {
    this.#unlisten?.();
    this.#unlisten = null;
  }

  /** This process has committed something. */
  committed(run: string, number: number): void {
    this.#heads.set(run, number);
    this.wake();
  }

  /** Reads on, soon. */
  wake(): void {
    // A later commit must not be folded before those of the past.
    if (!this.#isPastReported) return;
    this.#isWanted = true;
    if (this.#reading !== null || this.#fault !== null) return;
    this.#reading = this.#readOn()
      .catch((error: unknown) => {
        this.#fault = { error };
      })
      .finally(() => {
        this.#reading = null;
        this.#tell();
      });
  }

  /** Resolves when everything that this process committed is here. */
  async caughtUp(): Promise<void> {
    for (;;) {
      this.wake();
      while (this.#reading !== null) await this.#reading;
      if (this.#fault !== null) throw this.#fault.error;
      if (!this.#isBehind()) break;
      // The store shows commits in order: ours waits for one of another process that is not through yet.
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    this.#heads.clear();
  }

  /** Resolves when something has happened in the family, or the time is over. */
  async changed(ms: number, signal: AbortSignal): Promise<void> {
    if (signal.aborted || this.#fault !== null) return;
    await new Promise<void>((resolve) => {
      const done = (): void => {
        clearTimeout(timeout);
        signal.removeEventListener('abort', done);
        resolve();
      };
      const timeout = setTimeout(done, ms);
      signal.addEventListener('abort', done, { once: true });
      this.#heard.push(done);
    });
  }

  #tell(): void {
    for (const resolve of this.#heard.splice(0)) resolve();
  }

  #isBehind(): boolean {
    for (const [run, number] of this.#heads)
      if (this.#family.has(run) && (this.#followed.get(run)?.state.number ?? 0) < number) return true;
    return false;
  }

  async #readOn(): Promise<void> {
    while (this.#isWanted) {
      this.#isWanted = false;
      for (let isMore = true; isMore; ) {
        const { commits, cursor } = await this.#options.store.feed(this.#cursor, COMMITS_AT_ONCE);
        for (const commit of commits) if (this.#family.has(commit.run)) await this.#fold(commit.run, commit);
        this.#cursor = cursor;
        isMore = commits.length === COMMITS_AT_ONCE;
      }
    }
  }

  /** The commits of the family until now, merged by time: each run's own stay in order whatever its clock did. */
  async #history() {
    const all: { readonly run: string; readonly commit: StoredCommit; readonly at: number }[] = [];
    for (const run of this.#family) {
      const row = await this.#options.store.run(run);
      let at = 0;
      for (let after = 0; row !== null; ) {
        const commits = await this.#options.store.commitsOf(row.key, after, COMMITS_AT_ONCE);
        for (const commit of commits) {
          at = Math.max(at, commit.at);
          all.push({ run, commit, at });
          for (const event of this.#eventsIn(run, commit)) this.#adopt(event);
          after = commit.last;
        }
        if (commits.length < COMMITS_AT_ONCE) break;
      }
    }
    return all.sort((a, b) => a.at - b.at);
  }

  #eventsIn(run: string, commit: StoredCommit): AnyEvent[] {
    if (commit.text !== null) return eventsOf(commit.text, placeOf(run, commit));
    throw new Error(`The events of ${run} from ${commit.first} on were erased: it can no longer be followed.`);
  }

  #adopt(event: AnyEvent): void {
    if (STARTS_CHILD.has(event.type) && 'child' in event.data) this.#family.add(String(event.data.child));
  }

  async #fold(id: string, commit: StoredCommit): Promise<void> {
    const known = this.#followed.get(id);
    if (known !== undefined && commit.last <= known.state.number) return;
    const events = this.#eventsIn(id, commit);
    await this.#loadPayloads(id, commit.text ?? '');
    for (const event of events) await this.#loadWorkflow(event, known?.workflow.name ?? '');
    // Without a pause: who shows a run never sees half a commit.
    for (const event of events) this.#apply(id, event);
  }

  #apply(id: string, event: AnyEvent): void {
    const known = this.#followed.get(id);
    const state = known?.state ?? newState();
    if (event.number <= state.number) return;
    const timer = event.type === 'TimerFired' ? state.timers.get(event.data.timer) : undefined;
    if (known !== undefined && timer !== undefined) this.#options.onTimer({ run: known, timer });
    this.#adopt(event);
    evolve(state, event);
    const workflow = this.#workflows.get(`${state.workflow}@${state.version}`) as Workflow;
    const run: FollowedRun = known ?? { id, workflow, state, events: [] };
    run.workflow = workflow;
    run.events.push(event);
    this.#followed.set(id, run);
    this.runs.set(id, run);
    this.#options.onEvent(run, event, this.payloads);
  }

  /** One object per version: indexes are kept by it. */
  async #loadWorkflow(event: AnyEvent, before: string): Promise<void> {
    const [name, version] = workflowIn(event, before) ?? [];
    if (name === undefined || this.#workflows.has(`${name}@${version}`)) return;
    const stored = await this.#options.store.workflow(name, version);
    if (stored === null)
      throw new Error(`The store has no workflow "${name}" of version ${version}, which a run needs.`);
    this.#workflows.set(`${name}@${version}`, stored.workflow);
  }

  /** Before an event is reported: the code that shows it reads without waiting. A join's results refer to further
   *  ones. */
  async #loadPayloads(run: string, text: string): Promise<void> {
    for (let wanted = this.#missingIn(text); wanted.length > 0; ) {
      const now = wanted.slice(0, PAYLOADS_AT_ONCE);
      const later = new Set(wanted.slice(PAYLOADS_AT_ONCE));
      const texts = await payloadsLeft(this.#options.store, now, run);
      // One of a run that was pruned or erased reads as nothing.
      for (const ref of now) this.payloads.set(ref, JSON.parse(texts.get(ref) ?? 'null') as Json);
      for (const found of texts.values()) for (const ref of this.#missingIn(found)) later.add(ref);
      wanted = [...later].filter((ref) => !this.payloads.has(ref));
    }
  }

  #missingIn(text: string): string[] {
    if (!text.includes('"$ref"')) return [];
    const refs = referencesNamed(text);
    return [...refs].filter((ref) => !this.payloads.has(ref));
  }
}

/** The name and version of the workflow that the run has from this event on; null when it changes nothing there. */
function workflowIn({ type, data }: AnyEvent, before: string): readonly [string, string] | null {
  if (type === 'RunStarted') return [data.workflow, data.version];
  if (type === 'RunMigrated') return [before, data.to];
  if (type !== 'RunForked') return null;
  const { workflow, version } = data.state as unknown as Pick<RunState, 'workflow' | 'version'>;
  return [workflow, version];
}
