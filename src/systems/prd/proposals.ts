// Proposed requirements, judged by code before a person sees them: ids, repetitions, wording.

import { shortTitle } from '../../documents/markdown/filed-text.ts';
import { parseBrief } from '../../documents/prd/parse-brief.ts';
import { parseRequirements } from '../../documents/requirements/parse-requirements.ts';
import { decidedTexts, type Requirement, type RequirementsFile } from '../../documents/requirements/requirement.ts';
import { sameRequirementId } from '../../documents/requirements/requirement-ids.ts';
import { repeatsOf, sameText, textKey } from '../../documents/requirements/says-the-same.ts';
import type { JsonObject } from '../../json.ts';
import { findDuplicates } from '../../language/lint/find-duplicates.ts';
import type { AlikePair, Duplicate } from '../../language/lint/finding.ts';
import { lintRequirements } from '../../language/lint/lint-requirements.ts';
import { saidSentences } from '../../language/said-sentences.ts';
import type { AcceptCall, AcceptResult, CodeRefusal } from '../../ports/action.ts';
import { addedRequirements, briefNow } from './hand-out.ts';
import { isWithoutModel, ownWriting, type PrdDeps } from './prd-deps.ts';
import { lintNotes, promptNotes } from './prompt-notes.ts';
import { requirementsNow } from './requirements-now.ts';

export async function acceptProposals(call: AcceptCall, deps: PrdDeps): Promise<AcceptResult | CodeRefusal> {
  const answer = call.answer as JsonObject;
  const proposed = answer.functionalRequirements as readonly Requirement[];
  const { text, taken } = await requirementsNow(call, deps);
  const file = parseRequirements(text);
  const wrong = [...idProblems(proposed, taken), ...gapProblems(call, answer)];
  // Without a model nothing is proposed where every sentence was decided before.
  const isFiled = isWithoutModel(ownWriting(call));
  if (call.step === 'IR' && proposed.length === 0 && !isFiled)
    wrong.push('expected at least one requirement, found none');
  const repeated = new Map(repeatsOf(proposed, decidedTexts(file)).map(({ id, of }) => [id, of]));
  const kept = proposed.filter(({ id }) => !repeated.has(id));
  const leftOut = proposed.flatMap(({ id, title }) => {
    const of = repeated.get(id);
    return of === undefined ? [] : [{ id, title, of, kind: 'exact' }];
  });
  if (proposed.length > 0 && kept.length === 0)
    wrong.push(
      ...leftOut.map(({ id, of }) => `${id} says again what ${of} says, which was decided: propose something new`),
    );
  if (wrong.length > 0) return { refused: wrong };
  const brief = parseBrief(await briefNow(call, deps));
  const lint = lintRequirements(kept, { brief, decided: file.items });
  const alike = alikePairs(findDuplicates(kept, decidedTexts(file)), [...file.items, ...proposed]);
  const notes = {
    lintNotes: lintNotes(lint),
    leftOutNotes: promptNotes(leftOut.map(({ id, title, of }) => `${id} (${title}) says what ${of} says.`)),
    alikeNotes: promptNotes(alike.map(alikeNote)),
  };
  return {
    output: {
      ...answer,
      functionalRequirements: kept,
      lint: lint,
      leftOut: [...leftOut, ...(isFiled ? addedAgain(call, file) : [])],
      alike,
      ...notes,
      ...ownWriting(call),
    },
    set: { functionalRequirements: kept },
  };
}

/** What a person added that was decided before: the writer proposed no requirement for it. */
function addedAgain(call: AcceptCall, file: RequirementsFile): readonly JsonObject[] {
  const decided = decidedTexts(file);
  const said = addedRequirements(call).flatMap(saidSentences);
  return [...new Set(said)].flatMap((sentence) => {
    const of = decided.find((one) => textKey(one) === sameText(sentence))?.id;
    return of === undefined ? [] : [{ id: '', title: shortTitle(sentence), of, kind: 'exact' }];
  });
}

function alikePairs(
  pairs: readonly Duplicate[],
  all: readonly (Requirement & { readonly standing?: string })[],
): readonly AlikePair[] {
  return pairs.flatMap((pair) => {
    const other = all.find(({ id }) => id === pair.of);
    if (other === undefined) return [];
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
