// How a PostgreSQL store spells what its rows hold: ids and actors as they are.

import type { Spelling } from '../rows.ts';

export const PLAIN: Spelling = { id: (value) => value as string, actor: (value) => value as string };
