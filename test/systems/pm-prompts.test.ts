// The prompts of a whole PM run, as the examples show them: read before they change, and none grows beyond its bound.

import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { countTokens } from '../../src/agents/count-tokens.ts';
import { isJsonObject, type Json, type JsonObject } from '../../src/json.ts';
import type { ModelRequest } from '../support/model-request.ts';
import { root } from '../support/run-signoff.ts';
import { renderedPm } from './pm-prompts.ts';

const FOLDER = join(root, 'examples/pm/prompts');

test('a whole PM run asks as the examples show', async (t) => {
  const prompts = await renderedPm(t);
  const texts = new Map(prompts.map(({ name, request }) => [`${name}.md`, fileOf(request)]));
  if (process.env.UPDATE_GOLDEN === '1') {
    rmSync(FOLDER, { recursive: true, force: true });
    mkdirSync(FOLDER, { recursive: true });
    for (const [name, text] of texts) writeFileSync(join(FOLDER, name), text);
  }
  assert.deepEqual(readdirSync(FOLDER).sort(), [...texts.keys()].sort());
  for (const [name, text] of texts) {
    assert.equal(readFileSync(join(FOLDER, name), 'utf8'), text, `${name}: if this is meant, run with UPDATE_GOLDEN=1`);
    t.diagnostic(`${name}: ${countTokens(text)} tokens`);
    assert.doesNotMatch(text, /\{\{|undefined|\[object|\/signoff-pm-|sha256:|project_path/, name);
  }
});

function fileOf({ system, body }: ModelRequest): string {
  const messages = (Array.isArray(body.messages) ? body.messages : []).filter(isJsonObject);
  const said = messages.map(({ role, content }) => `<!-- ${role} -->\n\n${textOf(content as Json).trim()}`);
  return `${['<!-- system -->', system.trim(), ...said].join('\n\n')}\n`;
}

function textOf(content: Json): string {
  if (typeof content === 'string') return content;
  return (Array.isArray(content) ? content : []).map((each) => String((each as JsonObject).text ?? '')).join('');
}
