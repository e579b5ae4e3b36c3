// What of a project and its store this user lets start programs and call addresses.

import { existsSync, realpathSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, resolve } from 'node:path';
import { isJsonObject, type Json } from '../../json.ts';
import { reject } from '../../operations/define-operation.ts';
import { agentReaches, providerReaches, reachText, receiverReaches } from '../../operations/reaches.ts';
import type { AgentProvider } from '../../ports/agent.ts';
import type { Subscription } from '../../ports/notices.ts';
import type { AgentReach, Reach, Refusal, Trust } from '../../ports/trust.ts';
import { shellWord } from '../shell-word.ts';
import { type SourcesReach, sourceReaches } from './source-reaches.ts';
import type { TrustFiles } from './trust-file.ts';

export interface ProjectTrustOptions {
  readonly files: TrustFiles;
  /** SIGNOFF_TRUST=1: the user who started this process vouches for the folder. */
  readonly isGiven: boolean;
  /** The project whose `signoff.config.json` is read. */
  readonly folder: string;
  /** The store's file; null: a database server, whose address comes from this user and in no checkout. */
  readonly storeFile: string | null;
  /** Who answers for agents that name nobody, where the project says so; null: this user or machine does. */
  readonly provider: AgentProvider | null;
  readonly servers: { readonly [name: string]: Json };
  /** Modules of the project's own systems, by name. */
  readonly systems: { readonly [name: string]: string };
  /** Searches and feeds that the project names. */
  readonly sources?: SourcesReach;
  /** Modules of the project's own workers. */
  readonly workers?: readonly string[];
}

const STORE_FOLDER = '.signoff';
const STORE_FILE = 'signoff.db';

export class ProjectTrust implements Trust {
  readonly folder: string;
  readonly storeFolder: string | null;
  /** What `signoff.config.json` would start or call. */
  readonly configured: readonly Reach[];
  readonly #options: ProjectTrustOptions;
  readonly #provider: readonly Reach[];
  readonly #servers: ReadonlyMap<string, Reach>;
  readonly #sources: readonly Reach[];

  constructor(options: ProjectTrustOptions) {
    this.#options = options;
    this.folder = realFolder(options.folder);
    this.storeFolder = options.storeFile === null ? null : folderOfStore(options.storeFile);
    this.#provider = providerReaches('the provider of the project', options.provider);
    this.#servers = new Map(Object.entries(options.servers).map(([name, server]) => [name, serverReach(name, server)]));
    const systems = Object.entries(options.systems).map(([name, path]) => systemReach(name, path));
    this.#sources = sourceReaches(options.sources ?? {});
    const workers = (options.workers ?? []).map(workerReach);
    this.configured = [...this.#provider, ...this.#servers.values(), ...systems, ...workers, ...this.#sources];
  }

  agent(agent: AgentReach): Refusal | null {
    const own = agentReaches(agent);
    if (!agent.isAllowed) return notAllowed(agent.id, own);
    const used = [...this.#servers].filter(([name]) => agent.tools.some((tool) => tool.startsWith(`${name}/`)));
    const configured = [...(agent.provider === null ? this.#provider : []), ...used.map(([, reach]) => reach)];
    return this.#ofStore(own) ?? this.#ofFiles(own) ?? this.#refusal(this.folder, configured);
  }

  /** Those that start what lies in the project: another project's file of that name is a different program. */
  ofProject(reaches: readonly Reach[]): readonly Reach[] {
    return reaches.filter(({ settings }) => commandOf(settings).some((word) => namesFile(word, this.folder)));
  }

  configuration(): Refusal | null {
    return this.#refusal(this.folder, this.configured);
  }

  /** The same of searches and feeds alone: of everything in `sources`. */
  sources(): Refusal | null {
    return this.#refusal(this.folder, this.#sources);
  }

  receiver(subscription: Subscription): Refusal | null {
    return this.#ofStore(receiverReaches(subscription));
  }

  allow(reaches: readonly Reach[]): void {
    if (this.storeFolder !== null) this.#add(this.storeFolder, reaches);
    if (this.storeFolder !== this.folder) this.#add(this.folder, this.ofProject(reaches));
  }

  allowConfigured(): void {
    this.#add(this.folder, this.configured);
  }

  #add(folder: string, reaches: readonly Reach[]): void {
    try {
      for (const reach of reaches) this.#options.files.add(folder, reach, reachText(reach));
    } catch (thrown) {
      if (this.#options.isGiven) return;
      const why = thrown instanceof Error ? thrown.message : String(thrown);
      const found = `What you allow could not be saved in your settings: ${why}.`;
      reject('trust-not-kept', `${found} Name a folder in XDG_CONFIG_HOME, or set SIGNOFF_TRUST=1.`);
    }
  }

  #ofStore(reaches: readonly Reach[]): Refusal | null {
    const { storeFile } = this.#options;
    if (storeFile === null || this.storeFolder === null) return null;
    const isUsual = storeFile.endsWith(join(STORE_FOLDER, STORE_FILE));
    const named = isUsual ? shellWord(this.storeFolder) : `--store ${shellWord(resolve(storeFile))}`;
    return this.#refusal(this.storeFolder, reaches, named);
  }

  /** Whatever the store says, what runs is the file of this project. */
  #ofFiles(reaches: readonly Reach[]): Refusal | null {
    const { storeFile } = this.#options;
    if (this.storeFolder === this.folder) return null;
    const store = storeFile === null ? ', with the same store' : ` --store ${shellWord(resolve(storeFile))}`;
    return this.#refusal(this.folder, this.ofProject(reaches), `${shellWord(this.folder)}${store}`);
  }

  #refusal(folder: string, reaches: readonly Reach[], named = shellWord(folder)): Refusal | null {
    if (this.#options.isGiven) return null;
    const against = reaches.filter((reach) => !this.#options.files.has(folder, reach));
    if (against.length === 0) return null;
    const what = against.map(reachText).join('; ');
    const message = `You have not trusted the folder ${folder}, where ${what}. Nothing was started.`;
    return { code: 'folder-not-trusted', message: `${message} To allow it: signoff trust ${named}` };
  }
}

function notAllowed(id: string, reaches: readonly Reach[]): Refusal {
  const what = reaches.map(reachText).join('; ') || `agent:${id} waits for it`;
  const message = `This agent was imported and is not allowed here yet: ${what}.`;
  return { code: 'agent-not-allowed', message: `${message} To allow it: signoff agents allow ${id}` };
}

function serverReach(name: string, server: Json): Reach {
  const isProgram = Object.hasOwn(Object(server), 'command');
  return {
    of: `the MCP server "${name}"`,
    does: isProgram ? 'start' : 'call',
    what: JSON.stringify(server),
    settings: { name, server },
  };
}

/** Its code runs with all rights of this user. */
function systemReach(name: string, path: string): Reach {
  const what = `the code in ${path}, with all your rights`;
  return { of: `the system "${name}"`, does: 'start', what, settings: { system: name, path } };
}

function workerReach(path: string): Reach {
  const what = `the code in ${path}, with all your rights`;
  return { of: 'a worker of the project', does: 'start', what, settings: { worker: path } };
}

/** A store in `.signoff` is its project's. */
export function folderOfStore(file: string): string {
  const folder = dirname(file);
  return realFolder(basename(folder) === STORE_FOLDER ? dirname(folder) : folder);
}

/** Whether the program or an argument lies in the project: one that names no place of its own is looked for there. */
export function isOfProject(provider: AgentProvider, folder: string): boolean {
  return (provider.command ?? []).some((word) => namesFile(word, folder));
}

/** Script texts and `--flag=file` name files inside of a word. */
const BETWEEN = /[\s=,;|&()<>"'`]+/;

/** Whether a word of a command names what lies in the folder: a path that starts nowhere, or a file there. */
function namesFile(word: string, folder: string): boolean {
  return [word, ...word.split(BETWEEN)].some((part) => {
    if (part === '' || isAbsolute(part) || /^[a-z][a-z0-9+.-]*:\/\//i.test(part)) return false;
    return /[/\\]/.test(part) || existsSync(join(folder, part));
  });
}

function commandOf(settings: Json): readonly string[] {
  const command = isJsonObject(settings) ? settings.command : undefined;
  return Array.isArray(command) ? command.map(String) : [];
}

export function realFolder(folder: string): string {
  try {
    return realpathSync(folder);
  } catch {
    return folder;
  }
}
