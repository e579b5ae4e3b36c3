// Which sections a revision has to draft again: those that the issues name, and what builds on them.

import { CATALOGUE } from './catalogue.ts';
import { readItems } from './items.ts';
import { type DesignTexts, PARTS, type PartName, parsePart, sectionId } from './part.ts';
import type { ReviewIssue } from './state.ts';

export interface SectionPlace {
  readonly part: PartName;
  readonly section: string;
}

/** Across parts: use cases and components become endpoints, models become tables. */
const BUILDS_ON: readonly { readonly from: SectionPlace; readonly to: SectionPlace }[] = [
  { from: { part: 'hld', section: 'overview' }, to: { part: 'lld', section: 'endpoints' } },
  { from: { part: 'hld', section: 'components' }, to: { part: 'lld', section: 'endpoints' } },
  { from: { part: 'lld', section: 'models' }, to: { part: 'database', section: 'ddl' } },
];
const NAMES: { readonly [part in PartName]: RegExp } = {
  hld: /\b(?:hld|high[- ]level)\b/i,
  lld: /\b(?:lld|low[- ]level)\b/i,
  database: /\b(?:database|db|schema\.sql)\b/i,
};
const ITEM = /\b(?:UC|CMP|DEC|API|TBL)-\d{3,}\b/g;

/** null: an issue names no place, so that everything has to be drafted again. */
export function affectedSections(issues: readonly ReviewIssue[], texts: DesignTexts): readonly SectionPlace[] | null {
  const places = placesOfItems(texts);
  const found = new Map<string, SectionPlace>();
  for (const issue of issues) {
    const named = placesNamed(issue, texts, places);
    if (named.length === 0) return null;
    for (const place of named) found.set(keyOf(place), place);
  }
  // What is added is looked at in turn.
  for (const place of found.values()) for (const next of buildingOn(place)) found.set(keyOf(next), next);
  return [...found.values()];
}

const keyOf = ({ part, section }: SectionPlace): string => `${part}: ${section}`;

function buildingOn({ part, section }: SectionPlace): readonly SectionPlace[] {
  const within = CATALOGUE[part]
    .filter(({ after }) => after.includes(section))
    .map(({ id }) => ({ part, section: id }));
  const across = BUILDS_ON.filter(({ from }) => from.part === part && from.section === section).map(({ to }) => to);
  return [...within, ...across];
}

/** By the location, then by the ids that the issue names. */
export function placesNamed(
  { location = '', description }: Pick<ReviewIssue, 'location' | 'description'>,
  texts: DesignTexts,
  items: ReadonlyMap<string, SectionPlace> = placesOfItems(texts),
): readonly SectionPlace[] {
  const byLocation = sectionsCalled(location, texts);
  if (byLocation.length > 0) return byLocation;
  const ids = [...location.matchAll(ITEM), ...description.matchAll(ITEM)].map(([id]) => id);
  return [...new Set(ids)].flatMap((id) => items.get(id) ?? []);
}

/** Where a point is filed that nobody carries out: the section it names, else the first one of the part, or of all. */
export function placeOfPoint(
  issue: Pick<ReviewIssue, 'location' | 'description'>,
  texts: DesignTexts,
  items?: ReadonlyMap<string, SectionPlace>,
): SectionPlace {
  return placesNamed(issue, texts, items)[0] ?? { part: PARTS[0], section: CATALOGUE[PARTS[0]][0]?.id ?? PARTS[0] };
}

function sectionsCalled(location: string, texts: DesignTexts): readonly SectionPlace[] {
  if (location.trim() === '') return [];
  const parts = PARTS.filter((part) => NAMES[part].test(location));
  const rest = location.replace(/^[^:>/]*[:>/]\s*/, '');
  const candidates = [location, rest, ...location.split(/[:>/,]|\s-\s/)].map((each) => each.trim()).filter(Boolean);
  const found = (parts.length > 0 ? parts : PARTS).flatMap((part) => {
    const known = new Set([
      ...CATALOGUE[part].map(({ id }) => id),
      ...(texts[part].trim() === '' ? [] : parsePart(part, texts[part]).sections.map(({ id }) => id)),
    ]);
    const ids = candidates.flatMap((name) => [sectionId(part, name), name]).filter((id) => known.has(id));
    return [...new Set(ids)].map((section) => ({ part, section }));
  });
  if (found.length > 0) return found;
  // A part alone stands for all of its sections.
  return parts.flatMap((part) => CATALOGUE[part].map(({ id }) => ({ part, section: id })));
}

function placesOfItems(texts: DesignTexts): ReadonlyMap<string, SectionPlace> {
  const { useCases, components, decisions, endpoints, tables } = readItems(texts);
  const all = [...useCases, ...components, ...decisions, ...endpoints, ...tables];
  return new Map(all.map(({ id, part, section }) => [id, { part, section }]));
}
