// What a design leaves open, each in a line of its own that begins with "open:": the question of a section that nobody
// answered, and what a person asked for where no model could carry it out.

import { asText, openPoint } from '../markdown/filed-text.ts';
import { withoutFences } from './fenced-blocks.ts';
import { sectionName } from './named-sections.ts';
import { type DesignTexts, PARTS, type PartName, parsePart } from './part.ts';
import { openQuestion } from './section-questions.ts';

const LINE = /^open: (.+)$/gm;

/** What was asked for, in one line. */
export const pointOf = (said: string): string => said.replace(/\s+/g, ' ').trim();

/** As it stands in a section. */
export const filedPoint = (said: string): string => asText(pointOf(said));

/** The section with the point below its heading, once: at its end it would belong to its last entry. */
export function withOpenPoint(section: string, said: string): string {
  const line = openPoint(filedPoint(said));
  const [heading = '', ...rest] = section.split('\n');
  if (heading === line || rest.includes(line)) return section;
  if (!heading.startsWith('## ')) return `${section.trimEnd()}\n\n${line}\n`;
  const gap = rest[0]?.trim() === '' ? '' : '\n';
  return `${heading}\n\n${line}\n${gap}${rest.join('\n')}`;
}

export interface OpenPoint {
  /** `LLD: API Endpoints`. */
  readonly section: string;
  readonly point: string;
}

/** What people asked for, each once, where it stands first. Questions of sections are none. */
export function openPointsIn(texts: DesignTexts): readonly OpenPoint[] {
  const found = new Map<string, OpenPoint>();
  for (const { part, id, text } of sectionsIn(texts))
    for (const [line, point = ''] of withoutFences(text).matchAll(LINE))
      if (line !== openQuestion(part, id) && !found.has(point))
        found.set(point, { section: sectionName(part, id, texts[part]), point });
  return [...found.values()];
}

export interface OpenSection {
  readonly part: PartName;
  readonly section: string;
  /** `HLD: Security`. */
  readonly name: string;
  readonly question: string;
}

/** Sections whose own question nobody answered. */
export function openSectionsIn(texts: DesignTexts): readonly OpenSection[] {
  return sectionsIn(texts).flatMap(({ part, id, text }) => {
    const line = openQuestion(part, id);
    if (!text.split('\n').includes(line)) return [];
    const name = sectionName(part, id, texts[part]);
    return [{ part, section: id, name, question: line.slice(openPoint('').length) }];
  });
}

function sectionsIn(texts: DesignTexts) {
  return PARTS.flatMap((part: PartName) =>
    texts[part].includes('open: ') ? parsePart(part, texts[part]).sections.map((each) => ({ part, ...each })) : [],
  );
}
