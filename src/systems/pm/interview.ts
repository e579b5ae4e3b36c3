// INTERVIEWING: what the agent gets before each turn, what becomes of its turn, and how the interview ends.

import { applyTurn } from '../../documents/interview/apply-turn.ts';
import { isComplete, type Topic } from '../../documents/interview/checklist.ts';
import { readTurn } from '../../documents/interview/read-turn.ts';
import { shownTurn } from '../../documents/interview/shown-turn.ts';
import { ANSWER_MAX, tooLong } from '../../documents/markdown/markdown-limit.ts';
import { isWholeSpec } from '../../documents/spec/read-spec.ts';
import type { Json } from '../../json.ts';
import type {
  AcceptCall,
  AcceptResult,
  AcceptTurnCall,
  AcceptTurnResult,
  CodeCall,
  CodeRefusal,
  PrepareResult,
} from '../../ports/action.ts';
import {
  INTERVIEW,
  interviewState,
  keptMessages,
  keptVisit,
  newMessages,
  type PmMessage,
  recordOf,
} from './conversation.ts';
import { EARLIER_CHARACTERS_MAX, numberedText } from './fit-conversation.ts';
import { furtherOf, openingOf } from './opening.ts';
import { listOf, objectOf, type PmDeps, projectOf, textOf } from './pm-deps.ts';
import { assumptionLines, checklistLines, expertiseGuide, feedbackText, indexLines } from './show-interview.ts';
import { faultLines, withAnswers } from './spec-faults.ts';

const ANY_DOMAIN = 'general software';

export async function interview(call: CodeCall, deps: PmDeps): Promise<PrepareResult> {
  const { data } = call;
  const opening = data.is_opened === true ? null : await openingOf(call, deps);
  const further = furtherOf(call);
  const kept = [...(opening?.messages ?? []), ...keptMessages(call), ...further];
  const said = newMessages(call);
  const state = interviewState(data);
  const domain = textOf(data.domain) || textOf(await deps.domain(projectOf(call))).trim() || ANY_DOMAIN;
  return {
    input: {
      ...{ domain, expertise: expertiseGuide(textOf(data.expertise)) },
      earlier: numberedText(kept, state, { max: EARLIER_CHARACTERS_MAX }),
      here: indexLines(said, kept.length),
      checklist: checklistLines(state.checklist),
      assumptions: assumptionLines(state.assumptions),
      feedback: typeof data.feedback === 'string' ? feedbackText(data.feedback) : '',
      faults: faultLines(data),
      draft: textOf(data.draft_spec),
      turn: kept.length + said.length + 1,
      // The last of its turns is the result.
      left: Math.max(0, Number(data.max_turns) - said.filter(({ from }) => from === 'agent').length - 2),
    },
    set: {
      ...{ domain, today: new Date(deps.now()).toISOString().slice(0, 10), is_opened: true },
      ...(opening !== null && { prd: opening.prd }),
      ...((opening !== null || further.length > 0) && {
        ...{ conversation: kept, further_idea: null, further_attach: [] },
        newer_conversation: [...(opening?.messages ?? []), ...listOf<PmMessage>(data.newer_conversation), ...further],
      }),
      ...(data.further_from != null && { further_from: null }),
      ...recordOf(state),
    },
  };
}

/** The notes count only if the person said what they quote. */
export function acceptTurn(call: AcceptTurnCall): AcceptTurnResult | CodeRefusal {
  const turn = wholeTurn(call.message);
  const against = tooLong(turn, ANSWER_MAX);
  if (against !== null) return { refused: [against] };
  const read = readTurn(turn);
  if (!read.ok) return { refused: read.problems };
  const messages = [...keptMessages(call), ...call.messages];
  const applied = applyTurn(interviewState(call.data), read.notes, messages);
  if (!applied.ok) return { refused: applied.problems };
  const open = applied.state.checklist.filter(({ status }) => status === 'open').map(({ topic }) => topic);
  if (call.message.offer !== undefined && !isComplete(applied.state.checklist)) return { refused: [notYet(open)] };
  const questions = read.notes.questions as unknown as Json;
  const validation_errors = withAnswers(call.data, read.notes.mends ?? []);
  if (typeof validation_errors === 'string') return { refused: [validation_errors] };
  const noted = (read.notes.mends ?? []).length > 0 && { validation_errors };
  const set = { ...recordOf(applied.state), questions, ...noted };
  return { text: shownTurn(read.words, read.notes, applied.added), set };
}

/** A client gives its offer beside the text, others within it: a turn that has one may ask nothing. */
const wholeTurn = ({ text, offer }: AcceptTurnCall['message']): string =>
  offer === undefined || text.includes('```result')
    ? text
    : `${text}\n\n\`\`\`result\n${JSON.stringify(offer)}\n\`\`\``;

const notYet = (open: readonly Topic[]): string =>
  `The end may be offered when every topic is covered or unknown; these are open: ${open.join(', ')}. Ask about them.`;

export function acceptInterview(call: AcceptCall): AcceptResult | CodeRefusal {
  const { attached_spec, summary, reason, complete } = objectOf(call.answer);
  const isAgent = call.by.startsWith('agent:');
  if (attached_spec !== undefined && isAgent)
    return { refused: ['A whole specification is attached by the person, not by you. Leave attached_spec out.'] };
  if (typeof attached_spec === 'string' && !isWholeSpec(attached_spec)) {
    const expected = 'Expected a whole specification: YAML front matter, then "# Feature: ..."';
    return { refused: [`${expected}. Attach the text to a message if it is only material.`] };
  }
  const whole = typeof attached_spec === 'string' ? attached_spec : attachedSpec(call);
  const kept = keptVisit(call);
  const said = textOf(summary).trim();
  const output = {
    ...(said !== '' && { summary: said }),
    // An agent whose turns are used up knows no better than the checklist.
    complete: complete === true && (!isAgent || isComplete(interviewState(call.data).checklist)),
    reason: textOf(reason) || (isAgent ? 'max_turns' : complete === true ? 'complete' : 'user_done'),
    ...(whole !== null && { attached_spec: whole }),
  };
  return { output, set: { ...kept, attached_spec: whole, summary: said } };
}

/** What the person attached last and said nothing after, in this interview or to the idea it began with. */
function attachedSpec(call: AcceptCall): string | null {
  const isFirst = Number(call.read('steps', INTERVIEW, 'visits') ?? 1) <= 1;
  const messages = [...(isFirst ? keptMessages(call) : []), ...newMessages(call)];
  const last = messages.findLast(({ from }) => from === 'person');
  return last?.attachments?.findLast(({ text }) => isWholeSpec(text))?.text ?? null;
}
