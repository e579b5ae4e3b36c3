// The systems that a process knows: those that ship and those of the project. Found by name, loaded when asked for.

import type { Rejection } from '../engine/context.ts';
import { SystemFault } from '../errors.ts';
import type { CodeRegistry } from '../ports/action.ts';
import type { OfflineWriter } from '../ports/provider.ts';
import type { System, SystemDeps, SystemEntry } from '../ports/system.ts';
import { CODE_MS_MAX, inTime } from './in-time.ts';
import { lazyCode, mergeCode } from './lazy-code.ts';
import { writersIn } from './system-shape.ts';

export class KnownSystems {
  readonly entries: readonly SystemEntry[];
  readonly #loaded = new Map<string, Promise<System>>();

  constructor(entries: readonly SystemEntry[]) {
    this.entries = entries;
  }

  /** null: no system has this name. */
  async find(name: string): Promise<System | null> {
    const entry = this.entries.find((each) => each.name === name);
    if (entry === undefined) return null;
    const loading = this.#loaded.get(name) ?? entry.load();
    this.#loaded.set(name, loading);
    // What could not be loaded may be mended, or trusted, by the next time.
    loading.catch(() => this.#loaded.delete(name));
    return loading;
  }

  /** The system that a workflow is of: its own drawing, or one of its subflows that has gates; null: none. */
  async ofWorkflow(workflow: string): Promise<System | null> {
    const own = await this.find(workflow);
    if (own !== null) return own;
    // Only those that may have it are loaded.
    for (const { name } of this.entries.filter((entry) => workflow.startsWith(`${entry.name}-`))) {
      const system = await this.find(name);
      if (system !== null && hasSubflow(system, workflow)) return system;
    }
    return null;
  }

  /** Those that ship: lists are made of these, and nothing of a project is loaded for them. */
  shipped(): Promise<readonly System[]> {
    return this.#load(this.entries.filter(({ isOwn }) => isOwn !== true));
  }

  /** What is wrong with systems of the project, for processes that work: those are left out, and the others work. */
  readonly faults: SystemFault[] = [];

  /** Why a system is left out, by its name. */
  readonly #without = new Map<string, SystemFault>();

  /** A project that is not trusted brings none along. */
  async all(): Promise<readonly System[]> {
    const own = this.entries.filter(({ isOwn }) => isOwn === true);
    const loaded = await Promise.all(
      own.map((entry) => this.#load([entry]).catch((thrown) => this.#leftOut(entry.name, thrown))),
    );
    return [...(await this.shipped()), ...loaded.flat()];
  }

  /** Why this process has no code of that workflow, once all were asked for; null: nothing is known of it. */
  whyLacking(workflow: string): Rejection | null {
    const fault = this.#without.get(workflow);
    if (fault === undefined) return null;
    const { code, message } = fault;
    const again = code === 'folder-not-trusted' ? ' (then start this process again)' : '';
    return { code, message: `${message}${again}` };
  }

  #leftOut(name: string, thrown: unknown): readonly System[] {
    const fault = thrown instanceof SystemFault ? thrown : unreadableSystem(name, thrown);
    this.#without.set(name, fault);
    this.#tell(fault);
    return [];
  }

  #tell(fault: SystemFault): void {
    const isReported = this.faults.some(({ message }) => message === fault.message);
    if (fault.code !== 'folder-not-trusted' && !isReported) this.faults.push(fault);
  }

  #load(entries: readonly SystemEntry[]): Promise<readonly System[]> {
    return Promise.all(entries.map(async ({ name }) => (await this.find(name)) as System));
  }

  /** The code of all of them, each loaded when it is first called. */
  async code(deps: SystemDeps): Promise<CodeRegistry> {
    return mergeCode((await this.all()).map((system) => lazyCode(system, deps)));
  }

  async writers(): Promise<readonly OfflineWriter[]> {
    const all = await this.all();
    const writers = await Promise.all(all.map((system) => this.#writersOf(system)));
    return writers.flat();
  }

  async #writersOf({ name, loadWriters }: System): Promise<readonly OfflineWriter[]> {
    try {
      const given = loadWriters === undefined ? [] : writersIn(await inTime(CODE_MS_MAX, async () => loadWriters()));
      if (typeof given === 'string') throw new Error(given);
      return given;
    } catch (thrown) {
      const why = thrown instanceof Error ? thrown.message : String(thrown);
      this.#tell(new SystemFault('system-unusable', `The writers of the system "${name}" cannot be loaded: ${why}.`));
      return [];
    }
  }
}

/** Whether the workflow is a subflow of the system, as far as its gates and flows tell. */
export function hasSubflow({ gates = {}, flows = [] }: System, workflow: string): boolean {
  return flows.includes(workflow) || Object.keys(gates).some((key) => key.startsWith(`${workflow}/`));
}

/** Whatever goes wrong in a system of the project is a fault of that system: the others work. */
export function unreadableSystem(name: string, thrown: unknown): SystemFault {
  const why = (thrown instanceof Error ? thrown.message : String(thrown)).replace(/\.$/, '');
  return new SystemFault('system-unusable', `The system "${name}" cannot be read: ${why}. Correct it.`);
}
