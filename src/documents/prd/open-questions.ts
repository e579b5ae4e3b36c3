// The questions that a brief leaves to the person: the bullets under its own heading, in any language, and the bullets
// that code marks as open.

import { headingsOf, linesOf, oneLine } from '../markdown/headings-of.ts';

const OPEN_QUESTIONS = 'Open Questions';
const BULLET = /^(?:[-*+]|\d{1,9}[.)])\s+(?=\S)/;
const MARKED = /^[-*+] open: (\S.*)$/;

/** One for each bullet, with the lines that belong to it. */
export function openQuestions(brief: string): readonly string[] {
  const headings = headingsOf(brief);
  const found: string[] = [];
  for (const [at, { text, end }] of headings.entries()) {
    if (text !== OPEN_QUESTIONS) continue;
    const lines = linesOf(brief.slice(end, headings[at + 1]?.start)).filter((line) => line.trim() !== '');
    for (const line of lines) {
      if (BULLET.test(line)) found.push(line.replace(BULLET, ''));
      else if (/^\s/.test(line) && found.length > 0) found[found.length - 1] += ` ${line}`;
    }
  }
  const marked = linesOf(brief).flatMap((line) => MARKED.exec(line)?.[1] ?? []);
  return [...new Set([...found, ...marked].map(oneLine))];
}

/** Whether a bullet is such a question: it asks for nothing. */
export const isOpenQuestion = (point: string): boolean => /^open: \S/.test(point);
