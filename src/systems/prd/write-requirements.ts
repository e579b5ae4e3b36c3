// Proposes requirements by rules: from the points of a brief, and from what a gap analysis suggests.

import { contentWords, shareOf } from '../../documents/gaps/content-words.ts';
import { askedFor, isAssumed, type PointKind } from '../../documents/gaps/ears-requirement.ts';
import { type Gap, SEVERITIES, type SuggestedRequirement } from '../../documents/gaps/gap.ts';
import { readSurely } from '../../documents/gaps/read-surely.ts';
import { repeatsDecided } from '../../documents/gaps/repeats-decided.ts';
import { scopeOf } from '../../documents/gaps/word-action.ts';
import { criterionBehaviour } from '../../documents/gaps/word-criterion.ts';
import { unquoted, wordPoint } from '../../documents/gaps/word-goal-clause.ts';
import { findRepeats } from '../../documents/lint/find-duplicates.ts';
import type { Brief } from '../../documents/prd/brief.ts';
import { isOnlyQuoted } from '../../documents/requirements/only-quoted.ts';
import { parseRequirements } from '../../documents/requirements/parse-requirements.ts';
import { decidedTexts, type Requirement } from '../../documents/requirements/requirement.ts';
import { mentionedIds, nextRequirementId } from '../../documents/requirements/requirement-ids.ts';
import { feedbackRequirements } from './feedback-gaps.ts';

const INITIAL_MAX = 40;
const ROUND_MAX = 12;
/** Of a point's words in one proposal before it: then it is asked for already. */
const ASKED_FROM = 0.9;

export interface ProposedRequirements {
  readonly functionalRequirements: readonly Requirement[];
  readonly summary: string;
}

/** `feedback`: what was said when the brief was approved, which is not in it. */
export function initialRequirements(
  brief: Brief,
  requirementsContent: string,
  next = '',
  feedback = '',
): ProposedRequirements {
  const isRepeated = repeatsDecided(brief, decidedTexts(parseRequirements(requirementsContent)));
  const taken: SuggestedRequirement[] = [];
  // What a goal says of who does it, the scope says again by its name.
  const named = new Set(brief.goals.flatMap((goal) => readSurely(goal)?.map(scopeOf) ?? [goal]));
  for (const [kind, point] of pointsOf(brief)) {
    // Goals of the same words may differ in who does it, or to whom: that is judged by their roles.
    if (kind !== 'goal' && (named.has(point) || isAsked(point, taken))) continue;
    // How far a result is reached, the team measures; only what the system itself does is built.
    const worded = kind === 'criterion' ? criterionBehaviour(point) : wordPoint(point, kind);
    taken.push(...worded.filter((one) => isNew(one, taken, isRepeated)));
  }
  const { goalClauses, left: unread } = feedbackRequirements(feedback);
  taken.push(...goalClauses.filter((one) => isNew(one, taken, isRepeated)));
  const isUnclear = brief.goals.some((goal) => /^open question:/i.test(goal));
  const list = taken.length > 0 || isUnclear ? taken : [askedFor(unquoted(saidIn(brief)), 'goal')];
  const functionalRequirements = numbered(list.slice(0, INITIAL_MAX), requirementsContent, next);
  const left = Math.max(0, list.length - INITIAL_MAX);
  const points = (of: readonly string[]) => of.filter((point) => !isAssumed(point)).length;
  const from = [
    counted(points(brief.goals), 'goal'),
    counted(points(brief.inScope), 'in-scope item'),
    counted(points(brief.successCriteria), 'success criterion', 'success criteria'),
  ].filter((count) => !count.startsWith('0 '));
  const made = `${counted(functionalRequirements.length, 'requirement')} written by rules`;
  const summary = [
    list.length === 0
      ? 'Nothing could be read as a request, so nothing is proposed: answer the open questions.'
      : from.length === 0
        ? `${made}.`
        : `${made} from the brief's ${from.join(', ')}.`,
    ...(list.some(({ description }) => description.includes('(assumption)'))
      ? ['Figures marked "assumption" were said by nobody.']
      : []),
    ...quotedIn(functionalRequirements),
    ...unread.map((said) => `Said at the review, and left for you to word: "${said}"`),
    ...(left === 0 ? [] : [`${counted(left, 'further point')} had no room; the gap analysis names them.`]),
  ].join(' ');
  return { functionalRequirements, summary };
}

/** Told, so that nobody takes a quote for a requirement that was thought through. */
function quotedIn(list: readonly Requirement[]): readonly string[] {
  const ids = list.filter(({ description }) => isOnlyQuoted(description)).map(({ id }) => id);
  return ids.length === 0 ? [] : [`Only quoted, because rules could not tell who does what: ${ids.join(', ')}.`];
}

/** Critical and high ones first, at most a round's number; none that says again what was decided. */
export function gapRequirements(
  gaps: readonly Gap[],
  brief: Brief,
  requirementsContent: string,
  next = '',
): ProposedRequirements & { readonly gapsAddressed: readonly string[] } {
  const isRepeated = repeatsDecided(brief, decidedTexts(parseRequirements(requirementsContent)));
  const taken: SuggestedRequirement[] = [];
  const gapsAddressed: string[] = [];
  const closes: string[] = [];
  for (const gap of inOrder(gaps)) {
    const own = gap.suggestedRequirements.filter((one) => isNew(one, taken, isRepeated)).map((one) => ranked(one, gap));
    if (own.length === 0 || taken.length + own.length > ROUND_MAX) continue;
    taken.push(...own);
    closes.push(...own.map(() => gap.id));
    gapsAddressed.push(gap.id);
  }
  const functionalRequirements = numbered(taken, requirementsContent, next);
  const pairs = functionalRequirements.map(({ id }, at) => `${id} closes ${closes[at]}`);
  const open = gaps.length - gapsAddressed.length;
  const rest =
    open === 0 ? 'No gap is left over.' : `${counted(open, 'gap')} left for a later round or without a suggestion.`;
  const against = counted(gapsAddressed.length, 'gap');
  const wrote = `${counted(taken.length, 'requirement')} written by rules against ${against}`;
  const summary = `${wrote}, the severest first${pairs.length === 0 ? '' : ` (${pairs.join(', ')})`}. ${rest}`;
  return { functionalRequirements, summary, gapsAddressed };
}

/** What closes a small gap is no more urgent than the gap. */
function ranked(one: SuggestedRequirement, { severity }: Gap): SuggestedRequirement {
  return severity === 'low' ? { ...one, priority: 'low' } : one;
}

/** Where the brief has no point to word: what was said at the start. */
function saidIn({ title, sections }: Brief): string {
  const said = (sections['User Utterance'] ?? '').replace(/^[ \t]*>[ \t]?/gm, '');
  return /[\p{L}\p{N}]/u.test(said) ? said : title || 'The feature of the brief';
}

function pointsOf(brief: Brief): readonly (readonly [PointKind, string])[] {
  const all = [
    ...brief.goals.map((point) => ['goal', point] as const),
    ...brief.inScope.map((point) => ['scope', point] as const),
    ...brief.successCriteria.map((point) => ['criterion', point] as const),
  ];
  return all.filter(([, point]) => !isAssumed(point));
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
  return !isRepeated(one) && findRepeats([{ ...one, id: 'REQ-0' }], before).length === 0;
}

/** From the next free id on; where nobody gave it, after every one the file speaks of. */
function numbered(list: readonly SuggestedRequirement[], requirementsContent: string, next: string): Requirement[] {
  let id = next === '' ? nextRequirementId(mentionedIds(requirementsContent)) : next;
  return list.map(({ title, description, priority, category }) => {
    const own = id;
    id = nextRequirementId([own]);
    return { id: own, title, description, priority, category };
  });
}

function inOrder(gaps: readonly Gap[]): readonly Gap[] {
  return gaps.toSorted((a, b) => SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity));
}

const counted = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`;
