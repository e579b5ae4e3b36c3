// The suite's tools that answer by themselves: texts, pictures, sounds, resources, progress, log lines, errors.

import { setTimeout as wait } from 'node:timers/promises';
import { fromJsonSchema, type McpServer, type ServerContext } from '@modelcontextprotocol/server';
import * as z from 'zod';

/** One dot. */
export const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==';
/** A header and no sound. */
const WAV = 'UklGRiQAAABXQVZFZm10IBAAAAABAAEARKwAAIhYAQACABAAZGF0YQAAAAA=';
const PAUSE_MS = 50;

export const text = (said: string) => ({ content: [{ type: 'text' as const, text: said }] });
const image = { type: 'image' as const, data: PNG, mimeType: 'image/png' };
const embedded = (uri: string, mimeType: string, said: string) => ({
  type: 'resource' as const,
  resource: { uri, mimeType, text: said },
});

export function addContentTools(server: McpServer): void {
  const tool = (name: string, work: (ctx: ServerContext) => object | Promise<object>) =>
    server.registerTool(name, { description: `Answers as the suite asks of ${name}.` }, work as never);
  tool('test_simple_text', () => text('This is a simple text response for testing.'));
  tool('test_image_content', () => ({ content: [image] }));
  tool('test_audio_content', () => ({ content: [{ type: 'audio', data: WAV, mimeType: 'audio/wav' }] }));
  tool('test_embedded_resource', () => ({
    content: [embedded('test://embedded-resource', 'text/plain', 'This is an embedded resource content.')],
  }));
  tool('test_multiple_content_types', () => {
    const value = JSON.stringify({ test: 'data', value: 123 });
    const resource = embedded('test://mixed-content-resource', 'application/json', value);
    return { content: [...text('Multiple content types test:').content, image, resource] };
  });
  tool('test_error_handling', () => {
    throw new Error('This tool intentionally returns an error for testing');
  });
  tool('test_tool_with_logging', logs);
  tool('test_logging_tool', logs);
  tool('test_tool_with_progress', progresses);
  addSchemaTools(server);
}

async function logs(ctx: ServerContext): Promise<object> {
  const lines = ['Tool execution started', 'Tool processing data', 'Tool execution completed'];
  for (const line of lines) {
    await ctx.mcpReq.log('info', line);
    await wait(PAUSE_MS);
  }
  return text('Logged.');
}

async function progresses(ctx: ServerContext): Promise<object> {
  const progressToken = ctx.mcpReq._meta?.progressToken;
  for (const progress of [0, 50, 100]) {
    if (progressToken !== undefined)
      await ctx.mcpReq.notify({ method: 'notifications/progress', params: { progressToken, progress, total: 100 } });
    await wait(PAUSE_MS);
  }
  return text('Progressed.');
}

function addSchemaTools(server: McpServer): void {
  const description = 'Tool with JSON Schema 2020-12 features';
  const inputSchema = fromJsonSchema({
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    $defs: {
      address: {
        $anchor: 'addressDef',
        type: 'object',
        properties: { street: { type: 'string' }, city: { type: 'string' } },
      },
    },
    properties: {
      name: { type: 'string' },
      address: { $ref: '#/$defs/address' },
      contactMethod: { type: 'string', enum: ['phone', 'email'] },
      phone: { type: 'string' },
      email: { type: 'string' },
    },
    allOf: [{ anyOf: [{ required: ['phone'] }, { required: ['email'] }] }],
    if: { properties: { contactMethod: { const: 'phone' } }, required: ['contactMethod'] },
    // biome-ignore lint/suspicious/noThenProperty: a word of JSON Schema.
    then: { required: ['phone'] },
    else: { required: ['email'] },
    additionalProperties: false,
  } as never);
  server.registerTool('json_schema_2020_12_tool', { description, inputSchema }, () => text('Fits.'));
  const place = z.string().meta({ 'x-mcp-header': 'Region' });
  server.registerTool(
    'test_custom_headers',
    { description: 'Has an argument that stands in a header too.', inputSchema: z.object({ region: place }) },
    ({ region }) => text(region),
  );
}
