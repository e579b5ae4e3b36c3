// Who acts at this machine. Nobody signs in in local mode: a name is stated, and it is kept by what and by whom.

import { homedir, userInfo } from 'node:os';
import { join } from 'node:path';
import type { Actor } from '../engine/events.ts';
import { readName, type StatedSource, UNNAMED } from '../engine/people.ts';
import { isJsonObject } from '../json.ts';
import { ownSettings } from './own-settings.ts';
import { programPath } from './program-path.ts';
import { readText } from './read-text.ts';

export interface Identity {
  readonly actor: Actor;
  readonly source: StatedSource;
  /** Of the operating system: the user who states the name. */
  readonly osUser: string;
}

/** What a name is looked for in, in this order but for the first. */
export interface NamePlaces {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string;
  /** The project's folder: git may know another name there than elsewhere. */
  readonly folder: string;
  /** null: this user has no name there. */
  osUser(): string | null;
  osUserId(): number;
  git(folder: string): { readonly email?: string; readonly name?: string };
}

/** `given` is what --as says. The project's own settings are never asked: they are everybody's. A text says what is
 *  wrong with the name that was found; where there is none at all, the actor is UNNAMED. */
export function whoActs(given: string | undefined, places: NamePlaces): Identity | string {
  const own = places.osUser();
  const osUser = own ?? `uid ${places.osUserId()}`;
  const stated: readonly (readonly [StatedSource, string, string | undefined])[] = [
    ['flag', '--as', given],
    ['environment', 'SIGNOFF_USER', filled(places.env.SIGNOFF_USER)],
  ];
  for (const [source, where, text] of stated) {
    if (text === undefined) continue;
    const read = readName(text);
    return 'actor' in read ? { actor: read.actor, source, osUser } : wrong(read.problem, where);
  }
  const path = settingsPath(places);
  const setting = settingIn(path);
  if (setting !== null) {
    const read =
      typeof setting === 'string'
        ? readName(setting)
        : { problem: 'Expected JSON with "user" as a text, found something else' };
    return 'actor' in read ? { actor: read.actor, source: 'settings', osUser } : wrong(read.problem, path);
  }
  // Nobody wrote these for us: what is not a name is passed over.
  const { email, name } = places.git(places.folder);
  for (const [source, text] of [
    ['git', email],
    ['git', name],
    ['os', own && `user:${own}`],
  ] as const) {
    const read = filled(text ?? undefined) === undefined ? null : readName(text as string);
    if (read !== null && 'actor' in read && read.actor.startsWith('user:'))
      return { actor: read.actor, source, osUser };
  }
  return { actor: UNNAMED, source: 'none', osUser };
}

/** This process's own places. Git is asked when a name is needed and nothing before it gives one. */
export function placesOf(folder: string): NamePlaces {
  return {
    env: process.env,
    home: homedir(),
    folder,
    osUser() {
      try {
        return userInfo().username;
      } catch {
        // A container may run as a number that no list of users has.
        return null;
      }
    },
    osUserId: () => process.getuid?.() ?? 0,
    git: gitUser,
  };
}

export function settingsPath({ env, home }: Pick<NamePlaces, 'env' | 'home'>): string {
  return join(ownSettings(env, home), 'settings.json');
}

const filled = (text: string | undefined): string | undefined => (text?.trim() ? text : undefined);

/** null: there are no settings, or they name nobody. */
function settingIn(path: string): unknown {
  const read = readText(path);
  if (!('text' in read)) return null;
  try {
    const settings: unknown = JSON.parse(read.text);
    return isJsonObject(settings) ? (settings.user ?? null) : null;
  } catch {
    return false;
  }
}

const GIT_MS_MAX = 3000;

/** As git has it for this folder: what is set nearest comes last. */
function gitUser(folder: string): { readonly email?: string; readonly name?: string } {
  const path = programPath(process.env.PATH ?? '', folder);
  if (path === null) return {};
  try {
    // Loaded only now: most commands need no name.
    const { execFileSync } = process.getBuiltinModule('node:child_process');
    const said = execFileSync('git', ['config', '-z', '--get-regexp', '^user\\.(email|name)$'], {
      ...{ cwd: folder, encoding: 'utf8', timeout: GIT_MS_MAX, stdio: ['ignore', 'pipe', 'ignore'] },
      env: { ...process.env, PATH: path },
    });
    // A value may have line ends of its own; only the first one ends the key.
    const set = said.split('\0').map((each) => /^user\.(email|name)\n(.+)$/s.exec(each));
    return Object.fromEntries(set.flatMap((found) => (found === null ? [] : [[found[1], found[2]]])));
  } catch {
    return {};
  }
}

function wrong(problem: string, where: string): string {
  return `${problem} in ${where}. Write for example user:ada or ada@acme.org. Nothing was changed.`;
}
