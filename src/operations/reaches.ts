// What agents and subscriptions would start, call, use or tell, when they are let.

import type { AgentProvider } from '../ports/agent.ts';
import type { Subscription } from '../ports/notices.ts';
import type { AgentReach, Reach } from '../ports/trust.ts';

/** Of its own: the provider it names, and tools of MCP servers. What every agent has does not count. */
export function agentReaches({ id, provider, tools }: Omit<AgentReach, 'isAllowed'>): readonly Reach[] {
  const of = `agent:${id}`;
  const outside = tools.filter((name) => name.includes('/')).sort();
  const used: readonly Reach[] =
    outside.length === 0
      ? []
      : [{ of, does: 'use', what: `the tools ${outside.join(', ')}`, settings: { tools: outside } }];
  return [...providerReaches(of, provider), ...used];
}

/** As src/agents/providers/make-provider.ts reads it: a program goes before a name. */
export function providerReaches(of: string, provider: AgentProvider | null): readonly Reach[] {
  if (provider === null) return [];
  const { kind, name, command } = provider;
  if ((kind === 'command' || kind === 'recorded') && command !== undefined)
    return [{ of, does: 'start', what: JSON.stringify(command), settings: { command: [...command] } }];
  const isUrl = name !== undefined && /^https?:/i.test(name);
  if ((kind === 'model' || kind === 'recorded') && isUrl)
    return [{ of, does: 'call', what: name, settings: { url: name } }];
  return [];
}

export function receiverReaches(one: Subscription): readonly Reach[] {
  if (one.kind === 'mail') {
    const to = [...one.to].sort();
    return [{ of: `the mail "${one.id}"`, does: 'tell', what: to.join(', '), settings: { to } }];
  }
  const { url, secret, allowPrivate } = one;
  const what = `${url}, signed with ${secret}`;
  return [{ of: `the webhook "${one.id}"`, does: 'tell', what, settings: { url, secret, allowPrivate } }];
}

export function reachText({ of, does, what }: Reach): string {
  return `${of} would ${does} ${what}`;
}
