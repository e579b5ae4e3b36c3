// How long a reply may be. One that was cut at its limit is asked for once more with twice the limit; if that
// is too little as well, a person decides.

import type { Agent } from '../ports/agent.ts';
import type { AgentReport } from '../ports/agent-host.ts';

/** The tokens of output a call asks for, and the fewest that make sense. */
export interface OutputLimit {
  readonly tokens: number;
  readonly least: number;
  /** The reply before was cut there. */
  readonly cutAt?: number;
}

/** A reply is not expected to be longer, when the agent's own limit is not given. */
export const OUTPUT_TOKENS = 8192;
/** With less than this left of a budget there is no use in asking. */
const OUTPUT_TOKENS_MIN = 1024;

export class ReplyLimit {
  readonly #agent: Agent;
  #cutAt: number | null = null;

  constructor(agent: Agent) {
    this.#agent = agent;
  }

  get current(): OutputLimit {
    if (this.#cutAt !== null) {
      const tokens = 2 * this.#cutAt;
      return { tokens, least: tokens, cutAt: this.#cutAt };
    }
    const tokens = this.#agent.limits.maxOutputTokens ?? OUTPUT_TOKENS;
    return { tokens, least: Math.min(tokens, OUTPUT_TOKENS_MIN) };
  }

  /** It was asked for with more room than the agent has. */
  get isDoubled(): boolean {
    return this.#cutAt !== null;
  }

  /** null: ask again. */
  onCut(output: number): AgentReport | null {
    if (this.#cutAt !== null) return this.tooShort(output);
    this.#cutAt = output;
    return null;
  }

  tooShort(output: number): AgentReport {
    const { id } = this.#agent;
    const setting = `--max-output-tokens ${2 * output}`;
    const edit = id === '' ? `Give the step an agent added with ${setting}` : `signoff agents edit ${id} ${setting}`;
    const message = `Expected a whole reply within ${output} tokens, found one that was cut there.`;
    const fix = `Allow more: ${edit}; under a budget, also raise the budget. Then retry the task.`;
    return { kind: 'hold', code: 'reply-cut', message: `${message} ${fix}`, draft: null };
  }
}
