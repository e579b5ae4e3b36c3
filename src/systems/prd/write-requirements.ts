// Proposes requirements by rules: from the points of a brief, and from what a gap analysis suggests.

import type { Brief } from '../../documents/brief.ts';
import { findDuplicates } from '../../documents/find-duplicates.ts';
import { type Gap, SEVERITIES, type SuggestedRequirement } from '../../documents/gap.ts';
import { contentWords, shareOf } from '../../documents/gaps/content-words.ts';
import { earsRequirements, type PointKind } from '../../documents/gaps/ears-requirement.ts';
import { repeatsDecided } from '../../documents/gaps/repeats-decided.ts';
import { parseRequirements } from '../../documents/parse-requirements.ts';
import type { Requirement } from '../../documents/requirement.ts';
import { mentionedIds, nextRequirementId } from '../../documents/requirement-ids.ts';

const INITIAL_MAX = 40;
const ROUND_MAX = 12;
/** Of a point's words in one proposal before it: then it is asked for already. */
const ASKED_FROM = 0.9;

export interface Proposed {
  readonly functionalRequirements: readonly Requirement[];
  readonly summary: string;
}

export function initialRequirements(brief: Brief, requirementsContent: string): Proposed {
  const isRepeated = repeatsDecided(brief, parseRequirements(requirementsContent).items);
  const taken: SuggestedRequirement[] = [];
  for (const [kind, point] of pointsOf(brief)) {
    if (isAsked(point, taken)) continue;
    taken.push(...earsRequirements(point, kind).filter((one) => isNew(one, taken, isRepeated)));
  }
  const list = taken.length > 0 ? taken : earsRequirements(brief.title || 'The feature of the brief', 'goal');
  const functionalRequirements = numbered(list.slice(0, INITIAL_MAX), requirementsContent);
  const left = Math.max(0, list.length - INITIAL_MAX);
  const from = [
    counted(brief.goals.length, 'goal'),
    counted(brief.inScope.length, 'in-scope item'),
    counted(brief.successCriteria.length, 'success criterion', 'success criteria'),
  ];
  const summary = [
    `${counted(functionalRequirements.length, 'requirement')} written by rules from the brief's ${from.join(', ')}.`,
    'Figures marked "assumption" were said by nobody.',
    ...(left === 0 ? [] : [`${counted(left, 'further point')} had no room; the gap analysis names them.`]),
  ].join(' ');
  return { functionalRequirements, summary };
}

/** Critical and high ones first, at most a round's number; none that says again what was decided. */
export function gapRequirements(
  gaps: readonly Gap[],
  brief: Brief,
  requirementsContent: string,
): Proposed & { readonly gapsAddressed: readonly string[] } {
  const isRepeated = repeatsDecided(brief, parseRequirements(requirementsContent).items);
  const taken: SuggestedRequirement[] = [];
  const gapsAddressed: string[] = [];
  for (const gap of inOrder(gaps)) {
    const own = gap.suggestedRequirements.filter((one) => isNew(one, taken, isRepeated));
    if (own.length === 0 || taken.length + own.length > ROUND_MAX) continue;
    taken.push(...own);
    gapsAddressed.push(gap.id);
  }
  const open = gaps.length - gapsAddressed.length;
  const rest =
    open === 0 ? 'No gap is left over.' : `${counted(open, 'gap')} left for a later round or without a suggestion.`;
  const against = counted(gapsAddressed.length, 'gap');
  const wrote = `${counted(taken.length, 'requirement')} written by rules against ${against}`;
  const summary = `${wrote}, the severest first. ${rest}`;
  return { functionalRequirements: numbered(taken, requirementsContent), summary, gapsAddressed };
}

function pointsOf(brief: Brief): readonly (readonly [PointKind, string])[] {
  return [
    ...brief.goals.map((point) => ['goal', point] as const),
    ...brief.inScope.map((point) => ['scope', point] as const),
    ...brief.successCriteria.map((point) => ['criterion', point] as const),
  ];
}

function isAsked(point: string, taken: readonly SuggestedRequirement[]): boolean {
  const words = contentWords(point.replace(/^assumption:/i, ''));
  return taken.some(({ title, description }) => shareOf(words, contentWords(`${title} ${description}`)) >= ASKED_FROM);
}

function isNew(
  one: SuggestedRequirement,
  taken: readonly SuggestedRequirement[],
  isRepeated: (one: SuggestedRequirement) => boolean,
): boolean {
  const before = taken.map((each, at) => ({ ...each, id: `REQ-${at + 1}` }));
  return !isRepeated(one) && findDuplicates([{ ...one, id: 'REQ-0' }], before).length === 0;
}

/** After every id the file has ever spoken of. */
function numbered(list: readonly SuggestedRequirement[], requirementsContent: string): Requirement[] {
  const taken = new Set(mentionedIds(requirementsContent));
  return list.map(({ title, description, priority, category }) => {
    const id = nextRequirementId(taken);
    taken.add(id);
    return { id, title, description, priority, category };
  });
}

function inOrder(gaps: readonly Gap[]): readonly Gap[] {
  return gaps.toSorted((a, b) => SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity));
}

const counted = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`;
