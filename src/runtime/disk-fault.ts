// What the system says against reading or writing a file, in words for the person who must mend it.

import { WorkspaceFault } from '../errors.ts';

const WORDS: { readonly [code: string]: string } = {
  EACCES: 'permission is denied',
  EPERM: 'permission is denied',
  EROFS: 'the disk is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the quota of the disk is used up',
  EFBIG: 'the file would be larger than is allowed',
  ENOTDIR: 'a part of its path is a file, not a folder',
  EEXIST: 'a part of its path is a file, not a folder',
  EISDIR: 'a folder stands in its place',
  ELOOP: 'its symlinks lead in a circle',
  EMFILE: 'too many files are open',
  ENFILE: 'too many files are open',
};

/** Without a full stop: it goes into a sentence. */
export function diskReason(thrown: unknown): string {
  const { code = '', message = String(thrown) } = (thrown ?? {}) as {
    readonly code?: string;
    readonly message?: string;
  };
  const words = WORDS[code];
  return words === undefined ? message.replace(/\.$/, '') : `${words} (${code})`;
}

/** `thrown` as a fault of the workspace, unless it is one already. */
export function workspaceFault(doing: string, thrown: unknown): WorkspaceFault {
  if (thrown instanceof WorkspaceFault) return thrown;
  const message = `Expected to ${doing}, but ${diskReason(thrown)}. The folder must be repaired.`;
  return new WorkspaceFault(message, { cause: thrown });
}

export function symlinkFault(path: string, workspaces: readonly string[], link: string): WorkspaceFault {
  const found = `found that the symlink "${link}" leads out of it, or nowhere`;
  const message = `Expected "${path}" inside ${workspaces.join(' or ')}, ${found}. The folder must be repaired`;
  return new WorkspaceFault(`${message}: put a file or folder of its own in the symlink's place.`);
}
