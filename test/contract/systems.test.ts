// The contract of systems, kept by every one that ships.

import { fileURLToPath } from 'node:url';
import type { Json } from '../../src/json.ts';
import { SYSTEMS } from '../../src/systems/systems.ts';
import { describeSystem } from './system.ts';

const CORPUS = fileURLToPath(new URL('export-corpus', import.meta.url));
/** A person is the architect and looks at plans, so that their gates are come by. */
const OPTIONS: { readonly [system: string]: { readonly [name: string]: Json } } = {
  pm: { architect: 'person' },
  backlog: { architect: 'person', research: true, corpus: CORPUS, 'review-plan': true },
  research: {
    ...{ corpus: CORPUS, 'review-plan': true, 'min-sources': 3, 'min-quality': 0.3, length: 500 },
  },
};

for (const entry of SYSTEMS) describeSystem(entry, OPTIONS[entry.name]);
