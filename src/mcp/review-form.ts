// Any review as a form, where a client can show one, and the person's answer as a decision.

import type { JsonObject } from '../json.ts';
import type {
  ChoiceReview,
  Decision,
  DocumentReview,
  Fact,
  FactGroup,
  Review,
  SectionChange,
} from '../ports/review.ts';
import { conversationForm } from './conversation-form.ts';
import { bullets, formMessage, textIn } from './form-text.ts';
import type { TaskHandOut } from './hand-out.ts';
import { itemsForm } from './items-form.ts';
import type { ReviewForm } from './mcp-options.ts';
import { schemaForm } from './schema-form.ts';

/** What a form says of the task beside its review. */
export type FormTask = Pick<TaskHandOut, 'kind' | 'title' | 'isVoted'>;

/** null: this cannot be asked by a form. */
export function reviewForm(review: Review, task: FormTask): ReviewForm | null {
  if (review.kind === 'document') return documentForm(review, task.title);
  if (review.kind === 'items') return itemsForm(review, task.title);
  if (review.kind === 'choice') return choiceForm(review, task.title);
  if (review.kind === 'conversation') return conversationForm(review, task.title);
  return schemaForm(review, task);
}

const START_OVER = 'start over';
const QUESTIONS_MAX = 10;
const nameOf = (at: number): string => `question${at + 1}`;

function documentForm(review: DocumentReview, title: string): ReviewForm {
  const { text, assumptions, canStartOver, words } = review;
  const asked = (review.questions ?? []).slice(0, QUESTIONS_MAX);
  const listed = bullets(assumptions);
  return {
    message: formMessage([title, ...noticesOf(review)], text, [
      ...(review.doubts.length === 0 ? [] : [`Before you approve it:\n${bullets(review.doubts)}`]),
      ...(listed === '' ? [] : [`Assumptions, which you confirm by approving:\n${listed}`]),
    ]),
    schema: {
      type: 'object',
      properties: {
        verdict: {
          ...{ type: 'string', title: 'Your verdict' },
          enum: ['approve', 'reject', ...(canStartOver ? [START_OVER] : [])],
          enumNames: [
            ...[words?.approve.label ?? 'approve', words?.change.label ?? 'change these sections'],
            ...(canStartOver ? ['start over with this feedback'] : []),
          ],
        },
        sections: { type: 'string', title: 'Sections', description: 'Which should change, by their headings' },
        feedback: {
          type: 'string',
          title: 'Feedback',
          description: 'What should change: only when you do not approve',
        },
        ...Object.fromEntries(asked.map((question, at) => [nameOf(at), { type: 'string', title: question }])),
        ...(assumptions.length > 0 && {
          assumptions: { type: 'boolean', title: 'The assumptions hold', description: listed, default: false },
        }),
      },
      required: ['verdict'],
    },
    read: (content) => readDocument(content, asked),
  };
}

function noticesOf({ notices, edited, file }: DocumentReview): readonly string[] {
  const said = notices.length === 0 ? [] : [notices.join('\n')];
  if (edited === null) return said;
  const what = `${file} was edited by hand since this version was written. The edit is not in what you see, so this`;
  const ways = 'cannot be approved now: put the file back, or ask for changes; yours is then kept in a file beside it.';
  return [...said, `${what} ${ways}`];
}

function readDocument(content: JsonObject, asked: readonly string[]): Decision | string {
  const answers = asked.flatMap((question, at) => {
    const answer = textIn(content, nameOf(at));
    // A blank line would end the answer.
    const lines = answer.split('\n').filter((line) => line.trim() !== '');
    return answer === '' ? [] : [[question, ...lines].join('\n')];
  });
  const own = textIn(content, 'feedback');
  const feedback = [...answers, own].filter((said) => said !== '').join('\n\n');
  const said = feedback === '' ? {} : { feedback };
  if (content.verdict === 'approve')
    return { kind: 'document', verdict: 'approve', ...said, isConfirmed: content.assumptions === true };
  if (feedback === '') return 'a rejection needs feedback that says what should change';
  if (content.verdict === START_OVER) return { kind: 'document', verdict: 'start-over', ...said };
  // What was answered belongs to its question, whatever sections are named.
  const changes = (own === '' ? [] : sectionNames(textIn(content, 'sections'))).map(
    (section): SectionChange => ({ section, reason: own, text: '' }),
  );
  return { kind: 'document', verdict: 'change', ...said, changes };
}

function sectionNames(sections: string): readonly string[] {
  return sections
    .split(/[,;\n]/)
    .map((name) => name.trim())
    .filter((name) => name !== '');
}

function choiceForm(review: ChoiceReview, title: string): ReviewForm {
  const { options, notices, about, note, said, message } = review;
  const before = [title, notices.join('\n'), about];
  const after = [...(said === null ? [] : [said]), note];
  const whole = groupsText(review.groups, true);
  return {
    message: formMessage(before, whole.length > DETAILS_MAX ? groupsText(review.groups, false) : whole, after),
    schema: {
      type: 'object',
      properties: {
        decision: {
          type: 'string',
          title: 'How to go on',
          description: options.map(({ label, help }) => `${label}: ${help}`).join('; '),
          enum: options.map(({ value }) => value),
          enumNames: options.map(({ label }) => label),
        },
        ...(message !== undefined && {
          message: { type: 'string', title: message.question, description: `${message.label}: ${message.help}` },
        }),
      },
      ...(message === undefined && { required: ['decision'] }),
    },
    read(content) {
      const text = message === undefined ? '' : textIn(content, 'message');
      if (text !== '') return { kind: 'message', text };
      return { kind: 'choice', option: String(content.decision) };
    },
  };
}

/** Details may be left out where there is no room. */
const DETAILS_MAX = 15_000;

export function groupsText(groups: readonly FactGroup[], hasDetails: boolean): string {
  return groups
    .map(({ title, facts }) => [
      ...(title === null ? [] : [title]),
      ...facts.map((fact) => factText(fact, title === null ? '' : '- ', hasDetails)),
    ])
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n');
}

function factText({ name, text, details }: Fact, sign: string, hasDetails: boolean): string {
  const more = hasDetails ? details.map((line) => `\n  ${line}`) : [];
  return `${sign}${name}${text === '' ? '' : `: ${text}`}${more.join('')}`;
}
