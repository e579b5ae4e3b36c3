// The suite's tools that ask the client in between: a person by a form, the client's model, its folders.

import { randomBytes } from 'node:crypto';
import {
  acceptedContent,
  type ClientCapabilities,
  createRequestStateCodec,
  type ElicitRequestFormParams,
  type InputRequest,
  inputRequired,
  inputResponse,
  type McpServer,
  type ServerContext,
} from '@modelcontextprotocol/server';
import * as z from 'zod';
import { text } from './content-tools.ts';

/** State comes back through the client: it is signed. */
export const stateCodec = createRequestStateCodec<string>({ key: randomBytes(32) });

const CAPABILITIES = 'io.modelcontextprotocol/clientCapabilities';

type Answer = object | Promise<object>;
type Schema = ElicitRequestFormParams['requestedSchema'];

const form = (message: string, properties: object, required: readonly string[] = Object.keys(properties)) =>
  inputRequired.elicit({ message, requestedSchema: { type: 'object', properties, required } as unknown as Schema });
const say = (said: string, maxTokens = 100) =>
  inputRequired.createMessage({ messages: [{ role: 'user', content: { type: 'text', text: said } }], maxTokens });
const ask = (inputRequests: Record<string, InputRequest>, requestState?: string) =>
  inputRequired({ inputRequests, ...(requestState !== undefined && { requestState }) });
const NAME = { name: { type: 'string' } };
const askName = () => form('What is your name?', NAME);

export function addInputTools(server: McpServer): void {
  const tool = (name: string, work: (ctx: ServerContext) => Answer) =>
    server.registerTool(name, { description: `Asks as the suite wants of ${name}.` }, work as never);
  addPushedTools(server);
  addStateTools(tool);
  tool('test_input_required_result_elicitation', ({ mcpReq }) => {
    const given = acceptedContent(mcpReq.inputResponses, 'user_name', z.object({ name: z.string() }));
    return given === undefined ? ask({ user_name: askName() }) : text(`Hello, ${given.name}!`);
  });
  tool('test_input_required_result_sampling', ({ mcpReq }) => {
    const given = inputResponse(mcpReq.inputResponses, 'capital_question');
    if (given.kind !== 'sampling') return ask({ capital_question: say('What is the capital of France?') });
    return text(JSON.stringify(given.result.content));
  });
  tool('test_input_required_result_list_roots', ({ mcpReq }) => {
    const given = inputResponse(mcpReq.inputResponses, 'client_roots');
    if (given.kind !== 'roots') return ask({ client_roots: inputRequired.listRoots() });
    return text(given.roots.map(({ uri }) => uri).join(' '));
  });
  tool('test_input_required_result_capabilities', ({ mcpReq }) => {
    const can = (mcpReq.envelope as { readonly [key: string]: ClientCapabilities } | undefined)?.[CAPABILITIES];
    return ask({
      ...(can?.elicitation && { user_name: askName() }),
      ...(can?.sampling && { greeting: say('Say hello') }),
    });
  });
  tool('test_streaming_elicitation', () => ask({ user_name: askName() }));
  // Refused by the SDK itself where the client did not say that it can.
  tool('test_missing_capability', () => ask({ greeting: say('Say hello') }));
  server.registerPrompt('test_input_required_result_prompt', { description: 'Asks first.' }, ({ mcpReq }) => {
    const given = acceptedContent(mcpReq.inputResponses, 'user_context', z.object({ context: z.string() }));
    if (given === undefined)
      return ask({ user_context: form('What context should the prompt use?', { context: { type: 'string' } }) });
    return { messages: [{ role: 'user', content: { type: 'text', text: `With ${given.context}.` } }] };
  });
}

function addStateTools(tool: (name: string, work: (ctx: ServerContext) => Answer) => unknown): void {
  const confirm = () => form('Please confirm', { ok: { type: 'boolean' } });
  const stateful = async ({ mcpReq }: ServerContext) => {
    const isThere = inputResponse(mcpReq.inputResponses, 'confirm').kind === 'elicit';
    if (isThere && mcpReq.requestState<string>() === 'asked') return text('state-ok');
    return ask({ confirm: confirm() }, await stateCodec.mint('asked'));
  };
  tool('test_input_required_result_request_state', stateful);
  tool('test_input_required_result_tampered_state', stateful);
  tool('test_input_required_result_multiple_inputs', async ({ mcpReq }) => {
    const asked = {
      user_name: askName(),
      greeting: say('Generate a greeting', 50),
      client_roots: inputRequired.listRoots(),
    };
    const isWhole = Object.keys(asked).every((key) => inputResponse(mcpReq.inputResponses, key).kind !== 'missing');
    return isWhole ? text('All of it.') : ask(asked, await stateCodec.mint('asked'));
  });
  tool('test_input_required_result_multi_round', async ({ mcpReq }) => {
    const state = mcpReq.requestState<string>();
    const has = (key: string) => inputResponse(mcpReq.inputResponses, key).kind === 'elicit';
    if (state === 'second' && has('step2')) return text('Both steps.');
    if (state === 'first' && has('step1')) {
      const colour = form('Step 2: What is your favorite color?', { color: { type: 'string' } });
      return ask({ step2: colour }, await stateCodec.mint('second'));
    }
    return ask({ step1: form('Step 1: What is your name?', NAME) }, await stateCodec.mint('first'));
  });
}

/** As clients before 2026-07-28 are asked: by a request of the server while the call is under way. */
function addPushedTools(server: McpServer): void {
  const elicits = async ({ mcpReq }: ServerContext, message: string, properties: object) => {
    const required = Object.keys(properties);
    const requestedSchema = { type: 'object', properties, required } as unknown as Schema;
    const { action, content } = await mcpReq.elicitInput({ mode: 'form', message, requestedSchema });
    return `action=${action}, content=${JSON.stringify(content ?? {})}`;
  };
  server.registerTool(
    'test_sampling',
    { description: "Asks the client's model.", inputSchema: z.object({ prompt: z.string() }) },
    async ({ prompt }, { mcpReq }) => {
      const messages = [{ role: 'user' as const, content: { type: 'text' as const, text: prompt } }];
      const { content } = await mcpReq.requestSampling({ messages, maxTokens: 100 });
      return text(`LLM response: ${'text' in content ? content.text : JSON.stringify(content)}`);
    },
  );
  server.registerTool(
    'test_elicitation',
    { description: 'Asks the person.', inputSchema: z.object({ message: z.string() }) },
    async ({ message }, ctx) => {
      const username = { type: 'string', description: "User's response" };
      const email = { type: 'string', description: "User's email address" };
      return text(`User response: ${await elicits(ctx, message, { username, email })}`);
    },
  );
  const asks = (name: string, properties: object) =>
    server.registerTool(name, { description: `Asks the person (${name}).` }, async (ctx) =>
      text(`Elicitation completed: ${await elicits(ctx, 'Please fill this in', properties)}`),
    );
  asks('test_elicitation_sep1034_defaults', {
    name: { type: 'string', default: 'John Doe' },
    age: { type: 'integer', default: 30 },
    score: { type: 'number', default: 95.5 },
    status: { type: 'string', enum: ['active', 'inactive', 'pending'], default: 'active' },
    verified: { type: 'boolean', default: true },
  });
  const plain = ['option1', 'option2', 'option3'];
  const titled = ['First', 'Second', 'Third'].map((title, index) => ({ const: `value${index + 1}`, title }));
  asks('test_elicitation_sep1330_enums', {
    untitledSingle: { type: 'string', enum: plain },
    titledSingle: { type: 'string', oneOf: titled },
    legacyEnum: {
      ...{ type: 'string', enum: ['opt1', 'opt2', 'opt3'] },
      enumNames: ['Option One', 'Option Two', 'Option Three'],
    },
    untitledMulti: { type: 'array', items: { type: 'string', enum: plain } },
    titledMulti: { type: 'array', items: { anyOf: titled } },
  });
}
