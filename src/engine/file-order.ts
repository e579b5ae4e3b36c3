// Files that steps give: as code gives them, as the history holds them, and as they are ordered to be written.

import type { Value } from './value.ts';

/** A file as it is to be: `old` is the hash it must have now (null: it must not exist), `new` that of `content`. */
export type FileIntent = {
  readonly path: string;
  readonly old: string | null;
  readonly new: string;
  readonly content: Value;
};

/** A file to write. `workspace` is the folder its path starts from. `since`: the code did not say what it had read, so
 *  `old` was read from disk when the run was at this event; what the run wrote after that may be replaced. `again`: it
 *  was refused before and someone asked for it once more; then it may also be made where there is none by now. */
export type FileOrder = FileIntent & {
  readonly workspace: string;
  readonly since?: number;
  readonly again?: true;
};

/** A file as code gave it: an engine that keeps no store writes none, and leaves them to the readers of its events. */
export type GivenFile = { readonly path: string; readonly text: string; readonly old?: string | null };
