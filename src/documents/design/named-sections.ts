// Sections of a design by the names that people use for them, and texts that people wrote in their places.

import { type DesignTexts, PARTS, type PartName, parsePart } from './part.ts';

export const PART_TITLES: { readonly [part in PartName]: string } = {
  hld: 'High-Level Design',
  lld: 'Low-Level Design',
  database: 'Database Design',
};
/** `HLD: Components`. */
export const PART_NAMES: { readonly [part in PartName]: string } = { hld: 'HLD', lld: 'LLD', database: 'Database' };

export interface NamedSection {
  readonly name: string;
  readonly part: PartName;
  /** null: the part as a whole, which is named by its title. */
  readonly section: string | null;
}

/** The part by its title first, then its sections; a title that comes again has a number. */
export function namedSections(part: PartName, text: string): readonly NamedSection[] {
  const whole: NamedSection = { name: PART_TITLES[part], part, section: null };
  if (text.trim() === '') return [];
  const taken = new Set<string>();
  const own = parsePart(part, text).sections.filter(({ id }) => id !== part);
  return [
    whole,
    ...own.map(({ id, title }): NamedSection => {
      const name = `${PART_NAMES[part]}: ${title}`;
      let unused = name;
      for (let count = 2; taken.has(unused); count++) unused = `${name} (${count})`;
      taken.add(unused);
      return { name: unused, part, section: id };
    }),
  ];
}

/** What a reader calls the section: `Database: Tables`. */
export function sectionName(part: PartName, section: string, text: string): string {
  return namedSections(part, text).find((each) => each.section === section)?.name ?? `${PART_NAMES[part]}: ${section}`;
}

export interface WrittenSection {
  /** As `namedSections` has it; of a section that is new, `LLD: Its Title`. */
  readonly section: string;
  /** Without its heading. */
  readonly text: string;
}

/** The texts with what a person wrote; what names no part is left out. */
export function withWritten(texts: DesignTexts, written: readonly WrittenSection[]): DesignTexts {
  const changed: { [part in PartName]: string } = { ...texts };
  for (const { section, text } of written) {
    const part = PARTS.find((each) => section === PART_TITLES[each] || section.startsWith(`${PART_NAMES[each]}: `));
    if (part !== undefined) changed[part] = withSection(part, changed[part], section, text);
  }
  return changed;
}

/** As it is written, or as the one section that has this title; null: none has it, or several do. */
export function sectionNamed(texts: DesignTexts, wanted: string): string | null {
  if (PARTS.some((part) => wanted === PART_TITLES[part] || wanted.startsWith(`${PART_NAMES[part]}: `))) return wanted;
  const title = wanted.trim().toLowerCase();
  const [name, ...more] = PARTS.flatMap((part) =>
    namedSections(part, texts[part])
      .map((each) => each.name)
      .filter((each) => [each, each.slice(PART_NAMES[part].length + 2)].some((own) => own.toLowerCase() === title)),
  );
  return name === undefined || more.length > 0 ? null : name;
}

function withSection(part: PartName, whole: string, name: string, text: string): string {
  const { before, sections } = parsePart(part, whole);
  const body = `${text.trim()}\n`;
  const hasSections = sections.some(({ id }) => id !== part);
  if (name === PART_TITLES[part])
    return hasSections ? `${text.trim() === '' ? '' : `${body}\n`}${sections.map((each) => each.text).join('')}` : body;
  const found = namedSections(part, whole).find((each) => each.name === name)?.section;
  const title = name.slice(PART_NAMES[part].length + 2);
  if (found === undefined || found === null) return `${whole.trimEnd()}\n\n## ${title}\n\n${body}`.trimStart();
  const texts = sections.map((each, at) => {
    if (each.id !== found) return each.text;
    const [heading = `## ${each.title}`] = each.text.split('\n');
    return `${heading}\n\n${body}${at < sections.length - 1 ? '\n' : ''}`;
  });
  return before + texts.join('');
}
