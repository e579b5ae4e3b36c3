// Priorities and dependencies of requirements, as far as the person's answers name them.

import { contentWords } from '../../../documents/gaps/content-words.ts';
import type { Statement } from '../../../documents/interview/read-reply.ts';
import { type DraftRequirement, nearestTo } from './draft-requirements.ts';

export type Priority = 'must' | 'should' | 'could';

const LEVELS: readonly (readonly [Priority, RegExp])[] = [
  ['could', /\b(?:nice[- ]to[- ]have|can wait|could|later|optional|last|bonus|less important|not so important)\b/i],
  ['must', /\b(?:musts?|most important|essential|critical|first|top|cannot do without|need)\b/i],
  ['should', /\b(?:should|important|second|next)\b/i],
];
const LEVEL_WORDS =
  /\b(?:nice to have|wait|comes?|later|first|last|next|second|most|important|musts?|should|could|have)\b/gi;
const ALL = /\b(?:all|everything|each|every one|both)\b/i;
const REST = /\b(?:others?|rest|everything else|all else)\b/i;

/** By the place of a requirement; none where nobody said. */
export function prioritiesOf(
  requirements: readonly DraftRequirement[],
  said: readonly string[],
): ReadonlyMap<DraftRequirement, Priority> {
  const found = new Map<DraftRequirement, Priority>();
  for (const text of said) {
    for (const part of text.split(/[,;.]\s*|\s(?:but|while)\s/)) {
      const level = LEVELS.find(([, cue]) => cue.test(part))?.[0];
      if (level === undefined) continue;
      for (const name of part.split(/\s(?:and|or)\s/))
        for (const requirement of namedIn(name, requirements, found)) found.set(requirement, level);
    }
  }
  return found;
}

function namedIn(
  part: string,
  requirements: readonly DraftRequirement[],
  found: ReadonlyMap<DraftRequirement, Priority>,
): readonly DraftRequirement[] {
  if (REST.test(part)) return requirements.filter((each) => !found.has(each));
  if (ALL.test(part)) return requirements;
  const [first] = requirements;
  if (/^the first is\b/i.test(part.trim())) return first === undefined ? [] : [first];
  const words = contentWords(part.replace(LEVEL_WORDS, ' '));
  if (words.size === 0) return /^\W*(?:an? )?(?:must|should|could)\W*$/i.test(part) ? requirements : [];
  const named = requirements.filter(({ clause, title }) =>
    [...contentWords(`${title} ${clause}`)].some((word) => words.has(word)),
  );
  // "Reporting is a must", of one requirement that reports and five that name a report.
  const byVerb = named.filter(({ title }) => words.has([...contentWords(title)][0] ?? ''));
  return byVerb.length > 0 ? byVerb : named;
}

const NEEDS = /\s(?:needs?|depends? on|requires?|comes? after|only (?:works? )?after|builds? on)\s/i;

export interface NamedDependencies {
  /** Pairs: the first needs the second. */
  readonly pairs: readonly (readonly [DraftRequirement, DraftRequirement])[];
  /** What is outside, as it was said. */
  readonly outside: readonly Statement[];
}

export function dependenciesOf(
  requirements: readonly DraftRequirement[],
  said: readonly Statement[],
): NamedDependencies {
  const pairs: (readonly [DraftRequirement, DraftRequirement])[] = [];
  const outside: Statement[] = [];
  for (const statement of said) {
    const [before, after] = statement.means.split(NEEDS);
    const one = before === undefined || after === undefined ? null : nearestTo(before, requirements);
    const other =
      after === undefined
        ? null
        : nearestTo(
            after,
            requirements.filter((each) => each !== one),
          );
    if (one === null || other === null) outside.push(statement);
    else if (!reaches(other, one, pairs)) pairs.push([one, other]);
  }
  return { pairs, outside };
}

/** A pair that would close a circle is left out. */
function reaches(
  from: DraftRequirement,
  to: DraftRequirement,
  pairs: readonly (readonly [DraftRequirement, DraftRequirement])[],
): boolean {
  return from === to || pairs.some(([one, other]) => one === from && reaches(other, to, pairs));
}
