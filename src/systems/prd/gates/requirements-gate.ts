// The review of proposed requirements: each has a verdict of its own.

import { parseBrief } from '../../../documents/prd/parse-brief.ts';
import { parseRequirements } from '../../../documents/requirements/parse-requirements.ts';
import {
  type ItemVerdict as OwnVerdict,
  PRIORITIES,
  type Requirement,
} from '../../../documents/requirements/requirement.ts';
import { reviewOf } from '../../../documents/requirements/review-of.ts';
import { isJsonObject, type Json, type JsonObject } from '../../../json.ts';
import type { AlikePair, Finding, LintRule } from '../../../language/lint/finding.ts';
import { lintRequirements } from '../../../language/lint/lint-requirements.ts';
import type {
  Decision,
  GateAnswer,
  ItemFinding,
  ItemsReview,
  ItemVerdict,
  ItemVerdictKind,
  ReviewItem,
} from '../../../ports/review.ts';
import type { GateFacts } from '../../../ports/system.ts';
import { shownRequirements } from '../not-sorted.ts';
import { isWithoutModel } from '../prd-deps.ts';
import { inputOf, listIn, reviewedText, textIn } from './gate-facts.ts';

const VERDICTS: readonly ItemVerdictKind[] = [
  {
    ...{ value: 'approve', label: 'approve', past: 'approved', key: 'a', sign: '✓', needs: 'nothing', isKept: true },
    help: 'it becomes a requirement as it stands',
  },
  {
    ...{ value: 'reject', label: 'reject', past: 'rejected', key: 'r', sign: '✗', needs: 'reason', isKept: false },
    help: 'it is not wanted; you say why, and it is not proposed again',
  },
  {
    ...{ value: 'modify', label: 'modify', past: 'modified', key: 'm', sign: '~', needs: 'change', isKept: true },
    help: 'change it in $VISUAL or $EDITOR, or field by field; it keeps its id',
  },
  {
    ...{ value: 'out-of-scope', label: 'out of scope', past: 'out of scope', key: 'o', sign: '○' },
    ...{ needs: 'reason', isKept: false, help: 'not in this feature; you say why' },
  },
];

const FIELDS = [
  { name: 'title', label: 'Title' },
  { name: 'priority', label: 'Priority', values: PRIORITIES },
  { name: 'category', label: 'Category' },
  { name: 'description', label: 'Description' },
] as const;

const NONE = {
  said: 'There is nothing to propose for these gaps.',
  next: 'the empty review is sent, and the gaps are analysed again',
};

/** Before any gap analysis. */
const NONE_ADDED = {
  said: 'Nothing new was added: each sentence was decided before.',
  next: 'the empty review is sent, and you may add others or go on',
};

const NONE_YET = {
  said: 'There is nothing to propose: every sentence was decided before.',
  next: 'the empty review is sent, and the gaps are analysed',
};

/** A proposal that repeats a decided one and is therefore not reviewed. */
type LeftOut = { readonly id: string; readonly title: string; readonly of: string; readonly kind: string };

const proposedIn = (facts: GateFacts): readonly Requirement[] =>
  shownRequirements(listIn<Requirement>(inputOf(facts).functionalRequirements), inputOf(facts));

const isAnalysed = ({ output }: GateFacts): boolean => isJsonObject(output('GA'));

export async function requirementsReview(facts: GateFacts): Promise<ItemsReview> {
  const { lint, alike, leftOut } = inputOf(facts);
  const [findings, pairs] = [withoutWordings(facts, listIn<Finding>(lint)), listIn<AlikePair>(alike)];
  return {
    ...{ kind: 'items', title: 'Requirements to review', notices: [], noun: ['requirement', 'requirements'] },
    ...{ verdicts: VERDICTS, fields: FIELDS, none: noneIn(facts) },
    items: proposedIn(facts).map((item) => itemOf(item, findings, pairs)),
    leftOut: listIn<LeftOut>(leftOut).map(({ id, title, of, kind }) => ({
      ...{ id, title },
      why: `says ${kind === 'exact' ? '' : 'nearly '}the same as ${of}`,
    })),
  };
}

function noneIn(facts: GateFacts): typeof NONE {
  if (!isAnalysed(facts)) return NONE_YET;
  return isWithoutModel(inputOf(facts)) ? NONE_ADDED : NONE;
}

/** A person's own sentences are not reworded. */
function withoutWordings(facts: GateFacts, findings: readonly Finding[]): readonly Finding[] {
  if (!isWithoutModel(inputOf(facts))) return findings;
  return findings.map((finding) => ({ ...finding, suggestion: '' }));
}

function itemOf(item: Requirement, findings: readonly Finding[], pairs: readonly AlikePair[]): ReviewItem {
  const { id, title, description, priority, category } = item;
  return {
    ...{ id, title, text: description, facts: [priority, category].filter((fact) => fact !== '') },
    values: { title, priority, category, description },
    findings: findings.filter((each) => each.id === id).map(shownFinding),
    alike: pairs
      .filter((each) => each.id === id)
      .map(({ of, ofTitle, ofDescription, ofStanding, differs }) => ({
        ...{ id: of, title: ofTitle, text: ofDescription, standing: ofStanding ?? 'also proposed', differs },
      })),
  };
}

/** Rules whose advice is what to do, not what to write. */
const NO_WORDING: ReadonlySet<string> = new Set<LintRule>(['contradicts-scope', 'duplicate']);

export function shownFinding({ rule, found, message, suggestion }: Finding): ItemFinding {
  // Several requirements in the place of one are no wording of this one.
  const isWording = !NO_WORDING.has(rule) && suggestion.trim() !== '' && !suggestion.startsWith('Split: ');
  return { rule, found, message, suggestion, isWording };
}

/** A person's own words are judged like an agent's. */
export async function recheckRequirement(
  facts: GateFacts,
  id: string,
  change: { readonly [field: string]: string },
): Promise<readonly ItemFinding[]> {
  const brief = parseBrief(textIn(facts, 'featureBriefContent'));
  const before = reviewedText(facts);
  const decided = before === null ? [] : parseRequirements(before).items;
  const all = proposedIn(facts).map((item) => (item.id === id ? { ...item, ...change } : item));
  const own = lintRequirements(all, { brief, decided }).filter((finding) => finding.id === id);
  return withoutWordings(facts, own).map(shownFinding);
}

export async function requirementsAnswer(facts: GateFacts, decision: Decision): Promise<GateAnswer> {
  if (decision.kind !== 'items') return { refused: [`Expected verdicts on requirements, found "${decision.kind}".`] };
  const { verdicts, rest, summary, feedback } = decision;
  const wrong: string[] = [];
  const own = Object.entries(verdicts).flatMap(([id, verdict]) => {
    const read = ownVerdict(verdict);
    if (typeof read === 'string') wrong.push(`${id}: expected ${read}`);
    return typeof read === 'string' ? [] : [[id, read] as const];
  });
  const others = rest === undefined ? null : ownVerdict(rest);
  if (typeof others === 'string') wrong.push(`The others: expected ${others}`);
  if (wrong.length > 0 || typeof others === 'string') return { refused: wrong };
  const said = { ...(summary !== undefined && { summary }), ...(feedback !== undefined && { feedback }) };
  const made = reviewOf(proposedIn(facts), Object.fromEntries(own), others, said);
  return 'refused' in made ? made : { output: made.review, verdict: 'reviewed' };
}

/** A text says what was expected. */
function ownVerdict({ verdict, reason = '', notes = '', change = {} }: ItemVerdict): OwnVerdict | string {
  if (verdict === 'approve') return { verdict };
  if (verdict === 'reject' || verdict === 'out-of-scope')
    return reason.trim() === '' ? 'a reason, found none' : { verdict, reason: reason.trim() };
  if (verdict !== 'modify') return `one of ${VERDICTS.map(({ value }) => value).join(', ')}, found "${verdict}"`;
  if (Object.keys(change).length === 0) return 'a change, found none';
  const text = notes.trim() === '' ? 'Changed in the review.' : notes.trim();
  return { verdict, notes: text, change: change as (OwnVerdict & { verdict: 'modify' })['change'] };
}

/** Verdicts by id and for the rest, or a whole review as it goes over the wire. */
export function writtenRequirements(given: Json): Decision | GateAnswer | string {
  if (!isJsonObject(given)) return '{"rest": "approve", "REQ-002": {"verdict": "reject", "reason": "..."}}';
  if (Array.isArray(given.approvedRequirements)) return { output: given };
  const { rest, summary, feedback, ...named } = given;
  const verdicts: Record<string, ItemVerdict> = {};
  for (const [id, value] of Object.entries(named)) {
    const verdict = writtenVerdict(value);
    if (verdict === null) return `a verdict on ${id} as "approve" or {"verdict", "reason" | "notes", "change"}`;
    verdicts[id] = verdict;
  }
  const others = rest === undefined ? undefined : writtenVerdict(rest);
  if (others === null) return '"rest" as "approve" or {"verdict": "reject", "reason": "..."}';
  return {
    ...{ kind: 'items', verdicts },
    ...(others !== undefined && { rest: others }),
    ...(typeof summary === 'string' && { summary }),
    ...(typeof feedback === 'string' && { feedback }),
  };
}

function writtenVerdict(given: Json | undefined): ItemVerdict | null {
  if (given === 'approve') return { verdict: 'approve' };
  if (!isJsonObject(given)) return null;
  const { verdict, reason, notes = 'Changed in the review.', change } = given;
  if (verdict === 'approve') return { verdict };
  if ((verdict === 'reject' || verdict === 'out-of-scope') && typeof reason === 'string') return { verdict, reason };
  if (verdict !== 'modify' || typeof notes !== 'string' || !isJsonObject(change)) return null;
  return { verdict, notes, change: change as { readonly [field: string]: string } };
}

export function decidedRequirements(output: JsonObject): string {
  const length = (list: Json | undefined): number => (Array.isArray(list) ? list.length : 0);
  return countsText({
    approved: length(output.approvedRequirements),
    modified: length(output.modifiedRequirements),
    rejected: length(output.rejectedRequirements),
    'out of scope': length(output.outOfScopeRequirements),
  });
}

/** `3 approved, 1 rejected`. */
export function countsText(counts: { readonly [word: string]: number }): string {
  const shownCounts = Object.entries(counts).filter(([, count]) => count > 0);
  return shownCounts.map(([word, count]) => `${count} ${word}`).join(', ') || 'none';
}
