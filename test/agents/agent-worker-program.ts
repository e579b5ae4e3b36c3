// A worker process with agents, for tests that kill it: `agent-worker-program.ts STORE URL KEY`.

import { openEngine } from '../../src/runtime/open-engine.ts';
import { openPlace } from '../e2e/open-place.ts';
import { pricedAgents } from './priced-agents.ts';

const [place = '', url = '', key = ''] = process.argv.slice(2);
const store = await openPlace(place);
const agents = await pricedAgents(store, url, key);
await openEngine({ store, role: 'work', processesWork: true, agents });
setInterval(() => {}, 1000);
process.on('disconnect', () => process.exit());
process.send?.('ready');
