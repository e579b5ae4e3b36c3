// `acceptTurn`: a step's own code on each message of the agent in a conversation, before it counts.

import type { Command, CommandOf } from '../engine/commands.ts';
import type { Task } from '../engine/run-state.ts';
import type { Json } from '../json.ts';
import type { AcceptTurnResult, CodeRefusal } from '../ports/action.ts';
import { saidIn } from './agent-facts.ts';
import {
  type Answerer,
  acceptAnswer,
  codeMissing,
  isRefused,
  limited,
  missingTurnCode,
  reasonsOf,
  type TaskCode,
  whoAnswers,
} from './answer-task.ts';
import { callCode } from './call-code.ts';
import { onCodeRefusal, refusedOutcome, type TaskDeps } from './claim-or-answer-task.ts';
import { positionOf, stepOf } from './code-call.ts';
import type { Outcome } from './handle-command.ts';
import type { LiveRun } from './live-run.ts';
import { ownOf } from './memory-engine.ts';
import { PayloadView } from './payload-cache.ts';
import { withPayloads } from './with-payloads.ts';

export interface AgentMessage {
  readonly text: string;
  readonly offer?: Json;
}

/** What replaces the message's text, and what it sets; a refusal with its reasons otherwise. */
export async function acceptTurn(
  tools: TaskCode,
  run: LiveRun,
  task: Task,
  message: AgentMessage,
  by: Answerer,
): Promise<AcceptTurnResult | CodeRefusal> {
  const accept = ownOf(tools.code.acceptTurns, stepOf(run, task.step).task?.acceptTurn);
  if (accept === undefined) return {};
  const view = new PayloadView(tools.payloads, undefined, run.id);
  const messages = await withPayloads(view, (payloads) => saidIn(run, task, payloads));
  const given = { message, messages, ...whoAnswers(by) };
  return callCode<AcceptTurnResult | CodeRefusal>({
    ...{ payloads: tools.payloads, run, task, tenure: new AbortController() },
    code: (call) =>
      reasonsOf(async () => {
        const result = await limited(tools, run, task, 'acceptTurn', async () => accept({ ...call, ...given }));
        if ('refused' in result) return result;
        const isInScope = positionOf(run, task).scope !== 0;
        if (isInScope && Object.keys(result.set ?? {}).length > 0)
          throw new Error('The code sets values of the record inside a scope, where nothing may be set.');
        return result;
      }),
  });
}

/** A message of an agent that works elsewhere: what is refused leaves the turn with it. What it would `set` itself is
 *  left out: only the step's code sets. */
export async function sayTurn(
  { code, withTask, send, tell }: TaskDeps,
  run: string,
  { set: _, ...command }: CommandOf<'AddMessage'>,
  by: Answerer,
): Promise<Outcome> {
  const held = await withTask(run, command.task);
  const found = held?.state.tasks.get(command.task);
  if (held === null || found === undefined || found.execution !== 'conversation') return send(command);
  const name = missingTurnCode(code.code, stepOf(held, found.step).task);
  if (name !== null) return refusedOutcome(code.whyLacking?.(held.workflow.name) ?? codeMissing(found.step, name));
  const { text, offer } = command;
  const problems = offerProblems(code, held, found, offer);
  if (problems.length > 0) {
    const message = `Expected a result of "${found.step}" that satisfies its schema, found: ${problems.join('; ')}.`;
    return refusedOutcome({ code: 'invalid-output', message: `${message} Nothing was changed.`, details: problems });
  }
  const against = await againstOffer(code, held, found, offer, by);
  if (against !== null) return onRefusal(against, found);
  const message = {
    text: typeof text === 'string' ? text : JSON.stringify(text),
    ...(offer !== undefined && { offer }),
  };
  const accepted = await acceptTurn(code, held, found, message, by);
  if ('refused' in accepted) return onRefusal(accepted, found);
  const { text: shown = text, set } = accepted;
  return send({ ...command, text: shown, ...(set && { set }) } as Command);

  function onRefusal(refusal: CodeRefusal, task: Task): Promise<Outcome> {
    const given = { output: offer ?? null, ...(command.lease !== undefined && { lease: command.lease }) };
    return onCodeRefusal(tell, held as LiveRun, { task, given, by: by.actor, what: 'a message' }, refusal);
  }
}

function offerProblems(
  { validate }: TaskCode,
  run: LiveRun,
  { step }: Task,
  offer: Json | undefined,
): readonly string[] {
  const schema = stepOf(run, step).task?.output ?? null;
  return offer === undefined || schema === null ? [] : validate(schema, offer);
}

/** null: nothing. */
async function againstOffer(
  code: TaskCode,
  run: LiveRun,
  task: Task,
  offer: Json | undefined,
  by: Answerer,
): Promise<CodeRefusal | null> {
  if (offer === undefined) return null;
  const accepted = await acceptAnswer(code, run, task, { output: offer }, by);
  if (isRefused(accepted)) return accepted;
  // It is only offered: what the code did for it outside the run does not stay.
  await accepted.undo();
  return null;
}
