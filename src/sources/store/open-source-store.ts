// Texts of sources by their hash, below a folder of the project: `<hash>.txt`, and beside it what is known of it.

import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, readFile, rename, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { diskReason } from '../../disk-reason.ts';
import type { Source, SourceText } from '../../documents/evidence/source.ts';
import { sourceId } from '../../documents/evidence/source-id.ts';
import { SourceFault, WorkspaceFault } from '../../errors.ts';
import type { FoundText } from '../../ports/sources.ts';
import { cleanFound } from './clean-text.ts';
import { readFindings, type SourceFinding, writtenFindings } from './source-findings.ts';

export interface SourceStore {
  /** Keeps the text, cleaned as clean-text.ts says, and tells what it is now known as. The same text from the same
   *  address is the same source with its first time, however often it is put and by however many processes. Rejects
   *  with WorkspaceFault where it cannot be written. */
  put(given: FoundText, now: Date): Promise<Source>;
  /** Its id is that of its hash, whatever was given. Rejects with SourceFault `source-lost` where the text is gone or
   *  is no longer what was stored. */
  text(source: Source): Promise<SourceText>;
}

/** `folder` is `<project>/.signoff/sources`; it is made with the first text. */
export function openSourceStore(folder: string): SourceStore {
  const pathOf = (digest: string, ending: string): string => join(folder, digest.slice(0, 2), `${digest}${ending}`);

  const put = async (found: FoundText, now: Date): Promise<Source> => {
    const given = cleanFound(found);
    const { text } = given;
    const digest = digestOf(text);
    await orWorkspaceFault(folder, async () => {
      const path = pathOf(digest, '.txt');
      // A file that was changed is written again: its name says what it must hold.
      if ((await readOrNull(path)) !== text) await writeWhole(path, text);
    });
    const finding = await orWorkspaceFault(folder, () => keepFinding(pathOf(digest, '.json'), given, now));
    return sourceOf(digest, text, finding);
  };

  const text = async (source: Source): Promise<SourceText> => {
    const [, digest] = /^sha256:([0-9a-f]{64})$/.exec(source.hash) ?? [];
    const what = `The text of "${source.title}" (${source.address})`;
    if (digest === undefined) throw lost(`${what} has no usable hash: "${source.hash.slice(0, 80)}"`);
    const path = pathOf(digest, '.txt');
    const found = await readFile(path).catch((thrown: unknown) => {
      throw lost(`${what} could not be read from ${path}: ${diskReason(thrown)}`, thrown);
    });
    if (createHash('sha256').update(found).digest('hex') !== digest)
      throw lost(`${what} was changed since it was stored in ${path}`);
    return { ...source, id: idOf(digest), text: found.toString('utf8') };
  };

  return { put, text };
}

export const digestOf = (text: string): string => createHash('sha256').update(text, 'utf8').digest('hex');

const lost = (found: string, cause?: unknown): SourceFault =>
  new SourceFault('source-lost', `${found}. Find it again: run the search or read the folder once more.`, { cause });

function idOf(digest: string): string {
  const id = sourceId(`sha256:${digest}`);
  if (id === null) throw new Error(`Expected a digest, found "${digest.slice(0, 80)}".`);
  return id;
}

export function sourceOf(digest: string, text: string, finding: SourceFinding): Source {
  return {
    id: idOf(digest),
    hash: `sha256:${digest}`,
    ...{ also: [], score: 0, reasons: [] },
    ...finding,
    words: wordCount(text),
  };
}

function wordCount(text: string): number {
  let count = 0;
  for (const [word] of text.matchAll(/\S{1,10000}/g)) if (/[\p{L}\p{N}]/u.test(word)) count++;
  return count;
}

/** What was known when it was first found at this address. */
async function keepFinding(path: string, given: FoundText, now: Date): Promise<SourceFinding> {
  const { text: _, ...said } = given;
  const findings = readFindings(await readOrNull(path));
  const before = findings.find(
    ({ retrievedAt: _at, ...known }) => JSON.stringify(ordered(known)) === JSON.stringify(ordered(said)),
  );
  if (before !== undefined) return before;
  const finding = { ...ordered(said), retrievedAt: now.toISOString() };
  await writeWhole(path, writtenFindings([...findings, finding]));
  return finding;
}

const ordered = (said: Omit<FoundText, 'text'>): Omit<FoundText, 'text'> => ({
  ...{ address: said.address, title: said.title, type: said.type, publishedAt: said.publishedAt },
  ...{ authors: [...said.authors], publisher: said.publisher, isWhole: said.isWhole },
});

async function readOrNull(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8');
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw thrown;
  }
}

/** A reader sees the whole text or none: it gets its name when it is on the disk. */
async function writeWhole(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const draft = join(dirname(path), `.${process.pid}-${randomUUID()}.tmp`);
  try {
    const file = await open(draft, 'wx');
    try {
      await file.writeFile(text, 'utf8');
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(draft, path);
  } catch (thrown) {
    await unlink(draft).catch(() => undefined);
    throw thrown;
  }
}

async function orWorkspaceFault<Value>(folder: string, act: () => Promise<Value>): Promise<Value> {
  try {
    return await act();
  } catch (thrown) {
    const found = `but ${diskReason(thrown)}. Nothing of it was kept; mend the folder and go on`;
    throw new WorkspaceFault(`Expected to store the text of a source below ${folder}, ${found}.`, { cause: thrown });
  }
}
