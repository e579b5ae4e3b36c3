// Before a review: edits by hand are taken in, rules look at the design, and it is divided where it is too long.

import { divideForReview, type ReviewPortion } from '../../documents/design/divide-review.ts';
import type { DesignFinding } from '../../documents/design/finding.ts';
import { issueLine } from '../../documents/design/review.ts';
import type { ReviewIssue } from '../../documents/design/state.ts';
import type { KnownIds } from '../../documents/design-checks/check-ids.ts';
import type { JsonObject } from '../../json.ts';
import type { ActionResult, CodeCall } from '../../ports/action.ts';
import { findingsOf } from './find-in-design.ts';
import { takeIn } from './hand-edits.ts';
import { rubricOf } from './read-rubric.ts';
import { listOf, objectOf, placeOf, type SddDeps, textOf, textsOf } from './sdd-deps.ts';

const CHARACTERS_PER_TOKEN = 4;
const TOKENS = 60_000;

export async function planReview(call: CodeCall, deps: SddDeps): Promise<ActionResult> {
  const input = objectOf(call.run.input);
  const { texts, edits } = await takeIn(call, textsOf(input), deps);
  const asked = objectOf(input.prd).requirements;
  const around = {
    ...{ ...placeOf(call), dialect: textOf(input.dialect), standards: textOf(input.standards) },
    knownIds: objectOf(input.known_ids) as KnownIds,
    ...(Array.isArray(asked) && { requirements: listOf<string>(asked) }),
  };
  const findings = await findingsOf(texts, around, deps);
  const tokens = typeof input.context_tokens === 'number' ? input.context_tokens : TOKENS;
  const rubric = await rubricOf(placeOf(call).project, deps);
  const previous = listOf<ReviewIssue & JsonObject>(objectOf(input.review_feedback).issues).map(issueLine);
  const portions = divideForReview(texts, tokens * CHARACTERS_PER_TOKEN);
  return {
    output: {
      portions: portions.map((portion) => ({
        ...{ ...portion, findings: findingsIn(portion, portions.length, findings), rubric, previous },
      })),
      ...{ ...texts, rubric, findings: findings.map((finding) => ({ ...finding })), hand_edits: edits },
    },
  };
}

/** Of several portions, those about what is in this one; what is about nothing in any is in the first. */
function findingsIn(
  { number, hld, lld, database }: ReviewPortion,
  of: number,
  findings: readonly DesignFinding[],
): readonly JsonObject[] {
  const shown = { hld, lld, database };
  const isHere = ({ part }: DesignFinding): boolean => !shown[part].startsWith('(This part is reviewed');
  const own = of === 1 ? findings : findings.filter((finding) => isHere(finding) || number === 1);
  return own.map((finding) => ({ ...finding }));
}
