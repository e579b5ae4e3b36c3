// Changes single sections and bullets of a brief in place: every byte that is not asked for stays as it is.

import { contentWords, shareOf } from '../../documents/gaps/content-words.ts';
import { closedMarkdown, headingsOf, type Section, sectionsOf } from '../../documents/markdown/headings-of.ts';
import type { BriefSection } from '../../documents/prd/brief.ts';
import { scopeLabel, sectionNamed } from '../../documents/prd/parse-brief.ts';

/** A list of a brief: scope has two. */
export type BriefList = 'Goals' | 'In Scope' | 'Out of Scope' | 'Success Criteria';

interface Line {
  readonly start: number;
  /** With its line end. */
  readonly end: number;
  readonly text: string;
}

const BULLET = /^(\s*)(?:[-*+]|\d{1,9}[.)])\s+/;
/** From this share of its words on a bullet is the one that is meant. */
const MEANT_FROM = 0.6;

export function withTitle(text: string, title: string): string {
  const heading = headingsOf(text).find(({ depth }) => depth === 1);
  const line = `# ${oneLine(title)}`;
  if (heading === undefined) return `${line}${eol(text)}${eol(text)}${text}`;
  return text.slice(0, heading.start) + line + text.slice(heading.end);
}

export function withSection(text: string, name: BriefSection, body: string): string {
  const end = eol(text);
  const own = closedMarkdown(demoted(body.trim())).replace(/\r\n|\r|\n/g, end);
  const section = sectionOf(text, name);
  if (section === undefined) return `${text.trimEnd()}${end}${end}## ${name}${end}${end}${own}${end}`;
  const rest = text.slice(section.end);
  return `${text.slice(0, section.start)}${end}${end}${own}${end}${rest === '' ? '' : `${end}${rest}`}`;
}

/** After what the section says now. */
export function withParagraph(text: string, name: BriefSection, paragraph: string): string {
  const section = sectionOf(text, name);
  const now = section === undefined ? '' : text.slice(section.start, section.end).trim();
  if (section === undefined || now === '') return withSection(text, name, paragraph);
  const at = section.start + text.slice(section.start, section.end).trimEnd().length;
  const end = eol(text);
  const isList = BULLET.test(paragraph) && BULLET.test(now.split(/\r\n|\r|\n/).at(-1) ?? '');
  return `${text.slice(0, at)}${isList ? end : end + end}${paragraph.replace(/\r\n|\r|\n/g, end)}${text.slice(at)}`;
}

export function withBullet(text: string, list: BriefList, point: string): string {
  const name = list === 'In Scope' || list === 'Out of Scope' ? 'Scope' : list;
  const bullet = `- ${oneLine(point)}`;
  const lines = listLines(text, list);
  const last = lines.findLast((line) => BULLET.test(line.text));
  const end = eol(text);
  if (last !== undefined) {
    const indent = BULLET.exec(last.text)?.[1] ?? '';
    const closed = /[\r\n]$/.test(text.slice(last.start, last.end));
    return `${text.slice(0, last.end)}${closed ? '' : end}${indent}${bullet}${end}${text.slice(last.end)}`;
  }
  const label = lines[0];
  if (label === undefined) {
    return withParagraph(text, name, name === 'Scope' ? `### ${list}${end}${end}${bullet}` : bullet);
  }
  // A sentence such as "Nothing was excluded." is no longer true.
  const rest = lines.slice(1).filter((line) => line.text.trim() !== '');
  const from = label.end;
  const to = rest.at(-1)?.end ?? from;
  return `${text.slice(0, from)}${end}${bullet}${end}${text.slice(to)}`;
}

/** Takes out the bullets of a list that speak of `about`; null: none does. */
export function withoutBullets(text: string, list: BriefList, about: string): { text: string; gone: string[] } | null {
  const wanted = contentWords(about);
  const lines = listLines(text, list);
  const gone: string[] = [];
  let kept = text;
  for (let at = lines.length - 1; at >= 0; at -= 1) {
    const line = lines[at];
    if (line === undefined || !BULLET.test(line.text)) continue;
    const words = contentWords(line.text);
    if (wanted.size === 0 || shareOf(wanted, words) < 1 || shareOf(words, wanted) < MEANT_FROM / 2) continue;
    const next = lines
      .slice(at + 1)
      .find((other) => other.text.trim() === '' || !/^\s{2,}/.test(other.text) || BULLET.test(other.text));
    kept = kept.slice(0, line.start) + kept.slice(next?.start ?? lines.at(-1)?.end ?? line.end);
    gone.unshift(line.text.replace(BULLET, '').trim());
  }
  return gone.length === 0 ? null : { text: kept, gone };
}

export function sectionOf(text: string, name: BriefSection): Section | undefined {
  return sectionsOf(text, 2).find(({ heading }) => sectionNamed(heading.text) === name);
}

/** The lines of a list, from its label on; of goals and criteria the whole section. */
function listLines(text: string, list: BriefList): readonly Line[] {
  const isScope = list === 'In Scope' || list === 'Out of Scope';
  const section = sectionOf(text, isScope ? 'Scope' : list);
  if (section === undefined) return [];
  const lines = linesWithin(text, section.start, section.end);
  if (!isScope) return lines;
  const wanted = list === 'In Scope' ? 'in' : 'out';
  const found: Line[] = [];
  let now = 'in';
  for (const line of lines) {
    const label = scopeLabel(line.text.replace(/^[\s#>*_+-]+/, ''));
    if (label !== null) now = label;
    if (now === wanted && (found.length > 0 || label !== null || line.text.trim() !== '')) found.push(line);
  }
  return found;
}

function linesWithin(text: string, start: number, end: number): Line[] {
  const lines: Line[] = [];
  for (const match of text.slice(start, end).matchAll(/[^\r\n]*(?:\r\n|\r|\n|$)/g)) {
    if (match[0] === '') continue;
    const from = start + match.index;
    lines.push({ start: from, end: from + match[0].length, text: match[0].replace(/(?<![\r\n])[\r\n]+$/, '') });
  }
  return lines;
}

/** Headings that would end the section come below it. */
function demoted(body: string): string {
  const headings = headingsOf(body).filter(({ depth }) => depth < 3);
  return headings.reduceRight(
    (text, { start, end, text: said }) => `${text.slice(0, start)}### ${said}${text.slice(end)}`,
    body,
  );
}

const eol = (text: string): string => (text.includes('\r\n') ? '\r\n' : '\n');
const oneLine = (text: string): string =>
  text
    .replace(/\s+/g, ' ')
    .replace(/^[#>\-*+\s]+/, '')
    .trim();
