// The prompts in examples/prd/prompts are those a model gets now; each says nothing twice and little besides.

import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { countTokens } from '../../src/agents/count-tokens.ts';
import { gatePrompts } from '../mcp/gate-prompts.ts';
import { root } from '../support/run-signoff.ts';
import { type RenderedPrompt, renderedPrompts } from './prd-prompts.ts';

const FOLDER = join(root, 'examples/prd/prompts');
/** Of what its content needs: every document once, the instructions, the schema. */
const SHARE_MAX = 1.2;
const DOCUMENT_CHARACTERS = 200;
const SENTENCE_CHARACTERS = 30;

test('a whole PRD run asks as the examples show, and says nothing twice', async (t) => {
  const prompts = await renderedPrompts(t);
  const gates = await gatePrompts(t);
  const texts = new Map([
    ...prompts.map((prompt) => [`${prompt.name}.md`, fileOf(prompt)] as const),
    ...gates.map(({ name, prompt }) => [`${name}.md`, `${GATE_HEAD}\n\n${prompt.trim()}\n`] as const),
  ]);
  if (process.env.UPDATE_GOLDEN === '1') {
    rmSync(FOLDER, { recursive: true, force: true });
    mkdirSync(FOLDER, { recursive: true });
    for (const [name, text] of texts) writeFileSync(join(FOLDER, name), text);
  }
  assert.deepEqual(readdirSync(FOLDER).sort(), [...texts.keys()].sort());
  for (const [name, text] of texts)
    assert.equal(readFileSync(join(FOLDER, name), 'utf8'), text, `${name}: if this is meant, run with UPDATE_GOLDEN=1`);
  for (const prompt of prompts) {
    const { share, documents } = measured(prompt);
    t.diagnostic(`${prompt.name}: ${share.toFixed(2)} of what it needs`);
    assert.ok(share < SHARE_MAX, `${prompt.name} takes ${share.toFixed(2)} times the tokens it needs`);
    for (const document of documents)
      assert.equal(
        prompt.message.split(document).length,
        2,
        `${prompt.name} has a document twice: ${document.slice(0, 60)}`,
      );
    const sentences = sentencesOf(`${prompt.system}\n${prompt.template}`);
    assert.deepEqual(sentences, [...new Set(sentences)], `${prompt.name} says a sentence twice`);
    assert.doesNotMatch(prompt.message, /sha256:|signoff-prd-|"file": null|in other words neither/);
  }
});

test('each prompt says as whom to work, what it is given, what to return, and what to do when unsure', async (t) => {
  for (const { name, system, message } of await renderedPrompts(t)) {
    // The base prompt says what the model is; a step adds a speciality, not another identity.
    assert.equal(`${system}\n${message}`.match(/\byou are (?:a|an|the|talking)\b/gi)?.length, 1, name);
    assert.match(message, /^## Workflow Step: [^\n]+\nWork as (?:a|an|the) /, name);
    assert.equal(message.match(/^### What makes (?:it|them|a gap) good or bad\n\n- Good: /gm)?.length, 1, name);
    assert.match(message, /^- Bad: /m, name);
    assert.match(message, /^### Result$/m, name);
    assert.match(message, /When you are unsure/, name);
    assert.equal(message.match(/[Ff]or example|^One good /gm)?.length, 1, name);
  }
});

const ASKED: Readonly<Record<string, readonly string[]>> = {
  '01-feature-brief': [
    'read the README, the briefs and PRDs of related features and the code that the request touches',
    'Where the request leaves open who uses it, which outcome is wanted or which limits hold',
    'write the two or three questions that would change the brief most under `### Open Questions`',
    'Write in the language of the request',
  ],
  '02-feature-brief-update': ['keep the language'],
  '03-initial-requirements': [
    'response times and volumes, availability, security, privacy, accessibility',
    'Dependencies: what it needs of another system, team or set of data',
    'Risks: what could lose data, do harm or keep people from using it',
    'Priorities rank them against each other',
    'the same forms in the language of the brief',
  ],
  '04-gap-analysis': ['needs that are not functions, dependencies, and risks', 'in the language of the brief'],
  '05-gap-requirements': [
    'a need that is not a function: how fast, how safe, how available, a dependency, a risk',
    'Rank them against each other and against those in the file',
    'the same forms in the language of the brief',
  ],
  '07-generation': [
    '## Non-Functional Needs',
    '## Dependencies',
    '## Risks and Rollout',
    'in the language of the brief',
  ],
};

test('prd3-D3: writers read the project, ask, keep the language, and name needs, risks and ranks', async (t) => {
  const rendered = await renderedPrompts(t);
  const prompts = new Map(rendered.map(({ name, message }) => [name, message.replace(/\s+/g, ' ')]));
  for (const [name, wanted] of Object.entries(ASKED))
    for (const words of wanted) assert.ok(prompts.get(name)?.includes(words), `${name} asks: ${words}`);
});

test('a prompt speaks of nothing that only we know, in words that need no explanation', async (t) => {
  const prompts = await renderedPrompts(t);
  const gates = (await gatePrompts(t)).map(({ name, prompt }) => ({ name, message: prompt, system: '' }));
  for (const { name, system, message } of [...prompts, ...gates]) {
    assert.doesNotMatch(
      `${system}${message}`,
      /\{\{|undefined|projectPath|\/tmp\/|requirementsHash|outsideEdits/,
      name,
    );
    assert.match(message, /\bDomain:\sgeneral software\. Fenced inputs are quoted/, name);
    assert.doesNotMatch(message, /from before|in other words|taken up|in silence/, name);
  }
});

test('each review over MCP says what to show, ask and report, and that the person decides', async (t) => {
  for (const { name, prompt } of await gatePrompts(t)) {
    assert.equal(prompt.match(/decide nothing|never decide/g)?.length, 1, name);
    for (const part of [/^### How to ask$/m, /^### Result$/m, /unsure/, /For example/])
      assert.match(prompt, part, name);
    assert.doesNotMatch(prompt, /signoff-prd-|\{\{/, name);
    const lines = prompt.split('\n').filter((line) => line.length > 60 && !/^\s*["|-]/.test(line));
    assert.deepEqual(lines, [...new Set(lines)], `${name} says nothing twice`);
  }
});

const GATE_HEAD = '<!-- What a client over MCP gets to put a review to the person. -->';

function fileOf({ system, message }: RenderedPrompt): string {
  const head = "<!-- What the model gets, first as the system's words, then as the message. -->";
  return `${[head, system.trim(), '<!-- The message -->', message.trim()].join('\n\n')}\n`;
}

/** Those that say something; a few words may come again. */
function sentencesOf(text: string): readonly string[] {
  const joined = text.replace(/\n(?! *-|\n)\s*/g, ' ');
  return joined.split(/(?<=[.:;])\s+|\n+/).filter((sentence) => sentence.length >= SENTENCE_CHARACTERS);
}

/** What a prompt needs: the base, the instructions, every value once, and the schema without blank space. */
function measured({ template, system, message }: RenderedPrompt) {
  const parts = template.trim().split(/\{\{[^}]*\}\}/);
  const pattern = parts.map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('([\\s\\S]*?)');
  const values = new RegExp(pattern).exec(message)?.slice(1) ?? assert.fail('The message is not made of its template.');
  const unique = [...new Set(values)];
  const schema = /\*\*Output Schema:\*\*[^\n]*\n```json\n([\s\S]+)\n```$/.exec(message.trim())?.[1];
  assert.ok(schema !== undefined, 'The prompt ends with its schema.');
  const needed = [system, ...parts, ...unique, JSON.stringify(JSON.parse(schema))].reduce(
    (sum, text) => sum + countTokens(text),
    0,
  );
  return {
    share: countTokens(`${system}\n${message}`) / needed,
    documents: unique.filter((value) => value.length >= DOCUMENT_CHARACTERS),
  };
}
