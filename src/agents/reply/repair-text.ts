// What is sent back to a model whose reply could not be used.

import type { ReplyRules } from '../../ports/agent.ts';
import { NEXT_ACTIONS, STATUSES } from './read-word.ts';
import { SECTIONS } from './section-title.ts';

const PROBLEMS_MAX = 20;
const PROBLEM_MAX = 500;
const SCHEMA_MAX = 20_000;

export function repairText(problems: readonly string[], { schema }: ReplyRules): string {
  const shown = problems.slice(0, PROBLEMS_MAX).map((problem) => `- ${problem.slice(0, PROBLEM_MAX)}`);
  const more = problems.length - shown.length;
  const text = schema === null ? '' : JSON.stringify(schema);
  const output =
    schema === null
      ? 'The Output section holds the work itself. A text with headings or fences goes into one longer fence.'
      : `The Output section holds one JSON value in a fence marked json that satisfies:\n${text.slice(0, SCHEMA_MAX)}`;
  const headings = SECTIONS.map((name) => `## ${name}`).join(', ');
  return [
    'Your last reply could not be used, and nothing of it was kept. What was wrong:',
    [...shown, ...(more > 0 ? [`- and ${more} more`] : [])].join('\n'),
    `Answer again, whole, with these headings in English and in this order: ${headings}.`,
    `Status is one of ${STATUSES.join(', ')}.`,
    `Next Action is one of ${NEXT_ACTIONS.join(', ')}; after CONTINUE, ESCALATE or HOLD say why.`,
    output,
    'Metadata is a JSON object: {"confidence": from 0 to 1, "suggested_tags": [], "suggested_next_stage": null}.',
    'One JSON object with the keys status, summary, output, nextAction, nextActionReason and metadata will do as well.',
    'Do not explain, do not refer to the last reply, and do not shorten the work.',
  ].join('\n\n');
}
