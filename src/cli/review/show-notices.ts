// What must be seen before anything is decided, as lines: sentences, and what is listed below them.

import { oneLine } from '../shown-text.ts';
import { hanging, type Theme } from './theme.ts';

const LISTED = '- ';

/** A notice that begins with "- " belongs to the one above it. */
export function noticeLines(notices: readonly string[], { paint, width }: Theme): string[] {
  return notices.flatMap((notice) =>
    notice.startsWith(LISTED)
      ? hanging('   - ', oneLine(notice.slice(LISTED.length)), width)
      : hanging(' ', oneLine(notice), width, paint.yellow),
  );
}
