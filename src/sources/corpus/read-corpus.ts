// Reads and stores the documents below a folder. What is left out is told, each file by its name.

import { relative, sep } from 'node:path';
import type { Source } from '../../documents/evidence/source.ts';
import { SourceFault } from '../../errors.ts';
import type { FoundText, SourceList } from '../../ports/sources.ts';
import { cleanAddress, cleanText } from '../store/clean-text.ts';
import { digestOf, type SourceStore } from '../store/open-source-store.ts';
import { dateInName } from './find-date.ts';
import { type CorpusFile, listCorpus, readBounded } from './list-corpus.ts';
import { readDocument } from './read-document.ts';

export interface CorpusBounds {
  readonly filesMax: number;
  readonly fileBytesMax: number;
}

export interface CorpusDeps {
  readonly store: Pick<SourceStore, 'put'>;
  readonly now: Date;
  readonly signal?: AbortSignal;
  readonly bounds?: Partial<CorpusBounds>;
}

const BOUNDS: CorpusBounds = { filesMax: 2_000, fileBytesMax: 20_000_000 };
/** Files read at once: while one is parsed, others come from the disk. */
const AT_ONCE = 8;
/** So many are named; of more the number is told. */
const NAMED_MAX = 20;

interface CorpusText {
  readonly found: FoundText;
  readonly also: readonly string[];
}

/** `folder` and `project` are absolute; addresses are paths from the project. Rejects with SourceFault where the
 *  folder cannot be read. */
export async function readCorpus(folder: string, project: string, deps: CorpusDeps): Promise<SourceList> {
  const bounds = { ...BOUNDS, ...deps.bounds };
  const listed = await listCorpus(folder, bounds, deps.signal).catch((thrown: unknown) => {
    deps.signal?.throwIfAborted();
    throw new SourceFault('source-not-readable', notReadable(folder, thrown), { cause: thrown });
  });
  const leftOut: string[] = [];
  const texts: CorpusText[] = [];
  for (let at = 0; at < listed.files.length; at += AT_ONCE) {
    deps.signal?.throwIfAborted();
    const group = listed.files.slice(at, at + AT_ONCE);
    const read = await Promise.all(group.map((file) => readFile(file, project, bounds)));
    for (const each of read) typeof each === 'string' ? leftOut.push(each) : texts.push(each);
  }
  const sources = await storeOnce(texts, deps);
  const more = leftOut.length - NAMED_MAX;
  const others = more > 0 ? [`${more} more files were left out for reasons of the same kind.`] : [];
  return { sources, notes: [...listed.notes, ...leftOut.slice(0, NAMED_MAX), ...others] };
}

const notReadable = (folder: string, thrown: unknown): string =>
  `Expected to read the documents below ${shown(folder)}, but ${thrown instanceof Error ? thrown.message : thrown}`;

/** A text, or in a sentence why the file was left out. */
async function readFile(file: CorpusFile, project: string, bounds: CorpusBounds): Promise<CorpusText | string> {
  const address = shown(relative(project, file.path).split(sep).join('/'));
  const bytes = await readBounded(file.path, bounds.fileBytesMax);
  const name = file.path.slice(file.path.lastIndexOf(sep) + 1);
  const result =
    typeof bytes === 'string' ? { ok: false as const, why: bytes } : await readDocument(bytes, { name, type: '' });
  if (!result.ok) return `"${address}" was left out: ${result.why}.`;
  const { document } = result;
  const found: FoundText = {
    address,
    title: document.title || titleOfName(name),
    type: document.type || 'local',
    publishedAt: document.publishedAt ?? dateInName(name),
    ...{ authors: document.authors, publisher: document.publisher, text: document.text, isWhole: true },
  };
  return { found, also: document.url === '' ? [] : [cleanAddress(document.url)] };
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

/** The same text under several names is one source, told by the name that says most of it. */
async function storeOnce(texts: readonly CorpusText[], { store, now, signal }: CorpusDeps): Promise<readonly Source[]> {
  const groups = new Map<string, CorpusText[]>();
  for (const text of texts) {
    const digest = digestOf(cleanText(text.found.text));
    const group = groups.get(digest);
    if (group === undefined) groups.set(digest, [text]);
    else group.push(text);
  }
  const kept = [...groups.values()].map((group) => {
    const [best, ...others] = group.toSorted((a, b) => knownOf(b) - knownOf(a) || earlier(a, b));
    return { best, others };
  });
  const sources: Source[] = [];
  for (let at = 0; at < kept.length; at += AT_ONCE) {
    signal?.throwIfAborted();
    const stored = kept.slice(at, at + AT_ONCE).map(async ({ best, others }) => {
      if (best === undefined) return [];
      const also = [...best.also, ...others.flatMap((other) => [other.found.address, ...other.also])];
      return [{ ...(await store.put(best.found, now)), also: [...new Set(also)] }];
    });
    sources.push(...(await Promise.all(stored)).flat());
  }
  return sources;
}

const knownOf = ({ found }: CorpusText): number =>
  (found.publishedAt === null ? 0 : 2) + (/^(?:local|web)$/.test(found.type) ? 0 : 1);

/** A copy is younger than what it was made of. */
function earlier(a: CorpusText, b: CorpusText): number {
  const [one, other] = [a.found.publishedAt ?? '', b.found.publishedAt ?? ''];
  return one < other ? -1 : one > other ? 1 : 0;
}
