// Reads the corpus of a run once for all workers that fall back on it.

import type { SourceList, Sources } from '../../ports/sources.ts';

/** Runs at work in this process at the same time. */
const KEPT_MAX = 8;

export class CorpusReader {
  readonly #reading = new Map<string, Promise<SourceList>>();

  /** Workers of one execution share what is read; the next execution looks at the folder again. */
  read(
    execution: string,
    sources: Pick<Sources, 'corpus'>,
    folder: string,
    project: string,
    signal: AbortSignal,
  ): Promise<SourceList> {
    const known = this.#reading.get(execution);
    if (known !== undefined) return known;
    const reading = sources.corpus(folder, project, signal);
    this.#reading.set(execution, reading);
    // What failed, or was given up with the worker that asked first, is read again by the next one.
    reading.catch(() => this.#reading.delete(execution));
    const [oldest] = this.#reading.keys();
    if (this.#reading.size > KEPT_MAX && oldest !== undefined) this.#reading.delete(oldest);
    return reading;
  }
}
