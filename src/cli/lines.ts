// Lines of a stream, one at a time: what comes before it is asked for waits.

import { createInterface, type Interface, type ReadLineOptions } from 'node:readline';

export class Lines {
  readonly #reader: Interface;
  readonly #waiting: string[] = [];
  #ask: ((line: string | null) => void) | null = null;
  #isClosed = false;

  /** `onClose`: there will be no more. */
  constructor(options: ReadLineOptions, onClose: () => void = () => {}) {
    this.#reader = createInterface(options);
    this.#reader.on('line', (line) => {
      const ask = this.#ask;
      this.#ask = null;
      if (ask === null) this.#waiting.push(line);
      else ask(line);
    });
    this.#reader.on('close', () => {
      this.#isClosed = true;
      this.#ask?.(null);
      onClose();
    });
  }

  /** Everything that was written was read. */
  get isOver(): boolean {
    return this.#isClosed && this.#waiting.length === 0;
  }

  /** null: there are no more, or the signal was aborted. */
  next(signal?: AbortSignal): Promise<string | null> {
    const line = this.#waiting.shift();
    if (line !== undefined) return Promise.resolve(line);
    if (this.#isClosed || signal?.aborted) return Promise.resolve(null);
    return new Promise((resolve) => {
      const stop = (): void => {
        this.#ask = null;
        resolve(null);
      };
      this.#ask = (given) => {
        signal?.removeEventListener('abort', stop);
        resolve(given);
      };
      signal?.addEventListener('abort', stop, { once: true });
    });
  }

  close(): void {
    this.#reader.close();
  }
}
