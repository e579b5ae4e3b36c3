// The contract of systems, kept by every one that ships.

import { SYSTEMS } from '../../src/systems/systems.ts';
import { describeSystem } from './system.ts';

for (const entry of SYSTEMS) describeSystem(entry);
