// The specification before it is submitted, and its review by a person who is the architect: one document, what speaks
// against it, and what a decision comes to.

import { openPoint, plainText } from '../../../documents/markdown/filed-text.ts';
import { tooLongWith } from '../../../documents/markdown/markdown-limit.ts';
import { checkSpec } from '../../../documents/spec/check-spec.ts';
import { isWithoutModel, openPoints } from '../../../documents/spec/open-points.ts';
import { isJsonObject, type Json, type JsonObject } from '../../../json.ts';
import { findInSpec } from '../../../language/lint/find-in-spec.ts';
import type { Decision, DocumentDecision, DocumentReview, GateAnswer } from '../../../ports/review.ts';
import type { GateFacts } from '../../../ports/system.ts';
import { statementsIn } from '../../features/statements-in.ts';

const textOf = (value: Json | undefined): string => (typeof value === 'string' ? value : '');
const objectOf = (value: Json | undefined): JsonObject => (isJsonObject(value) ? value : {});
const listOf = (value: Json | undefined): readonly Json[] => (Array.isArray(value) ? value : []);

export async function previewReview({ output, runInput }: GateFacts): Promise<DocumentReview> {
  const { spec } = objectOf(output('check'));
  const { last, checklist } = objectOf(runInput);
  const isOwn = isWithoutModel(textOf(spec));
  return specDocument(textOf(spec), {
    ...{ title: 'Specification', notices: isOwn ? unanswered(textOf(spec)) : [] },
    issues: isOwn ? [] : findingsIn(textOf(spec), listOf(checklist)),
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
  return shortened(found, 'signoff spec check');
}

function unanswered(spec: string): readonly string[] {
  const open = openPoints(spec).map(({ line, text }) => `Line ${line}, open: ${text}`);
  const lines = shortened(open, 'the specification has them all');
  return lines.length === 0 ? [] : ['Nobody answered these questions:', ...lines];
}

function shortened(lines: readonly string[], where: string): readonly string[] {
  const more = lines.length - FINDINGS_MAX;
  return more > 0 ? [...lines.slice(0, FINDINGS_MAX), `and ${more} more: ${where}`] : lines;
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

export async function previewAnswer({ output, runInput }: GateFacts, decision: Decision): Promise<GateAnswer> {
  const read = verdictOf(decision);
  if (read === null) return { refused: ['Expected a verdict on the specification.'] };
  if (read.isApproved) return { output: { verdict: 'submit' }, verdict: 'submit' };
  const { changes = [], feedback = '' } = decision as DocumentDecision;
  const shown = textOf(objectOf(output('check')).spec);
  const against = tooLongWith(withPoints(shown, read.feedback));
  if (against !== null) return { refused: [against] };
  if (isWithoutModel(shown) && changes.some(({ text }) => text !== '')) {
    const messages = listOf(objectOf(runInput).conversation).length;
    const { editedSpec } = await import('./edited-spec.ts');
    const spec = editedSpec(shown, { changes, feedback, messages });
    return { output: { verdict: 'continue', spec }, verdict: 'continue' };
  }
  const said = read.feedback === '' ? {} : { feedback: read.feedback };
  return { output: { verdict: 'continue', ...said }, verdict: 'continue' };
}

export async function architectReview({ output, runInput }: GateFacts): Promise<DocumentReview> {
  const { spec_feedback, submit_stories, not_judged } = objectOf(output('scope'));
  const feedbackText = textOf(objectOf(spec_feedback).feedback);
  const stories = listOf(objectOf(submit_stories).requirements).map(objectOf);
  const spec = specIn(runInput);
  const own = not_judged === true ? notJudgedLines(spec, stories) : takenLines(stories);
  return specDocument(spec, {
    title: "Architect's review",
    notices: feedbackText !== '' ? ['The agent who read it first asks for changes:', `- ${feedbackText}`] : own,
    before: null,
    doubts: feedbackText === '' ? [] : ['No stories are proposed: it cannot be approved as it is.'],
    words: ARCHITECT_WORDS,
  });
}

const specIn = (runInput: Json): string =>
  textOf(objectOf(objectOf(objectOf(runInput).request).metadata).spec_markdown);

/** As long as it becomes where no model carries it out. */
const withPoints = (spec: string, said: string): string => [spec, ...statementsIn(said).map(openPoint)].join('\n- ');

function takenLines(stories: readonly JsonObject[]): readonly string[] {
  const proposed = stories.map(
    ({ title, points }) => `- ${textOf(title)} (${String(points)} ${points === 1 ? 'point' : 'points'})`,
  );
  return [
    `Approving it takes ${stories.length === 1 ? 'this story' : `these ${stories.length} stories`}:`,
    ...proposed,
  ];
}

/** No model is connected: who reads it here is its only judge. */
function notJudgedLines(spec: string, stories: readonly JsonObject[]): readonly string[] {
  const titles = stories.map(({ title }) => `- ${plainText(textOf(title))}`);
  return [
    'Not judged: no model read this specification. You are its architect.',
    ...unanswered(spec),
    'Approving it makes a story for each requirement, word for word, not estimated:',
    ...shortened(titles, 'one for each requirement'),
  ];
}

const ARCHITECT_WORDS = {
  approve: { label: 'approve', help: 'the stories are written into the project' },
  change: {
    label: 'request changes',
    help: 'say what the specification lacks; the interview begins again with that',
  },
};

export async function architectAnswer({ runInput }: GateFacts, decision: Decision): Promise<GateAnswer> {
  const read = verdictOf(decision);
  if (read === null) return { refused: ['Expected a verdict on the specification.'] };
  if (read.isApproved) return { output: { verdict: 'submit_stories' }, verdict: 'submit_stories' };
  if (read.feedback === '') return { refused: ['Expected what the specification lacks, found no feedback.'] };
  const against = tooLongWith(withPoints(specIn(runInput), read.feedback));
  if (against !== null) return { refused: [against] };
  const spec = await editedByArchitect(runInput, decision as DocumentDecision);
  const doubts = spec === null ? [] : problemsIn(spec);
  if (doubts.length > 0) return { refused: doubts };
  const output = {
    verdict: 'spec_feedback',
    spec_feedback: { feedback: read.feedback },
    ...(spec !== null && { spec }),
  };
  return { output, verdict: 'spec_feedback' };
}

/** With the sections that the person wrote otherwise; null: they gave the text of none, or a model wrote it. */
async function editedByArchitect(
  runInput: Json,
  { changes = [], feedback = '' }: DocumentDecision,
): Promise<string | null> {
  const shown = specIn(runInput);
  const isEdited = changes.some(({ text }) => text !== '');
  // Runs of before have no place for it.
  if (!isEdited || !isWithoutModel(shown) || objectOf(runInput).takes_edits !== true) return null;
  const { editedSpec } = await import('./edited-spec.ts');
  return editedSpec(shown, { changes, feedback, messages: null });
}

/** What someone says of single sections belongs to the feedback, with a section they rewrote as text. */
function verdictOf(decision: Decision): { readonly isApproved: boolean; readonly feedback: string } | null {
  if (decision.kind !== 'document') return null;
  if (decision.verdict === 'approve') return { isApproved: true, feedback: '' };
  const changes = (decision.changes ?? []).map(({ section, reason, text }) =>
    text === '' ? `${section}: ${reason}` : `${section}: ${reason}\n\n${text}`,
  );
  const said = decision.feedback ?? '';
  // What was said of a section comes as the feedback too.
  const isOfSection = (decision.changes ?? []).some(({ reason }) => reason.trim() === said.trim());
  const feedback = [isOfSection ? '' : said, ...changes].filter((part) => part !== '').join('\n\n');
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
  const shown = DECIDED[word] ?? word;
  return said === '' ? shown : `${shown}: ${said}`;
}

/** A verdict of the wire in words. */
const DECIDED: { readonly [verdict: string]: string | undefined } = {
  submit: 'submitted',
  continue: 'interview continued',
  submit_stories: 'approved',
  spec_feedback: 'changes requested',
};
