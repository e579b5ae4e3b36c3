// Who answers for agents that name no provider, where someone said so: this user's environment before the project.

import type { AgentProvider } from '../../ports/agent.ts';
import { parseProvider } from './parse-provider.ts';

export interface NamedProvider {
  readonly provider: AgentProvider;
  /** The environment says so, and not the project. */
  readonly isOwn: boolean;
}

/** null: nobody did, and what is found on the machine is used. Throws CallFault when it cannot be read. */
export function namedProvider(
  env: Readonly<Record<string, string | undefined>>,
  config: { readonly provider?: string | undefined },
): NamedProvider | null {
  const own = env.SIGNOFF_PROVIDER?.trim() ?? '';
  const word = own === '' ? (config.provider?.trim() ?? '') : own;
  return word === '' ? null : { provider: parseProvider(word), isOwn: own !== '' };
}
