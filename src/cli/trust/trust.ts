// `signoff trust`: says what a folder's configuration and store would start or call, and keeps that you allow it.

import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { StoreFault } from '../../errors.ts';
import { readStored } from '../../operations/agent-shapes.ts';
import { AGENT } from '../../operations/agents-of.ts';
import { RejectionError } from '../../operations/define-operation.ts';
import { agentReaches, reachText, receiverReaches } from '../../operations/reaches.ts';
import type { Reach } from '../../ports/trust.ts';
import type { Composition } from '../composition.ts';
import { BadUse, EXIT, type ExitCode } from '../exit-codes.ts';
import { printRejection, storeFault } from '../perform-command.ts';
import { counted, oneLine } from '../shown-text.ts';
import { stdout } from '../terminal.ts';
import { jsonText } from '../terminal-text.ts';
import { confirmed } from './confirmed.ts';
import { type ProjectTrust, realFolder } from './project-trust.ts';

export interface TrustFlags {
  readonly list?: boolean;
  readonly remove?: boolean;
  readonly yes?: boolean;
  readonly store?: string;
  readonly json?: boolean;
}

type TrustDeps = Pick<Composition, 'trust' | 'trustFiles' | 'storePlace' | 'openStore' | 'openNotices'>;

export async function trust(named: string | undefined, flags: TrustFlags, deps: TrustDeps): Promise<ExitCode> {
  if (flags.list === true && (flags.remove === true || named !== undefined))
    throw new BadUse('Expected --list alone, found a folder or --remove with it. Nothing was changed.');
  if (flags.list === true) return listed(deps, flags.json === true);
  const folder = resolve(named ?? '.');
  if (flags.remove === true) return removed(folder, flags, deps);
  if (!existsSync(folder)) throw new BadUse(`There is no folder at ${folder}. Nothing was changed.`);
  try {
    return await askTrust(folder, flags, deps);
  } catch (thrown) {
    if (thrown instanceof StoreFault) return storeFault(thrown, flags.json === true);
    if (thrown instanceof RejectionError) return printRejection(thrown.rejection, flags.json === true);
    throw thrown;
  }
}

async function askTrust(folder: string, flags: TrustFlags, deps: TrustDeps): Promise<ExitCode> {
  const place = deps.storePlace(flags.store, folder);
  const project = await deps.trust(place, folder);
  const stored = await reachesOf(project, place, deps);
  const would = [...project.configured, ...stored].map((reach) => oneLine(reachText(reach)));
  const say = (line: string): void => void (flags.json === true ? null : stdout.write(`${line}\n`));
  if (would.length === 0) {
    say(`Nothing in ${project.folder} starts a program or names an address: there is nothing to trust.`);
    return end(project, would, true, flags);
  }
  say(`In ${project.folder}:`);
  for (const line of would) say(`  ${line}`);
  if (flags.yes !== true && !(await confirmed('Let it do that from now on?', flags.json === true))) {
    const more = flags.store === undefined ? '' : ' with the same --store';
    say(`Nothing was changed. To allow it, use --yes${more}.`);
    return end(project, would, false, flags);
  }
  project.allowConfigured();
  project.allow(stored);
  say('Trusted. Whatever else it names later is asked for again; what is in the files it names is not.');
  return end(project, would, true, flags);
}

function end({ folder }: ProjectTrust, would: readonly string[], trusted: boolean, { json }: TrustFlags): ExitCode {
  if (json === true) stdout.write(`${jsonText({ folder, would, trusted })}\n`);
  return trusted ? EXIT.done : EXIT.refused;
}

/** Of a database server, only what lies in the project: the rest is trusted with its address. */
async function reachesOf(project: ProjectTrust, place: string, deps: TrustDeps): Promise<readonly Reach[]> {
  if (project.storeFolder === null) return project.ofProject(await reachesIn(place, deps));
  return existsSync(place) ? reachesIn(place, deps) : [];
}

/** Agents that came with an import are allowed one by one: signoff agents allow. */
async function reachesIn(place: string, deps: TrustDeps): Promise<readonly Reach[]> {
  const store = await deps.openStore(place, true);
  try {
    const agents = (await store.records(AGENT)).map(({ name, content }) => ({ ...readStored(content), id: name }));
    const receivers = await (await deps.openNotices(store)).subscriptions();
    return [
      ...agents.filter(({ isAllowed }) => isAllowed).flatMap((agent) => agentReaches(agent)),
      ...receivers.flatMap((one) => receiverReaches(one)),
    ];
  } finally {
    await store.close();
  }
}

async function listed(deps: TrustDeps, isJson: boolean): Promise<ExitCode> {
  const all = [...(await deps.trustFiles()).list()].sort((a, b) => (a.folder < b.folder ? -1 : 1));
  const lines = all.map(({ folder, what, at }) => `${oneLine(folder)}  ${oneLine(what)}  ${at.slice(0, 10)}`);
  if (isJson) stdout.write(`${jsonText({ allowed: all })}\n`);
  else stdout.write(`${lines.length === 0 ? 'Nothing is allowed in any folder.' : lines.join('\n')}\n`);
  return EXIT.done;
}

async function removed(folder: string, flags: TrustFlags, deps: TrustDeps): Promise<ExitCode> {
  const files = await deps.trustFiles();
  // A folder that is gone is still named as it was.
  const project = existsSync(folder) ? await deps.trust(deps.storePlace(flags.store, folder), folder) : null;
  const folders = new Set([realFolder(folder), project?.folder ?? folder, project?.storeFolder ?? folder]);
  const count = [...folders].reduce((sum, each) => sum + files.remove(each), 0);
  if (flags.json === true) stdout.write(`${jsonText({ folder, removed: count })}\n`);
  else stdout.write(`Took back ${counted(count, 'thing')} that ${folder} was allowed.\n`);
  return EXIT.done;
}
