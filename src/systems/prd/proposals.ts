// Proposed requirements, judged by code before a person sees them: ids, repetitions, wording.

import { findDuplicates } from '../../documents/find-duplicates.ts';
import { lintRequirements } from '../../documents/lint-requirements.ts';
import { parseBrief } from '../../documents/parse-brief.ts';
import { parseRequirements } from '../../documents/parse-requirements.ts';
import type { Requirement } from '../../documents/requirement.ts';
import { sameRequirementId } from '../../documents/requirement-ids.ts';
import type { JsonObject } from '../../json.ts';
import type { AcceptCall, Accepted, Refused } from '../../ports/action.ts';
import { briefNow } from './hand-out.ts';
import type { PrdDoors } from './prd-doors.ts';
import { requirementsNow } from './requirements-now.ts';

export async function acceptProposals(call: AcceptCall, doors: PrdDoors): Promise<Accepted | Refused> {
  const answer = call.answer as JsonObject;
  const proposed = answer.functionalRequirements as readonly Requirement[];
  const { text, taken } = await requirementsNow(call, doors);
  const file = parseRequirements(text);
  const wrong = [...idProblems(proposed, taken), ...gapProblems(call, answer)];
  if (call.step === 'IR' && proposed.length === 0) wrong.push('expected at least one requirement, found none');
  const repeated = new Map(findDuplicates(proposed, file.items).map((each) => [each.id, each]));
  const kept = proposed.filter(({ id }) => !repeated.has(id));
  const leftOut = proposed.flatMap(({ id, title }) => {
    const found = repeated.get(id);
    return found === undefined ? [] : [{ id, title, of: found.of, kind: found.kind }];
  });
  if (proposed.length > 0 && kept.length === 0)
    wrong.push(
      ...leftOut.map(({ id, of }) => `${id} says again what ${of} says, which was decided: propose something new`),
    );
  if (wrong.length > 0) return { refused: wrong };
  const brief = parseBrief(await briefNow(call, doors));
  const lint = lintRequirements(kept, { brief, decided: file.items });
  const functionalRequirements = kept;
  return {
    output: { ...answer, functionalRequirements, lint: lint, leftOut },
    set: { functionalRequirements },
  };
}

function idProblems(proposed: readonly Requirement[], taken: ReadonlySet<string>): string[] {
  const seen = new Set<string>();
  const wrong: string[] = [];
  for (const { id: given } of proposed) {
    // REQ-0004 is REQ-004: people would take one for the other.
    const id = sameRequirementId(given);
    if (id !== given) wrong.push(`expected the id ${id}, found ${given}`);
    if (taken.has(id)) wrong.push(`the id ${id} was given before, and an id is given once: take the next free one`);
    if (seen.has(id)) wrong.push(`the id ${id} is there twice`);
    seen.add(id);
  }
  return wrong;
}

function gapProblems({ data }: AcceptCall, { gapsAddressed }: JsonObject): string[] {
  if (!Array.isArray(gapsAddressed)) return [];
  const known = new Set((data.identifiedGaps as readonly { readonly id: string }[]).map(({ id }) => id));
  return gapsAddressed.flatMap((id) => (known.has(String(id)) ? [] : [`there is no gap "${String(id)}"`]));
}
