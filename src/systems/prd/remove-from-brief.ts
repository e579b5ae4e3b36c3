// Takes a thing or somebody out of a brief wherever it is spoken of, or tells where it still is.

import { contentWords, shareOf } from '../../documents/gaps/content-words.ts';
import { readSurely } from '../../documents/gaps/read-surely.ts';
import { scopeOf } from '../../documents/gaps/word-action.ts';
import { sentencesOf } from '../../documents/markdown/bullets-of.ts';
import type { BriefSection } from '../../documents/prd/brief.ts';
import { parseBrief } from '../../documents/prd/parse-brief.ts';
import { type BriefList, sectionOf, withoutBullets } from './brief-lines.ts';

const LISTS: readonly BriefList[] = ['In Scope', 'Goals', 'Success Criteria', 'Out of Scope'];
const PLACES: readonly BriefSection[] = ['Overview', 'Goals', 'Scope', 'Success Criteria'];
const GOALS_BELOW = /^\d+ more goals? stands? below\.$/;
const OVERVIEW_GOALS_MAX = 2;

/** null: no list speaks of it, or it would be left somewhere. */
export function removeFromBrief(text: string, thing: string): string | null {
  let now = text;
  for (const list of LISTS) {
    const without = withoutBullets(now, list, thing);
    if (without === null) continue;
    now = without.text;
    // What a goal says of somebody stands in the scope by its name alone.
    const still = new Set(parseBrief(now).goals.flatMap(namesOf));
    const named = list === 'Goals' ? without.gone.flatMap(namesOf).filter((name) => !still.has(name)) : [];
    for (const name of named) now = now.replace(`- ${name}\r\n`, '').replace(`- ${name}\n`, '');
  }
  if (now === text) return null;
  const clean = withOverview(now, thing);
  return whereNamed(clean, thing).length === 0 ? clean : null;
}

const namesOf = (goal: string): readonly string[] => readSurely(goal)?.map(scopeOf) ?? [];

/** Sections that speak of it; what the person said at the start is kept as it was. */
export function whereNamed(text: string, thing: string): readonly BriefSection[] {
  return PLACES.filter((name) => {
    const section = sectionOf(text, name);
    const lines = section === undefined ? [] : text.slice(section.start, section.end).split(/\r\n|\r|\n/);
    return lines.some((line) => !OPEN_POINT.test(line) && isAbout(line, thing));
  });
}

const OPEN_POINT = /^\s*[-*+] Open point from review:/;

function isAbout(line: string, thing: string): boolean {
  const wanted = contentWords(thing);
  return wanted.size > 0 && shareOf(wanted, contentWords(line)) === 1;
}

function withOverview(text: string, thing: string): string {
  const section = sectionOf(text, 'Overview');
  if (section === undefined) return text;
  const body = text.slice(section.start, section.end);
  const lines = body.split('\n').flatMap((line) => {
    if (/^\s*(?:[-*+]|#+) /.test(line)) return OPEN_POINT.test(line) || !isAbout(line, thing) ? [line] : [];
    const all = sentencesOf(line);
    const kept = all.filter((said) => !isAbout(said, thing) && !GOALS_BELOW.test(said));
    if (kept.length === all.length) return [line];
    return [kept.length === 0 ? goalsOf(text) : kept.join(' ')];
  });
  return text.slice(0, section.start) + withoutEmptyLists(lines.join('\n')) + text.slice(section.end);
}

function goalsOf(text: string): string {
  const goals = parseBrief(text).goals.slice(0, OVERVIEW_GOALS_MAX);
  return goals.map((goal) => (goal.startsWith('"') ? `Asked for in these words: ${goal}.` : `${goal}.`)).join(' ');
}

/** A heading whose last point was taken out. */
const withoutEmptyLists = (body: string): string =>
  body.replace(/(?<=\n)### (?:Users|Problem|Open Questions)\n{2,3}(?=###|$)/g, '');
