// Modules that a setting of a project names, such as workers of its own: loaded only where work is done, and only from
// a folder that this user trusts. Their code runs with all rights of the process.

import { stat } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { confineFile } from '../confine-file.ts';
import { SystemFault } from '../errors.ts';
import type { Refusal } from '../ports/trust.ts';
import { CODE_MS_MAX, inTime } from './in-time.ts';
import { placeOfError } from './place-of-error.ts';

export interface OwnModulesOptions {
  /** The project. */
  readonly folder: string;
  /** `research.workers`: where the paths stand. */
  readonly setting: string;
  /** Paths in the project. */
  readonly paths: readonly string[];
  /** Why nothing of the project may be loaded; null: it may. */
  refusal(): Promise<Refusal | null>;
}

/** Their default exports, in order. */
export async function ownModules({ folder, setting, paths, refusal }: OwnModulesOptions) {
  if (paths.length === 0) return [];
  const against = await refusal();
  if (against !== null) throw new SystemFault(against.code, against.message);
  return Promise.all(paths.map(async (path) => ({ path, value: await loaded(folder, setting, path) })));
}

async function loaded(folder: string, setting: string, path: string): Promise<unknown> {
  const confined = await confineFile(folder, path);
  if (confined === null) throw unusable(setting, path, `it leads out of ${folder}`);
  const found = await stat(confined.target).catch(() => null);
  if (found?.isFile() !== true) throw unusable(setting, path, found === null ? 'nothing is there' : 'it is not a file');
  try {
    const module = (await inTime(CODE_MS_MAX, () => import(pathToFileURL(confined.target).href))) as {
      readonly default?: unknown;
    };
    return module.default;
  } catch (thrown) {
    const why = thrown instanceof Error ? thrown.message : String(thrown);
    const place = placeOfError(thrown, confined.target);
    throw unusable(setting, path, `it cannot be loaded: ${why.replace(/\.$/, '')} (${place})`);
  }
}

function unusable(setting: string, path: string, found: string): SystemFault {
  const message = `Expected a module at ${path}, as "${setting}" of signoff.config.json says, but ${found}.`;
  return new SystemFault('system-unusable', `${message} Nothing was started.`);
}

/** The list of texts under `section.name` of the settings; none where there is no such list. */
export function textsAt(config: object | null, setting: string): readonly string[] {
  let found: unknown = config;
  for (const name of setting.split('.')) found = (found as { readonly [name: string]: unknown } | null)?.[name];
  return Array.isArray(found) ? found.filter((each) => typeof each === 'string') : [];
}
