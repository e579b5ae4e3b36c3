// A review's answer says whether it approves; the verdict beside it must say the same, and approval is without changes.

import type { Json } from '../../json.ts';
import type { AcceptCall, CodeRefusal } from '../../ports/action.ts';

export function readVerdict(
  call: AcceptCall,
  isApproved: boolean,
  modifications: Json,
): CodeRefusal | { verdict: string } {
  const said = isApproved ? 'approve' : 'reject';
  const { verdict = said, answer } = call;
  const hasChanges = Array.isArray(modifications) && modifications.length > 0;
  const feedback = (answer as { readonly userFeedback?: string }).userFeedback?.trim() ?? '';
  const refused: string[] = [];
  if (verdict !== said) refused.push(`the answer says ${said}, the verdict beside it ${verdict}; make them agree`);
  if (isApproved && hasChanges) {
    refused.push(
      'approved together with modifications is not approved: leave the modifications out, or do not approve',
    );
  }
  if (!isApproved && !hasChanges && feedback === '') {
    refused.push('not approved, without a word why: give "userFeedback" or "modifications"');
  }
  return refused.length > 0 ? { refused } : { verdict };
}
