// Asks what would make an unclear request clearer, before a run is started: by a form where the client has forms, else
// the first answer puts the questions to the person. Nobody has to answer, and the run starts all the same.

import type { InputRequiredResult, McpServer, ServerContext } from '@modelcontextprotocol/server';
import type { JsonObject } from '../json.ts';
import type { StartQuestion } from '../ports/system.ts';
import { type ClientAnswer, canShowForms, formBeside, formInCall, isModern } from './ask-client.ts';
import { textIn } from './form-text.ts';
import type { Form, WiredSystem } from './mcp-options.ts';

export interface ClarifyResult {
  /** What the run is started with. */
  readonly userInput: JsonObject;
  /** Questions that nobody was asked: for the first answer. */
  readonly open: readonly StartQuestion[];
}

const KEY = 'clarify';

/** To be returned from the call where the client calls again with the answers. */
export async function clarifyRequest(
  asking: { readonly server: McpServer; readonly context: ServerContext; readonly withinMs: number },
  system: WiredSystem,
  userInput: JsonObject,
): Promise<ClarifyResult | { readonly pending: InputRequiredResult }> {
  const questions = await questionsFor(system, userInput);
  const { server, context, withinMs } = asking;
  if (questions.length === 0) return { userInput, open: [] };
  if (!canShowForms(server, context)) return { userInput, open: questions };
  const form = formOf(questions, firstOf(system));
  const asked: ClientAnswer<JsonObject> = isModern(context)
    ? formInCall({ server, context, key: KEY, state: KEY, withinMs }, form)
    : await formBeside(server, form, { timeout: withinMs, signal: context.mcpReq.signal });
  if (asked.kind === 'pending') return { pending: asked.result };
  const answers = asked.kind === 'answered' ? asked.answer : {};
  const clarifications = questions.flatMap(({ id, question }) => {
    const answer = textIn(answers, id);
    return answer === '' ? [] : [{ id, question, answer }];
  });
  return { userInput: { ...userInput, clarifications }, open: [] };
}

/** What was asked and answered before is not asked again. */
async function questionsFor({ system, wire }: WiredSystem, userInput: JsonObject): Promise<readonly StartQuestion[]> {
  const subject = userInput[wire.subject];
  if (userInput.clarifications !== undefined || typeof subject !== 'string') return [];
  return (await system.start?.clarify?.(subject)) ?? [];
}

/** What the run writes first: `brief`. */
const firstOf = ({ system }: WiredSystem): string => system.documents?.kinds[0]?.name ?? 'first result';

function formOf(questions: readonly StartQuestion[], first: string): Form {
  const fields = questions.map(({ id, question }) => [id, { type: 'string', title: question }]);
  return {
    message: `A few questions before the ${first}. ${reasonsOf(questions)} Leave empty what you would rather skip.`,
    schema: { type: 'object', properties: Object.fromEntries(fields) },
  };
}

/** Mostly the same for all of them. */
function reasonsOf(questions: readonly StartQuestion[]): string {
  return [...new Set(questions.map(({ why }) => why))].join(' ');
}

/** For a model that relays: the first document is written with or without answers. */
export function questionsText(system: WiredSystem, questions: readonly StartQuestion[]): string {
  const first = firstOf(system);
  const lines = questions.map(({ id, question }) => `- \`${id}\`: ${question}`);
  const example = JSON.stringify([{ id: questions[0]?.id, question: questions[0]?.question, answer: '...' }]);
  return [
    `The request is hard to read. ${reasonsOf(questions)} Before you write the ${first}, put these questions to the ` +
      'person, one at a time; they may skip any of them, and then you go on without:',
    ...lines,
    `Write the ${first} with what they answer, and report the answers beside it as \`clarifications\`: ${example}.`,
  ].join('\n');
}
