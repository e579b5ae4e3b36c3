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
  const lost = sum.unknown === 0 ? '' : `, ${sum.unknown.toLocaleString('en')} of unknown cost`;
  return `${dollars(sum.cost)} in ${counted(sum.calls, 'call')}${lost}; ${tokensText(sum)}`;
}
