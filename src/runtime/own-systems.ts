// Systems that a project brings along: named in its configuration, loaded only where work is done or answered, and only
// from a folder that this user trusts. Their code runs with all rights of the process.

import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { confineFile } from '../confine-file.ts';
import { SystemFault } from '../errors.ts';
import type { System, SystemEntry } from '../ports/system.ts';
import type { Refusal } from '../ports/trust.ts';
import { CODE_MS_MAX, inTime } from './in-time.ts';
import { placeOfError } from './place-of-error.ts';
import { shapeProblem } from './system-shape.ts';

const MODULES = ['system.ts', 'system.mjs', 'system.js'];

export interface OwnSystemsOptions {
  /** The project. */
  readonly folder: string;
  /** Paths of modules or folders in the project, by the system's name. */
  readonly named: { readonly [name: string]: string };
  /** Names that commands and other systems have. */
  readonly taken: readonly string[];
  /** How long a module may take to load; left out: as long as other code of systems. */
  readonly limitMs?: number;
  /** Why nothing of the project may be loaded; null: it may. */
  refusal(): Promise<Refusal | null>;
}

export function ownSystems({
  folder,
  named,
  taken,
  refusal,
  limitMs = CODE_MS_MAX,
}: OwnSystemsOptions): readonly SystemEntry[] {
  return Object.entries(named).map(([name, path]) => ({
    ...{ name, summary: `a system of this project, in ${path}`, hasCommand: true, isOwn: true, refusal },
    async load() {
      const against = await refusal();
      if (against !== null) throw new SystemFault(against.code, against.message);
      if (taken.includes(name)) throw unusable(name, path, 'that is the name of a command; give it another');
      return loaded(folder, name, path, limitMs);
    },
  }));
}

async function loaded(folder: string, name: string, path: string, limitMs: number): Promise<System> {
  const file = await moduleAt(folder, name, path);
  let module: { readonly default?: unknown; readonly system?: unknown };
  try {
    module = await inTime(limitMs, () => import(pathToFileURL(file).href));
  } catch (thrown) {
    const why = thrown instanceof Error ? thrown.message : String(thrown);
    throw unusable(name, path, `it cannot be loaded: ${why.replace(/\.$/, '')} (${placeOfError(thrown, file)})`);
  }
  const found = (module.system ?? module.default) as Partial<System> | undefined;
  if (typeof found !== 'object' || found === null) throw unusable(name, path, 'it exports no "system"');
  if (found.name !== name)
    throw unusable(
      name,
      path,
      `its name is ${typeof found.name === 'string' ? JSON.stringify(found.name) : 'no text'}`,
    );
  const wrong = shapeProblem(found);
  if (wrong !== null) throw unusable(name, path, wrong);
  return { ...found, title: found.title ?? name, summary: found.summary ?? name } as System;
}

/** A module, or a folder with one. Links are followed, and must not lead out of the project. */
async function moduleAt(folder: string, name: string, path: string): Promise<string> {
  const confined = await confineFile(folder, path);
  if (confined === null) throw unusable(name, path, `it leads out of ${folder}`);
  const found = await stat(confined.target).catch(() => null);
  if (found?.isFile()) return confined.target;
  for (const module of found === null ? [] : MODULES) {
    const inside = await confineFile(folder, join(confined.target, module));
    if (inside !== null && (await stat(inside.target).catch(() => null))?.isFile()) return inside.target;
  }
  throw unusable(name, path, found === null ? 'nothing is there' : `it has none of ${MODULES.join(', ')}`);
}

function unusable(name: string, path: string, found: string): SystemFault {
  const message = `Expected the system "${name}" at ${path}, as signoff.config.json says, but ${found}.`;
  return new SystemFault('system-unusable', `${message} Nothing was started.`);
}
