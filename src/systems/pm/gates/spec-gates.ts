// The specification before it is submitted, and its review by a person who is the architect: one document, what speaks
// against it, and what a decision comes to.

import { checkSpec } from '../../../documents/spec/check-spec.ts';
import { findInSpec } from '../../../documents/spec/find-in-spec.ts';
import { isJsonObject, type Json, type JsonObject } from '../../../json.ts';
import type { Decision, DocumentReview, GateAnswer } from '../../../ports/review.ts';
import type { GateFacts } from '../../../ports/system.ts';

const textOf = (value: Json | undefined): string => (typeof value === 'string' ? value : '');
const objectOf = (value: Json | undefined): JsonObject => (isJsonObject(value) ? value : {});
const listOf = (value: Json | undefined): readonly Json[] => (Array.isArray(value) ? value : []);

export async function previewReview({ output, runInput }: GateFacts): Promise<DocumentReview> {
  const { spec } = objectOf(output('draft'));
  const { last, checklist } = objectOf(runInput);
  return specDocument(textOf(spec), {
    ...{ title: 'Specification', notices: [], issues: findingsIn(textOf(spec), listOf(checklist)) },
    before: typeof last === 'string' && last !== '' ? last : null,
    doubts: problemsIn(textOf(spec)),
    words: PREVIEW_WORDS,
  });
}

const PREVIEW_WORDS = {
  approve: { label: 'submit', help: 'it is checked and goes to the architect, who writes the stories' },
  change: {
    label: 'continue the interview',
    help: 'say in your words what is missing or wrong; you are asked about it, and a new draft comes back to you',
  },
};

const FINDINGS_MAX = 12;

/** What a careful reader would ask, and what of the interview did not reach it, or was asked for by nobody. */
function findingsIn(spec: string, checklist: readonly Json[]): readonly string[] {
  const interview = { checklist: checklist as unknown as NonNullable<Parameters<typeof findInSpec>[1]>['checklist'] };
  const found = findInSpec(spec, interview).map(({ line, message }) => `Line ${line}: ${message}`);
  const more = found.length - FINDINGS_MAX;
  return more > 0 ? [...found.slice(0, FINDINGS_MAX), `and ${more} more: signoff spec check`] : found;
}

function problemsIn(spec: string): readonly string[] {
  const { blocking } = checkSpec(spec);
  return blocking.map(({ line, message, fix }) => `Line ${line}: ${message} ${fix}`);
}

function specDocument(
  text: string,
  more: Pick<DocumentReview, 'title' | 'notices' | 'before' | 'doubts' | 'words' | 'issues'>,
): DocumentReview {
  return {
    ...{ kind: 'document', text, file: 'spec.md', path: 'spec.md', isWritten: false, ...more },
    ...{ fixed: [], sections: null, assumptions: [], edited: null, canStartOver: false },
  };
}

export async function previewAnswer(_: GateFacts, decision: Decision): Promise<GateAnswer> {
  const read = verdictOf(decision);
  if (read === null) return { refused: ['Expected a verdict on the specification.'] };
  if (read.isApproved) return { output: { verdict: 'submit' }, verdict: 'submit' };
  const said = read.feedback === '' ? {} : { feedback: read.feedback };
  return { output: { verdict: 'continue', ...said }, verdict: 'continue' };
}

export async function architectReview({ output, runInput }: GateFacts): Promise<DocumentReview> {
  const { spec_feedback, submit_stories } = objectOf(output('scope'));
  const wish = textOf(objectOf(spec_feedback).feedback);
  const stories = listOf(objectOf(submit_stories).requirements).map(objectOf);
  const proposed = stories.map(
    ({ title, points }) => `- ${textOf(title)} (${String(points)} ${points === 1 ? 'point' : 'points'})`,
  );
  return specDocument(textOf(objectOf(objectOf(objectOf(runInput).request).metadata).spec_markdown), {
    title: "Architect's review",
    notices:
      wish !== ''
        ? ['The agent who read it first asks for changes:', `- ${wish}`]
        : [
            `Approving it takes ${stories.length === 1 ? 'this story' : `these ${stories.length} stories`}:`,
            ...proposed,
          ],
    before: null,
    doubts: wish === '' ? [] : ['No stories are proposed: it cannot be approved as it is.'],
    words: ARCHITECT_WORDS,
  });
}

const ARCHITECT_WORDS = {
  approve: { label: 'approve', help: 'the stories are written into the project' },
  change: {
    label: 'request changes',
    help: 'say what the specification lacks; the interview begins again with that',
  },
};

export async function architectAnswer(_: GateFacts, decision: Decision): Promise<GateAnswer> {
  const read = verdictOf(decision);
  if (read === null) return { refused: ['Expected a verdict on the specification.'] };
  if (read.isApproved) return { output: { verdict: 'submit_stories' }, verdict: 'submit_stories' };
  if (read.feedback === '') return { refused: ['Expected what the specification lacks, found no feedback.'] };
  return { output: { verdict: 'spec_feedback', spec_feedback: { feedback: read.feedback } }, verdict: 'spec_feedback' };
}

/** What someone says of single sections belongs to the feedback, with a section they wrote anew as text. */
function verdictOf(decision: Decision): { readonly isApproved: boolean; readonly feedback: string } | null {
  if (decision.kind !== 'document') return null;
  if (decision.verdict === 'approve') return { isApproved: true, feedback: '' };
  const changes = (decision.changes ?? []).map(({ section, reason, text }) =>
    text === '' ? `${section}: ${reason}` : `${section}: ${reason}\n\n${text}`,
  );
  const feedback = [decision.feedback ?? '', ...changes].filter((part) => part !== '').join('\n\n');
  return { isApproved: false, feedback };
}

/** Written beforehand: the verdict as a word, or with the feedback. */
export function writtenSpec(given: Json, words: readonly [string, string]): Decision | string {
  const [yes, no] = words;
  const { verdict, feedback } = isJsonObject(given) ? given : { verdict: given, feedback: undefined };
  if (verdict === yes) return { kind: 'document', verdict: 'approve' };
  if (verdict !== no) return `"${yes}", or {"verdict": "${no}", "feedback": "..."}`;
  return { kind: 'document', verdict: 'change', ...(typeof feedback === 'string' && { feedback }) };
}

export function decidedSpec({ verdict, feedback, spec_feedback }: JsonObject): string | null {
  const word = textOf(verdict) || (spec_feedback === undefined ? 'submit_stories' : 'spec_feedback');
  const said = textOf(feedback) || textOf(objectOf(spec_feedback).feedback);
  return said === '' ? word : `${word}: ${said}`;
}
