// Puts exported files into a folder: everything is looked at before the first is written, and nothing is lost.

import { mkdir, readdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import { confineFile } from '../confine-file.ts';
import type { ExportedFile } from '../documents/export/export-documents.ts';
import { textHash } from '../runtime/plan-file-writes.ts';
import { type FileWrite, fileHash, writeOnce } from '../runtime/write-once.ts';
import { RejectionError, reject } from './define-operation.ts';

export interface WrittenFile {
  readonly path: string;
  readonly outcome: 'written' | 'replaced' | 'unchanged';
}

export interface WrittenExport {
  readonly folder: string;
  readonly files: readonly WrittenFile[];
}

interface PlannedFile extends FileWrite {
  readonly path: string;
}

/** Files that are there with another text are replaced only if `isForced`. */
export async function writeExport(
  folder: string,
  files: readonly ExportedFile[],
  isForced: boolean,
): Promise<WrittenExport> {
  const target = resolve(folder);
  const done: WrittenFile[] = [];
  try {
    await mkdir(target, { recursive: true });
    const planned: PlannedFile[] = [];
    for (const file of files) planned.push(await plan(target, file));
    const differing = planned.filter(({ old, new: wanted }) => old !== null && old !== wanted);
    if (differing.length > 0 && !isForced) refuseToReplace(differing.map(({ path }) => path));
    for (const one of planned) done.push(await write(one));
    return { folder: target, files: done };
  } catch (thrown) {
    if (thrown instanceof RejectionError) throw thrown;
    throw new RejectionError({ code: 'export-failed', message: failed(target, thrown, done) });
  }
}

/** Overwrites a document, unless someone else changed it since it was read. */
export async function replaceDocument(project: string, path: string, before: string, text: string): Promise<void> {
  const confined = await confineFile(project, path);
  if (confined === null) return reject('path-outside-workspace', `${path} leads outside ${project}.`);
  const { root, target } = confined;
  const mayReplace = () => Promise.resolve(false);
  const writing = { root, target, old: textHash(before), new: textHash(text), text, mayReplace };
  if ((await writeOnce(writing)).outcome === 'written') return;
  reject('document-changed', `${path} was changed by someone else since it was read. Try again.`);
}

/** The number of the feature's folder in a spec-kit project: its own if it has one, else the next. */
export async function specKitNumber(folder: string, name: string): Promise<number> {
  const entries = await readdir(resolve(folder, 'specs')).catch(() => []);
  // spec-kit also names folders by the time; those are not numbers.
  const numbered = entries.flatMap((entry) => {
    const [, number, rest] = /^(?!\d{8}-\d{6}-)(\d{3,9})-(.+)$/.exec(entry) ?? [];
    return number === undefined ? [] : [{ number: Number(number), rest }];
  });
  const own = numbered.find(({ rest }) => rest === name);
  return own?.number ?? Math.max(0, ...numbered.map(({ number }) => number)) + 1;
}

async function plan(target: string, { path, text }: ExportedFile): Promise<PlannedFile> {
  const confined = await confineFile(target, path);
  if (confined === null) return reject('path-outside-workspace', `${path} leads outside ${target}.`);
  const old = await fileHash(confined.target);
  const mayReplace = () => Promise.resolve(false);
  return { root: confined.root, target: confined.target, old, new: textHash(text), text, path, mayReplace };
}

async function write(planned: PlannedFile): Promise<WrittenFile> {
  const { path, old, new: wanted } = planned;
  if (old === wanted) return { path, outcome: 'unchanged' };
  const { outcome } = await writeOnce(planned);
  if (outcome === 'conflict') throw new Error(`${path} was changed by someone else in the meantime`);
  return { path, outcome: old === null ? 'written' : 'replaced' };
}

function refuseToReplace(paths: readonly string[]): never {
  const listed = paths.join(', ');
  const message = `These files exist with different content: ${listed}.`;
  return reject('export-would-replace', `${message} Use --force to overwrite them.`, paths);
}

function failed(target: string, thrown: unknown, done: readonly WrittenFile[]): string {
  const reason = thrown instanceof Error ? thrown.message : String(thrown);
  const written = done.filter(({ outcome }) => outcome !== 'unchanged').map(({ path }) => path);
  const state = written.length === 0 ? 'No file was changed.' : `Written before that: ${written.join(', ')}.`;
  return `The files could not be written to ${target}: ${reason}. ${state}`;
}
