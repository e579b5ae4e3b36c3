// The sections that a model adds to a PRD: just before the requirements, where code leaves a place for them.

import { closedMarkdown, headingsOf, oneLine, type Section, sectionsOf } from '../markdown/headings-of.ts';
import { PRD_SECTIONS } from '../markdown/prd-sections.ts';

/** Their Markdown; '' where there are none. */
export function ownSections(prd: string): string {
  const sections = sectionsOf(prd, 2);
  const brief = sections.find(({ heading }) => heading.text === PRD_SECTIONS.brief);
  const next = sections.find(({ heading }) => heading.text === PRD_SECTIONS.requirements);
  return brief === undefined || next === undefined ? '' : prd.slice(brief.end, next.heading.start).trim();
}

/** The document with them in their place, without those that it has word for word. What is no section of the second
 *  rank, or has other words there already, is left to the check to refuse. */
export function withOwnSections(prd: string, sections: string): string {
  const next = headingsOf(prd).find(({ depth, text }) => depth === 2 && text === PRD_SECTIONS.requirements);
  const there = new Set(sectionsOf(prd, 2).map((each) => wordsOf(prd, each)));
  const known = sectionsOf(sections, 2).filter((each) => there.has(wordsOf(sections, each)));
  const added = known.reduceRight((text, { heading, end }) => text.slice(0, heading.start) + text.slice(end), sections);
  if (added.trim() === '' || next === undefined) return prd;
  return `${prd.slice(0, next.start)}${closedMarkdown(added.trim())}\n\n${prd.slice(next.start)}`;
}

const wordsOf = (text: string, { heading, end }: Section): string => oneLine(text.slice(heading.start, end));
