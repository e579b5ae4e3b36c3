// Searches that answer from a folder: which search finds a document is what the document says it is.

import { join } from 'node:path';
import type { SourceKind, Sources } from '../../src/ports/sources.ts';
import { readCorpus } from '../../src/sources/corpus/read-corpus.ts';
import { openSourceStore } from '../../src/sources/store/open-source-store.ts';

const KINDS: readonly Exclude<SourceKind, 'local'>[] = ['web', 'academic', 'news', 'pages'];
/** What says nothing of itself is found in the web. */
const FOUND_IN_WEB: readonly string[] = ['web', 'local'];

/** `corpus` and `project` are absolute. Texts are stored in the project, as those of any search are. */
export function folderSearches(corpus: string, project: string, now: Date): Sources {
  const store = openSourceStore(join(project, '.signoff', 'sources'));
  const read = (folder: string, from: string, signal: AbortSignal) => readCorpus(folder, from, { store, now, signal });
  const found = async (signal: AbortSignal, max: number, isFound: (type: string, address: string) => boolean) => {
    const { sources, notes } = await read(corpus, join(corpus, '..'), signal);
    return { sources: sources.filter(({ type, address }) => isFound(type, address)).slice(0, max), notes };
  };
  return {
    offers: KINDS.map((kind) => ({ kind, name: `the example's ${kind}`, isConfigured: true, settings: '' })),
    find: (kind, { signal, max }) =>
      found(signal, max, (type) => (kind === 'web' ? FOUND_IN_WEB.includes(type) : type === kind)),
    read: (addresses, signal) => found(signal, addresses.length, (_, address) => addresses.includes(address)),
    corpus: read,
    documents: async (folder, from, signal) => {
      const { sources, notes } = await read(folder, from, signal);
      return { texts: await Promise.all(sources.map((source) => store.text(source))), notes };
    },
    keep: (given) => store.put(given, now),
    text: (source) => store.text(source),
    probe: async () => [],
  };
}
