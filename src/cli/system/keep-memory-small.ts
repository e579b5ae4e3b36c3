// A process that drives one run needs no large place for what it throws away: without it an article from 200 sources
// takes a third less memory, in the same time.

import { setFlagsFromString } from 'node:v8';

/** Before much is allocated; V8 takes this flag at any time. */
export function keepMemorySmall(): void {
  setFlagsFromString('--semi-space-growth-factor=1');
}
