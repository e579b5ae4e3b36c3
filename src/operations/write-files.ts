// Writes the files that an operation of a system made, and adds to its output what became of each.

import type { Rejection } from '../engine/context.ts';
import { isJsonObject, type Json } from '../json.ts';
import type { FilesToWrite } from '../ports/system-operation.ts';
import { RejectionError } from './define-operation.ts';
import { writeExport } from './write-export.ts';

export type FilesWritten =
  | { readonly ok: true; readonly output: Json }
  | { readonly ok: false; readonly rejection: Rejection };

export async function writeFiles({ folder, files, isForced }: FilesToWrite, output: Json): Promise<FilesWritten> {
  try {
    const written = await writeExport(folder, files, isForced);
    const answer = { folder: written.folder, files: written.files.map((file) => ({ ...file })) };
    return { ok: true, output: { ...(isJsonObject(output) ? output : { output }), ...answer } };
  } catch (thrown) {
    if (thrown instanceof RejectionError) return { ok: false, rejection: thrown.rejection };
    throw thrown;
  }
}
