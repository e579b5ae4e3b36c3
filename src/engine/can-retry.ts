// Whether a run that failed can be tried again (fail-2).

import type { RunState, Token } from './run-state.ts';

/** False where it failed by its failure path alone: `RetryRun` would find nothing to do. */
export const canRetry = (state: RunState): boolean =>
  state.status === 'failed' && (tokensToRetry(state).length > 0 || state.scopes.size > 0);

/** The failure path is over and goes; what had only reached its step by a drawn edge stands there like any other. */
export const tokensToRetry = ({ tokens, failing }: RunState): Token[] =>
  [...tokens.values()].filter((token) => !(failing && token.failure));
