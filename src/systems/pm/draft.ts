// DRAFTING: what the drafter gets, what its draft must be, the basic format check, and the person's preview.

import { withoutFence } from '../../documents/markdown/without-fence.ts';
import { checkSpec } from '../../documents/spec/check-spec.ts';
import { isWholeSpec, readSpec } from '../../documents/spec/read-spec.ts';
import type { JsonObject } from '../../json.ts';
import type {
  AcceptCall,
  AcceptResult,
  ActionResult,
  CodeCall,
  CodeRefusal,
  PrepareResult,
} from '../../ports/action.ts';
import { interviewState, type PmMessage } from './conversation.ts';
import { numberedText, WHOLE_CHARACTERS_MAX } from './fit-conversation.ts';
import { listedProblems } from './listed-problems.ts';
import { lastingFailure, listOf, objectOf, textOf } from './pm-deps.ts';
import { assumptionLines, checklistLines, feedbackText } from './show-interview.ts';
import { dependenciesNotTaken, faultLines } from './spec-faults.ts';

/** A drafter that misses the form as often as this does not find it any more. */
const DRAFTS_MAX = 3;

export function draft(call: CodeCall): PrepareResult {
  const given = objectOf(call.run.input);
  const state = interviewState(given);
  const checked = objectOf(call.read('steps', 'check', 'output'));
  return {
    input: {
      conversation: numberedText(listOf<PmMessage>(given.conversation), state, {
        ...{ max: WHOLE_CHARACTERS_MAX, agent: 'the interviewer' },
      }),
      checklist: checklistLines(state.checklist),
      assumptions: assumptionLines(state.assumptions.filter(({ status }) => status !== 'refused')),
      refused: assumptionLines(state.assumptions.filter(({ status }) => status === 'refused')),
      feedback: typeof given.feedback === 'string' ? feedbackText(given.feedback) : '',
      errors: faultLines(given),
      prd: prdLines(given),
      last: textOf(checked.spec) || textOf(given.last),
      problems: feedbackText(checked.problems ?? null),
    },
  };
}

function prdLines({ prd }: JsonObject): string {
  return listOf<JsonObject>(objectOf(prd).requirements)
    .map(({ id, title, priority, description }) => `- ${id} (${priority}): ${title}. ${description}`)
    .join('\n');
}

export function acceptDraft({ answer }: AcceptCall): AcceptResult | CodeRefusal {
  const text = withoutFence(typeof answer === 'string' ? answer : textOf(objectOf(answer).spec)).trim();
  if (text === '') return { refused: ['the answer must be the specification itself as Markdown, found nothing'] };
  // Given over MCP with spec_submit.
  const summary = textOf(objectOf(answer).summary).trim();
  return { output: { spec: `${text}\n`, ...(summary !== '' && { summary }) } };
}

/** Front matter, a title, and of a PRD each requirement: all else is for SUBMITTING to judge. */
export function formatCheck(call: CodeCall): ActionResult {
  const given = objectOf(call.run.input);
  const { spec: text, verdict } = objectOf(call.input);
  const spec = textOf(text);
  const { blocking, warnings } = checkSpec(spec, { strict: given.strict !== false });
  const problems = [
    ...(isWholeSpec(spec) ? [] : [NOT_WHOLE]),
    ...missingSources(spec, objectOf(given.prd)),
    ...dependenciesNotTaken(spec, given),
  ];
  const output = {
    // What a person edited at the preview is theirs.
    ...{ ok: problems.length === 0 || verdict !== undefined, spec, problems },
    ...{ blocking: listedProblems(blocking), warnings: listedProblems(warnings) },
  };
  if (!output.ok && Number(call.read('steps', 'draft', 'visits') ?? 0) >= DRAFTS_MAX)
    throw lastingFailure('draft-unusable', `No draft of ${DRAFTS_MAX} had its form: ${problems.join(' ')}`);
  return { output };
}

const NOT_WHOLE = 'Expected YAML front matter between lines of "---" and then "# Feature: ...", found something else.';

function missingSources(spec: string, { requirements }: JsonObject): readonly string[] {
  const named = new Set(readSpec(spec).requirements.flatMap(({ sources }) => sources));
  return listOf<JsonObject>(requirements).flatMap(({ id }) =>
    named.has(textOf(id)) ? [] : [`${textOf(id)} of the PRD is the **Source:** of no requirement. Add it.`],
  );
}

export function acceptPreview(call: AcceptCall): AcceptResult | CodeRefusal {
  const { verdict, feedback, spec } = objectOf(call.answer);
  const words = new Set([verdict, call.verdict].filter((word) => word !== undefined));
  const [said] = words;
  if (words.size !== 1 || (said !== 'submit' && said !== 'continue'))
    return {
      refused: [`the answer must say one verdict, submit or continue, found ${[...words].join(' and ') || 'none'}`],
    };
  const feedbackText = textOf(feedback).trim();
  if (spec !== undefined) return acceptEdited(said, textOf(spec));
  if (said === 'submit' && feedbackText !== '')
    return { refused: ['it submits and asks for a change at once; submit it as it is, or continue with the feedback'] };
  return { output: { verdict: said, ...(feedbackText !== '' && { feedback: feedbackText }) }, verdict: said };
}

/** It comes back to the same gate. */
function acceptEdited(verdict: string, spec: string): AcceptResult | CodeRefusal {
  if (verdict !== 'continue') return { refused: ['an edited specification is looked at again: continue with it'] };
  return isWholeSpec(spec) ? { output: { verdict, spec }, verdict } : { refused: [NOT_WHOLE] };
}
