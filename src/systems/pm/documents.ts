// The documents of a PM run as commands and clients know them: the specification, and the index of its stories.

import { readSpec } from '../../documents/spec/read-spec.ts';
import type { DocumentSummary, Texts } from '../../ports/system.ts';

export function summariseDocuments({ spec = '', stories = '' }: Texts): DocumentSummary {
  if (spec === '') return { title: null, status: null, lastModified: null, counts: null };
  const { title, created, requirements } = readSpec(spec);
  return {
    ...{ title: title === '' ? null : title, lastModified: created },
    status: stories === '' ? 'submitted' : 'approved',
    counts: { requirements: requirements.length },
  };
}
