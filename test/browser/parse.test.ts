// Mermaid's parser reads in a Web Worker of a real Chromium what it reads in Node (src-2), with its limits (src-7).

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import type { Problem } from '../../src/diagram/problem.ts';
import { parseDiagram } from '../../src/diagram/read/parse.ts';
import { readSource } from '../../src/diagram/read/source.ts';
import type { JsonObject } from '../../src/json.ts';
import { launchBrowser, noChromium } from '../support/browser.ts';
import { compileFiles, type DiagramFiles } from './compile-files.ts';
import type { ParsePage } from './parse-page.ts';
import { type ServedPage, servePage } from './serve-page.ts';

type PageGlobal = { readonly parsePage: ParsePage };

const WORKFLOWS = new URL('../source-workflows/', import.meta.url);
const DIAGRAMS = ['pr-review', 'research', 'research-exec', 'sdd'];

const PROMPTS = filesOf('prompts', (text) => text);
const SCHEMAS = filesOf('schemas', (text) => JSON.parse(text) as JsonObject);

// A parser that reads labels as HTML, follows links or merges directives carelessly would run or pollute something.
const HOSTILE = `%%{init: {"__proto__": {"polluted": 1}, "securityLevel": "loose", "maxEdges": 99999}}%%
graph TD
  A["<img src=x onerror=eval('1')>"] -->|"output.n #lt; 1 #amp;#amp; output.ok"| __proto__
  A -->|default| B[["<script>globalThis.polluted = 1</script>"]]
  __proto__("<a href='javascript:eval(1)'>\`**go**\`</a>") --> constructor{toString}
  constructor -->|"output.constructor === '{{run.id}}'"| A
  click A "javascript:eval(1)"
  click B call eval("1")
  style A fill:javascript
%% @A: {"__proto__": {"polluted": 1}, "constructor": {"prototype": {}}, "prompt": "{{__proto__.x}}"}`;

describe('the parser in Chromium', { skip: noChromium() }, () => {
  let browser: Browser;
  let served: ServedPage;
  let page: Page;

  before(async () => {
    browser = await launchBrowser();
    served = await servePage(new URL('parse-page.ts', import.meta.url));
    page = await browser.newPage();
    await page.goto(served.url);
  });
  after(async () => {
    await browser?.close();
    served?.close();
  });

  test('it has fonts: a screenshot without them shows no text', async () => {
    const own = await browser.newPage();
    await own.setContent('<span>Text</span>');
    const { width = 0 } = (await own.locator('span').boundingBox()) ?? {};
    await own.close();
    assert.ok(width > 10, `${width} px`);
  });

  for (const name of DIAGRAMS) {
    test(`compiles ${name} to the workflow Node compiles`, async () => {
      const { workflow } = await sameInBoth(readFileSync(new URL(`${name}.mmd`, WORKFLOWS), 'utf8'));
      assert.ok(workflow);
    });
  }

  test('finds a syntax error where Node finds it', async () => {
    const { problems } = await sameInBoth('graph TD\n  A["x #lt; y"] --> B\n  B -> C\n%% @B: {"promt": 1}');
    assert.deepEqual(places(problems), ['syntax-error 3:5']);
  });

  test('reads a hostile diagram as Node does', async () => {
    const { problems } = await sameInBoth(HOSTILE);
    assert.ok(places(problems).includes('forbidden-key 10:9'));
    const { drawing } = await parse(HOSTILE);
    assert.deepEqual(drawing, (await parseDiagram(readSource('diagram.mmd', HOSTILE))).drawing);
    assert.equal(drawing?.nodes[0]?.label, "<img src=x onerror=eval('1')>");
  });

  test('ends a worker that takes too long, and reads the next diagram', async () => {
    const slow = await parse(`graph TD\n${'n1 --> n2\n'.repeat(3_000)}`, 1);
    assert.deepEqual(places(slow.problems), ['diagram-too-slow 1:1']);
    const next = await parse('graph TD\nA --> B');
    assert.deepEqual(
      next.drawing?.nodes.map((node) => node.id),
      ['A', 'B'],
    );
  });

  test('needed neither eval nor inline script nor anything of another origin', () => {
    assert.deepEqual(served.violations, []);
  });

  async function sameInBoth(text: string) {
    const files: DiagramFiles = { text, prompts: PROMPTS, schemas: SCHEMAS };
    const inNode = await compileFiles(parseDiagram, files);
    const inBrowser = await page.evaluate(
      (given) => (globalThis as unknown as PageGlobal).parsePage.compile(given),
      JSON.stringify(files),
    );
    assert.deepEqual(JSON.parse(inBrowser), JSON.parse(JSON.stringify(inNode)));
    return inNode;
  }

  function parse(text: string, timeoutMs?: number) {
    return page.evaluate(
      (given) => (globalThis as unknown as PageGlobal).parsePage.parse(given.text, given.timeoutMs),
      { text, timeoutMs },
    );
  }
});

/** By the name the diagrams use: a prompt's with its ending, a schema's without. */
function filesOf<T>(folder: string, read: (text: string) => T): Record<string, T> {
  const from = new URL(`${folder}/`, WORKFLOWS);
  return Object.fromEntries(
    readdirSync(from).map((name) => [name.replace(/\.json$/, ''), read(readFileSync(new URL(name, from), 'utf8'))]),
  );
}

function places(problems: readonly Problem[]): string[] {
  return problems.map(({ code, line, column }) => `${code} ${line}:${column}`);
}
