// Where in someone's module an error arose, as far as the runtime says it.

import { fileURLToPath } from 'node:url';

/** What does not parse stands in the first line of the stack; what was thrown, in its first frame. */
const PLACE = /^(?:\s+at (?:.* \()?)?(file:\/\/\/[^\n]+?|\/[^\n]+?):(\d+)(?::\d+)?\)?$/m;

/** The rest is frames of ours. */
const STACK_CHARACTERS = 2000;

/** `FILE, line N`, or `file` where no line is known. */
export function placeOfError(thrown: unknown, file: string): string {
  const [, path, line] =
    (thrown instanceof Error ? PLACE.exec((thrown.stack ?? '').slice(0, STACK_CHARACTERS)) : null) ?? [];
  if (path === undefined) return file;
  return `${path.startsWith('file:') ? fileURLToPath(path) : path}, line ${line}`;
}
