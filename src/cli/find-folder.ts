// Which folders of documents the runs of this process may read: of its projects, those that were named for it, and
// those that ship with the program.

import { fileURLToPath } from 'node:url';
import type { FindFolder, ReadablePlaces } from '../runtime/readable-folders.ts';
import type { Composition } from './composition.ts';

const SHIPPED = fileURLToPath(new URL('../../examples', import.meta.url));

/** `place`: the store of the runs; left out: they are in memory. */
export async function findFolder(
  { openStore }: Pick<Composition, 'openStore'>,
  { projects, folders }: Pick<ReadablePlaces, 'projects' | 'folders'>,
  place: string | undefined,
): Promise<FindFolder> {
  const { readableIn } = await import('../runtime/readable-folders.ts');
  const open = place === undefined ? undefined : () => openStore(place, true);
  return readableIn({ projects, folders: [...folders, SHIPPED] }, open);
}
