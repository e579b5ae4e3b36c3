// What people changed in the requirements file besides the reviews: shown to the next who decides. A run may wait at a
// gate for days after it was shown last, so the file is read when the gate is shown.

import { outsideEdits } from '../../../documents/requirements/reconcile-requirements.ts';
import type { RunFacts } from '../../../ports/system.ts';
import { requirementsPath, reviewedText } from './gate-facts.ts';

const SHOWN_MAX = 6;

/** `before`: edits that were reported to the run when it last read the file. */
export async function editNotices(facts: RunFacts, before: readonly string[]): Promise<readonly string[]> {
  const edits = [...new Set([...before, ...(await editsNow(facts))])];
  const [only] = edits;
  const head = 'requirements.md was edited by hand:';
  if (only === undefined) return [];
  if (edits.length === 1) return [`${head} ${only}`];
  const left = edits.length - SHOWN_MAX;
  return [head, ...edits.slice(0, SHOWN_MAX).map((edit) => `- ${edit}`), ...(left > 0 ? [`- and ${left} more`] : [])];
}

/** Since the last review. */
async function editsNow(facts: RunFacts): Promise<readonly string[]> {
  const reviewed = reviewedText(facts);
  const found = reviewed === null ? null : await facts.read(requirementsPath(facts));
  return found === null || reviewed === null ? [] : outsideEdits(reviewed, found).map(({ message }) => message);
}
