// Tells a person at the terminal what became of a command of theirs.

import { log } from '@clack/prompts';
import type { Outcome } from '../runtime/memory-engine.ts';
import { oneLine } from './shown-text.ts';

/** A rejection is said where it happened; the person is asked again. */
export function said(outcome: Outcome): 'done' | 'refused' {
  if (outcome.ok) return 'done';
  log.error(oneLine(outcome.rejection.message));
  return 'refused';
}
