// Lets so many calls of a provider through at a time, in all processes together; the others wait.

import { setTimeout as sleep } from 'node:timers/promises';
import { CallFault } from '../errors.ts';
import { Gate } from './gate.ts';
import type { SharedPlaces } from './shared-places.ts';

const LOOK_MS = 100;

export class SharedGate {
  readonly #places: SharedPlaces;
  readonly #name: string;
  readonly #limit: number;
  readonly #here: Gate;
  /** One at a time asks for a place: the count of those in use here must not be counted twice. */
  readonly #asking = new Gate(1);
  #inUse = 0;

  constructor(places: SharedPlaces, name: string, limit: number) {
    this.#places = places;
    this.#name = name;
    this.#limit = limit;
    this.#here = new Gate(limit);
  }

  pass<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    return this.#here.pass(async () => {
      await this.#enter(signal);
      try {
        return await work();
      } finally {
        await this.#asking.pass(() => this.#places.tell(this.#name, --this.#inUse, false));
      }
    });
  }

  async #enter(signal: AbortSignal): Promise<void> {
    for (;;) {
      const granted = await this.#asking.pass(async () => {
        const places = await this.#places.take(this.#name, this.#limit, this.#inUse, 1);
        this.#inUse += places;
        return places;
      });
      if (granted > 0) return;
      if (signal.aborted) throw new CallFault('aborted', 'The call was given up while it waited for a place.');
      await sleep(LOOK_MS);
    }
  }
}
