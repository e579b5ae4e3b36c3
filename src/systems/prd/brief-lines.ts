// Changes single sections of a brief in place: every byte that is not asked for stays as it is.

import { bullet } from '../../documents/markdown/filed-text.ts';
import { closedMarkdown, headingsOf, oneLine, type Section, sectionsOf } from '../../documents/markdown/headings-of.ts';
import { sectionNamed } from '../../documents/prd/parse-brief.ts';

const LIST_ITEM = /^\s*(?:[-*+]|\d{1,9}[.)])\s/;

export function withTitle(text: string, title: string): string {
  const heading = headingsOf(text).find(({ depth }) => depth === 1);
  const line = `# ${oneLine(title)}`;
  if (heading === undefined) return `${line}${eol(text)}${eol(text)}${text}`;
  return text.slice(0, heading.start) + line + text.slice(heading.end);
}

/** A section that is not there comes last. */
export function withSection(text: string, name: string, body: string): string {
  const end = eol(text);
  const own = closedMarkdown(demoted(body.trim())).replace(/\r\n|\r|\n/g, end);
  const section = sectionOf(text, name);
  if (section === undefined) return `${text.trimEnd()}${end}${end}## ${oneLine(name)}${end}${end}${own}${end}`;
  const rest = text.slice(section.end);
  return `${text.slice(0, section.start)}${end}${end}${own}${end}${rest === '' ? '' : `${end}${rest}`}`;
}

/** Points as bullets after what stands under a heading: of a section, or within it under a heading of its own. */
export function withPoints(text: string, name: string, points: readonly string[], heading = ''): string {
  const now = bodyOf(text, name);
  const fresh = points.filter((point) => !now.split(/\r\n|\r|\n/).includes(bullet(point)));
  if (fresh.length === 0) return text;
  const own = heading === '' || headingsOf(now).some((each) => each.text === heading) ? [] : [`### ${heading}`];
  const list = fresh.map(bullet).join('\n');
  const isList = own.length === 0 && LIST_ITEM.test(now.split(/\r\n|\r|\n/).at(-1) ?? '');
  const added = [...own, list].join('\n\n');
  return withSection(text, name, now === '' ? added : `${now}${isList ? '\n' : '\n\n'}${added}`);
}

/** The bullet of a question, where it stands, gives way to the answer; null: no such bullet is there. */
export function withAnswer(text: string, question: string, answer: readonly string[]): string | null {
  const line = bullet(question);
  const lines = text.split(/(?<=\n)/);
  const at = lines.findIndex((each) => each.trimEnd() === line);
  if (at < 0 || answer.length === 0) return null;
  const end = /\r?\n$/.exec(lines[at] ?? '')?.[0] ?? '';
  return lines.with(at, `${answer.map(bullet).join(eol(text))}${end}`).join('');
}

export function sectionOf(text: string, name: string): Section | undefined {
  const known = sectionNamed(name);
  return sectionsOf(text, 2).find(({ heading }) =>
    known === null ? heading.text === oneLine(name) : sectionNamed(heading.text) === known,
  );
}

function bodyOf(text: string, name: string): string {
  const section = sectionOf(text, name);
  return section === undefined ? '' : text.slice(section.start, section.end).trim();
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
