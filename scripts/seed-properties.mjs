// Loaded before each test file: what fast-check draws follows from the seed of the run.

import fc from 'fast-check';

fc.configureGlobal({ seed: Number(process.env.SIGNOFF_TEST_SEED) });
