// What agents get besides the run's record: the brief and the requirements file as they are when work is handed out.

import { analyseGaps } from '../../documents/analyse-gaps.ts';
import type { Brief } from '../../documents/brief.ts';
import type { Finding } from '../../documents/finding.ts';
import { lintRequirements } from '../../documents/lint-requirements.ts';
import { parseBrief } from '../../documents/parse-brief.ts';
import { parseRequirements } from '../../documents/parse-requirements.ts';
import type { DecidedRequirement } from '../../documents/requirement.ts';
import { nextRequirementId } from '../../documents/requirement-ids.ts';
import type { JsonObject } from '../../json.ts';
import type { CodeCall, Prepared } from '../../ports/action.ts';
import { type PrdDoors, pathOf, textHash, textOf } from './prd-doors.ts';
import { editsBefore, type RequirementsNow, requirementsNow } from './requirements-now.ts';

export async function handOut(call: CodeCall, doors: PrdDoors): Promise<Prepared> {
  const now = await requirementsNow(call, doors);
  const featureBrief = await briefNow(call, doors);
  const file = parseRequirements(now.text);
  const brief = parseBrief(featureBrief);
  const lint = lintRequirements(file.items.filter(isKept), { brief });
  const asked = call.step === 'GA' ? analysis(brief, file.items, lint) : {};
  return {
    input: {
      featureBrief,
      ...fileFacts(call, now),
      lint: lint,
      nextRequirementId: nextRequirementId(now.taken),
      rounds: Number(call.read('steps', 'GR', 'visits') ?? 0),
      ...asked,
    },
    // Each analysis asks anew.
    ...(call.step === 'GA' && { set: { userIterationOverride: null, shouldIterate: null } }),
  };
}

/** What rules find, in numbers and words: for the agent to weigh, and for the person beside what it says. */
function analysis(brief: Brief, items: readonly DecidedRequirement[], findings: readonly Finding[]): JsonObject {
  const { score, axes, words, reasons } = analyseGaps(brief, items, { findings });
  return { analysis: { score, words, axes, reasons } };
}

/** The file counts once it is there: it may have been edited since it was approved. */
export async function briefNow(call: CodeCall, { files }: PrdDoors): Promise<string> {
  const approved = textOf(call.data.featureBriefContent);
  return (await files.read(pathOf(call, 'feature-brief.md'))) ?? approved;
}

/** Content goes over the wire, and its hash is recorded. `file` is the last review's and no business of an agent. */
export function fileFacts(call: CodeCall, { text, edits }: RequirementsNow): JsonObject {
  const problems = text.trim() === '' ? [] : parseRequirements(text).problems;
  const outsideEdits = [...editsBefore(call), ...edits, ...problems.map(({ message }) => message)];
  return { requirementsContent: text, requirementsHash: textHash(text), outsideEdits, file: null };
}

export function isKept({ standing, supersededBy }: DecidedRequirement): boolean {
  return (standing === 'approved' || standing === 'modified') && supersededBy === undefined;
}
