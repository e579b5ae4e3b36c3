// Tells a person at the terminal what became of a command of theirs.

import type { RetryOutcome } from '../runtime/retry-hold.ts';
import { tell } from './prompt.ts';
import { oneLine } from './shown-text.ts';
import { asStarted } from './started-as.ts';

/** A rejection is said where it happened; the person is asked again. */
export function printOutcome(outcome: RetryOutcome): 'done' | 'refused' {
  if (outcome.ok) return 'done';
  tell.error(oneLine(asStarted(outcome.rejection.message)));
  return 'refused';
}
