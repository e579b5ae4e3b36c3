// Reads and stores the documents below a folder. What is left out is reported, with names, numbers and reasons.

import { lstat } from 'node:fs/promises';
import { relative, sep } from 'node:path';
import { SourceFault } from '../../errors.ts';
import type { FoundText, SourceList } from '../../ports/sources.ts';
import { cleanAddress } from '../store/clean-text.ts';
import type { SourceStore } from '../store/open-source-store.ts';
import { type CorpusText, CorpusTexts } from './corpus-texts.ts';
import { kindOfName } from './document-text.ts';
import { dateInName } from './find-date.ts';
import { type LeftOut, leftOutNotes, notReadNotes } from './left-out.ts';
import { type CorpusFile, listCorpus, readBounded } from './list-corpus.ts';
import { readDocument } from './read-document.ts';

export interface CorpusBounds {
  readonly filesMax: number;
  readonly fileBytesMax: number;
  /** Of all texts together. */
  readonly charactersMax: number;
  /** For the whole folder. */
  readonly readMs: number;
}

export interface CorpusDeps {
  readonly store: Pick<SourceStore, 'put'>;
  readonly now: Date;
  readonly signal?: AbortSignal;
  readonly bounds?: Partial<CorpusBounds>;
}

export const CORPUS_BOUNDS: CorpusBounds = {
  ...{ filesMax: 2_000, fileBytesMax: 20_000_000, charactersMax: 200_000_000, readMs: 120_000 },
};
/** Files read at once: while one is parsed, others come from the disk. */
const AT_ONCE = 8;

interface CorpusReading {
  readonly project: string;
  readonly bounds: CorpusBounds;
  /** The time for the folder is over. */
  readonly late: AbortSignal;
  /** It is over, or nobody wants the texts any more. */
  readonly ended: AbortSignal;
  /** Files with several names, by their place on the disk: the first of the names. */
  readonly linked: Map<string, string>;
}

type FileResult =
  | ({ readonly kind: 'text' } & CorpusText)
  | ({ readonly kind: 'left-out' } & LeftOut)
  | { readonly kind: 'same'; readonly address: string; readonly first: string }
  | { readonly kind: 'not-read'; readonly address: string };

/** `folder` and `project` are absolute; addresses are paths from the project. Rejects with SourceFault where the
 *  folder cannot be read. */
export async function readCorpus(folder: string, project: string, deps: CorpusDeps): Promise<SourceList> {
  const bounds = { ...CORPUS_BOUNDS, ...deps.bounds };
  const listed = await listCorpus(folder, bounds, deps.signal).catch((thrown: unknown) => {
    deps.signal?.throwIfAborted();
    throw new SourceFault('source-not-readable', notReadable(folder, thrown), { cause: thrown });
  });
  const late = AbortSignal.timeout(bounds.readMs);
  const ended = deps.signal === undefined ? late : AbortSignal.any([late, deps.signal]);
  const reading: CorpusReading = { project, bounds, late, ended, linked: new Map() };
  const texts = new CorpusTexts(deps.store, deps.now, bounds.charactersMax);
  const leftOut: LeftOut[] = [];
  const names: { readonly address: string; readonly first: string }[] = [];
  const [notRead, beyondLimit]: [string[], string[]] = [[], []];
  for (let at = 0; at < listed.files.length; at += AT_ONCE) {
    const group = listed.files.slice(at, at + AT_ONCE);
    // Nothing that follows would find room.
    if (beyondLimit.length > 0) beyondLimit.push(...group.map(({ path }) => addressOf(path, project)));
    else {
      const read = await Promise.all(group.map((file) => readFile(file, reading)));
      deps.signal?.throwIfAborted();
      const without = await texts.add(read.filter((each) => each.kind === 'text'));
      beyondLimit.push(...without.map(({ found }) => found.address));
      names.push(...read.filter((each) => each.kind === 'same'));
      leftOut.push(...read.filter((each) => each.kind === 'left-out'));
      notRead.push(...read.filter((each) => each.kind === 'not-read').map(({ address }) => address));
    }
  }
  for (const { address, first } of names)
    if (!texts.addName(first, address)) leftOut.push({ address, why: `it is the same file as "${first}"` });
  const limitReason = `the texts have more than ${bounds.charactersMax / 1e6} million characters together`;
  const tooLong = notReadNotes(beyondLimit, limitReason);
  const tooLate = notReadNotes(notRead, `reading the folder took more than ${bounds.readMs / 1_000} s`);
  return { sources: texts.sources(), notes: [...leftOutNotes(leftOut), ...tooLate, ...tooLong, ...listed.notes] };
}

const notReadable = (folder: string, thrown: unknown): string =>
  `Expected to read the documents below ${shown(folder)}, but ${thrown instanceof Error ? thrown.message : thrown}`;

const addressOf = (path: string, project: string): string => shown(relative(project, path).split(sep).join('/'));

async function readFile({ path }: CorpusFile, reading: CorpusReading): Promise<FileResult> {
  const address = addressOf(path, reading.project);
  // Plain texts take no time: slow documents before them take nothing from them.
  if (reading.ended.aborted && !isPlain(path)) return { kind: 'not-read', address };
  const same = await sameFile(path, address, reading.linked);
  if (same !== null) return { kind: 'same', address, first: same };
  const bytes = await readBounded(path, reading.bounds.fileBytesMax);
  if (typeof bytes === 'string') return { kind: 'left-out', address, why: bytes };
  const name = path.slice(path.lastIndexOf(sep) + 1);
  const result = await readDocument(bytes, { name, type: '' }, reading.ended);
  if (!result.ok && reading.ended.aborted) return { kind: 'not-read', address };
  if (!result.ok) return { kind: 'left-out', address, why: result.why };
  const { document } = result;
  const found: FoundText = {
    address,
    title: document.title || titleOfName(name),
    type: document.type || 'local',
    publishedAt: document.publishedAt ?? dateInName(name),
    ...{ authors: document.authors, publisher: document.publisher, text: document.text, isWhole: true },
  };
  return { kind: 'text', found, also: document.url === '' ? [] : [cleanAddress(document.url)] };
}

const isPlain = (path: string): boolean => ['markdown', 'text'].includes(kindOfName(path) ?? '');

/** The name under which a file that has several was read already: its text would be the same. */
async function sameFile(path: string, address: string, linked: Map<string, string>): Promise<string | null> {
  const found = await lstat(path, { bigint: true }).catch(() => null);
  if (found === null || found.nlink < 2n) return null;
  const place = `${found.dev}:${found.ino}`;
  const first = linked.get(place);
  if (first === undefined) linked.set(place, address);
  return first ?? null;
}

/** As it may stand in notes and lists: one line, no signs that nobody sees. */
const shown = (path: string): string => cleanAddress(path.replaceAll('\r', '\ufffd'));

function titleOfName(name: string): string {
  const plain = shown(name)
    .replace(/\.[A-Za-z0-9]{1,10}$/, '')
    .replace(/[_-]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return plain.charAt(0).toUpperCase() + plain.slice(1);
}
