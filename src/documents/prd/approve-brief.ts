// Marks a feature brief as approved: what its section Status says is code's, and not a byte of anything else changes.

import { sectionsOf } from '../markdown/headings-of.ts';
import { type Signature, signatureFields } from '../signing/signature.ts';
import { isStatusOf } from '../signing/signed-part.ts';

export function approveBrief(
  brief: string,
  signature: Signature,
  written: 'without a model' | 'in part without a model' | null,
): string {
  const how = signature.signed === '' ? 'Draft, approved in a rehearsal' : 'Approved';
  const said = `${how}${written === null ? '' : `; written ${written}`}.`;
  const fields = signatureFields(signature).map(([name, value]) => `- **${name}**: ${value}`);
  return withStatus(brief, [said, '', ...fields]);
}

/** As it is handed out once it was approved: by whom and when is no business of an agent. */
export const asApproved = (brief: string): string => withStatus(brief, ['Approved.']);

function withStatus(brief: string, body: readonly string[]): string {
  const section = sectionsOf(brief, 2).find(isStatusOf('brief'));
  if (section === undefined) return brief;
  const end = brief.includes('\r\n') ? '\r\n' : '\n';
  const rest = brief.slice(section.end);
  const lines = ['', '', ...body, ...(rest === '' ? [''] : ['', ''])];
  return `${brief.slice(0, section.start)}${lines.join(end)}${rest}`;
}
