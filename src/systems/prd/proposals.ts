// Proposed requirements, judged by code before a person sees them: ids, repetitions, wording.

import { findDuplicates, isRepeat } from '../../documents/lint/find-duplicates.ts';
import type { AlikePair, Duplicate } from '../../documents/lint/finding.ts';
import { lintRequirements } from '../../documents/lint/lint-requirements.ts';
import { parseBrief } from '../../documents/prd/parse-brief.ts';
import { parseRequirements } from '../../documents/requirements/parse-requirements.ts';
import { decidedTexts, type Requirement } from '../../documents/requirements/requirement.ts';
import { sameRequirementId } from '../../documents/requirements/requirement-ids.ts';
import type { JsonObject } from '../../json.ts';
import type { AcceptCall, AcceptResult, CodeRefusal } from '../../ports/action.ts';
import { briefNow } from './hand-out.ts';
import { isByRules, ownWriting, type PrdDeps } from './prd-deps.ts';
import { lintNotes, promptNotes } from './prompt-notes.ts';
import { requirementsNow } from './requirements-now.ts';

export async function acceptProposals(call: AcceptCall, deps: PrdDeps): Promise<AcceptResult | CodeRefusal> {
  const answer = call.answer as JsonObject;
  const proposed = answer.functionalRequirements as readonly Requirement[];
  const { text, taken } = await requirementsNow(call, deps);
  const file = parseRequirements(text);
  const wrong = [...idProblems(proposed, taken), ...gapProblems(call, answer)];
  // Rules that could read no request invent none; whoever else writes has the person to ask.
  if (call.step === 'IR' && proposed.length === 0 && !isByRules(ownWriting(call)))
    wrong.push('expected at least one requirement, found none');
  const pairs = findDuplicates(proposed, decidedTexts(file));
  const repeated = new Map(pairs.filter(isRepeat).map((each) => [each.id, each]));
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
  const brief = parseBrief(await briefNow(call, deps));
  const lint = lintRequirements(kept, { brief, decided: file.items });
  const alike = alikePairs(pairs, kept, [...file.items, ...proposed]);
  const notes = {
    lintNotes: lintNotes(lint),
    leftOutNotes: promptNotes(leftOut.map(({ id, title, of }) => `${id} (${title}) says what ${of} says.`)),
    alikeNotes: promptNotes(alike.map(alikeNote)),
  };
  return {
    output: { ...answer, functionalRequirements: kept, lint: lint, leftOut, alike, ...notes, ...ownWriting(call) },
    set: { functionalRequirements: kept },
  };
}

function alikePairs(
  pairs: readonly Duplicate[],
  kept: readonly Requirement[],
  all: readonly (Requirement & { readonly standing?: string })[],
): readonly AlikePair[] {
  return pairs.flatMap((pair) => {
    const other = all.find(({ id }) => id === pair.of);
    if (isRepeat(pair) || other === undefined || !kept.some(({ id }) => id === pair.id)) return [];
    const { title: ofTitle, description: ofDescription, standing: ofStanding = null } = other;
    return [{ id: pair.id, of: pair.of, differs: pair.differs ?? [], ofTitle, ofDescription, ofStanding }];
  });
}

function alikeNote({ id, of, differs, ofTitle, ofDescription, ofStanding }: AlikePair): string {
  const what = differs.length === 0 ? '' : `, but differs in ${differs.join(', ')}`;
  const other = `${of}${ofStanding === null ? '' : ` (${ofStanding})`}`;
  return `${id} is like ${of}${what}. ${other}, "${ofTitle}": ${ofDescription}`;
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
