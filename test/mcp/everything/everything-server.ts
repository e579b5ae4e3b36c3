// A server with the tools, resources and prompts that the official conformance suite calls by name, behind our own HTTP
// server and handler: `node everything-server.ts` prints its address. It must not stand in test/mcp/official, whose
// node_modules hold another version of the SDK than the one we ship.

import { completable, McpServer, ResourceTemplate, type ServerNotifier } from '@modelcontextprotocol/server';
import * as z from 'zod';
import { serveHttp } from '../../../src/http/serve-http.ts';
import { handlerOf, type McpHandler } from '../../../src/mcp/mcp-handler.ts';
import { addContentTools, PNG, text } from './content-tools.ts';
import { addInputTools, stateCodec } from './input-tools.ts';

function everything(changes: ServerNotifier): McpServer {
  const server = new McpServer(
    { name: 'signoff-conformance', version: '1.0.0' },
    {
      capabilities: {
        logging: {},
        tools: { listChanged: true },
        prompts: { listChanged: true },
        resources: { subscribe: true, listChanged: true },
      },
      requestState: { verify: stateCodec.verify },
    },
  );
  addContentTools(server);
  addInputTools(server);
  addResources(server);
  addPrompts(server);
  const trigger = (name: string, change: () => void) =>
    server.registerTool(name, { description: `Says that a list changed (${name}).` }, () => {
      change();
      return text('changed');
    });
  trigger('test_trigger_tool_change', () => changes.toolsChanged());
  trigger('test_trigger_prompt_change', () => changes.promptsChanged());
  return server;
}

function addResources(server: McpServer): void {
  const plain = { description: 'A text that stays the same.', mimeType: 'text/plain' };
  server.registerResource('static-text', 'test://static-text', plain, ({ href: uri }) => ({
    contents: [{ uri, mimeType: 'text/plain', text: 'This is the content of the static text resource.' }],
  }));
  const picture = { description: 'A picture of one dot.', mimeType: 'image/png' };
  server.registerResource('static-binary', 'test://static-binary', picture, ({ href: uri }) => ({
    contents: [{ uri, mimeType: 'image/png', blob: PNG }],
  }));
  server.registerResource('watched', 'test://watched-resource', plain, ({ href: uri }) => ({
    contents: [{ uri, mimeType: 'text/plain', text: 'Watched.' }],
  }));
  const template = new ResourceTemplate('test://template/{id}/data', { list: undefined });
  const form = { description: 'What belongs to an id.', mimeType: 'application/json' };
  server.registerResource('template', template, form, ({ href: uri }, { id }) => {
    const value = { id, templateTest: true, data: `Data for ID: ${id}` };
    return { contents: [{ uri, mimeType: 'application/json', text: JSON.stringify(value) }] };
  });
  // The SDK has no handler of its own for these two; the handler serves each request with a server of its own.
  server.server.setRequestHandler('resources/subscribe', () => ({}));
  server.server.setRequestHandler('resources/unsubscribe', () => ({}));
}

function addPrompts(server: McpServer): void {
  const user = (content: object) => ({ role: 'user', content }) as never;
  const says = (said: string) => user({ type: 'text', text: said });
  server.registerPrompt('test_simple_prompt', { description: 'Says one thing.' }, () => ({
    messages: [says('This is a simple prompt for testing.')],
  }));
  const word = (what: string) => completable(z.string().describe(what), (value) => [`${value}is`, `${value}k`]);
  server.registerPrompt(
    'test_prompt_with_arguments',
    { description: 'Says its arguments.', argsSchema: z.object({ arg1: word('the first'), arg2: word('the second') }) },
    ({ arg1, arg2 }) => ({ messages: [says(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`)] }),
  );
  server.registerPrompt(
    'test_prompt_with_embedded_resource',
    { description: 'Shows a resource.', argsSchema: z.object({ resourceUri: z.string().describe('which') }) },
    ({ resourceUri: uri }) => {
      const resource = { uri, mimeType: 'text/plain', text: 'Embedded resource content for testing.' };
      return { messages: [user({ type: 'resource', resource }), says('Please process the embedded resource above.')] };
    },
  );
  server.registerPrompt('test_prompt_with_image', { description: 'Shows a picture.' }, () => ({
    messages: [user({ type: 'image', data: PNG, mimeType: 'image/png' }), says('Please analyze the image above.')],
  }));
}

const mcp: McpHandler = handlerOf(() => everything(mcp.notify));
const onFault = (thrown: unknown): void => {
  process.stderr.write(`${thrown instanceof Error ? thrown.message : String(thrown)}\n`);
};
const health = { version: '1.0.0', store: 'sqlite' } as const;
const served = await serveHttp({ port: 0, host: '127.0.0.1', mcp, health, onFault });
if (!served.ok) throw new Error(served.rejection.message);
process.stdout.write(`${served.server.url}/mcp\n`);
