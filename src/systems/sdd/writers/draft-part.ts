// A part, or a section of it, drafted by rules: anew, or in a later round from the last draft and its issues.

import { CATALOGUE } from '../../../documents/design/catalogue.ts';
import { type PartName, parsePart } from '../../../documents/design/part.ts';
import { databaseSection } from './database.ts';
import { type DraftInput, type DraftIssue, dialectOf, domainOf, storedDomain } from './draft-input.ts';
import { hldSection } from './hld.ts';
import { lldSection } from './lld.ts';
import { reviseSection } from './revise-section.ts';
import { schemaSql } from './sql.ts';

/** The section's text, with its heading. */
export function draftSection(part: PartName, sectionId: string, input: DraftInput): string {
  const issues = (input.issues ?? []).map(({ description }) => description);
  return reviseSection(part, sectionId, baseOf(part, sectionId, input), issues, input);
}

export function draftPart(part: PartName, input: DraftInput): string {
  const { before, sections } = parsePart(part, input.last ?? '');
  const known = CATALOGUE[part].map(({ id }) => id);
  // What people added to the last draft stays, behind the sections of the catalogue.
  const added =
    (input.last ?? '').trim() === '' ? [] : sections.map(({ id }) => id).filter((id) => !known.includes(id));
  const texts = [...known, ...added.filter((id) => id !== part)].map((id) =>
    draftSection(part, id, { ...input, issues: issuesOf(part, id, input) }).trimEnd(),
  );
  return `${before}${texts.join('\n\n')}\n`;
}

export const draftSchema = (input: DraftInput): string => schemaSql(storedDomain(input), dialectOf(input));

/** A section that was edited since rules wrote it is kept; one that was not is written anew with what was asked for. */
function baseOf(part: PartName, sectionId: string, input: DraftInput): string {
  const last =
    parsePart(part, input.last ?? '')
      .sections.find(({ id }) => id === sectionId)
      ?.text.trim() ?? '';
  const fresh = freshSection(part, sectionId, input);
  if (last === '') return fresh;
  const before = freshSection(part, sectionId, { ...input, feedback: '' });
  const plain = (text: string): string =>
    text.replace(/\n\nOpen: [^\n]* Rules cannot carry this out; the author decides\./g, '').trim();
  return plain(last) === before.trim() ? fresh : `${last}\n`;
}

function freshSection(part: PartName, sectionId: string, input: DraftInput): string {
  if (sectionId !== CATALOGUE[part][0]?.id && domainOf(input).useCases.length === 0)
    return openSection(part, sectionId);
  const write = { hld: hldSection, lld: lldSection, database: databaseSection }[part];
  // The first part follows the input alone; the others follow the first.
  return write(sectionId, part === 'hld' ? { ...input, hld: '' } : input) ?? openSection(part, sectionId);
}

/** Those whose location names the section; what names only the part goes to its first one. */
function issuesOf(part: PartName, sectionId: string, { issues = [] }: DraftInput): readonly DraftIssue[] {
  const [first] = CATALOGUE[part];
  return issues.filter(({ location }) => {
    const place = location.toLowerCase();
    const names = CATALOGUE[part].filter(
      ({ id, names: titles }) =>
        place.split(/[^a-z-]+/).includes(id) || titles.some((title) => place.includes(title.toLowerCase())),
    );
    if (!place.includes(part) && names.length === 0) return false;
    return names.length === 0 ? sectionId === first?.id : names.some(({ id }) => id === sectionId);
  });
}

/** A section that somebody added: rules know nothing of it. */
function openSection(part: PartName, sectionId: string): string {
  const title = CATALOGUE[part].find(({ id }) => id === sectionId)?.names[0] ?? sectionId.replaceAll('-', ' ');
  return `## ${title}\n\nOpen: rules found nothing in the input for this section; its author decides.\n`;
}
