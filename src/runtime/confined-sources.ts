// Sources that read folders of documents only where a run may.

import { SourceFault } from '../errors.ts';
import type { Sources } from '../ports/sources.ts';
import type { FindFolder } from './readable-folders.ts';

export function confinedSources(sources: Sources, find: FindFolder): Sources {
  return {
    ...sources,
    async corpus(folder, project, signal, run) {
      const found = await find({ folder, project, ...(run !== undefined && { run }) });
      if ('refused' in found) throw new SourceFault('source-not-readable', found.refused);
      return sources.corpus(found.folder, project, signal, run);
    },
  };
}
