// What the store's own history says: which data was erased, which runs were removed, what is stored outside runs.

import { StoreFault } from '../../errors.ts';
import { isJsonObject, type Json, type JsonObject } from '../../json.ts';
import type { Store } from '../../ports/store.ts';
import type { StoredText } from '../../ports/store-care.ts';
import type { Findings } from './findings.ts';
import { type NoteAuthor, WorkflowNotes } from './workflow-notes.ts';

const SYSTEM_KEY = 0;
const PAGE = 500;
/** Removed runs remembered; of more it is not asked whether their removal was noted. */
const REMOVED_MAX = 500_000;
/** Notes that make nothing. */
const REMOVALS: ReadonlySet<string> = new Set(['DataErased', 'RunsRemoved', 'RunRemoved', 'WorkflowRemoved']);
const NAME_LENGTH_MAX = 300;

export class SystemFacts {
  readonly #store: Store;
  #number = 0;
  /** By run: up to which event. */
  readonly #erased = new Map<string, number>();
  readonly #removed = new Set<string>();
  /** By kind and name: the hash each note gave, oldest first; null: it was removed. */
  readonly #stored = new Map<string, (string | null)[]>();
  /** What notes without a hash name: those of versions that noted none. */
  readonly #named = new Set<string>();
  /** One of them names nothing: it may be about anything. */
  #isNameless = false;
  readonly #workflows = new WorkflowNotes();

  constructor(store: Store) {
    this.#store = store;
  }

  /** Reads what was noted since it last did. false: nothing was. */
  async catchUp(): Promise<boolean> {
    const before = this.#number;
    for (;;) {
      const commits = await this.#store.commitsOf(SYSTEM_KEY, this.#number, PAGE).catch(unlessAltered);
      for (const { text, last, actor, at } of commits) {
        for (const [type, about] of eventsIn(text)) this.#take(type, about, { actor, at });
        this.#number = last;
      }
      if (commits.length < PAGE) return this.#number > before;
    }
  }

  async isErased(run: string, upTo: number): Promise<boolean> {
    const isKnown = () => (this.#erased.get(run) ?? 0) >= upTo;
    // It may have happened since.
    if (!isKnown()) await this.catchUp();
    return isKnown();
  }

  async isRemoved(run: string): Promise<boolean> {
    if (!this.#removed.has(run)) await this.catchUp();
    return this.#removed.has(run) || this.#removed.size >= REMOVED_MAX;
  }

  /** Workflows and records beside what was noted of them; those whose notes say no hash. One without any note was
   *  put there by nobody who used the store. */
  checkStored(texts: readonly StoredText[], findings: Findings): readonly StoredText[] {
    this.#workflows.check(texts, findings);
    const unnoted: StoredText[] = [];
    const left = new Map(this.#stored);
    for (const text of texts) {
      const key = keyOf(text.kind, text.name);
      const noted = left.get(key)?.filter((hash) => hash !== null) ?? [];
      const isGone = left.get(key)?.at(-1) === null;
      left.delete(key);
      const [place, name] = [`${text.kind}s`, text.name.join(' ')];
      if (isGone) findings.breaks(place, null, `Expected no ${text.kind} ${name}, which was removed, found one.`);
      // A record changes, a version never does.
      const wanted = text.kind === 'record' ? noted.slice(-1) : noted;
      if (wanted.some((hash) => hash !== text.hash)) {
        const message = `Expected the ${text.kind} ${name} as it was stored, found it altered.`;
        findings.breaks(place, null, `${message} Restore a backup.`);
      }
      if (noted.length > 0 || isGone) continue;
      if (this.#isNamed(text)) unnoted.push(text);
      else {
        const message = `Expected a note that the ${text.kind} ${name} was stored, found none`;
        findings.breaks(place, null, `${message}: it was put there behind the store's back. Restore a backup.`);
      }
    }
    for (const [key, hashes] of left) {
      if (hashes.at(-1) === null) continue;
      const [kind, ...name] = JSON.parse(key) as [StoredText['kind'], ...string[]];
      findings.breaks(`${kind}s`, null, `Expected the ${kind} ${name.join(' ')}, which was stored, found none.`);
    }
    return unnoted;
  }

  #isNamed(text: StoredText): boolean {
    if (this.#isNameless) return true;
    return text.kind === 'workflow' ? this.#workflows.isNoted(text) : this.#named.has(String(text.name[1]));
  }

  #take(type: string, about: JsonObject, by: NoteAuthor): void {
    const { run, runs, upTo, name, version, compiler, record, stored } = about;
    if (type === 'DataErased' && typeof run === 'string' && typeof upTo === 'number') this.#erased.set(run, upTo);
    for (const one of type === 'RunsRemoved' && Array.isArray(runs) ? runs : type === 'RunRemoved' ? [run] : [])
      if (this.#removed.size < REMOVED_MAX) this.#removed.add(String(one));
    if (type === 'WorkflowRemoved' && typeof name === 'string') this.#removeWorkflow(name);
    this.#takeWorkflow(type, about, by);
    const hash = stored === null || typeof stored === 'string' ? stored : undefined;
    if (hash === undefined) this.#nameAll(type, about);
    else if (Array.isArray(record)) this.#note(keyOf('record', record), hash);
    else if (version !== undefined && compiler !== undefined)
      this.#note(keyOf('workflow', [name ?? null, version, compiler]), hash);
  }

  #nameAll(type: string, about: JsonObject): void {
    if (REMOVALS.has(type)) return;
    const texts = Object.values(about)
      .flat()
      .filter((value) => typeof value === 'string');
    if (texts.length === 0) this.#isNameless = true;
    for (const text of texts) if (text.length <= NAME_LENGTH_MAX) this.#named.add(text);
  }

  #takeWorkflow(type: string, { name, version, compiler, origin, stored }: JsonObject, by: NoteAuthor): void {
    if (typeof name !== 'string') return;
    if (type === 'WorkflowRemoved') this.#workflows.removed(name);
    else if (version !== undefined && compiler !== undefined && typeof stored === 'string')
      this.#workflows.added(name, `${version} ${compiler}`, by, typeof origin === 'string' ? origin : null);
    else if (type === 'WorkflowAdded' || type === 'WorkflowImported') this.#workflows.addedUnsaid(name);
  }

  #note(key: string, hash: string | null): void {
    const before = this.#stored.get(key) ?? [];
    // Before a removal the name belonged to a different one.
    this.#stored.set(key, before.at(-1) === null ? [hash] : [...before, hash]);
  }

  #removeWorkflow(name: string): void {
    for (const key of this.#stored.keys()) {
      const [kind, own] = JSON.parse(key) as Json[];
      if (kind === 'workflow' && own === name) this.#note(key, null);
    }
  }
}

function keyOf(kind: StoredText['kind'], name: readonly Json[]): string {
  return JSON.stringify([kind, ...name]);
}

/** Its chain tells which commit was. */
function unlessAltered(thrown: unknown): [] {
  if (thrown instanceof StoreFault && thrown.isLasting) return [];
  throw thrown;
}

function eventsIn(text: string | null): readonly (readonly [string, JsonObject])[] {
  try {
    const events = JSON.parse(text ?? '[]') as unknown[];
    return events.filter(
      (event): event is [string, JsonObject] =>
        Array.isArray(event) && typeof event[0] === 'string' && isJsonObject(event[1]),
    );
  } catch {
    // Its chain tells that it was changed.
    return [];
  }
}
