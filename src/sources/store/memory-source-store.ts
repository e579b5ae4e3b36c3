// Texts of sources for as long as somebody holds them: a check that leaves nothing behind reads into these.

import type { Source, SourceText } from '../../documents/evidence/source.ts';
import { cleanFound } from './clean-text.ts';
import { digestOf, type SourceStore, sourceOf } from './open-source-store.ts';

export interface MemorySourceStore extends Pick<SourceStore, 'put'> {
  /** Of a source that was put here. */
  textOf(source: Source): SourceText;
}

export function memorySourceStore(): MemorySourceStore {
  const texts = new Map<string, string>();
  return {
    async put(found, now) {
      const { text, ...said } = cleanFound(found);
      const source = sourceOf(digestOf(text), text, { ...said, retrievedAt: now.toISOString() });
      texts.set(source.hash, text);
      return source;
    },

    textOf(source) {
      const text = texts.get(source.hash);
      if (text === undefined) throw new Error(`Expected a text that was put here, found ${source.hash}.`);
      return { ...source, text };
    },
  };
}
