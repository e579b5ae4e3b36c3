// What was asked for and could not be carried out by rules: a line in the section that it concerns, once.

import { sectionName } from './named-sections.ts';
import { type DesignTexts, PARTS, parsePart } from './part.ts';

const END = 'Rules cannot carry this out; the author decides.';
const LINE = /^Open: ([^\n]{1,20000}?)\.? Rules cannot carry this out; the author decides\.$/gm;
/** How an issue begins where it is one of a list. */
const HEAD = /^- (?:CRITICAL|HIGH|MEDIUM|LOW|INFO) [^(:\n]{1,80}(?:\(.{0,300}?\))?: /;

/** The point of an issue, in one line and without the dot at its end. */
export function pointOf(issue: string): string {
  return issue
    .replace(HEAD, '')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/\.{1,9}$/, '');
}

export function withOpenPoint(text: string, issue: string): string {
  const line = `Open: ${pointOf(issue)}. ${END}`;
  return text.includes(line) ? text : `${text.trimEnd()}\n\n${line}\n`;
}

export const withoutOpenPoints = (text: string): string =>
  text
    .replace(LINE, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim();

export interface OpenPoint {
  /** `LLD: API Endpoints`. */
  readonly section: string;
  readonly point: string;
}

/** Each once, where it stands first. */
export function openPointsIn(texts: DesignTexts): readonly OpenPoint[] {
  const found = new Map<string, OpenPoint>();
  for (const part of PARTS)
    for (const section of texts[part].includes(END) ? parsePart(part, texts[part]).sections : [])
      for (const [, point = ''] of section.text.matchAll(LINE))
        if (!found.has(point)) found.set(point, { section: sectionName(part, section.id, texts[part]), point });
  return [...found.values()];
}
