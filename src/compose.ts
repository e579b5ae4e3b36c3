// The `signoff` program: connects the folders of src. It alone knows the adapters and reads the environment.

import { statSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AgentConfig } from './agents/agent-config.ts';
import type { CodeOptions, Composition, McpPlace } from './cli/composition.ts';
import { BadUse } from './cli/exit-codes.ts';
import { findFolder } from './cli/find-folder.ts';
import { versionText } from './cli/main.ts';
import { projectOf } from './cli/project-of.ts';
import { asStarted } from './cli/started-as.ts';
import {
  isNoFile,
  isPostgres,
  ownHome,
  STORE_FOLDER,
  storePlace,
  tellStoreAbove,
  unknownScheme,
} from './cli/store-place.ts';
import { stderr } from './cli/terminal.ts';
import type { ProjectTrust } from './cli/trust/project-trust.ts';
import type { TrustFiles } from './cli/trust/trust-file.ts';
import { CallFault, StoreFault } from './errors.ts';
import type { Json } from './json.ts';
import type { CodeRegistry } from './ports/action.ts';
import type { Sources } from './ports/sources.ts';
import type { Store } from './ports/store.ts';
import type { SignatureCheck, SystemEntry } from './ports/system.ts';
import type { KnownSystems } from './runtime/known-systems.ts';
import type { TextRead } from './runtime/read-text.ts';
import { SYSTEMS } from './systems/systems.ts';

const CONFIG = 'signoff.config.json';
/** The absolute path of this program. */
export const SCRIPT = fileURLToPath(new URL('../signoff', import.meta.url));

/** What one call of the program with these arguments needs. */
export async function compose(args: readonly string[]): Promise<Composition> {
  // Printing help needs no name of a person: nothing of it is loaded.
  const acting = isHelp(args) ? null : await import('./runtime/who-acts.ts');
  // By project, so that none is loaded twice.
  const knownIn = new Map<string, Promise<KnownSystems>>();
  // One pause for a host, and one look at its rules.
  const sourcesIn = new Map<string, Promise<Sources>>();
  let isReported = false;
  const composition: Composition = {
    ...ANY_CALL,

    storePlace(given, folder = process.cwd()) {
      if (given !== undefined) return given;
      const place = storePlace(process.env, folder);
      if (!isReported) isReported = tellStoreAbove(place, folder);
      return place;
    },

    systems: (within = process.cwd()) => oncePerFolder(knownIn, projectOf(within), systemsOf),
    sources: (within = process.cwd()) => oncePerFolder(sourcesIn, projectOf(within), sourcesOf),

    whoActs(as, folder = process.cwd()) {
      const { placesOf, whoActs } = acting ?? fault('Expected a command that asks who acts, found help.');
      const found = whoActs(as, placesOf(projectOf(folder)));
      if (typeof found === 'string') throw new BadUse(found);
      return found;
    },

    openAgents: (store, within) => openedAgents(composition, store, within),
    systemCode: (workspaces, around) => codeOf(composition, workspaces, around),

    async openMcp(options) {
      const [{ mcpHandler }, opened] = await Promise.all([
        import('./mcp/mcp-handler.ts'),
        mcpOptions(composition, options, 'server'),
      ]);
      const handler = mcpHandler(opened.options);
      const close = async (): Promise<void> => {
        await handler.close();
        await opened.close();
      };
      return { place: opened.place, handle: handler, close };
    },

    async serveStdio(options) {
      const [{ serveStdio }, opened] = await Promise.all([
        import('./mcp/serve-stdio.ts'),
        mcpOptions(composition, options, 'mcp'),
      ]);
      const serving = serveStdio(opened.options);
      return { closed: serving.closed.then(() => opened.close()), stop: () => serving.close() };
    },

    installPlaces: { program: SCRIPT, home: homedir(), codexHome: process.env.CODEX_HOME },
  };
  return composition;
}

function oncePerFolder<T>(made: Map<string, T>, folder: string, make: (folder: string) => T): T {
  const found = made.get(folder) ?? make(folder);
  made.set(folder, found);
  return found;
}

type PerCall =
  | 'storePlace'
  | 'systems'
  | 'whoActs'
  | 'openAgents'
  | 'systemCode'
  | 'sources'
  | 'openMcp'
  | 'serveStdio'
  | 'installPlaces';

/** What is the same for each call. */
const ANY_CALL: Omit<Composition, PerCall> = {
  shipped: SYSTEMS,

  systemEntries: (within = process.cwd()) => entriesOf(projectOf(within)),

  async openStore(place, onlyReads = false): Promise<Store> {
    if (isPostgres(place)) {
      const { openPostgresStore } = await import('./store/postgres/open-store.ts');
      return openPostgresStore({ url: place });
    }
    if (isNoFile(place)) throw unknownScheme(place);
    const { openSqliteStore } = await import('./store/sqlite/open-store.ts');
    const ownsFolder = place === ownHome(process.env, process.cwd());
    return openSqliteStore({ path: place, onlyReads, ...(ownsFolder && { ownsFolder }) });
  },

  async trust(place, within = process.cwd()) {
    const folder = projectOf(within);
    return trustIn(place, folder, await configOf(folder));
  },

  trustFiles,
  emptyStore: async (place) => (await import('./store/sqlite/empty-store.ts')).emptyStore(place),
  async providerChoice(within = process.cwd()) {
    const { providerChoice } = await import('./agents/open-agents.ts');
    const folder = projectOf(within);
    return configured(providerChoice(process.env, await configOf(folder), folder));
  },

  async openNotices(store, ownProcess = () => 0) {
    const { openNotices } = await import('./notices/deliver-notices.ts');
    const onFault = (thrown: unknown): void => {
      // A store that is away comes back, and each call that needs it says so.
      if (thrown instanceof StoreFault) return;
      stderr.write(`notices: ${thrown instanceof Error ? thrown.message : String(thrown)}\n`);
    };
    const clock = { now: Date.now, random: Math.random };
    // Who gets notices stands in the store: the project's settings need not even be readable.
    const trust = await trustIn(store.place, process.cwd(), null);
    return openNotices({ store, env: process.env, trust, ...clock, process: ownProcess, onFault });
  },

  async listen({ port, host, place, mcp }) {
    const { serveHttp } = await import('./http/serve-http.ts');
    const health = { version: versionText(), store: isPostgres(place) ? ('postgres' as const) : ('sqlite' as const) };
    const onFault = (thrown: unknown): void => {
      stderr.write(`serve: ${thrown instanceof Error ? thrown.message : String(thrown)}\n`);
    };
    return serveHttp({ port, host, mcp, health, onFault });
  },

  async printSql(place): Promise<string> {
    if (!isPostgres(place) && isNoFile(place)) throw unknownScheme(place);
    const { migrationSql } = isPostgres(place)
      ? await import('./store/postgres/migrate.ts')
      : await import('./store/sqlite/migrate.ts');
    return migrationSql();
  },
};

async function openedAgents(composition: Composition, store: Store, within = process.cwd()) {
  const [{ openAgents }, { validate }, writers] = await Promise.all([
    import('./agents/open-agents.ts'),
    import('./runtime/validate.ts'),
    composition.systems(within).then((known) => known.writers()),
  ]);
  const folder = projectOf(within);
  const config = await configOf(folder);
  const trust = await trustIn(store.place, folder, config);
  return configured(openAgents({ store, env: process.env, folder, config, trust, writers, validate }));
}

async function codeOf(
  composition: Composition,
  workspaces: readonly string[],
  { place: given, hasClient = false, folders = [] }: CodeOptions = {},
): Promise<CodeRegistry> {
  const place = given ?? storePlace(process.env, workspaces[0] ?? process.cwd());
  const [{ workspaceFiles }, { runsIn }, { agentSettings }, { confinedSources }] = await Promise.all([
    import('./runtime/workspace-files.ts'),
    import('./runtime/runs-beside.ts'),
    import('./agents/agent-settings.ts'),
    import('./runtime/confined-sources.ts'),
  ]);
  const files = workspaceFiles(workspaces);
  const proves = async (path: string): Promise<SignatureCheck> => {
    const { checkSignature } = await import('./runtime/check-signature.ts');
    const { signedPlaces } = await import('./runtime/signed-places.ts');
    const places = async () => signedPlaces(await known.all());
    return checkSignature(path, { files, openStore: () => composition.openStore(place, true), places });
  };
  const known = await composition.systems(workspaces[0]);
  const hasModel = async (): Promise<boolean> =>
    hasClient || (await composition.providerChoice()).provider !== 'offline';
  const priceProblem = async (project: string, agents: readonly string[]): Promise<string | null> => {
    if (hasClient || given === undefined) return null;
    const { priceProblem: problemOf } = await import('./operations/budget-warnings.ts');
    const agentsOf = (store: Store) => composition.openAgents(store, project);
    return problemOf(agents, () => composition.openStore(given, true), agentsOf);
  };
  const find = await findFolder(composition, { projects: workspaces, folders }, given);
  const sources = async (project: string) => confinedSources(await composition.sources(project), find);
  const asked = { hasModel, hasClient, priceProblem, ownModules: modulesOf, sources, proves };
  // A run in memory has no store.
  const runs = given === undefined ? {} : { runs: runsIn(() => composition.openStore(given, true)) };
  const around = { ...asked, ...runs, ...agentSettings(hasClient, process.env, projectOf, configOf) };
  const code = await known.code({ files, now: Date.now, domain: domainOf, ...around });
  for (const { code: what, message } of known.faults.splice(0)) stderr.write(`${what}: ${message}\n`);
  return code;
}

/** An engine with everything behind it, and what the MCP server needs to know of it. */
async function mcpOptions(
  composition: Composition,
  { place, person, projects, folders }: McpPlace,
  role: 'server' | 'mcp',
) {
  const mode = mcpMode(process.env.SIGNOFF_MCP_MODE);
  const [{ openWorker }, { sentBy }, { mcpSystems }, { workspaceFiles }, { projectFiles }] = await Promise.all([
    import('./cli/open-worker.ts'),
    import('./cli/signer.ts'),
    import('./mcp/mcp-systems.ts'),
    import('./runtime/workspace-files.ts'),
    import('./agents/tools/project-files.ts'),
  ]);
  const store = await composition.openStore(place);
  // The client's model does the work.
  const code = await composition.systemCode(projects, { place, hasClient: true, folders });
  const known = await composition.systems(projects[0]);
  const whyLacking = (workflow: string) => known.whyLacking(workflow);
  const worker = await openWorker(store, composition, { role, code, whyLacking, workspaces: projects });
  const deps = { store, by: sentBy(person, 'mcp'), now: Date.now, files: workspaceFiles(projects) };
  return {
    place: store.place,
    options: {
      engine: worker.engine,
      actor: person.actor,
      stated: { source: person.source, osUser: person.osUser },
      systems: await mcpSystems(known, deps),
      projectTools: projectFiles,
      projects,
      findFolder: await findFolder(composition, { projects, folders }, place),
      whyLacking,
      mode,
      version: versionText(),
      // An address may hold a password: where it was not named on the command line, it is in the environment.
      commandText: (text: string) => asStarted(text, isPostgres(store.place) ? undefined : resolve(store.place)),
      onFault: (error: Error) => void stderr.write(`mcp: ${error.message}\n`),
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

async function trustFiles(): Promise<TrustFiles> {
  const { TrustFiles: Files, trustFolder } = await import('./cli/trust/trust-file.ts');
  return new Files(trustFolder(process.env, homedir()));
}

/** What this user lets the project and the store's file start and call. */
async function trustIn(place: string, folder: string, config: AgentConfig | null): Promise<ProjectTrust> {
  const [{ isOfProject, ProjectTrust: Made }, { namedProvider }] = await Promise.all([
    import('./cli/trust/project-trust.ts'),
    import('./agents/providers/named-provider.ts'),
  ]);
  const { env } = process;
  const named = config === null ? null : await configured(Promise.resolve().then(() => namedProvider(env, config)));
  // What this user's environment names is theirs, but not a program that would be looked for in the project.
  const isProjects = named !== null && (!named.isOwn || isOfProject(named.provider, folder));
  return new Made({
    files: await trustFiles(),
    isGiven: env.SIGNOFF_TRUST === '1',
    folder,
    storeFile: isPostgres(place) ? null : place,
    provider: isProjects ? named.provider : null,
    servers: (config?.mcpServers ?? {}) as { readonly [name: string]: Json },
    systems: config?.systems ?? {},
    workers: config?.research.workers ?? [],
    sources: config?.sources ?? {},
  });
}

/** Searches and feeds that this user's environment and the project name; texts are kept in its `.signoff`. */
async function sourcesOf(folder: string): Promise<Sources> {
  const [{ openSources }, { ownSettings }, config] = await Promise.all([
    import('./sources/open-sources.ts'),
    import('./runtime/own-settings.ts'),
    configOf(folder),
  ]);
  const trust = await trustIn(storePlace(process.env, folder), folder, config);
  return openSources({
    ...{ env: process.env, config: config.sources, refusal: trust.sources()?.message ?? null },
    answers: join(ownSettings(process.env, homedir()), 'answers'),
    ...{ folder: join(folder, STORE_FOLDER, 'sources'), now: Date.now, version: versionText() },
  });
}

async function systemsOf(folder: string): Promise<KnownSystems> {
  const { KnownSystems: Known } = await import('./runtime/known-systems.ts');
  return new Known(await entriesOf(folder));
}

/** The systems that ship, and those that the project's configuration names. Nothing of them is loaded. */
async function entriesOf(folder: string): Promise<readonly SystemEntry[]> {
  const read = await configText(folder);
  if (!('text' in read && read.text.includes('"systems"'))) return SYSTEMS;
  const config = await configOf(folder);
  const [{ ownSystems }, { COMMAND_NAMES }, { operationCommands }] = await Promise.all([
    import('./runtime/own-systems.ts'),
    import('./cli/command-names.ts'),
    import('./cli/operation-commands.ts'),
  ]);
  const taken = [...COMMAND_NAMES, ...SYSTEMS.map(({ name }) => name), ...operationCommands(SYSTEMS)];
  const refusal = async () => (await trustIn(storePlace(process.env, folder), folder, config)).configuration();
  return [...SYSTEMS, ...ownSystems({ folder, named: config.systems, taken, refusal })];
}

/** What cannot be configured so is the caller's to correct. */
function configured<T>(opening: Promise<T>): Promise<T> {
  return opening.catch((thrown: unknown) => {
    throw thrown instanceof CallFault ? new BadUse(thrown.message) : thrown;
  });
}

/** SIGNOFF_DOMAIN, else what the project's settings name; settings that cannot be read name none. */
async function domainOf(project: string): Promise<string | null> {
  const own = (process.env.SIGNOFF_DOMAIN ?? '').trim();
  if (own !== '') return own;
  const config = await configOf(projectOf(project)).catch(() => null);
  return config?.domain ?? null;
}

/** Modules that the project's settings name, which its user must have trusted. */
async function modulesOf(project: string, setting: string) {
  const folder = projectOf(project);
  const config = await configOf(folder).catch(() => null);
  const { ownModules, textsAt } = await import('./runtime/own-modules.ts');
  const paths = textsAt(config, setting);
  if (paths.length === 0) return [];
  const refusal = async () => (await trustIn(storePlace(process.env, folder), folder, config)).configuration();
  return ownModules({ folder, setting, paths, refusal });
}

/** A pipe of that name would keep every command waiting. */
async function configText(folder: string): Promise<TextRead> {
  const path = join(folder, CONFIG);
  if (statSync(path, { throwIfNoEntry: false })?.isFile() !== true) return { text: '{}' };
  const { readText } = await import('./runtime/read-text.ts');
  return readText(path);
}

/** `signoff.config.json` of the project; what it leaves out has its default. */
async function configOf(folder: string): Promise<AgentConfig> {
  const { agentConfig } = await import('./agents/agent-config.ts');
  const file = await configText(folder);
  if (!('text' in file)) throw new BadUse(`Expected JSON in ${CONFIG}, found ${file.found}.`);
  let given: unknown;
  try {
    given = JSON.parse(file.text);
  } catch (thrown) {
    throw new BadUse(`Expected JSON in ${CONFIG}, found: ${thrown instanceof Error ? thrown.message : String(thrown)}`);
  }
  const read = agentConfig.safeParse(given);
  if (read.success) return read.data;
  const issues = read.error.issues.map(({ path: at, message }) => `${at.map(String).join('.')}: ${message}`);
  throw new BadUse(`Expected ${CONFIG} in its form, found ${issues.join('; ')}.`);
}

function isHelp([first = '--help', ...rest]: readonly string[]): boolean {
  const words = ['--help', '-h', '--version'];
  return first === 'help' || words.includes(first) || rest.some((word) => words.includes(word));
}

function fault(message: string): never {
  throw new Error(message);
}
