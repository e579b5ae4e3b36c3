// What leaving means, for the choice that does it.

import type { RunDriver } from '../runtime/run-driver.ts';

export function quitHint({ isDurable }: RunDriver): string {
  return isDurable ? 'leave the run as it is' : 'cancel the run';
}
