// What one call of a step may come to where no run has made it yet: read off the workflow, the agent and its price.

import type { Step } from '../diagram/workflow.ts';
import type { Agent } from '../ports/agent.ts';
import type { PastSpending } from '../ports/agent-host.ts';
import type { Usage } from '../ports/provider.ts';
import { BASE_PROMPT } from './base-prompt.ts';
import { countTokens } from './count-tokens.ts';
import { costOf, type Price } from './prices.ts';
import { OUTPUT_TOKENS } from './reply-limit.ts';

/** Of a reply: a word or two, a page, as much as it may be. Of the context: nothing, a page, all that fits. */
const OUT = { min: 100, likely: 1000 };
const CONTEXT = { min: 0, likely: 1000, max: 20_000 };

/** `calls` 0: nobody was asked, it is assumed. */
export function assumedSpending(step: Step, agent: Agent, price: Price | null): PastSpending {
  const promptTokens = countTokens([BASE_PROMPT, agent.agentPrompt, step.task?.prompt?.text ?? ''].join('\n'));
  const own = step.config.contextTokens;
  const contextMax = typeof own === 'number' && own > 0 ? own : CONTEXT.max;
  const outMax = agent.limits.maxOutputTokens ?? OUTPUT_TOKENS;
  const usage = (context: number, out: number): Usage => ({
    in: promptTokens + Math.min(context, contextMax),
    out: Math.min(out, outMax),
    cached: 0,
  });
  const [least, likely, most] = [
    usage(CONTEXT.min, OUT.min),
    usage(CONTEXT.likely, OUT.likely),
    usage(contextMax, outMax),
  ];
  return {
    ...{ step: step.id, calls: 0, callsPerRun: null },
    ...{ costMin: costOf(price, least), costMean: costOf(price, likely), costMax: costOf(price, most) },
    ...{ tokensMin: sum(least), tokensMean: sum(likely), tokensMax: sum(most) },
  };
}

const sum = (usage: Usage): number => usage.in + usage.out;
