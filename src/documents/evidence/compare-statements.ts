// Whether two passages cannot both be true: another figure, date or name for the same, its denial, or the opposite.

import { type AlignedPassages, alignPassages, turnedAround } from './align-passages.ts';
import { denialConflict, oppositeConflict } from './compare-denials.ts';
import { directionConflict } from './compare-directions.ts';
import { dutyConflict } from './compare-duties.ts';
import { dateConflict } from './compare-events.ts';
import { figureConflict } from './compare-figures.ts';
import { impliedConflict } from './compare-implied.ts';
import { noneConflict } from './compare-none.ts';
import { quantifierConflict } from './compare-quantifiers.ts';
import { rankingConflict } from './compare-rankings.ts';
import { roleConflict } from './compare-roles.ts';
import { stateConflict } from './compare-states.ts';
import type { ComparedPassage, Rarity } from './compared-passage.ts';
import type { WordMatcher } from './open-word-matcher.ts';

export interface StatementConflict {
  readonly kind: 'figure' | 'date' | 'denial';
  /** What both speak of, in the words of the first. */
  readonly about: string;
  /** What the one and what the other says of it. */
  readonly one: string;
  readonly other: string;
  /** How sure it is that they speak of the same, from 0 to 1. */
  readonly likeness: number;
}

type Compare = (aligned: AlignedPassages) => StatementConflict | null;

const SYMMETRIC: readonly Compare[] = [
  figureConflict,
  dateConflict,
  rankingConflict,
  roleConflict,
  quantifierConflict,
  directionConflict,
  oppositeConflict,
];
/** The first of the two is the one that denies. */
const DIRECTED: readonly Compare[] = [denialConflict, dutyConflict, stateConflict, noneConflict, impliedConflict];

export function compareStatements(
  one: ComparedPassage,
  other: ComparedPassage,
  rarity: Rarity,
  matcher?: WordMatcher,
): StatementConflict | null {
  const aligned = alignPassages(one, other, rarity, matcher);
  if (aligned.pairs.length === 0) return null;
  for (const compare of SYMMETRIC) {
    const found = compare(aligned);
    if (found !== null) return found;
  }
  const turned = turnedAround(aligned);
  for (const compare of DIRECTED) {
    const found = compare(aligned);
    if (found !== null) return found;
    const back = compare(turned);
    if (back !== null) return { ...back, one: back.other, other: back.one };
  }
  return null;
}
