// What this process remembers of failures that the engine keeps without it: why a search failed whose fallback then
// failed, too, and the stack of an exception in our code. Another process that goes on with the run knows neither: an
// event keeps code and message, since what a step fails with is read by prompts and exports, and a stack names paths of
// this machine.

import type { Action, CodeCall } from '../../ports/action.ts';

const KEPT_MAX = 200;

type Place = Pick<CodeCall, 'run' | 'step'>;

export class RememberedFailures {
  readonly #reasons = new Map<string, string>();
  readonly #stacks = new Map<string, string>();

  /** The same action, whose failures are remembered. */
  watch(action: Action): Action {
    return async (call) => {
      try {
        return await action(call);
      } catch (thrown) {
        this.#remember(call, thrown);
        throw thrown;
      }
    };
  }

  /** What the last attempt of this step said; null: nobody here knows. */
  reasonOf({ run, step }: Place): string | null {
    return this.#reasons.get(keyOf(run.id, step)) ?? null;
  }

  /** Of the exception with this message; null: there was none here. */
  stackOf(message: string): string | null {
    return this.#stacks.get(message) ?? null;
  }

  #remember({ run, step }: Place, thrown: unknown): void {
    if (!(thrown instanceof Error)) return;
    keep(this.#reasons, keyOf(run.id, step), thrown.message);
    // What has a code is a failure that was foreseen: it says itself what is wrong.
    if (!('code' in thrown) && thrown.stack !== undefined) keep(this.#stacks, thrown.message, thrown.stack);
  }
}

const keyOf = (run: string, step: string): string => `${run} ${step}`;

function keep(map: Map<string, string>, key: string, text: string): void {
  map.delete(key);
  map.set(key, text);
  const [oldest] = map.keys();
  if (map.size > KEPT_MAX && oldest !== undefined) map.delete(oldest);
}
