// What must be seen before anything is decided, as lines: sentences, and what is listed below them.

import { oneLine } from '../shown-text.ts';
import { hangingLines, type Theme } from './theme.ts';

const LISTED = '- ';

/** A notice that begins with "- " belongs to the one above it. */
export function noticeLines(notices: readonly string[], { paint, width }: Theme): string[] {
  return notices.flatMap((notice) =>
    notice.startsWith(LISTED)
      ? hangingLines('   - ', oneLine(notice.slice(LISTED.length)), width)
      : hangingLines(' ', oneLine(notice), width, paint.yellow),
  );
}
