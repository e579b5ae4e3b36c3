// Holds a model's PRD against what was decided, and puts code's own status block and table into it.

import { headingsOf, linesOf, type Section, sectionsOf } from '../markdown/headings-of.ts';
import { PRD_SECTIONS } from '../markdown/prd-sections.ts';
import type { DecidedRequirement } from '../requirements/requirement.ts';
import {
  assemblePrd,
  briefBlock,
  itemsOf,
  keptOf,
  type PrdParts,
  requirementBlock,
  statusBlock,
  supersededLine,
  supersededOf,
  traceabilityBlock,
  utteranceBlock,
  withoutOwnSections,
} from './assemble-prd.ts';
import { excludedIn } from './find-excluded.ts';
import { strayWords } from './stray-words.ts';

const ITEM = /^(REQ-\d+)(?::[ \t]*((?![ \t]).*))?$/;
const FIELD = /^[-*+] \*\*([^*]+)\*\*:[ \t]*/;
const SHOWN_MAX = 300;

/** In what the PRD differs from what was decided, in words; none: it may be taken. Lines of `assembled` may speak of
 *  what was decided against. */
export function checkPrd(prdContent: string, parts: PrdParts, assembled = assemblePrd(parts)): readonly string[] {
  const sections = sectionsOf(prdContent, 2);
  const items = itemsOf(parts);
  const named = (title: string): Section | undefined => sections.find(({ heading }) => heading.text === title);
  const requirements = named(PRD_SECTIONS.requirements);
  const outline = sectionDifferences(sections);
  return [
    ...outline,
    ...utteranceDifferences(prdContent, named(PRD_SECTIONS.utterance), parts.utterance),
    ...briefDifferences(prdContent, named(PRD_SECTIONS.brief), parts.brief),
    ...(requirements === undefined ? [] : itemDifferences(prdContent, requirements, items)),
    ...excludedIn(prdContent, assembled, items),
    ...(outline.length === 0 ? strayWords(prdContent, items) : []),
  ];
}

/** Of those only what concerns the requirements it lists. */
export function checkItems(prdContent: string, items: readonly DecidedRequirement[]): readonly string[] {
  const section = sectionsOf(prdContent, 2).find(({ heading }) => heading.text === PRD_SECTIONS.requirements);
  return section === undefined ? [] : itemDifferences(prdContent, section, items);
}

/** The model's PRD with the status block and the table as code has them, the brief without its own, one line end. */
export function settlePrd(prdContent: string, parts: PrdParts): string {
  const { status, traceability } = PRD_SECTIONS;
  const written = linesOf(prdContent).join('\n');
  const title = headingsOf(written).find(({ depth }) => depth === 1);
  const settled = withoutBriefsOwn(withBody(written, status, statusBlock(parts), title?.end ?? 0));
  return withBody(settled, traceability, traceabilityBlock(itemsOf(parts)), settled.length);
}

/** A model may have copied the brief as it was, whose status and utterance the PRD has itself. */
function withoutBriefsOwn(content: string): string {
  const section = sectionsOf(content, 2).find(({ heading }) => heading.text === PRD_SECTIONS.brief);
  if (section === undefined) return content;
  const brief = content.slice(section.start, section.end);
  const rest = [3, 4].reduce((text, depth) => withoutOwnSections(text, depth), brief);
  if (rest === brief || rest.trim() === '') return content;
  return content.slice(0, section.start) + rest + content.slice(section.end);
}

/** `at`: where the section comes if there is none. */
function withBody(content: string, title: string, body: string, at: number): string {
  const section = sectionsOf(content, 2).find(({ heading }) => heading.text === title);
  const before = section === undefined ? content.slice(0, at).trimEnd() : content.slice(0, section.start);
  const rest = content.slice(section?.end ?? at).replace(/^[\r\n]+/, '');
  const start = section === undefined ? `${before === '' ? '' : `${before}\n\n`}## ${title}` : before;
  return `${start}\n\n${body}\n${rest === '' ? '' : `\n${rest}`}`;
}

function sectionDifferences(sections: readonly Section[]): string[] {
  const wanted: readonly string[] = Object.values(PRD_SECTIONS);
  const titles = sections.map(({ heading }) => heading.text);
  const found = titles.filter((title) => wanted.includes(title));
  const counts = [...new Set([...wanted, ...titles])].flatMap((title) => {
    const count = titles.filter((other) => other === title).length;
    if (count === 1) return [];
    return [`Expected the section "## ${title}" once, found it ${count === 0 ? 'nowhere' : `${count} times`}.`];
  });
  if (counts.length > 0 || found.join() === wanted.join()) return counts;
  return [`Expected the sections in the order ${wanted.join(', ')}, found ${found.join(', ')}.`];
}

function utteranceDifferences(content: string, section: Section | undefined, utterance: string): string[] {
  if (section === undefined) return [];
  const expected = trimmedLines(utteranceBlock(utterance)).join('\n');
  const found = trimmedLines(content.slice(section.start, section.end)).join('\n');
  return found === expected ? [] : [differs(PRD_SECTIONS.utterance, expected, found)];
}

/** A review may have asked for other words in it; gone it may not be. */
function briefDifferences(content: string, section: Section | undefined, brief: string): string[] {
  if (section === undefined || briefBlock(brief).trim() === '') return [];
  if (content.slice(section.start, section.end).trim() !== '') return [];
  return [`${PRD_SECTIONS.brief}: expected the brief, found nothing.`];
}

function itemDifferences(content: string, { start, end }: Section, items: readonly DecidedRequirement[]): string[] {
  const blocks = itemBlocks(content.slice(start, end));
  const kept = keptOf(items);
  const lines = new Set(linesOf(content.slice(start, end)).map((line) => line.trim()));
  return [
    ...kept.flatMap((item) => {
      const found = blocks.filter(({ id }) => id === item.id);
      if (found.length === 0) return [differs(item.id, requirementBlock(item), '')];
      if (found.length > 1) return [`${item.id}: expected it once, found it ${found.length} times.`];
      return fieldDifferences(item.id, requirementBlock(item), found[0]?.text ?? '');
    }),
    ...blocks.flatMap(({ id, text }) => {
      if (kept.some((item) => item.id === id)) return [];
      return [`${id}: expected it not among the requirements (${whyNot(id, items)}), found ${quoted(text)}.`];
    }),
    ...supersededOf(items).flatMap((item) =>
      lines.has(supersededLine(item).trim()) ? [] : [differs(item.id, supersededLine(item), '')],
    ),
  ];
}

interface ItemBlock {
  readonly id: string;
  readonly text: string;
}

/** From each heading that begins with an id to the next heading at the top, whatever its depth. */
function itemBlocks(text: string): ItemBlock[] {
  const headings = headingsOf(text);
  return headings.flatMap((heading, at) => {
    const id = ITEM.exec(heading.text)?.[1];
    return id === undefined ? [] : [{ id, text: text.slice(heading.start, headings[at + 1]?.start ?? text.length) }];
  });
}

function fieldDifferences(id: string, expected: string, found: string): string[] {
  const wanted = fieldsOf(expected);
  const given = fieldsOf(found);
  const names = [...new Set([...wanted.keys(), ...given.keys()])];
  return names.flatMap((name) => {
    const [own = '', theirs = ''] = [wanted.get(name), given.get(name)];
    if (own === theirs) return [];
    return [differs(name === '' ? id : `${id} ${name}`, own, theirs)];
  });
}

/** The parts of an item: its heading and whatever stands in no field (''), and each field with all its lines. */
function fieldsOf(block: string): Map<string, string> {
  const [head = '', ...lines] = trimmedLines(block);
  const fields = new Map([['', [head.replace(/^#+[ \t]*/, '')]]]);
  let name = '';
  for (const line of lines) {
    const own = FIELD.exec(`${line} `);
    // A line that is not indented belongs to no field: a list item keeps only what is.
    name = own?.[1] ?? (line === '' || /^\s/.test(line) ? name : '');
    const isAgain = own !== null && fields.has(name);
    const text = own === null || isAgain ? line : line.slice(own[0].length).trimEnd();
    if (text !== '' || own !== null || name !== '') fields.set(name, [...(fields.get(name) ?? []), text]);
  }
  return new Map([...fields].map(([key, text]) => [key, text.join('\n').trimEnd()]));
}

function whyNot(id: string, items: readonly DecidedRequirement[]): string {
  const item = items.find((one) => one.id === id);
  if (item === undefined) return 'nobody decided on it';
  if (item.standing === 'rejected') return 'rejected';
  return item.standing === 'out-of-scope' ? 'out of scope' : `superseded by ${item.supersededBy}`;
}

function differs(what: string, expected: string, found: string): string {
  return `${what}: expected ${quoted(expected)}, found ${quoted(found)}.`;
}

function quoted(text: string): string {
  const all = text.trim();
  if (all === '') return 'nothing';
  return `'${all.length > SHOWN_MAX ? `${all.slice(0, SHOWN_MAX)}...` : all}'`;
}

/** Without what ends lines and what stands before the first and after the last of them. */
function trimmedLines(text: string): string[] {
  const lines = linesOf(text).map((line) => line.trimEnd());
  const first = lines.findIndex((line) => line !== '');
  return first < 0 ? [] : lines.slice(first, lines.findLastIndex((line) => line !== '') + 1);
}
