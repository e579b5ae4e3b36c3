// Gives what a person says in a conversation to the run: as its system's gate takes it, where it has one.

import type { Attachment } from '../ports/action.ts';
import type { Decision } from '../ports/review.ts';
import { personMessage } from '../runtime/person-message.ts';
import { type OpenGate, reviewOf } from '../runtime/review-task.ts';
import type { Answer } from '../runtime/run-code.ts';
import { gateOf, takenAnswers } from './gate-of.ts';
import type { TaskHandOut } from './hand-out.ts';
import type { McpOptions } from './mcp-options.ts';
import { personOf } from './next-step.ts';
import { isSameWord } from './past-task.ts';
import { ACCEPTED, REPEATED, type ReportResult, type Result, refusedResult, resultOf } from './report-outcome.ts';
import type { Thread } from './thread-id.ts';

/** A person's word in a conversation, or their acceptance of a result: as its system's gate takes it, if it has one. */
export async function reportWord(options: McpOptions, handOut: TaskHandOut, result: Result): Promise<ReportResult> {
  const open = result.output === undefined && result.isDecided === undefined ? await gateOf(options, handOut) : null;
  if (open !== null && (open.gate !== null || (result.ends && result.message === undefined)))
    return reportDecisions(options, handOut, open, result);
  return sendWord(options, handOut, result);
}

async function reportDecisions(
  options: McpOptions,
  handOut: TaskHandOut,
  open: OpenGate,
  { message, attachments = [], ends, verdict }: Result,
): Promise<ReportResult> {
  const isSaid = message !== undefined || attachments.length > 0;
  const files = attachments.length > 0 ? { attachments: asGiven(attachments) } : {};
  const decisions: readonly Decision[] = [
    ...(isSaid ? [{ kind: 'message', text: message ?? '', ...files } as const] : []),
    ...(ends ? [{ kind: 'end' } as const] : verdict === undefined ? [] : [await acceptanceOf(open, verdict)]),
  ];
  const answers = await takenAnswers(open, decisions);
  if (typeof answers === 'string') return refusedResult('not-accepted', answers);
  let reported = ACCEPTED;
  for (const answer of answers) {
    reported = await sendWord(options, handOut, answer);
    // What ends the conversation ends what is said in it.
    if (reported.kind !== 'accepted' || 'output' in answer) return reported;
  }
  return reported;
}

/** The option that they named, where there are some; else they accept what is offered. */
async function acceptanceOf(open: OpenGate, verdict: string): Promise<Decision> {
  const review = await reviewOf(open);
  const options = review.kind === 'choice' ? review.options : [];
  const option = options.find(({ value }) => isSameWord(value, verdict));
  return option === undefined ? { kind: 'accept' } : { kind: 'choice', option: option.value };
}

async function sendWord(options: McpOptions, handOut: TaskHandOut, result: Result): Promise<ReportResult> {
  const { run, task, verdicts, shown, offer } = handOut;
  const by = personOf(options);
  const { message, ends, attachments = [] } = result;
  const verdict = wordOf(handOut, result.verdict);
  if (message !== undefined && result.output === undefined && verdict === undefined) {
    const said = { message, attachments: asGiven(attachments), ...(ends && { ends: true as const }) };
    return resultOf(await options.engine.send(run, personMessage(task, said), by));
  }
  const word = verdict ?? verdicts[0];
  const answer: Answer = {
    output: result.output ?? offer,
    ...(word !== undefined && { verdict: word }),
    ...(shown !== null && { shown }),
  };
  return resultOf(await options.engine.answer(run, task, answer, by));
}

const asGiven = (attachments: readonly Attachment[]) => attachments.map(({ name, text }) => ({ name, text }));

/** People write "Approve" as well. */
export function wordOf({ verdicts }: TaskHandOut, given: string | undefined): string | undefined {
  return given === undefined ? undefined : (verdicts.find((word) => isSameWord(word, given)) ?? given);
}

/** A message for a turn that somebody has taken does not count for the next one. */
export function pastTurn({ kind, step, messages }: TaskHandOut, { turn }: Thread, result: Result): ReportResult | null {
  const isEndAlone = result.ends === true && result.message === undefined && result.from === 'person';
  if (kind !== 'talk' || turn === undefined || turn > messages.length || isEndAlone) return null;
  const taken = messages[turn - 1];
  if (result.message !== undefined && taken?.text === result.message) return REPEATED;
  const who = taken?.from === 'person' ? 'the person' : 'the agent';
  const tell = result.from === 'agent' ? '' : '; tell the person';
  return { kind: 'late', note: `In "${step}" ${who} has spoken meanwhile. What was given now was not taken${tell}.` };
}

/** conv-1: a person ends a conversation at any time, also while the agent has the word. */
export function endsTalk({ kind, turn }: TaskHandOut, { ends, output }: Result): boolean {
  return kind === 'talk' && turn === 'agent' && (ends === true || output !== undefined);
}
