// Money and tokens for people. What nobody knows is said so, never shown as nothing.

import type { Sum } from '../operations/agent-costs.ts';
import { counted } from './shown-text.ts';

const SMALLEST = 0.0001;

export function dollars(cost: number | null): string {
  if (cost === null) return 'unknown';
  if (cost === 0) return '$0';
  if (cost < SMALLEST) return `<$${SMALLEST}`;
  return `$${cost < 1 ? Number(cost.toFixed(4)) : cost.toLocaleString('en', { maximumFractionDigits: 2 })}`;
}

export function tokensText(tokens: { readonly in: number; readonly out: number; readonly cached: number }): string {
  const cached = tokens.cached === 0 ? '' : ` (${tokens.cached.toLocaleString('en')} cached)`;
  return `${tokens.in.toLocaleString('en')} tokens in${cached}, ${tokens.out.toLocaleString('en')} out`;
}

export function sumText(sum: Sum): string {
  if (sum.calls === 0) return 'nothing yet';
  return `${spentText(sum)} in ${counted(sum.calls, 'call')}${lostText(sum)}; ${tokensText(sum)}`;
}

type CallSums = Pick<Sum, 'calls' | 'cost' | 'unknown'>;

/** Where nobody knows what any of the calls cost, that is unknown, not nothing. */
export function spentText({ calls, cost, unknown }: CallSums): string {
  return dollars(unknown > 0 && unknown >= calls && cost === 0 ? null : cost);
}

export function lostText({ calls, cost, unknown }: CallSums): string {
  if (unknown === 0 || (unknown >= calls && cost === 0)) return '';
  return `, ${unknown.toLocaleString('en')} of unknown cost`;
}
