// Causes of holds that lie outside a run: a key that is refused, the budget of a day. Named so that all that is held
// for one of them is known by it, and that a cause that has changed has another name.

import type { Agent } from '../ports/agent.ts';

/** Faults that stand until someone changes a setting, by the provider. */
const OF_PROVIDER: ReadonlySet<string> = new Set(['bad-key', 'no-writer', 'not-recorded']);
export const DAY_BUDGET = 'agent-budget-spent';

export interface HoldContext {
  readonly agent: Agent;
  /** With the model, where the agent names one: a key may be good for some only. */
  readonly provider: string;
  readonly costPerDay: number | null;
  readonly now: number;
}

/** undefined: the reason is the task's own. */
export function causeOf(code: string, under: HoldContext): string | undefined {
  if (OF_PROVIDER.has(code)) return `${code} ${under.provider}`;
  if (code !== DAY_BUDGET) return undefined;
  const { agent, costPerDay, now } = under;
  const day = new Date(now).toISOString().slice(0, 10);
  return [code, agent.id || '-', day, agent.limits.costPerDay ?? '-', costPerDay ?? '-'].join(' ');
}

/** Remembers which providers take their keys, and which causes were tried again since the settings last changed. */
export class HoldReasons {
  readonly #works = new Map<string, boolean>();
  readonly #tried = new Set<string>();

  /** A call of this provider was answered, or its key refused. */
  recordAnswer(provider: string, works: boolean): void {
    this.#works.set(provider, works);
  }

  /** Something was just held for it here: trying it again would show the same. */
  noteTried(cause: string): void {
    this.#tried.add(cause);
  }

  /** Agents were edited: what did not help before may now. */
  forgetTried(): void {
    this.#tried.clear();
  }

  isGone(cause: string, under: HoldContext): 'yes' | 'no' | 'try' {
    const code = cause.slice(0, cause.indexOf(' '));
    if (causeOf(code, under) !== cause) return 'yes';
    if (!OF_PROVIDER.has(code)) return 'no';
    if (code === 'bad-key' && this.#works.get(under.provider) === true) return 'yes';
    if (this.#tried.has(cause)) return 'no';
    this.#tried.add(cause);
    return 'try';
  }
}
