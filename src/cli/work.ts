// `signoff work`: a worker process. Performs registered code, fires timers, delivers notices, takes over from the dead.

import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { limitText } from '../engine/wait-text.ts';
import { StoreFault } from '../errors.ts';
import { isJsonObject } from '../json.ts';
import { RejectionError } from '../operations/define-operation.ts';
import { viewFilter } from '../operations/views.ts';
import type { CodeRegistry } from '../ports/action.ts';
import type { Store, TaskFilter } from '../ports/store.ts';
import { lookAtOwn } from '../runtime/check-system.ts';
import { CompiledBefore } from '../runtime/compiled-before.ts';
import type { Composition } from './composition.ts';
import { BadUse, EXIT, type ExitCode } from './exit-codes.ts';
import { openWorker, type Worker } from './open-worker.ts';
import { printRejection, storeFault } from './perform-command.ts';
import { counted, oneLine, severalLines } from './shown-text.ts';
import { stderr, stdout } from './terminal.ts';
import { untilStopped } from './until-stopped.ts';

export interface WorkFlags {
  readonly view?: string;
  readonly code?: string;
  readonly capacity?: string;
  readonly store?: string;
}

const CAPACITY_MAX = 10_000;
const LOOK_MS = 1000;
const SAY_AGAIN_MS = 60_000;
const KINDS = ['actions', 'prepares', 'accepts', 'acceptTurns', 'acceptRuns'] as const;

export async function work(flags: WorkFlags, composition: Composition): Promise<ExitCode> {
  const capacity = capacityOf(flags.capacity);
  const own = flags.code === undefined ? {} : await loadCode(flags.code);
  const code = withSystems(
    own,
    await composition.systemCode([process.cwd()], { place: composition.storePlace(flags.store) }),
  );
  try {
    const store = await composition.openStore(composition.storePlace(flags.store));
    try {
      await tellMismatches(store, composition);
      return await serve(store, flags, code, capacity, composition);
    } finally {
      await store.close();
    }
  } catch (thrown) {
    if (thrown instanceof StoreFault) return storeFault(thrown, false);
    if (thrown instanceof RejectionError) return printRejection(thrown.rejection, false);
    throw thrown;
  }
}

/** What cannot be loaded at all was reported when its code was asked for. */
async function tellMismatches(store: Store, composition: Composition): Promise<void> {
  const { faults } = await lookAtOwn(await composition.systems(), new CompiledBefore(store));
  for (const { code, message } of faults)
    if (code === 'system-mismatch') stderr.write(`${severalLines(`${code}: ${message}`).join('\n')}\n`);
}

async function serve(
  store: Store,
  flags: WorkFlags,
  code: CodeRegistry,
  capacity: number | null,
  composition: Composition,
): Promise<ExitCode> {
  const serves = flags.view === undefined ? null : await filterOf(store, flags.view);
  const { provider } = await composition.providerChoice();
  const stopped = untilStopped();
  const bounds = { ...(capacity !== null && { capacity }), ...(serves !== null && { serves }) };
  const opening = openWorker(store, composition, { role: 'work', code, ...bounds });
  // What cannot be opened is not waited for.
  opening.catch(() => stopped.forget());
  const worker = await opening;
  const does = counted(Object.keys(code.actions ?? {}).length, 'action');
  const queue = flags.view === undefined ? '' : ` of the view "${flags.view}"`;
  const asked = `agents by ${provider} unless they say otherwise`;
  stdout.write(`Working on ${store.place}: tasks${queue}, ${does}, ${asked}. Ctrl-C stops it.\n`);
  const waitTimer = tellWaits(worker);
  try {
    await stopped.promise;
    stdout.write('Finishing tasks in progress.\n');
  } finally {
    clearInterval(waitTimer);
    stopped.forget();
    await worker.close();
  }
  return EXIT.done;
}

/** A worker that does nothing for a while says what for: each limit once, a store that takes nothing again every
 *  minute, and when it is over. */
function tellWaits(worker: Worker): NodeJS.Timeout {
  let before = '';
  let saidAt = 0;
  const theme = (): void => {
    const { storeFault: fault, clock } = worker.engine;
    const limits = worker.limits();
    const key = [...(fault === null ? [] : [fault.code]), ...limits.map(({ what }) => what)].join(', ');
    const now = clock.now();
    const isDue = fault !== null && clock.monotonic() - saidAt >= SAY_AGAIN_MS;
    if (key === before && !isDue) return;
    const texts = limits.map((limit) => limitText(limit, now));
    if (fault !== null) texts.unshift(faultText(fault));
    stdout.write(key === '' ? 'Going on.\n' : oneLine(`Waiting: ${texts.join('; ')}.`).concat('\n'));
    before = key;
    saidAt = clock.monotonic();
  };
  return setInterval(theme, LOOK_MS).unref();
}

/** Without a full stop, as the limits of agents. */
function faultText({ code, message }: StoreFault): string {
  if (code === 'store-full') return 'store-full: the disk of the store is full; work continues when there is space';
  return `${code}: ${message.replace(/\.$/, '')}`;
}

async function filterOf(store: Store, view: string): Promise<TaskFilter> {
  try {
    return await viewFilter(store, view, Date.now());
  } catch (thrown) {
    if (thrown instanceof RejectionError) throw new BadUse(thrown.message);
    throw thrown;
  }
}

function capacityOf(given: string | undefined): number | null {
  if (given === undefined) return null;
  const capacity = Number(given);
  if (Number.isInteger(capacity) && capacity >= 1 && capacity <= CAPACITY_MAX) return capacity;
  throw new BadUse(`Expected --capacity as a number from 1 to ${CAPACITY_MAX}, found "${given}".`);
}

/** The user's own code wins over what ships. */
function withSystems(own: CodeRegistry, shipped: CodeRegistry): CodeRegistry {
  return Object.fromEntries(KINDS.map((kind) => [kind, { ...shipped[kind], ...own[kind] }]));
}

/** A module whose default export, or export `code`, is the registry. */
async function loadCode(file: string): Promise<CodeRegistry> {
  // A pipe would keep the import waiting.
  const found = statSync(file, { throwIfNoEntry: false });
  if (found !== undefined && !found.isFile()) throw new BadUse(`Expected a module in ${file}, found no plain file.`);
  let loaded: { readonly default?: unknown; readonly code?: unknown };
  try {
    loaded = (await import(pathToFileURL(resolve(file)).href)) as typeof loaded;
  } catch (thrown) {
    throw new BadUse(
      `Expected a module in ${file}, found: ${thrown instanceof Error ? thrown.message : String(thrown)}`,
    );
  }
  const registry = loaded.code ?? loaded.default;
  const isRegistry = isJsonObject(registry) && KINDS.some((kind) => isJsonObject(registry[kind]));
  if (isRegistry) return registry as CodeRegistry;
  throw new BadUse(
    `Expected ${file} to export a registry, such as export const code = { actions: {...} }, found none.`,
  );
}
