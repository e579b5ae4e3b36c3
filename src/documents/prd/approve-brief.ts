// Marks a feature brief as approved: what its section Status says is code's, and not a byte of anything else changes.

import { sectionsOf } from '../markdown/headings-of.ts';
import { BY_RULES, type Signature, signatureFields } from '../signing/signature.ts';
import { isStatusOf } from '../signing/signed-part.ts';

export function approveBrief(brief: string, signature: Signature, isByRules: boolean): string {
  const section = sectionsOf(brief, 2).find(isStatusOf('brief'));
  if (section === undefined) return brief;
  const end = brief.includes('\r\n') ? '\r\n' : '\n';
  const said = `Approved${isByRules ? `; written by ${BY_RULES}` : ''}.`;
  const fields = signatureFields(signature).map(([name, value]) => `- **${name}**: ${value}`);
  const rest = brief.slice(section.end);
  const lines = ['', '', said, '', ...fields, ...(rest === '' ? [''] : ['', ''])];
  return `${brief.slice(0, section.start)}${lines.join(end)}${rest}`;
}
