// Research over MCP for tests: a client's model that searches, writes and checks from what its prompts hold.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import type { JsonObject } from '../../src/json.ts';
import { programEnv, root } from '../support/run-signoff.ts';
import { workOf } from '../systems/research-model.ts';
import { callsOf, type McpConnection } from './mcp-harness.ts';

export const CORPUS = join(root, 'examples/research/python/corpus');
/** Three workers: a search, the writer, the editor. */
export const BRIEF = {
  ...{ topic: 'What is Python programming?', target_length: 600, tone: 'casual', research_depth: 'light' },
  min_sources: 3,
};
const SEARCHES = ['web_search', 'academic_search', 'news_search', 'web_scraper', 'social_media'];
const ROUNDS_MAX = 60;

export async function stdio(
  t: TestContext,
  project: string,
  prepare?: (client: Client) => void,
): Promise<McpConnection> {
  const env = programEnv(join(project, '.signoff')) as Record<string, string>;
  const transport = new StdioClientTransport({ command: join(root, 'signoff'), args: ['mcp'], env, cwd: project });
  const capabilities = prepare === undefined ? {} : { elicitation: {} };
  const client = new Client({ name: 'test', version: '0' }, { capabilities });
  prepare?.(client);
  await client.connect(transport);
  t.after(() => client.close());
  return callsOf(client);
}

export const startInput = (project: string, more: JsonObject = {}, brief: JsonObject = {}): JsonObject => ({
  workflow: 'research',
  input: { project_path: project, brief: { ...BRIEF, ...brief }, ...more },
});

/** Texts as a client's model would have found them in the web. */
export function foundTexts(): readonly JsonObject[] {
  const files = readdirSync(CORPUS).filter((file) => file.endsWith('.md'));
  return files.map((file) => {
    const text = readFileSync(join(CORPUS, file), 'utf8').replace(/^---[\s\S]*?\n---\n/, '');
    const title = /^# (.+)$/m.exec(text)?.[1] ?? file;
    const address = `https://learning.example.org/${file}`;
    return { ...{ address, title, text }, publisher: 'Example', publishedAt: '2024', authors: [] };
  });
}

export const workFor = ({ step, prompt }: JsonObject): JsonObject =>
  SEARCHES.includes(String(step)) ? { texts: foundTexts() } : workOf(String(step), String(prompt));

/** Does what the server says until a step that a test has its own words for, or the end. */
export async function playUntil(
  { call }: McpConnection,
  first: JsonObject,
  isStop: (next: JsonObject) => boolean = () => false,
): Promise<{ readonly done: string[]; readonly last: JsonObject }> {
  const done: string[] = [];
  let next = first;
  for (let round = 0; round < ROUNDS_MAX; round++) {
    if (next.next === 'busy') next = await call('tasks_next', { run: String(next.run) });
    else if (next.next !== 'work' || isStop(next)) return { done, last: next };
    else {
      done.push(String(next.step));
      next = await call('tasks_submit', { task: String(next.task), output: workFor(next) });
    }
  }
  return assert.fail(`Not over after ${ROUNDS_MAX} calls: ${JSON.stringify(next).slice(0, 2000)}`);
}

export async function readDocument({ client }: McpConnection, run: string, name: string) {
  const { contents } = await client.readResource({ uri: `signoff://runs/${run}/documents/${name}` });
  return contents[0] as { readonly text: string; readonly mimeType: string };
}
