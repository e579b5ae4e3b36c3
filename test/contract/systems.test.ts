// The contract of systems, kept by every one that ships.

import type { Json } from '../../src/json.ts';
import { SYSTEMS } from '../../src/systems/systems.ts';
import { describeSystem } from './system.ts';

/** A person is the architect, so that their gate is come by. */
const OPTIONS: { readonly [system: string]: { readonly [name: string]: Json } } = {
  pm: { architect: 'person' },
  backlog: { architect: 'person' },
};

for (const entry of SYSTEMS) describeSystem(entry, OPTIONS[entry.name]);
