// The lines of a standard that say MUST: each is held against the design by itself.

import type { Standard } from '../design/finding.ts';

/** In capitals, as standards write what they require. */
const MUST = /\b(?:MUST(?:[ \t]+NOT)?|SHALL(?:[ \t]+NOT)?|REQUIRED)\b/;
const FENCE = /^ {0,3}(`{3,}|~{3,})/;
const LINES_MAX = 1_000;

/** Headings and fences hold none. */
export function standardsIn(file: string, text: string): readonly Standard[] {
  const found: Standard[] = [];
  let fence = '';
  for (const [at, line] of text.split(/\r?\n/).entries()) {
    const [, mark = ''] = FENCE.exec(line) ?? [];
    if (mark !== '' && (fence === '' || mark.startsWith(fence))) fence = fence === '' ? mark : '';
    if (fence !== '' || /^#{1,6}[ \t]/.test(line) || !MUST.test(line) || found.length >= LINES_MAX) continue;
    const words = line.replace(/^[\s>]*(?:(?:[-*+]|\d+[.)])[ \t]+)?(?:\[[ xX]\][ \t]+)?/, '').trim();
    found.push({ file, line: at + 1, text: words });
  }
  return found;
}
