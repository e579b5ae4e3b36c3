// The requirements file as it stands: the one on disk, with what this run decided and what others edited both kept.

import { reconcileRequirements } from '../../documents/reconcile-requirements.ts';
import type { Conflict, OutsideEdit } from '../../documents/requirement.ts';
import { isJsonObject } from '../../json.ts';
import type { CodeCall, IntendedFile } from '../../ports/action.ts';
import { type PrdDoors, pathOf, textHash } from './prd-doors.ts';

export interface RequirementsNow {
  readonly text: string;
  readonly onDisk: string | null;
  readonly edits: readonly OutsideEdit[];
  readonly conflicts: readonly Conflict[];
}

/** What the last review read and wrote; it stands in that step's output. */
export interface ReviewedFile {
  readonly base: string;
  readonly text: string;
  /** The time of its entry in the review history, which tells whether it was written. */
  readonly at: string;
}

export async function requirementsNow(call: CodeCall, { files }: PrdDoors): Promise<RequirementsNow> {
  const onDisk = await files.read(pathOf(call, 'requirements.md'));
  const last = lastReview(call);
  const found = onDisk ?? '';
  if (last === null) return { text: found, onDisk, edits: [], conflicts: [] };
  // As it was before: the engine is about to write it.
  if (found === last.text || found === last.base) return { text: last.text, onDisk, edits: [], conflicts: [] };
  const isWritten = found.includes(`### ${last.at}`);
  const { text, edits, conflicts } = reconcileRequirements(isWritten ? last.text : last.base, last.text, found);
  return { text, onDisk, edits, conflicts };
}

function lastReview(call: CodeCall): ReviewedFile | null {
  const file = call.read('steps', 'RR', 'output', 'file');
  return isJsonObject(file) ? (file as unknown as ReviewedFile) : null;
}

/** Empty when the file on disk is as it should be. It replaces nothing but what was read. */
export function fileOf(call: CodeCall, { onDisk }: RequirementsNow, text: string): readonly IntendedFile[] {
  if (text === onDisk || text === '') return [];
  return [{ path: pathOf(call, 'requirements.md'), text, old: onDisk === null ? null : textHash(onDisk) }];
}
