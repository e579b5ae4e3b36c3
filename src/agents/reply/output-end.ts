// Where the Output section of a reply ends, when headings of other sections' names stand in it.

import type { Heading } from './markdown-outline.ts';
import type { SectionName } from './section-title.ts';

export interface Section extends Heading {
  readonly name: SectionName;
  readonly inline: string;
}

/** `at`: it ends there for certain, and every heading before is text of it. `unsure`: nobody can say. */
export type OutputEnd =
  | { readonly kind: 'first' }
  | { readonly kind: 'at'; readonly start: number }
  | { readonly kind: 'unsure' };

const FIRST: OutputEnd = { kind: 'first' };

/** A reply ends with Next Action and Metadata. When they stand there once more behind such headings, those before are
 *  text of the output, unless a whole second reply is among them. */
export function outputEnd(all: readonly Section[]): OutputEnd {
  const output = all.find(({ name }) => name === 'Output');
  if (output === undefined || all.some((each) => each.start < output.start && isOfTheEnd(each))) return FIRST;
  const under = all.filter(({ start, level }) => start > output.start && level <= output.level);
  const last = under.findLast(({ name }) => name === 'Next Action');
  const first = under.find(isOfTheEnd);
  if (last === undefined || first === undefined || first === last) return FIRST;
  const later = all.filter(({ start }) => start > last.start);
  if (first.name === 'Metadata' && later.length === 0 && under.filter(isOfTheEnd).length === 2) return FIRST;
  const between = under.filter(({ start }) => start > first.start && start < last.start);
  const isEnd = later.length === 1 && later[0]?.name === 'Metadata' && between.every(isOfTheEnd);
  return isEnd ? { kind: 'at', start: last.start } : { kind: 'unsure' };
}

function isOfTheEnd({ name }: Section): boolean {
  return name === 'Next Action' || name === 'Metadata';
}
