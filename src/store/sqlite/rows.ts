// How a SQLite store spells what its rows hold: ids packed, actors by number.

import type { Spelling } from '../rows.ts';
import type { Names } from './names.ts';
import { unpackedId } from './run-ids.ts';

const known = new WeakMap<Names, Spelling>();

export function spellingOf(names: Names): Spelling {
  const found = known.get(names);
  if (found !== undefined) return found;
  const spelling: Spelling = { id: unpackedId, actor: (value) => names.actor(value as number) };
  known.set(names, spelling);
  return spelling;
}
