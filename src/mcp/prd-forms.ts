// Forms that ask a person for the verdicts of the `prd` system, where their client can show forms.

import { readScore } from '../documents/analyse-gaps.ts';
import { type Assessed, assessGaps, readAssessment } from '../documents/assess-gaps.ts';
import { WHOLE_DOCUMENT } from '../documents/brief.ts';
import { findAssumptions } from '../documents/find-assumptions.ts';
import type { Gap } from '../documents/gap.ts';
import type { ItemVerdict, Requirement } from '../documents/requirement.ts';
import { reviewOf } from '../documents/review-of.ts';
import { isJsonObject, type Json, type JsonObject } from '../json.ts';
import { assessmentLines } from './assessment-lines.ts';
import { formMessage, textIn } from './gate-form.ts';
import type { TaskHandOut } from './hand-out.ts';
import type { FormSchema, GateAnswer, GateForm } from './mcp-options.ts';

/** More would make a form nobody reads: then the review is held in the chat. */
const ITEMS_MAX = 40;

export const briefForm = (handOut: TaskHandOut): GateForm => approvalForm(handOut, 'approved', []);

/** Whoever approves the PRD confirms what it takes for granted. */
export function prdForm(handOut: TaskHandOut): GateForm {
  const { prdContent } = handOut.data;
  return approvalForm(handOut, 'prdApproved', findAssumptions(typeof prdContent === 'string' ? prdContent : ''));
}

const START_OVER = 'start over';

function approvalForm(
  handOut: TaskHandOut,
  field: 'approved' | 'prdApproved',
  assumptions: readonly string[],
): GateForm {
  const listed = assumptions.map((each) => `- ${each}`).join('\n');
  return {
    message: formMessage(handOut, listed === '' ? '' : `Assumptions, which you confirm by approving:\n${listed}`),
    schema: {
      type: 'object',
      properties: {
        verdict: {
          ...{ type: 'string', title: 'Your verdict', enum: ['approve', 'reject', START_OVER] },
          enumNames: ['approve', 'change these sections', 'start over with this feedback'],
        },
        sections: { type: 'string', title: 'Sections', description: 'Which should change, by their headings' },
        feedback: {
          type: 'string',
          title: 'Feedback',
          description: 'What should change: only when you do not approve',
        },
        ...(assumptions.length > 0 && {
          assumptions: { type: 'boolean', title: 'The assumptions hold', description: listed, default: false },
        }),
      },
      required: ['verdict'],
    },
    read: (content) => readApproval(content, field, assumptions),
  };
}

function readApproval(
  content: JsonObject,
  field: 'approved' | 'prdApproved',
  assumptions: readonly string[],
): GateAnswer | string {
  const [feedback, sections] = [textIn(content, 'feedback'), textIn(content, 'sections')];
  const isApproved = content.verdict === 'approve';
  if (!isApproved && feedback === '') return 'a rejection needs feedback that says what should change';
  if (isApproved && feedback !== '')
    return `the form approves and asks for a change at once ("${feedback}"); it is approved as it is, or not`;
  if (isApproved && assumptions.length > 0 && content.assumptions !== true)
    return `its assumptions (${assumptions.join('; ')}) are not confirmed, and whoever approves it approves them`;
  const confirmed = assumptions.length === 0 ? '' : ` Assumptions confirmed: ${assumptions.length}.`;
  const reviewSummary = isApproved ? `Approved as it is.${confirmed}` : 'Not approved.';
  const names = content.verdict === START_OVER ? [WHOLE_DOCUMENT] : sectionNames(sections);
  const modifications = names.map((section) => ({ section, modificationReason: feedback, requestedContent: '' }));
  const output = {
    ...{ [field]: isApproved, reviewSummary },
    ...(feedback !== '' && { userFeedback: feedback }),
    ...(!isApproved && modifications.length > 0 && { modifications }),
  };
  return { output, verdict: isApproved ? 'approve' : 'reject' };
}

const REST = 'approve all the rest';

/** null: too many, or none to decide on. */
export function requirementsForm(handOut: TaskHandOut): GateForm | null {
  const proposed = proposedIn(handOut.data.functionalRequirements);
  if (proposed.length === 0 || proposed.length > ITEMS_MAX) return null;
  const properties: { [name: string]: JsonObject } = {};
  const notes = notesIn(handOut.input);
  for (const { id, title, description } of proposed) {
    properties[id] = {
      type: 'string',
      title: `${id}: ${title}`,
      description: [description, ...notes.of(id)].join('\n'),
      enum: ['approve', 'reject', 'out-of-scope'],
    };
  }
  properties.rest = {
    type: 'string',
    title: 'The others',
    enum: [REST, 'decide in the chat'],
    default: 'decide in the chat',
  };
  properties.reason = { type: 'string', title: 'Why those you did not approve', description: 'Needed for them' };
  properties.feedback = { type: 'string', title: 'Anything else' };
  const schema: FormSchema = { type: 'object', properties };
  return { message: listed(handOut.title, proposed, notes), schema, read: (content) => readReview(proposed, content) };
}

function readReview(proposed: readonly Requirement[], content: JsonObject): GateAnswer | string {
  const reason = textIn(content, 'reason');
  const verdicts: Record<string, ItemVerdict> = {};
  const unexplained: string[] = [];
  for (const { id } of proposed) {
    const word = content[id];
    if (word === 'approve') verdicts[id] = { verdict: 'approve' };
    if (word !== 'reject' && word !== 'out-of-scope') continue;
    if (reason === '') unexplained.push(id);
    verdicts[id] = { verdict: word, reason };
  }
  const sofar = saidInForm(content, proposed);
  if (unexplained.length > 0) {
    const were = unexplained.length === 1 ? 'was' : 'were';
    return `${unexplained.join(', ')} ${were} not approved, and no reason was given. ${sofar}`;
  }
  const rest: ItemVerdict | null = content.rest === REST ? { verdict: 'approve' } : null;
  const read = reviewOf(proposed, verdicts, rest, { feedback: textIn(content, 'feedback') });
  if ('refused' in read) return `${read.refused.join(' ')} ${sofar}`;
  return { output: read.review, verdict: 'reviewed' };
}

/** What they chose stands in the note: nobody should have to say it twice. */
function saidInForm(content: JsonObject, proposed: readonly Requirement[]): string {
  const chosen = proposed.flatMap(({ id }) => (typeof content[id] === 'string' ? [`${id}: ${content[id]}`] : []));
  const rest = content.rest === REST ? [`the others: ${REST}`] : [];
  const words = ['reason', 'feedback'].flatMap((name) => {
    const said = textIn(content, name);
    return said === '' ? [] : [`${name}: "${said}"`];
  });
  const all = [...chosen, ...rest, ...words];
  return all.length === 0 ? '' : `In the form they chose ${all.join('; ')}. Ask only for what is missing`;
}

function proposedIn(value: Json | undefined): readonly Requirement[] {
  return Array.isArray(value) ? (value as readonly Requirement[]) : [];
}

interface ProposalNotes {
  of(id: string): readonly string[];
  readonly leftOut: string;
}

/** What the lint found, what is alike, and what was left out, as it stands in the gate's input. */
function notesIn(input: Json): ProposalNotes {
  const { lint, alike, leftOutNotes } = isJsonObject(input) ? input : {};
  const objects = (value: Json | undefined): readonly JsonObject[] =>
    Array.isArray(value) ? (value as readonly Json[]).filter(isJsonObject) : [];
  return {
    of: (id) => [
      ...objects(lint).flatMap((each) => (each.id === id ? [`! ${String(each.rule)}: ${String(each.message)}`] : [])),
      ...objects(alike).flatMap((each) => (each.id === id ? [alikeText(each)] : [])),
    ],
    leftOut: typeof leftOutNotes === 'string' && leftOutNotes !== 'None.' ? `Left out:\n${leftOutNotes}` : '',
  };
}

function alikeText({ of, differs, ofTitle, ofDescription, ofStanding }: JsonObject): string {
  const roles = Array.isArray(differs) && differs.length > 0 ? `, differs in ${differs.join(', ')}` : '';
  const standing = typeof ofStanding === 'string' ? ` (${ofStanding})` : '';
  return `= like ${String(of)}${standing}${roles}. ${String(ofTitle)}: ${String(ofDescription)}`;
}

function listed(title: string, proposed: readonly Requirement[], notes: ProposalNotes): string {
  const lines = proposed.map(({ id, title: name, description, priority }) =>
    [`${id} (${priority}) ${name}: ${description}`, ...notes.of(id)].join('\n'),
  );
  const rest = notes.leftOut === '' ? [] : [notes.leftOut];
  return [title, ...lines, ...rest, 'Changing the text of one is done in the chat.'].join('\n\n');
}

/** What the agent said, and the assessment: by rules where it gave none. */
function gapText({ messages, input }: TaskHandOut, offer: JsonObject): string {
  const said = messages.at(-1)?.text ?? '';
  const { analysis } = isJsonObject(input) ? input : {};
  if (readAssessment(offer.assessment) !== null || !isJsonObject(analysis)) return said;
  const score = readScore(offer.gapAnalysisScore) ?? 0;
  const gaps = (Array.isArray(offer.identifiedGaps) ? offer.identifiedGaps : []) as unknown as readonly Gap[];
  const { axes, reasons } = analysis as unknown as Pick<Assessed, 'axes' | 'reasons'>;
  return [said, '', 'By rules:', ...assessmentLines(assessGaps({ score, axes, reasons, gaps }))].join('\n');
}

/** The person decides on what the agent found: keep refining, go on, or leave it to the threshold. */
export function gapForm(handOut: TaskHandOut): GateForm | null {
  const { offer } = handOut;
  if (handOut.turn !== 'person' || !isJsonObject(offer)) return null;
  const { userWantsToContinueDespiteGaps: _, ...found } = offer;
  return {
    message: formMessage({ ...handOut, offer: null }, gapText(handOut, found)),
    schema: {
      type: 'object',
      properties: {
        decision: {
          type: 'string',
          title: 'How to go on',
          description: 'refine the requirements, proceed to the PRD, or auto: refine below 80 %',
          enum: ['refine', 'proceed', 'auto'],
        },
      },
      required: ['decision'],
    },
    read({ decision }) {
      const chosen = decision === 'auto' ? {} : { userWantsToContinueDespiteGaps: decision === 'refine' };
      return { output: { ...found, ...chosen } };
    },
  };
}

function sectionNames(sections: string): string[] {
  return sections
    .split(/[,;\n]/)
    .map((name) => name.trim())
    .filter((name) => name !== '');
}
