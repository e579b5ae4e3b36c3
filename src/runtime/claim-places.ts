// Places that are taken: by claims decided in commits under way, by claims being asked for, and by agents at work.

export class ClaimPlaces {
  readonly #byRun = new Map<string, { code: number; readonly agents: string[] }>();
  readonly #inCommits = new Map<string, number>();
  readonly #asked = new Map<string, number>();
  readonly #atWork = new Map<string, number>();
  #code = 0;

  get code(): number {
    return this.#code;
  }

  get isEmpty(): boolean {
    return this.#byRun.size === 0;
  }

  /** Of an agent's queue: at work, and about to be. */
  taken(queue: string): number {
    return this.atWork(queue) + (this.#inCommits.get(queue) ?? 0) + (this.#asked.get(queue) ?? 0);
  }

  atWork(queue: string): number {
    return this.#atWork.get(queue) ?? 0;
  }

  begin(queue: string): void {
    add(this.#atWork, queue, 1);
  }

  end(queue: string): void {
    add(this.#atWork, queue, -1);
  }

  /** A claim is asked for, or has been answered. */
  ask(queue: string): void {
    add(this.#asked, queue, 1);
  }

  answered(queue: string): void {
    add(this.#asked, queue, -1);
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
      add(this.#inCommits, queue, 1);
    }
  }

  /** The commit of this run is over, stored or not. */
  free(run: string): void {
    const held = this.#byRun.get(run);
    if (held === undefined) return;
    this.#byRun.delete(run);
    this.#code -= held.code;
    for (const queue of held.agents) add(this.#inCommits, queue, -1);
  }
}

function add(counts: Map<string, number>, queue: string, more: number): void {
  counts.set(queue, (counts.get(queue) ?? 0) + more);
}
