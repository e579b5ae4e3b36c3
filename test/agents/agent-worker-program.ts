// A worker process with agents, for tests that kill it: `agent-worker-program.ts STORE URL KEY`.

import { agentConfig } from '../../src/agents/agent-config.ts';
import { openAgents } from '../../src/agents/open-agents.ts';
import { openEngine } from '../../src/runtime/open-engine.ts';
import { validate } from '../../src/runtime/validate.ts';
import { openPlace } from '../e2e/open-place.ts';
import { TRUSTING } from '../support/trusting.ts';

const [place = '', url = '', key = ''] = process.argv.slice(2);
const store = await openPlace(place);
const env = { ANTHROPIC_API_KEY: key, ANTHROPIC_BASE_URL: url, SIGNOFF_MODEL: 'cheap' };
const prices = { anthropic: { asOf: '2026-01-01', models: { cheap: { in: 1, cached: 1, out: 1 } } } };
const config = agentConfig.parse({ prices });
const agents = await openAgents({ store, env, folder: process.cwd(), config, trust: TRUSTING, writers: [], validate });
await openEngine({ store, role: 'work', turnsCrank: true, agents });
setInterval(() => {}, 1000);
process.on('disconnect', () => process.exit());
process.send?.('ready');
