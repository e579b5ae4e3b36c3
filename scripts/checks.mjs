// The checks that are not tests: types by tsc, style and lint by Biome. Shared by `npm run check` and `npm test`.

import { execFile, spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const BIOME = ['node_modules/@biomejs/biome/bin/biome', 'check', '--error-on-warnings'];

export const CHECKS = [
  { name: 'types (tsc)', command: ['node_modules/typescript/bin/tsc', '-p', '.'] },
  { name: 'style and lint (biome)', command: BIOME },
];
/** Writes what Biome can repair by itself. */
export const REPAIR = { name: 'format', command: [...BIOME, '--write'] };

/** Runs one check with its output on ours; true when it found nothing. */
export function passes(check) {
  const [program, ...args] = check.command;
  return spawnSync(process.execPath, [join(root, program), ...args], { cwd: root, stdio: 'inherit' }).status === 0;
}

/** The same beside other work: its output comes in one piece when it ends. */
export function passesBeside(check, out) {
  const [program, ...args] = check.command;
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [join(root, program), ...args],
      { cwd: root, maxBuffer: 2 ** 26 },
      (error, said, erred) => {
        out.write(`${said}${erred}`);
        resolve(error === null);
      },
    );
  });
}
