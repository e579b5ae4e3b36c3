// What an action gave, read with care: code in plain JavaScript may give anything.

import type { ActionResult } from '../ports/action.ts';

const KEYS = ['output', 'set', 'files', 'children', 'send'] as const;

/** Nothing is a null output. What is not a result at all throws, as the code's own failure: a value must not get
 *  lost. */
export function actionResult(given: unknown): Partial<ActionResult> {
  if (given === undefined || given === null) return {};
  const isObject = typeof given === 'object' && !Array.isArray(given);
  if (isObject && (Object.keys(given).length === 0 || KEYS.some((key) => key in given))) return given;
  const found = isObject ? `one with ${Object.keys(given).slice(0, 5).join(', ')}` : describe(given);
  const message = `Expected an action to give an object with "output", found ${found}.`;
  throw Object.assign(new Error(message), { code: 'invalid-output', retryable: false });
}

/** What the report carries besides the output; anything else that code put there stays out. */
export function besidesOutput({ set, files, children, send }: Partial<ActionResult>): Partial<ActionResult> {
  return {
    ...(set && { set }),
    ...(files && { files }),
    ...(children && { children }),
    ...(send && { send }),
  };
}

function describe(given: unknown): string {
  return Array.isArray(given) ? 'a list' : `a ${typeof given}`;
}
