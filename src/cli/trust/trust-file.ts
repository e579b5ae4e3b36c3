// What this user has allowed, in files of their own outside every project: one for each folder and thing allowed, so
// that processes that allow at the same time never undo each other.

import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { isJsonObject, type Json } from '../../json.ts';
import type { Reach } from '../../ports/trust.ts';
import { ownSettings } from '../../runtime/own-settings.ts';
import { replaceFile } from '../replace-file.ts';

export interface TrustedFolder {
  readonly folder: string;
  readonly what: string;
  readonly at: string;
}

const OTHERS = 0o077;
const OWN_FILE = 0o600;
const OWN_FOLDER = 0o700;

export class TrustFiles {
  readonly #folder: string;

  /** `folder`: where they are kept. */
  constructor(folder: string) {
    this.#folder = folder;
  }

  has(folder: string, reach: Reach): boolean {
    const found = statSync(this.#fileOf(folder, reach), { throwIfNoEntry: false });
    if (found?.isFile() !== true) return false;
    // One that others could write, or that came with a checkout, says nothing.
    const user = process.getuid?.();
    return user === undefined || (found.uid === user && (found.mode & OTHERS) === 0);
  }

  add(folder: string, reach: Reach, what: string): void {
    mkdirSync(this.#folder, { recursive: true, mode: OWN_FOLDER });
    const allowed: TrustedFolder = { folder, what, at: new Date().toISOString() };
    replaceFile(this.#fileOf(folder, reach), `${JSON.stringify(allowed)}\n`, OWN_FILE);
  }

  list(): readonly TrustedFolder[] {
    return this.#read().map(({ allowed }) => allowed);
  }

  /** How many were taken back. */
  remove(folder: string): number {
    const found = this.#read().filter(({ allowed }) => allowed.folder === folder);
    for (const { file } of found) rmSync(file, { force: true });
    return found.length;
  }

  #fileOf(folder: string, { does, settings }: Reach): string {
    const text = JSON.stringify([folder, does, sorted(settings)]);
    return join(this.#folder, `${createHash('sha256').update(text).digest('hex')}.json`);
  }

  #read(): { file: string; allowed: TrustedFolder }[] {
    let names: string[] = [];
    try {
      names = readdirSync(this.#folder).filter((name) => /^[0-9a-f]{64}\.json$/.test(name));
    } catch {
      return [];
    }
    return names.flatMap((name) => {
      const file = join(this.#folder, name);
      const allowed = readAllowed(file);
      return allowed === null ? [] : [{ file, allowed }];
    });
  }
}

function readAllowed(file: string): TrustedFolder | null {
  try {
    const read: unknown = JSON.parse(readFileSync(file, 'utf8'));
    if (!isJsonObject(read)) return null;
    const { folder, what, at } = read;
    return typeof folder === 'string' ? { folder, what: String(what ?? ''), at: String(at ?? '') } : null;
  } catch {
    return null;
  }
}

export function trustFolder(env: Readonly<Record<string, string | undefined>>, home: string): string {
  return join(ownSettings(env, home), 'trust');
}

function sorted(value: Json): Json {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isJsonObject(value)) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, each]) => [key, sorted(each as Json)]));
}
