// Texts that an article of ours was written from lie beside a list of what they are: with it the references are found
// again.

import { basename, dirname, join } from 'node:path';
import { z } from 'zod';
import type { SourceText } from '../../documents/evidence/source.ts';
import { sourceFields } from '../../ports/source-shape.ts';
import type { OperationDeps } from '../../ports/system-operation.ts';

const LIST = 'sources.json';

// Neither the text nor its id, which is made from it, is the list's to say.
const { words: _, ...listed } = sourceFields;
const listedShape = z.object({ hash: z.string(), ...listed });
type ListedSource = z.output<typeof listedShape>;

/** Names, addresses and dates of texts whose hash the list has; all others stay as they were read. */
export async function asListed(
  texts: readonly SourceText[],
  folder: string,
  files: Pick<OperationDeps['files'], 'read' | 'holds'>,
): Promise<readonly SourceText[]> {
  if (basename(folder) !== 'sources') return texts;
  const path = join(dirname(folder), LIST);
  const known = (await files.holds(path)) ? sourcesIn(await files.read(path).catch(() => null)) : [];
  const byHash = new Map(known.map((source) => [source.hash, source]));
  return texts.map((text) => ({ ...text, ...byHash.get(text.hash) }));
}

function sourcesIn(text: string | null): readonly ListedSource[] {
  try {
    const list = z.array(z.unknown()).parse(JSON.parse(text ?? '[]'));
    return list.flatMap((each) => listedShape.safeParse(each).data ?? []);
  } catch {
    return [];
  }
}
