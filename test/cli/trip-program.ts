// The program with a system that does not ship: two gates without code, drawn in the folder it is called for. Started
// as a process, it is called for the folder it is started in.

import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { agentConfig } from '../../src/agents/agent-config.ts';
import { openAgents, providerChoice } from '../../src/agents/open-agents.ts';
import type { Composition } from '../../src/cli/composition.ts';
import type { ExitCode } from '../../src/cli/exit-codes.ts';
import { main } from '../../src/cli/main.ts';
import { ProgramCall, type ProgramStreams } from '../../src/cli/program-call.ts';
import { isJsonObject } from '../../src/json.ts';
import type { Store } from '../../src/ports/store.ts';
import type { System } from '../../src/ports/system.ts';
import { KnownSystems } from '../../src/runtime/known-systems.ts';
import { validate } from '../../src/runtime/validate.ts';
import { openSqliteStore } from '../../src/store/sqlite/open-store.ts';
import { TRUSTING } from '../support/trusting.ts';

/** One call for the folder with the drawing, and the exit code of it. */
export async function callTrip(args: readonly string[], folder: string, streams: ProgramStreams): Promise<ExitCode> {
  return await main(args, compositionFor(folder), new ProgramCall(streams));
}

function tripIn(folder: string): System {
  return {
    ...{ name: 'trip', title: 'Trip', summary: 'a trip, planned and signed' },
    diagram: pathToFileURL(join(folder, 'trip.mmd')),
    start: {
      subject: { name: 'goal', help: 'where to', question: 'Where to?', placeholder: 'a place' },
      options: [{ name: 'with-whom', kind: 'text', placeholder: '<name>', help: 'who comes along' }],
      input: ({ subject, project, options }) => ({ goal: subject, project, ...options }),
      about: (input) =>
        isJsonObject(input) && typeof input.goal === 'string' && typeof input.project === 'string'
          ? { subject: input.goal, project: input.project, document: null }
          : null,
    },
  };
}

/** Only what the commands of a system ask for. */
function compositionFor(folder: string): Composition {
  const trip = tripIn(folder);
  const entries = [
    { name: trip.name, summary: trip.summary, hasCommand: true, argument: 'goal', load: async () => trip },
  ];
  const systems = new KnownSystems(entries);
  const [env, config] = [{ SIGNOFF_PROVIDER: 'offline' }, agentConfig.parse({})];
  return {
    systemEntries: async () => entries,
    shipped: entries,
    systems: async () => systems,
    storePlace: (given?: string) => given ?? join(folder, '.signoff/signoff.db'),
    openStore: (path: string) => openSqliteStore({ path }),
    whoActs: () => ({ actor: 'user:ada', source: 'flag', osUser: 'ada' }),
    openAgents: (store: Store) => openAgents({ store, env, folder, config, trust: TRUSTING, writers: [], validate }),
    providerChoice: () => providerChoice(env, config, folder),
    trust: async () => TRUSTING,
    systemCode: async () => ({}),
  } as unknown as Composition;
}

if (import.meta.main) process.exitCode = await callTrip(process.argv.slice(2), process.cwd(), process);
