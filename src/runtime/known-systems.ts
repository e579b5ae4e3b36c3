// The systems that a process knows: those that ship and those of the project. Found by name, loaded when asked for.

import type { CodeRegistry } from '../ports/action.ts';
import type { OfflineWriter } from '../ports/provider.ts';
import type { System, SystemDoors, SystemEntry } from '../ports/system.ts';
import { lazyCode, mergeCode } from './lazy-code.ts';

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
    return loading;
  }

  all(): Promise<readonly System[]> {
    return Promise.all(this.entries.map(async ({ name }) => (await this.find(name)) as System));
  }

  /** The code of all of them, each loaded when it is first called. */
  async code(doors: SystemDoors): Promise<CodeRegistry> {
    return mergeCode((await this.all()).map((system) => lazyCode(system, doors)));
  }

  async writers(): Promise<readonly OfflineWriter[]> {
    const all = await Promise.all((await this.all()).map((system) => system.loadWriters?.() ?? []));
    return all.flat();
  }
}
