// The prompts of a whole research run, as the examples show them: read before they change, and strangers' text stays
// fenced.

import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { countTokens } from '../../src/agents/count-tokens.ts';
import { root } from '../support/run-signoff.ts';
import { type RenderedWorker, renderedResearch } from './research-prompts.ts';

const FOLDER = join(root, 'examples/research/prompts');
/** With the material of this run; what sources say comes on top. */
const TOKENS_MAX = 3500;

test('a whole research run asks as the examples show', async (t) => {
  const prompts = await renderedResearch(t);
  const texts = new Map(prompts.map((each, at) => [`${nameOf(each, at, prompts)}.md`, fileOf(each)]));
  if (process.env.UPDATE_GOLDEN === '1') {
    rmSync(FOLDER, { recursive: true, force: true });
    mkdirSync(FOLDER, { recursive: true });
    for (const [name, text] of texts) writeFileSync(join(FOLDER, name), text);
  }
  assert.deepEqual(readdirSync(FOLDER).sort(), [...texts.keys()].sort());
  for (const [name, text] of texts) {
    assert.equal(readFileSync(join(FOLDER, name), 'utf8'), text, `${name}: if this is meant, run with UPDATE_GOLDEN=1`);
    const tokens = countTokens(text);
    t.diagnostic(`${name}: ${tokens} tokens`);
    assert.ok(tokens <= TOKENS_MAX, `${name} has ${tokens} tokens`);
    assert.doesNotMatch(text, /\{\{|undefined|\[object|sha256:|project_path/, name);
  }
});

test('what a source says to the model is never outside of a fence', async () => {
  for (const name of readdirSync(FOLDER)) {
    const open = withoutFences(readFileSync(join(FOLDER, name), 'utf8'));
    assert.doesNotMatch(open, /Ignore all previous|Buy reminders|Report of the year\n/, name);
    assert.equal(open.match(/^### Result$/gm)?.length ?? 0, 1, `${name} has one result`);
  }
});

/** Fences as Markdown reads them: closed by one that is as long. */
function withoutFences(text: string): string {
  let fence = '';
  const kept = text.split('\n').filter((line) => {
    const [own = ''] = /^`{3,}/.exec(line) ?? [];
    const isIn = fence !== '';
    if (!isIn && own !== '') fence = own;
    else if (isIn && line.trimEnd() === own && own.length >= fence.length) fence = '';
    return !isIn && own === '';
  });
  assert.equal(fence, '', 'every fence is closed');
  return kept.join('\n');
}

function nameOf({ worker }: RenderedWorker, at: number, all: readonly RenderedWorker[]): string {
  const isAgain = all.findIndex((each) => each.worker === worker) < at;
  return `${String(at + 1).padStart(2, '0')}-${worker}${isAgain ? '-again' : ''}`;
}

/** Of a search, its own prompt: what a client is given. */
function fileOf({ isSearch, request: { system, texts } }: RenderedWorker): string {
  const message = texts.filter((text) => text !== system).join('\n\n');
  if (!isSearch) return `<!-- system -->\n\n${system.trim()}\n\n<!-- user -->\n\n${message.trim()}\n`;
  const [, prompt = ''] = /^## Workflow Step: .+\n([\s\S]*?)\n\n---\n\n/m.exec(message) ?? [];
  return `<!-- as an MCP client gets it -->\n\n${prompt.trim()}\n`;
}
