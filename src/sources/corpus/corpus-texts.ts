// The texts of a corpus as they are read: each is stored at once and then only known by its hash, so that a folder may
// hold more than the memory does.

import type { Source } from '../../documents/evidence/source.ts';
import type { FoundText } from '../../ports/sources.ts';
import { cleanText } from '../store/clean-text.ts';
import { digestOf, type SourceStore } from '../store/open-source-store.ts';

export interface CorpusText {
  readonly found: FoundText;
  readonly also: readonly string[];
}

interface KnownName {
  readonly found: Omit<FoundText, 'text'>;
  readonly also: readonly string[];
}

interface KnownText {
  /** The text of the best name so far, until it is stored under it. */
  unsaved: FoundText | null;
  best: KnownName;
  source: Source | null;
  readonly names: KnownName[];
  /** Other names of the same files. */
  readonly linked: string[];
}

export class CorpusTexts {
  readonly #known = new Map<string, KnownText>();
  readonly #byAddress = new Map<string, KnownText>();
  readonly #store: Pick<SourceStore, 'put'>;
  readonly #now: Date;
  #charactersLeft: number;

  constructor(store: Pick<SourceStore, 'put'>, now: Date, charactersMax: number) {
    this.#store = store;
    this.#now = now;
    this.#charactersLeft = charactersMax;
  }

  /** The same text under several names is one source, listed under the name that says most. Gives those for which
   *  there was no space left. */
  async add(texts: readonly CorpusText[]): Promise<readonly CorpusText[]> {
    const tooLong = texts.filter((text) => !this.#hold(text));
    const unsaved = [...this.#known.values()].filter((known) => known.unsaved !== null);
    await Promise.all(
      unsaved.map(async (known) => {
        if (known.unsaved === null) return;
        known.source = await this.#store.put(known.unsaved, this.#now);
        known.unsaved = null;
      }),
    );
    return tooLong;
  }

  /** Another name of a file that was read; false: nothing was kept of it. */
  addName(first: string, address: string): boolean {
    const known = this.#byAddress.get(first);
    known?.linked.push(address);
    return known !== undefined;
  }

  sources(): readonly Source[] {
    return [...this.#known.values()].flatMap(({ source, best, names, linked }) => {
      if (source === null) return [];
      const others = names.filter((name) => name !== best).toSorted(better);
      const also = [...best.also, ...others.flatMap((other) => [other.found.address, ...other.also]), ...linked];
      return [{ ...source, also: [...new Set(also)] }];
    });
  }

  #hold({ found, also }: CorpusText): boolean {
    const { text, ...said } = found;
    const name: KnownName = { found: said, also };
    const digest = digestOf(cleanText(text));
    const known = this.#known.get(digest);
    if (known === undefined) {
      if (text.length > this.#charactersLeft) return false;
      this.#charactersLeft -= text.length;
      const made = { unsaved: found, best: name, source: null, names: [name], linked: [] };
      this.#known.set(digest, made);
      this.#byAddress.set(said.address, made);
      return true;
    }
    known.names.push(name);
    this.#byAddress.set(said.address, known);
    if (better(name, known.best) >= 0) return true;
    known.best = name;
    known.unsaved = found;
    return true;
  }
}

const better = (a: KnownName, b: KnownName): number => knownOf(b) - knownOf(a) || earlier(a, b);

const knownOf = ({ found }: KnownName): number =>
  (found.publishedAt === null ? 0 : 2) + (/^(?:local|web)$/.test(found.type) ? 0 : 1);

/** A copy is younger than what it was made of. */
function earlier(a: KnownName, b: KnownName): number {
  const [one, other] = [a.found.publishedAt ?? '', b.found.publishedAt ?? ''];
  return one < other ? -1 : one > other ? 1 : 0;
}
