// The unit tests beside the code, in one process: starting one for each of their files took longer than the tests.
// `npm test -- PATTERN` runs a file of them by itself.

import { globSync } from 'node:fs';
import { root } from './support/run-signoff.ts';

for (const file of globSync('src/**/*.test.ts', { cwd: root }).sort())
  await import(new URL(`../${file}`, import.meta.url).href);
