// Places taken by claims that are decided in commits under way: of this process, and of each agent's queue.

export class ClaimPlaces {
  readonly #byRun = new Map<string, { code: number; readonly agents: string[] }>();
  readonly #byQueue = new Map<string, number>();
  #code = 0;

  get code(): number {
    return this.#code;
  }

  get isEmpty(): boolean {
    return this.#byRun.size === 0;
  }

  of(queue: string): number {
    return this.#byQueue.get(queue) ?? 0;
  }

  /** `queue`: an agent's; null: registered code. */
  take(run: string, queue: string | null): void {
    const held = this.#byRun.get(run) ?? { code: 0, agents: [] };
    this.#byRun.set(run, held);
    if (queue === null) {
      held.code++;
      this.#code++;
    } else {
      held.agents.push(queue);
      this.#byQueue.set(queue, this.of(queue) + 1);
    }
  }

  /** The commit of this run is over, stored or not. */
  free(run: string): void {
    const held = this.#byRun.get(run);
    if (held === undefined) return;
    this.#byRun.delete(run);
    this.#code -= held.code;
    for (const queue of held.agents) this.#byQueue.set(queue, this.of(queue) - 1);
  }
}
