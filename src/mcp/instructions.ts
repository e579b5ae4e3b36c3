// What a conversation's tools answer: which tool is next with which values, and how a step is done.

import { isJsonObject, type Json, type JsonObject } from '../json.ts';
import { RejectionError } from '../operations/define-operation.ts';
import { agentPromptOf } from './client-agents.ts';
import { type HandOut, isTask, lookAtTask, type NoTask, type TaskHandOut } from './hand-out.ts';
import { holdChoice, holdText } from './hold-choice.ts';
import type { McpOptions, WiredSystem } from './mcp-options.ts';
import { viewerOf } from './next-step.ts';
import { resultSchemaOf, studioOnly, taskPromptFor } from './task-texts.ts';
import { isSameVersion, parseThread, withoutTurn } from './thread-id.ts';

/** An ended run's output is shown whole up to here. */
const OUTPUT_CHARACTERS_MAX = 4000;

export async function instructionsFor(
  options: McpOptions,
  system: WiredSystem,
  handOut: HandOut,
  note: string | null,
): Promise<string> {
  const text = isTask(handOut)
    ? await taskInstructions(options, system, handOut)
    : ((await holdInstructions(options, system, handOut)) ?? standing(options, system, handOut));
  return note === null ? text : `${note}\n\n${text}`;
}

async function taskInstructions(options: McpOptions, system: WiredSystem, handOut: TaskHandOut): Promise<string> {
  const { thread, step, requireStudio } = handOut;
  const { tool } = system.wire.orchestrator;
  const known = system.wire.steps[step];
  if (requireStudio) return `${studioOnly(options.inboxUrl)} ${callAgain(tool, thread)}`;
  if (options.mode === 'direct' || known === undefined) {
    const { promptForLLM, resultSchema } = await guidanceFor(options, system, handOut);
    return `${promptForLLM}\n\nThe result must satisfy this JSON Schema:\n\n\`\`\`json\n${resultSchema}\n\`\`\``;
  }
  const { documents = [] } = known;
  const input = { ...known.input(handOut), workflowStateData: { thread_id: withoutTurn(thread) } };
  const own =
    documents.length === 0
      ? ''
      : `You need not copy ${listed(documents)} into the call: left out, the tool takes the same from the run.\n\n`;
  return (
    `The next step is "${handOut.title}". Call the tool \`${known.tool}\` with this input, unchanged:\n\n` +
    `\`\`\`json\n${JSON.stringify(input, null, 2)}\n\`\`\`\n\n${own}` +
    `Do what the prompt it returns says. Then call \`${tool}\` with the result as \`userInput\` and with ` +
    `\`workflowStateData\` ${stateOf(thread)}.`
  );
}

const listed = (names: readonly string[]): string => names.map((name) => `\`${name}\``).join(', ');

/** null: nothing that the person could resolve here keeps the run. */
async function holdInstructions(
  options: McpOptions,
  { wire: { orchestrator } }: WiredSystem,
  { run, hold }: NoTask,
): Promise<string | null> {
  const choice = hold === null ? null : await holdChoice(options, run, hold);
  if (choice === null) return null;
  const moves = [...choice.moves.keys()].map((move) => JSON.stringify({ resolve: move })).join(' or ');
  const how =
    `When they have chosen, call \`${orchestrator.tool}\` with their choice as \`userInput\`, ${moves}, and with ` +
    `\`workflowStateData\` ${stateOf(choice.thread)}.`;
  const instead =
    choice.otherThread === null
      ? ''
      : 'If they want to answer otherwise once the cause is removed, report their new answer with ' +
        `\`workflowStateData\` ${stateOf(choice.otherThread)} instead. `;
  return (options.commandText ?? asIs)(holdText(choice, instead + how));
}

function standing(
  { commandText = asIs }: McpOptions,
  {
    wire: {
      orchestrator: { tool },
    },
  }: WiredSystem,
  { kind, thread, run, ...about }: NoTask,
): string {
  if (kind === 'busy' && about.waitsForOthers) {
    const state = stateOf(thread);
    return `${about.message} Tell the person. When that is done, call \`${tool}\` with \`workflowStateData\` ${state}.`;
  }
  if (kind === 'busy') return `Nothing is to be done yet: ${about.message} ${callAgain(tool, thread)}`;
  if (kind === 'hold') {
    const what = `The run ${run} stands still until a person looks at it: ${about.message}`;
    const how = `Tell the person; signoff runs show ${run} says what can be done.`;
    const then = `When they have done it, call \`${tool}\` with \`workflowStateData\` ${stateOf(thread)}.`;
    return `${commandText(`${what}\n${how}`)} Nothing changes before that. ${then}`;
  }
  if (kind === 'rests') return `${commandText(about.message)}\nTell the person. ${callAgain(tool, thread)}`;
  if (kind === 'failed') {
    return `The workflow has concluded: it failed. ${about.message}\nTell the person. Call no further tool for it.`;
  }
  const output = about.output === null ? '' : JSON.stringify(about.output, null, 2);
  const came = output === '' || output.length > OUTPUT_CHARACTERS_MAX ? '' : `\n\n\`\`\`json\n${output}\n\`\`\``;
  const how = about.message === `It is ${about.status}.` ? '' : ` ${about.message}`;
  const lacking = about.unwritten.map((why) => `\nTell the person that a file was not written: ${why}`).join('');
  const said = `The workflow has concluded: the run ${run} is ${about.status}.${how} Call no further tool for it.`;
  return `${said}${lacking}${came}`;
}

const asIs = (text: string): string => text;

const callAgain = (tool: string, thread: string): string =>
  `Call \`${tool}\` again in a moment, without \`userInput\`, with \`workflowStateData\` ${stateOf(thread)}.`;

const stateOf = (thread: string): string => JSON.stringify({ thread_id: withoutTurn(thread) });

export interface StepPrompt {
  readonly promptForLLM: string;
  readonly resultSchema: string;
}

/** What a step's tool answers. The thread must be of a task that is handed out and stands at that tool. */
export async function stepPrompt(
  options: McpOptions,
  system: WiredSystem,
  tool: string,
  fields: JsonObject,
): Promise<StepPrompt> {
  const given = threadIn(fields);
  const thread = parseThread(given);
  const view = thread === null ? null : await options.engine.view(thread.run);
  const task = thread?.task == null ? undefined : view?.state.tasks.get(thread.task);
  if (thread === null || view === null || view.workflow.name !== system.system.name || task === undefined)
    return notNow(system, `"${given.slice(0, 80)}", which is of no open step`);
  const handOut = lookAtTask(view, await viewerOf(options), task.id);
  if (handOut === null || handOut.isFree) return notNow(system, `one of "${task.step}", which is not handed out`);
  if (system.wire.steps[task.step]?.tool !== tool)
    return notNow(system, `one of "${task.step}", which has another tool`);
  if (!isSameVersion(thread.shown, task.shown)) return notNow(system, 'one of another version');
  const prompt = await guidanceFor(options, system, handOut);
  const note = differenceNote(system, handOut, fields);
  return note === null ? prompt : { ...prompt, promptForLLM: `${note}\n\n${prompt.promptForLLM}` };
}

function threadIn({ workflowStateData }: JsonObject): string {
  const { thread_id } = isJsonObject(workflowStateData) ? workflowStateData : {};
  return typeof thread_id === 'string' ? thread_id : '';
}

/** The run keeps what was handed out: a document that comes back with other words must not go unnoticed. */
function differenceNote({ wire: { steps } }: WiredSystem, handOut: TaskHandOut, fields: JsonObject): string | null {
  const { documents = [], input } = steps[handOut.step] ?? {};
  const own = input?.(handOut) ?? {};
  const other = documents.filter((name) => fields[name] != null && plain(fields[name]) !== plain(own[name]));
  if (other.length === 0) return null;
  const what = `What was sent as ${listed(other)} differs from what this server has`;
  return `${what}. The server's own counts, and stands below; what was sent was not kept. Work with what stands below.`;
}

/** Blank space apart. */
function plain(value: Json | undefined): string {
  return (typeof value === 'string' ? value : JSON.stringify(value ?? null)).replace(/\s+/g, ' ').trim();
}

function notNow(
  {
    wire: {
      orchestrator: { tool },
    },
  }: WiredSystem,
  found: string,
): never {
  const message = `Expected the thread_id that \`${tool}\` gave with this tool, found ${found}. Nothing was changed.`;
  throw new RejectionError({ code: 'unknown-task', message: `${message} Call \`${tool}\` to hear what is next.` });
}

async function guidanceFor(options: McpOptions, system: WiredSystem, handOut: TaskHandOut): Promise<StepPrompt> {
  const { engine, inboxUrl } = options;
  const { worker, step, thread } = handOut;
  const agentPrompt = worker === null ? null : await agentPromptOf(engine.store, worker);
  const { guidance, turnGuidance } = system.wire.steps[step] ?? {};
  const around = { agentPrompt, guidance, turnGuidance, inboxUrl, isInputKnown: true };
  const text = taskPromptFor(handOut, around);
  const end =
    `When you have the result, call the tool \`${system.wire.orchestrator.tool}\` with it as \`userInput\` and with ` +
    `\`workflowStateData\` ${stateOf(thread)}.`;
  return { promptForLLM: `${text}\n\n${end}`, resultSchema: JSON.stringify(resultSchemaOf(handOut)) };
}
