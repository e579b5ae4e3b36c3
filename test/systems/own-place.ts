// A project with the example's system in it, as a user of the package has one, and the program called there.

import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { type ProgramResult, root, signoff } from '../support/run-signoff.ts';
import { signoffHere } from '../support/signoff-here.ts';
import { newFolder } from './prd-fixture.ts';

export const EXAMPLE = join(root, 'examples/own-system');

export interface Place {
  readonly folder: string;
  /** In this process, which keeps each module as it was when it was first loaded. */
  run(args: readonly string[], options?: PlaceOptions): Promise<ProgramResult>;
  /** The same in a process of its own: it knows nothing of what was loaded before. */
  runProcess(args: readonly string[], options?: PlaceOptions): Promise<ProgramResult>;
  /** Replaces words in a file of the project; fails where they are not there. */
  alter(file: string, from: string, to: string): void;
}

interface PlaceOptions {
  readonly lines?: readonly string[];
  readonly isTrusted?: boolean;
  readonly cwd?: string;
}

export function place(t: TestContext): Place {
  const folder = newFolder(t);
  cpSync(EXAMPLE, folder, { recursive: true });
  // As it is installed for whoever uses the package.
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(root, join(folder, 'node_modules', 'signoff'));
  const optionsOf = ({ lines = [], isTrusted = true, cwd = folder }: PlaceOptions = {}) => ({
    ...{ cwd, home: join(folder, '.signoff') },
    input: lines.map((line) => `${line}\n`).join(''),
    env: { SIGNOFF_PROVIDER: 'offline', SIGNOFF_USER: 'user:ada', SIGNOFF_TRUST: isTrusted ? '1' : '' },
  });
  return {
    folder,
    run: (args, options) => signoffHere(args, optionsOf(options)),
    runProcess: (args, options) => signoff(args, optionsOf(options)),
    alter(file, from, to) {
      const path = join(folder, file);
      const text = readFileSync(path, 'utf8');
      if (!text.includes(from)) throw new Error(`Expected ${from} in ${file}.`);
      writeFileSync(
        path,
        text.replace(from, () => to),
      );
    },
  };
}
