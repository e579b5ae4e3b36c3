// `npm run check`; with `--fix` it is `npm run format`.

import { CHECKS, passes, REPAIR } from './checks.mjs';

const failed = (process.argv.includes('--fix') ? [REPAIR] : CHECKS).filter((check) => !passes(check));
const names = failed.map((check) => check.name).join(', ');
process.stdout.write(failed.length === 0 ? 'Nothing to report.\n' : `Failed: ${names}\n`);
process.exitCode = failed.length === 0 ? 0 : 1;
