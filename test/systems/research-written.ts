// A whole research run in which a model on loopback writes sentences that a test gives, and another judges them.

import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { folderSearches } from '../../examples/research/folder-searches.ts';
import { BY, NOW, openExample } from '../../examples/research/open-example.ts';
import { filesBelow } from '../../examples/research/run-example.ts';
import type { Ledger } from '../../src/documents/evidence/ledger.ts';
import { readValue } from '../../src/engine/value.ts';
import type { Json, JsonObject } from '../../src/json.ts';
import { envelope } from '../agents/agent-engine.ts';
import { openPlace } from '../e2e/open-place.ts';
import { startModelServer } from '../support/model-server.ts';
import { newFolder } from './prd-fixture.ts';
import { CORPUS, type Rest, TOPIC } from './research-claims/claims.ts';
import { PRICE, workerOf, workOf } from './research-model.ts';

export interface WrittenSentence {
  readonly claim: string;
  /** What it cites: sentences of the corpus, or ids as they are. */
  readonly rests: readonly (Rest | string)[];
}

export interface WrittenOptions {
  /** The article: a heading, then its sentences. By how often the writer was asked, from 1. */
  readonly draft: (asked: number, prompt: string) => readonly (string | WrittenSentence)[];
  /** Of one claim in the fact checker's prompt; supported unless given. null: the fact checker fails. */
  readonly judge?: ((claim: string) => 'supported' | 'contradicted' | 'insufficient') | null;
  /** What the article's writer says is about something else. */
  readonly irrelevant?: (prompt: string) => readonly string[];
  /** Whether pairs of passages that may disagree speak of the same. */
  readonly same?: boolean;
  /** What another worker gives in place of its usual work. */
  readonly works?: { readonly [worker: string]: (prompt: string, usual: JsonObject) => JsonObject };
  readonly brief?: JsonObject;
  readonly corpus?: string;
}

export interface WrittenRun {
  readonly status: string;
  /** Where its files are. */
  readonly project: string;
  readonly output: JsonObject;
  readonly data: JsonObject;
  /** '' and null: no article was written. */
  readonly article: string;
  readonly ledger: Ledger | null;
  /** What each worker was asked, in order. */
  readonly asked: ReadonlyMap<string, readonly string[]>;
}

const WAIT_MS = 90_000;
const BRIEF = { topic: TOPIC, include_keywords: ['noise'], target_length: 500, min_sources: 8, min_quality_score: 0.1 };

export async function writtenRun(t: TestContext, options: WrittenOptions): Promise<WrittenRun> {
  const {
    draft,
    judge = () => 'supported',
    irrelevant,
    same = false,
    works = {},
    brief = {},
    corpus = CORPUS,
  } = options;
  const asked = new Map<string, string[]>();
  const server = await startModelServer((request) => {
    const prompt = request.texts.join('\n\n');
    const worker = workerOf(request);
    const before = asked.get(worker) ?? [];
    asked.set(worker, [...before, prompt]);
    const usual = workOf(worker, prompt);
    const own = works[worker];
    if (own !== undefined) return envelope(own(prompt, usual));
    if (worker === 'article_writer') {
      const content = textOf(draft(before.length + 1, prompt), prompt);
      return envelope({ content, ...(irrelevant !== undefined && { irrelevant: [...irrelevant(prompt)] }) });
    }
    if (worker !== 'fact_checker') return envelope(usual);
    if (judge === null) return 'I would rather not.';
    const disagreements = [...prompt.matchAll(/^(d\d{1,3}): /gm)].map(([, id = '']) => ({ id, same }));
    return envelope({ claims: verdictsBy(judge, prompt), disagreements });
  });
  t.after(() => server.close());
  const project = join(newFolder(t), 'project');
  mkdirSync(project);
  const store = await openPlace(join(newFolder(t), 'store.db'));
  const { engine, stored, close } = await openExample({
    ...{ store, project, sources: folderSearches(foundInWeb(t, corpus), project, new Date(NOW)) },
    script: { scores: [], failures: {} },
    env: { SIGNOFF_PROVIDER: server.url, SIGNOFF_MODEL: 'writer-1', SIGNOFF_API_KEY: 'sk-none' },
    prices: { [new URL(server.url).host]: { asOf: '2026-03-05', models: { '*': PRICE } } },
  });
  t.after(async () => {
    await close();
    await store.close();
  });
  const started = await engine.start(stored, { project_path: project, brief: { ...BRIEF, ...brief } }, { by: BY });
  if (!started.ok) return assert.fail(started.rejection.message);
  await engine.wait(started.run, ({ status }) => status !== 'running', AbortSignal.timeout(WAIT_MS));
  const { state, payloads, row } = (await engine.view(started.run)) ?? assert.fail('The run is gone.');
  const values = [...state.values.entries()].map(([name, { value }]) => [name, readValue(value, [], payloads)]);
  const files = [...filesBelow(project)];
  const named = (name: string): string => files.find(([path]) => path.endsWith(name))?.[1] ?? '';
  return {
    ...{ status: row.status, project, asked, article: named('/article.md') },
    data: Object.fromEntries(values) as JsonObject,
    output: readValue(state.output, [], payloads) as JsonObject,
    ledger: named('/ledger.json') === '' ? null : (JSON.parse(named('/ledger.json')) as Ledger),
  };
}

/** A copy in which every document is one that a web search finds. */
function foundInWeb(t: TestContext, corpus: string): string {
  const folder = join(newFolder(t), 'corpus');
  mkdirSync(folder);
  for (const file of readdirSync(corpus)) {
    const text = readFileSync(join(corpus, file), 'utf8');
    writeFileSync(join(folder, file), text.replace(/^type: .*$/m, 'type: web'));
  }
  return folder;
}

function textOf(parts: readonly (string | WrittenSentence)[], prompt: string): string {
  const shown = [...prompt.matchAll(/^\[(e\d{1,4})\] \([^\n]*?\) (\S[^\n]*)$/gm)];
  // One of several may be too short for a passage: it stands beside another.
  const idsOf = (rests: WrittenSentence['rests']): readonly string[] =>
    rests.flatMap((rest) =>
      typeof rest === 'string' ? [rest] : (shown.find(([, , text = '']) => text.includes(rest.text))?.[1] ?? []),
    );
  const blocks = parts.map((part) => {
    if (typeof part === 'string') return `\n\n${part}\n\n`;
    const ids = [...new Set(idsOf(part.rests))].join(', ');
    if (ids === '') return `${part.claim} `;
    return `${part.claim.replace(/([.!?]["”]?)$/, ` [${ids}]$1`)} `;
  });
  return `# ${TOPIC}\n\n${blocks.join('')}`;
}

function verdictsBy(judge: (claim: string) => string, prompt: string): readonly Json[] {
  return [...prompt.matchAll(/^(c\d{1,4}): (\S.*)$/gm)].map(([, id = '', claim = '']) => {
    const verdict = judge(claim);
    return { id, verdict, reason: verdict === 'supported' ? '' : 'The passage says something else.' };
  });
}
