// The `signoff` program: puts the rooms together. It alone knows the adapters, and reads the environment.

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AgentConfig } from './agents/agent-config.ts';
import type { Composition, McpPlace } from './cli/composition.ts';
import { BadUse } from './cli/exit-codes.ts';
import { LOCAL_PERSON } from './cli/local-person.ts';
import { main, versionText } from './cli/main.ts';
import { CallFault, StoreFault } from './errors.ts';
import type { Store, StoredWorkflow } from './ports/store.ts';

const HOME = '.signoff';
const FILE = 'signoff.db';
const CONFIG = 'signoff.config.json';
const SYSTEMS: readonly string[] = ['prd'];

const composition: Composition = {
  storePlace: (given, folder = process.cwd()) => given ?? placeFrom(process.env, folder),

  async openStore(place): Promise<Store> {
    if (isPostgres(place)) {
      const { openPostgresStore } = await import('./store/postgres/open-store.ts');
      return openPostgresStore({ url: place });
    }
    keepOutOfGit(place);
    const { openSqliteStore } = await import('./store/sqlite/open-store.ts');
    return openSqliteStore({ path: place });
  },

  async openAgents(store, within = process.cwd()) {
    const [{ openAgents }, { validate }, { prReviewWriters }, { prdWriters }] = await Promise.all([
      import('./agents/open-agents.ts'),
      import('./runtime/validate.ts'),
      import('./systems/pr-review/offline.ts'),
      import('./systems/prd/offline.ts'),
    ]);
    const folder = projectOf(within);
    const config = await configOf(folder);
    const writers = [...prReviewWriters, ...prdWriters];
    return configured(openAgents({ store, env: process.env, folder, config, writers, validate }));
  },

  systemFile(name) {
    const file = SYSTEMS.includes(name) ? new URL(`./systems/${name}/workflow.mmd`, import.meta.url) : null;
    return file === null ? null : fileURLToPath(file);
  },

  async systemCode(workspaces) {
    const [{ lazyPrdCode }, { workspaceFiles }] = await Promise.all([
      import('./systems/prd/lazy-code.ts'),
      import('./runtime/workspace-files.ts'),
    ]);
    return lazyPrdCode({ files: workspaceFiles(workspaces), now: Date.now });
  },

  async providerChoice() {
    const { providerChoice } = await import('./agents/open-agents.ts');
    return configured(providerChoice(process.env, await configOf(projectOf(process.cwd()))));
  },

  async openNotices(store, ownProcess = () => 0) {
    const { openNotices } = await import('./notices/deliver-notices.ts');
    const onFault = (thrown: unknown): void => {
      // A store that is away comes back, and whoever asks it says so.
      if (thrown instanceof StoreFault) return;
      process.stderr.write(`notices: ${thrown instanceof Error ? thrown.message : String(thrown)}\n`);
    };
    const clock = { now: Date.now, random: Math.random };
    return openNotices({ store, env: process.env, ...clock, process: ownProcess, onFault });
  },

  async openMcp(options) {
    const [{ mcpHandler }, opened] = await Promise.all([import('./mcp/mcp-handler.ts'), mcpOptions(options, 'server')]);
    const handler = mcpHandler(opened.options);
    const close = async (): Promise<void> => {
      await handler.close();
      await opened.close();
    };
    return { place: opened.place, handle: handler, close };
  },

  async serveStdio(options) {
    const [{ serveStdio }, opened] = await Promise.all([import('./mcp/serve-stdio.ts'), mcpOptions(options, 'mcp')]);
    const serving = serveStdio(opened.options);
    return { closed: serving.closed.then(() => opened.close()), stop: () => serving.close() };
  },

  async listen({ port, host, place, mcp }) {
    const { serveHttp } = await import('./http/serve-http.ts');
    const health = { version: versionText(), store: isPostgres(place) ? ('postgres' as const) : ('sqlite' as const) };
    const onFault = (thrown: unknown): void => {
      process.stderr.write(`serve: ${thrown instanceof Error ? thrown.message : String(thrown)}\n`);
    };
    return serveHttp({ port, host, mcp, health, onFault });
  },

  installPlaces: {
    program: fileURLToPath(new URL('../signoff', import.meta.url)),
    home: homedir(),
    codexHome: process.env.CODEX_HOME,
  },

  async printSql(place): Promise<string> {
    const { migrationSql } = isPostgres(place)
      ? await import('./store/postgres/migrate.ts')
      : await import('./store/sqlite/migrate.ts');
    return migrationSql();
  },
};

/** An engine with everything behind it, and what the MCP server is told of it. */
async function mcpOptions({ place, projects }: McpPlace, role: 'server' | 'mcp') {
  const mode = mcpMode(process.env.SIGNOFF_MCP_MODE);
  const [{ openWorker }, { addSystem }, { prdSystem }, { workspaceFiles }] = await Promise.all([
    import('./cli/open-worker.ts'),
    import('./operations/add-system.ts'),
    import('./mcp/prd-system.ts'),
    import('./runtime/workspace-files.ts'),
  ]);
  const store = await composition.openStore(place);
  const code = await composition.systemCode(projects);
  const worker = await openWorker(store, composition, { role, code, workspaces: projects });
  const by = { actor: LOCAL_PERSON, channel: 'mcp' } as const;
  const file = composition.systemFile('prd') ?? '';
  let added: Promise<StoredWorkflow> | null = null;
  const workflow = (): Promise<StoredWorkflow> => {
    added ??= addSystem(store, file, by, Date.now());
    // The store may have been away: the next who asks tries again.
    added.catch(() => {
      added = null;
    });
    return added;
  };
  const systems = [prdSystem({ workflow, files: workspaceFiles(projects) })];
  return {
    place: store.place,
    options: {
      engine: worker.engine,
      actor: LOCAL_PERSON,
      systems,
      mode,
      version: versionText(),
    },
    async close(): Promise<void> {
      await worker.close();
      await store.close();
    },
  };
}

function mcpMode(given = 'client'): 'client' | 'direct' {
  if (given === 'client' || given === 'direct') return given;
  if (given === '') return 'client';
  throw new BadUse(`Expected SIGNOFF_MCP_MODE to be client or direct, found "${given}". Nothing was started.`);
}

/** DATABASE_URL, else signoff.db in SIGNOFF_HOME, else in `.signoff` of the project this folder is in. */
export function placeFrom(env: Readonly<Record<string, string | undefined>>, folder: string): string {
  if (env.DATABASE_URL !== undefined && env.DATABASE_URL !== '') return env.DATABASE_URL;
  if (env.SIGNOFF_HOME !== undefined && env.SIGNOFF_HOME !== '') return join(resolve(folder, env.SIGNOFF_HOME), FILE);
  return join(projectOf(folder), HOME, FILE);
}

/** The nearest folder upwards that has a store or looks like a project; else the folder itself. */
function projectOf(folder: string): string {
  for (let at = resolve(folder), up = dirname(at); ; at = up, up = dirname(at)) {
    if ([HOME, 'package.json', '.git'].some((name) => existsSync(join(at, name)))) return at;
    if (up === at) return folder;
  }
}

/** What cannot be configured so is the caller's to correct. */
function configured<T>(opening: Promise<T>): Promise<T> {
  return opening.catch((thrown: unknown) => {
    throw thrown instanceof CallFault ? new BadUse(thrown.message) : thrown;
  });
}

/** `signoff.config.json` of the project; what it leaves out has its default. */
async function configOf(folder: string): Promise<AgentConfig> {
  const { agentConfig } = await import('./agents/agent-config.ts');
  const path = join(folder, CONFIG);
  const text = existsSync(path) ? readFileSync(path, 'utf8') : '{}';
  let given: unknown;
  try {
    given = JSON.parse(text);
  } catch (thrown) {
    throw new BadUse(`Expected JSON in ${CONFIG}, found: ${thrown instanceof Error ? thrown.message : String(thrown)}`);
  }
  const read = agentConfig.safeParse(given);
  if (read.success) return read.data;
  const issues = read.error.issues.map(({ path: at, message }) => `${at.map(String).join('.')}: ${message}`);
  throw new BadUse(`Expected ${CONFIG} in its form, found ${issues.join('; ')}.`);
}

const isPostgres = (place: string): boolean => /^postgres(?:ql)?:\/\//.test(place);

/** A store holds what people wrote: it is not for the repository it stands in. */
function keepOutOfGit(place: string): void {
  const folder = dirname(place);
  if (!folder.endsWith(HOME) || existsSync(folder)) return;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  writeFileSync(join(folder, '.gitignore'), '*\n');
}

await main(process.argv.slice(2), composition);
