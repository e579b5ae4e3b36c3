// Words of a model's PRD that stand where none may be written: code would drop some of them, and the rest would be
// signed without belonging to anything that was reviewed.

import { headingsOf, linesOf, type Section, sectionsOf } from '../markdown/headings-of.ts';
import { PRD_SECTIONS } from '../markdown/prd-sections.ts';
import type { DecidedRequirement } from '../requirements/requirement.ts';
import { requirementBlocks, STATUS_FIELDS } from './assemble-prd.ts';

const FIELD = /^[-*+] \*\*([^*]+)\*\*:/;
const ROW = /^\|/;
const ITEM = /^REQ-\d/;
const SHOWN_MAX = 120;
const RULE =
  `New text goes inside "## ${PRD_SECTIONS.brief}", or in a "##" section of its own just before ` +
  `"## ${PRD_SECTIONS.requirements}".`;

interface Stray {
  readonly text: string;
  readonly place: string;
}

/** Where the five sections are there once, in their order. */
export function strayWords(content: string, items: readonly DecidedRequirement[]): readonly string[] {
  const found = strayIn(content, items);
  return found.map(({ text, place }, at) => {
    const [first = ''] = linesOf(text.trim());
    const shown = first.length > SHOWN_MAX ? `${first.slice(0, SHOWN_MAX)}...` : first;
    return `Expected no words of your own ${place}, found '${shown}'.${at === found.length - 1 ? ` ${RULE}` : ''}`;
  });
}

function strayIn(content: string, items: readonly DecidedRequirement[]): readonly Stray[] {
  const sections = sectionsOf(content, 2);
  const at = (name: string): number => sections.findIndex(({ heading }) => heading.text === name);
  const { status, brief, requirements, traceability } = PRD_SECTIONS;
  const [first, free, kept] = [at(status), at(brief), at(requirements)];
  return [
    { text: withoutTitle(content.slice(0, sections[first]?.heading.start)), place: `before "## ${status}"` },
    ...sections.flatMap((section, index): Stray[] => {
      const { text } = section.heading;
      const isNamed = Object.values<string>(PRD_SECTIONS).includes(text);
      const before = sections[index - 1]?.heading.text ?? '';
      const isPlaced = isNamed || (index > free && index < kept);
      const next = sections[index + 1]?.heading.start ?? content.length;
      return [
        ...(isPlaced ? [] : [{ text: `## ${text}`, place: `after "## ${before}"` }]),
        // A heading of the first rank ends a section.
        { text: content.slice(section.end, next), place: `after "## ${text}"` },
      ];
    }),
    ...besides(content, sections[first], (line) => STATUS_FIELDS.has(FIELD.exec(line)?.[1] ?? '')),
    ...besides(content, sections[at(traceability)], (line) => ROW.test(line)),
    ...besidesItems(content, sections[kept], items),
  ].filter(({ text }) => text.trim() !== '');
}

function withoutTitle(text: string): string {
  const title = headingsOf(text).find(({ depth }) => depth === 1);
  return title === undefined ? text : text.slice(0, title.start) + text.slice(title.end);
}

function besides(content: string, section: Section | undefined, isOwn: (line: string) => boolean): readonly Stray[] {
  if (section === undefined) return [];
  const lines = linesOf(content.slice(section.start, section.end)).filter((line) => !isOwn(line.trim()));
  return [{ text: lines.join('\n'), place: `in "## ${section.heading.text}"` }];
}

/** What stands in an item's block is compared with the item elsewhere. */
function besidesItems(
  content: string,
  section: Section | undefined,
  items: readonly DecidedRequirement[],
): readonly Stray[] {
  if (section === undefined) return [];
  const text = content.slice(section.start, section.end);
  const headings = headingsOf(text);
  const others = headings.flatMap(({ text: named, start }, at) =>
    ITEM.test(named) ? [] : [text.slice(start, headings[at + 1]?.start)],
  );
  const own = new Set(linesOf(requirementBlocks(items).join('\n')).map((line) => line.trim()));
  const lines = linesOf([text.slice(0, headings[0]?.start), ...others].join('\n'));
  return [
    {
      text: lines.filter((line) => !own.has(line.trim())).join('\n'),
      place: `in "## ${section.heading.text}"`,
    },
  ];
}
