// After the reviews: several are made one, the round is compared with those before, and whether it goes on is decided.

import {
  compareQuality,
  compareRounds,
  type DraftedRound,
  type RoundComparison,
} from '../../documents/design/compare-rounds.ts';
import type { DesignFinding } from '../../documents/design/finding.ts';
import { PARTS } from '../../documents/design/part.ts';
import {
  feedbackText,
  issueOf,
  mergeReviews,
  needsRevision,
  type RevisionSettings,
  readReview,
} from '../../documents/design/review.ts';
import type { ForcedReason, ReviewFeedback, ReviewIssue } from '../../documents/design/state.ts';
import { type KnownIds, knownIdsOf } from '../../documents/design-checks/check-ids.ts';
import type { Json, JsonObject } from '../../json.ts';
import type { AcceptCall, AcceptResult, ActionResult, CodeCall, IntendedFile } from '../../ports/action.ts';
import { editSentences, type HandEdit, partFiles } from './hand-edits.ts';
import { openHumanIssues, saidBy } from './human-issues.ts';
import { listOf, objectOf, type SddDeps, shortHash, textOf, textsOf } from './sdd-deps.ts';
import { withVisit, writerIn, writerOf } from './visits.ts';

/** The review with who wrote it. */
export function acceptReview(call: AcceptCall): AcceptResult {
  return { output: { ...objectOf(call.answer), written_by: writerOf(call) } };
}

export async function mergeReview(call: CodeCall, deps: SddDeps): Promise<ActionResult> {
  const input = objectOf(call.run.input);
  const planned = objectOf(call.read('steps', 'plan', 'output'));
  const findings = listOf<DesignFinding & JsonObject>(planned.findings);
  const answers = listOf<{ item: JsonObject; output: Json }>(objectOf(call.input).aggregatedResults);
  const reviewed = mergeReviews(
    answers.map(({ item, output }) => ({ review: readReview(output), weight: Number(item.characters) })),
  );
  const settings = settingsOf(input);
  const needs_revision = needsRevision(reviewed, findings, settings);
  const round: DraftedRound = {
    ...{ round: Number(input.round ?? 1), texts: textsOf(planned) },
    review: { ...reviewed, needs_revision },
    ...{ findings, human_revisions: Number(input.human_revisions ?? 0) },
  };
  const earlier = listOf<RoundComparison & JsonObject>(input.rounds);
  const before = draftedIn(input.drafted);
  const human = listOf<ReviewIssue & JsonObject>(input.human_issues);
  // For comparing: what the person asked for is settled or open like the reviewer's issues.
  const open = openHumanIssues(input.human_issues, round.texts);
  const compared = { ...round, review: { ...round.review, issues: [...round.review.issues, ...open] } };
  const comparison = compareRounds(compared, { earlier, before }, shortHash);
  const best = bestOf(draftedIn(input.best), round);
  const revision_count = Number(input.revision_count) + (needs_revision ? 1 : 0);
  const isOver = revision_count >= Number(input.max_revisions);
  // Nobody could draft it better.
  const isAlone = (await deps.hasModel?.()) === false;
  const forced = isAlone && needs_revision ? 'no_progress' : forcedReason(input, comparison, isOver);
  const isLast = !needs_revision || forced !== null;
  const given = isLast && objectOf(input.revision).keep === 'best' ? best : round;
  const edits = listOf<HandEdit>(planned.hand_edits);
  const blocking = settings.rules === 'block' ? given.findings.filter(isGrave).map(issueOf) : [];
  const forced_reason = given.review.needs_revision ? forced : null;
  return {
    output: {
      ...given.texts,
      review_feedback: given.review as unknown as JsonObject,
      ...{ needs_revision: given.review.needs_revision, revision_count, forced_reason },
      revision_feedback: [
        feedbackText(given.review, saidBy(human), blocking),
        ...editSentences(inRound(edits, round.round)),
      ]
        .filter(Boolean)
        .join('\n'),
      revision_issues: [...human, ...given.review.issues, ...blocking].map((issue) => ({ ...issue })),
      rule_findings: given.findings.map((finding) => ({ ...finding })),
      rounds: [...earlier, comparison] as unknown as Json,
      ...{ best: best as unknown as JsonObject, drafted: compared as unknown as JsonObject, round: round.round + 1 },
      known_ids: { ...knownIdsOf(given.texts, objectOf(input.known_ids) as KnownIds) },
      hand_edits: edits,
      processing_metadata: withVisit(input.processing_metadata, {
        ...{ step: textOf(input.step), prompt: 'review.md', rubric: textOf(planned.rubric) },
        writers: answers.flatMap(({ output }) => writerIn(output) ?? []),
        ...{ started: call.run.startedAt, ended: deps.now() },
      }),
    },
    files: given === round ? [] : await filesOf(call, round, given, deps),
  };
}

function settingsOf({ revision, rules }: JsonObject): RevisionSettings {
  return {
    when: objectOf(revision).when === 'reviewer' ? 'reviewer' : 'strict',
    rules: rules === 'block' ? 'block' : 'advise',
  };
}

const isGrave = ({ severity }: DesignFinding): boolean => severity === 'CRITICAL' || severity === 'HIGH';

/** Of the parts: what code makes of them is no drafter's business. */
const inRound = (edits: readonly HandEdit[], round: number): readonly HandEdit[] =>
  edits.filter((edit) => edit.round === round && edit.kept === undefined);

/** Of this request alone: what a person asks for starts another. */
function draftedIn(found: Json | undefined): DraftedRound | null {
  const drafted = objectOf(found);
  if (typeof drafted.round !== 'number') return null;
  const review = drafted.review as unknown as ReviewFeedback;
  const findings = listOf<DesignFinding & JsonObject>(drafted.findings);
  const texts = textsOf(objectOf(drafted.texts));
  return { round: drafted.round, texts, review, findings, human_revisions: Number(drafted.human_revisions ?? 0) };
}

function bestOf(before: DraftedRound | null, now: DraftedRound): DraftedRound {
  return before !== null && compareQuality(before.review, now.review) < 0 ? before : now;
}

/** null where it goes on, if it needs a revision. */
function forcedReason({ revision }: JsonObject, round: RoundComparison, isOver: boolean): ForcedReason | null {
  if (isOver) return 'limit';
  if (objectOf(revision).stop !== 'progress') return null;
  if (round.is_oscillating) return 'oscillation';
  return round.is_without_progress ? 'no_progress' : null;
}

/** The best drafts take the place of the last ones, in the files too. */
async function filesOf(call: CodeCall, now: DraftedRound, best: DraftedRound, deps: SddDeps) {
  const files: IntendedFile[] = [];
  for (const part of PARTS)
    files.push(...(await partFiles(call, part, { text: best.texts[part], known: now.texts[part] }, deps)));
  return files;
}
