// What a conversation's tools answer: which tool is next with which values, and how a step is done.

import { Rejected } from '../operations/define-operation.ts';
import { agentPromptOf } from './client-agents.ts';
import { type HandOut, isTask, lookAtTask, type NoTask, type TaskHandOut } from './hand-out.ts';
import type { ConversationContract, McpOptions } from './mcp-options.ts';
import { lookingOf } from './next-step.ts';
import { resultSchemaOf, studioOnly, taskPromptFor } from './task-texts.ts';
import { isSameVersion, parseThread } from './thread-id.ts';

/** An ended run's output is told whole up to here. */
const OUTPUT_CHARACTERS_MAX = 4000;

export async function instructionsFor(
  options: McpOptions,
  contract: ConversationContract,
  handOut: HandOut,
  note: string | null,
): Promise<string> {
  const text = isTask(handOut) ? await taskInstructions(options, contract, handOut) : standing(contract, handOut);
  return note === null ? text : `${note}\n\n${text}`;
}

async function taskInstructions(
  options: McpOptions,
  contract: ConversationContract,
  handOut: TaskHandOut,
): Promise<string> {
  const { thread, step, requireStudio } = handOut;
  const { tool } = contract.orchestrator;
  const known = contract.steps[step];
  if (requireStudio) return `${studioOnly(options.inboxUrl)} ${callAgain(tool, thread)}`;
  if (options.mode === 'direct' || known === undefined) {
    const { promptForLLM, resultSchema } = await guidanceFor(options, contract, handOut);
    return `${promptForLLM}\n\nThe result must satisfy this JSON Schema:\n\n\`\`\`json\n${resultSchema}\n\`\`\``;
  }
  const input = { ...known.input(handOut), workflowStateData: { thread_id: thread } };
  return (
    `The next step is "${handOut.title}". Call the tool \`${known.tool}\` with this input, unchanged:\n\n` +
    `\`\`\`json\n${JSON.stringify(input, null, 2)}\n\`\`\`\n\n` +
    `Do what the prompt it returns says. Then call \`${tool}\` with the result as \`userInput\` and with ` +
    `\`workflowStateData\` ${stateOf(thread)}.`
  );
}

function standing({ orchestrator: { tool } }: ConversationContract, { kind, thread, run, ...about }: NoTask): string {
  if (kind === 'busy') return `Nothing is to be done yet: ${about.message} ${callAgain(tool, thread)}`;
  if (kind === 'hold') {
    const what = `The run ${run} stands still until a person looks at it: ${about.message}`;
    return `${what}\nTell the person; signoff runs show ${run} says what can be done. ${callAgain(tool, thread)}`;
  }
  if (kind === 'failed') {
    return `The workflow has concluded: it failed. ${about.message}\nTell the person. Call no further tool for it.`;
  }
  const output = about.output === null ? '' : JSON.stringify(about.output, null, 2);
  const came = output === '' || output.length > OUTPUT_CHARACTERS_MAX ? '' : `\n\n\`\`\`json\n${output}\n\`\`\``;
  return `The workflow has concluded: the run ${run} is ${about.status}. Call no further tool for it.${came}`;
}

const callAgain = (tool: string, thread: string): string =>
  `Call \`${tool}\` again in a moment, without \`userInput\`, with \`workflowStateData\` ${stateOf(thread)}.`;

const stateOf = (thread: string): string => JSON.stringify({ thread_id: thread });

export interface StepPrompt {
  readonly promptForLLM: string;
  readonly resultSchema: string;
}

/** What a step's tool answers. The thread must be of a task that is handed out and stands at that tool. */
export async function stepPrompt(
  options: McpOptions,
  contract: ConversationContract,
  tool: string,
  given: string,
): Promise<StepPrompt> {
  const thread = parseThread(given);
  const view = thread === null ? null : await options.engine.view(thread.run);
  const task = thread?.task == null ? undefined : view?.state.tasks.get(thread.task);
  if (thread === null || view === null || view.workflow.name !== contract.workflow || task === undefined)
    return notNow(contract, `"${given.slice(0, 80)}", which is of no open step`);
  const handOut = lookAtTask(view, await lookingOf(options), task.id);
  if (handOut === null || handOut.isFree) return notNow(contract, `one of "${task.step}", which is not handed out`);
  if (contract.steps[task.step]?.tool !== tool)
    return notNow(contract, `one of "${task.step}", which has another tool`);
  if (!isSameVersion(thread.shown, task.shown)) return notNow(contract, 'one of another version');
  return guidanceFor(options, contract, handOut);
}

function notNow({ orchestrator: { tool } }: ConversationContract, found: string): never {
  const message = `Expected the thread_id that \`${tool}\` gave with this tool, found ${found}. Nothing was changed.`;
  throw new Rejected({ code: 'unknown-task', message: `${message} Call \`${tool}\` to hear what is next.` });
}

async function guidanceFor(
  options: McpOptions,
  contract: ConversationContract,
  handOut: TaskHandOut,
): Promise<StepPrompt> {
  const { engine, inboxUrl } = options;
  const { worker, step, thread } = handOut;
  const agentPrompt = worker === null ? null : await agentPromptOf(engine.store, worker);
  const { guidance, turnGuidance } = contract.steps[step] ?? {};
  const around = { agentPrompt, guidance, turnGuidance, inboxUrl, isInputKnown: true };
  const text = taskPromptFor(handOut, around);
  const end =
    `When you have the result, call the tool \`${contract.orchestrator.tool}\` with it as \`userInput\` and with ` +
    `\`workflowStateData\` ${stateOf(thread)}.`;
  return { promptForLLM: `${text}\n\n${end}`, resultSchema: JSON.stringify(resultSchemaOf(handOut)) };
}
