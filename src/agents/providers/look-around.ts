// Looks for providers that could answer prompts: settings, an Ollama on this machine, a claude program. It never takes
// long.

import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { delimiter, isAbsolute, join, relative } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isJsonObject, type Json } from '../../json.ts';
import type { FoundEnv, ProviderDiscovery } from './discover-provider.ts';

type Env = Readonly<Record<string, string | undefined>>;

const OLLAMA = 'http://127.0.0.1:11434';
const OLLAMA_MS = 300;
const PATH_MS = 1_000;
const PATH_FOLDERS_MAX = 200;
const SECRET = ['ANTHROPIC_API_KEY', 'OPENAI_API_KEY', 'SIGNOFF_API_KEY', 'ANTHROPIC_BASE_URL', 'OPENAI_BASE_URL'];

/** `project`: what lies in it is nobody's choice of a program. */
export async function lookAround(
  env: Env,
  fetch: typeof globalThis.fetch,
  project: string | null = null,
): Promise<ProviderDiscovery> {
  const [ollama, claude] = await Promise.all([
    lookWithin(OLLAMA_MS, (signal) => findOllama(fetch, signal)),
    lookWithin(PATH_MS, () => findProgram('claude', env.PATH ?? '', project)),
  ]);
  return { env: settingsIn(env), ollama, claude };
}

/** An empty variable counts as not set: that is how shells and compose files leave one out. */
function settingsIn(env: Env): FoundEnv {
  const isSet = (name: string): boolean => (env[name] ?? '').trim() !== '';
  const texts = ['SIGNOFF_PROVIDER', 'SIGNOFF_MODEL'].filter(isSet);
  return Object.fromEntries([
    ...SECRET.filter(isSet).map((name) => [name, true]),
    ...texts.map((name) => [name, env[name]?.trim()]),
  ]) as FoundEnv;
}

async function findOllama(fetch: typeof globalThis.fetch, signal: AbortSignal): Promise<ProviderDiscovery['ollama']> {
  const answer = await fetch(`${OLLAMA}/api/tags`, { signal, redirect: 'error' });
  const listed = (await answer.json()) as Json;
  // Anything may listen on that port; only a list of models is an Ollama.
  if (!answer.ok || !isJsonObject(listed) || !Array.isArray(listed.models)) return null;
  const models = (listed.models as readonly Json[]).flatMap((each) =>
    isJsonObject(each) && typeof each.name === 'string' ? [each.name] : [],
  );
  return { url: OLLAMA, models };
}

/** Only in folders named in full: a program that lies in the project must not be started because of its name. */
async function findProgram(name: string, path: string, project: string | null): Promise<string | null> {
  for (const folder of path.split(delimiter).slice(0, PATH_FOLDERS_MAX)) {
    const file = join(folder, name);
    if (isAbsolute(folder) && !isInside(folder, project) && (await isProgram(file))) return file;
  }
  return null;
}

/** As npm puts `node_modules/.bin` of the project first. */
function isInside(folder: string, project: string | null): boolean {
  if (project === null) return false;
  const way = relative(project, folder);
  return way === '' || (!way.startsWith('..') && !isAbsolute(way));
}

async function isProgram(file: string): Promise<boolean> {
  try {
    await access(file, constants.X_OK);
    return (await stat(file)).isFile();
  } catch {
    return false;
  }
}

/** null when it takes longer or fails: what cannot be found out in time is not there. */
async function lookWithin<T>(ms: number, look: (signal: AbortSignal) => Promise<T | null>): Promise<T | null> {
  const late = AbortSignal.timeout(ms);
  const over = new AbortController();
  const timer = sleep(ms, null, { signal: over.signal }).catch(() => null);
  try {
    return await Promise.race([look(late), timer]);
  } catch {
    return null;
  } finally {
    over.abort();
  }
}
