// What is sent back to a model whose reply could not be used.

import type { JsonObject } from '../../json.ts';
import type { ReplyRules } from '../../ports/agent.ts';
import type { ReplyForm } from '../base-prompt.ts';
import { askedSchema } from './asked-schema.ts';
import { NEXT_ACTIONS, STATUSES } from './read-word.ts';
import { SECTIONS } from './section-title.ts';

const PROBLEMS_MAX = 20;
const PROBLEM_MAX = 500;
const SCHEMA_MAX = 20_000;

/** In the form that the prompt asked for, and no other. */
export function repairText(problems: readonly string[], rules: ReplyRules, form: ReplyForm): string {
  const shown = problems.slice(0, PROBLEMS_MAX).map((problem) => `- ${problem.slice(0, PROBLEM_MAX)}`);
  const more = problems.length - shown.length;
  return [
    'Your last reply could not be used, and nothing of it was kept. What was wrong:',
    [...shown, ...(more > 0 ? [`- and ${more} more`] : [])].join('\n'),
    ...(form === 'json' ? jsonLines(rules) : sectionLines(rules)),
    'Do not explain, do not refer to the last reply, and do not shorten the work.',
  ].join('\n\n');
}

function jsonLines({ schema }: ReplyRules): string[] {
  const fields = 'status, summary, output, nextAction, nextActionReason and metadata';
  return [
    `Answer again, whole, as one JSON object with the fields ${fields}.`,
    `status is one of ${STATUSES.join(', ')}.`,
    `nextAction is one of ${NEXT_ACTIONS.join(', ')}; after CONTINUE, ESCALATE or HOLD nextActionReason says why.`,
    schema === null ? 'output holds the work itself.' : `output is a JSON value that satisfies:\n${schemaText(schema)}`,
    'metadata is {"confidence": from 0 to 1, "suggested_tags": [], "suggested_next_stage": null}.',
  ];
}

function sectionLines({ schema }: ReplyRules): string[] {
  const headings = SECTIONS.map((name) => `## ${name}`).join(', ');
  return [
    `Answer again, whole, with these headings in English and in this order: ${headings}.`,
    `Status is one of ${STATUSES.join(', ')}.`,
    `Next Action is one of ${NEXT_ACTIONS.join(', ')}; after CONTINUE, ESCALATE or HOLD say why.`,
    schema === null
      ? 'The Output section holds the work itself. A text with headings or fences goes into one longer fence.'
      : `The Output section holds one JSON value in a fence marked json that satisfies:\n${schemaText(schema)}`,
    'Metadata is a JSON object: {"confidence": from 0 to 1, "suggested_tags": [], "suggested_next_stage": null}.',
  ];
}

function schemaText(schema: JsonObject): string {
  return JSON.stringify(askedSchema(schema)).slice(0, SCHEMA_MAX);
}
