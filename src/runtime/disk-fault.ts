// Faults of the workspace, in words for the person who must mend it.

import { diskReason } from '../disk-reason.ts';
import { WorkspaceFault } from '../errors.ts';

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
