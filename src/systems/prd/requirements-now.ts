// The requirements file as it stands: the one on disk, with what this run decided and what others edited both kept.

import { reconcileRequirements } from '../../documents/requirements/reconcile-requirements.ts';
import { mentionedIds } from '../../documents/requirements/requirement-ids.ts';
import { isJsonObject } from '../../json.ts';
import type { CodeCall, IntendedFile } from '../../ports/action.ts';
import { type PrdDeps, pathOf, textHash } from './prd-deps.ts';

export interface RequirementsNow {
  readonly text: string;
  readonly onDisk: string | null;
  /** What others did to the file since the last review, conflicts with what this run decided too, in words. */
  readonly edits: readonly string[];
  /** Ids that were ever seen, also of items that a hand has taken out since. */
  readonly taken: ReadonlySet<string>;
}

/** What the last review read and wrote; it stands in that step's output. */
export type ReviewedFile = {
  readonly base: string;
  readonly text: string;
  /** The time of its entry in the review history, which tells whether it was written. */
  readonly at: string;
};

export async function requirementsNow(call: CodeCall, { files }: PrdDeps): Promise<RequirementsNow> {
  const onDisk = await files.read(pathOf(call, 'requirements.md'));
  const last = lastReview(call);
  const found = onDisk ?? '';
  const taken = mentionedIds([found, last?.base ?? '', last?.text ?? ''].join('\n'));
  if (last === null) return { text: found, onDisk, edits: found === '' ? [] : [FOUND], taken };
  // As it was before: the engine is about to write it.
  if (found === last.text || found === last.base) return { text: last.text, onDisk, edits: [], taken };
  // Removing the whole file decides on no requirement in it.
  if (onDisk === null) return { text: last.text, onDisk, edits: [REMOVED], taken };
  const isWritten = found.includes(`### ${last.at}`);
  const { text, edits, conflicts } = reconcileRequirements(isWritten ? last.text : last.base, last.text, found);
  return { text, onDisk, edits: [...edits, ...conflicts].map(({ message }) => message), taken };
}

const FOUND = 'requirements.md was there before the first review; what stands in it is kept.';
const REMOVED = 'requirements.md was removed; it is written again as the last review left it.';

/** What the last review found edited, which is in the file since and shows no more. */
export function editsBefore(call: CodeCall): readonly string[] {
  const outsideEdits = call.read('steps', 'RR', 'output', 'outsideEdits');
  return Array.isArray(outsideEdits) ? outsideEdits.map(String) : [];
}

function lastReview(call: CodeCall): ReviewedFile | null {
  const file = call.read('steps', 'RR', 'output', 'file');
  return isJsonObject(file) ? (file as ReviewedFile) : null;
}

/** Empty when the file on disk is as it should be. It replaces nothing but what was read. */
export function fileOf(call: CodeCall, { onDisk }: RequirementsNow, text: string): readonly IntendedFile[] {
  if (text === onDisk || text === '') return [];
  return [{ path: pathOf(call, 'requirements.md'), text, old: onDisk === null ? null : textHash(onDisk) }];
}
