// What people see of a research run: what it costs, its plan, what it found, and what it came to.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { SourceText } from '../../src/documents/evidence/source.ts';
import type { Json, JsonObject } from '../../src/json.ts';
import type { RunFacts } from '../../src/ports/system.ts';
import { brief_of } from '../../src/systems/research/controller.ts';
import { findingsOf } from '../../src/systems/research/find-sources.ts';
import { planReview } from '../../src/systems/research/gates/plan-gate.ts';
import { languageNotes } from '../../src/systems/research/language-notes.ts';
import { planDocument } from '../../src/systems/research/plan-document.ts';
import { create_plan } from '../../src/systems/research/planner.ts';
import { planText } from '../../src/systems/research/run-phases.ts';
import { estimateLines } from '../../src/systems/research/show-estimate.ts';
import { start } from '../../src/systems/research/start.ts';
import { durationText, summarise } from '../../src/systems/research/summarise.ts';
import { definitionOf } from '../../src/systems/research/workers/definitions.ts';

const BRIEF = brief_of({ topic: 'Heat pumps' });
const PLAN = create_plan(BRIEF);

describe('the estimate', () => {
  const input = { brief: { topic: 'Heat pumps' } };

  test('with a model is a range and what is likely', () => {
    assert.deepEqual(estimateLines(input, false), ['Estimate: $0.63 to $5.00, likely $2.15; 6 to 58 min, likely 16.']);
  });

  test('without a model is nothing, in the plan too', () => {
    const [line = '', ...more] = estimateLines(input, true);
    assert.match(line, /filed as a digest, which costs nothing and takes seconds/);
    assert.deepEqual(more, []);
    assert.doesNotMatch(planText(PLAN, true), /\$|min/);
    assert.match(planText(PLAN), /about 16 min and \$2\.15/);
    assert.match(planDocument(PLAN, 'graph TD', { isByRules: true }), /costs nothing and takes seconds/);
  });
});

describe('the plan', () => {
  test("names the project's own workers as their authors do", () => {
    const own = definitionOf({
      ...{
        id: 'interview_search',
        name: 'Interviews',
        gives: 'interviews',
        step: 'Research',
        cost: 0,
        minutes: 1,
        criticality: 'optional',
      },
      execute: async () => [],
    });
    const [first, ...rest] = PLAN.steps;
    assert.ok(first !== undefined);
    const steps = [{ ...first, workers: [...first.workers, { worker_id: own.id }] }, ...rest];
    assert.match(planDocument({ ...PLAN, steps }, 'graph TD', { own: [own] }), /News search, Interviews\./);
  });

  test('is changed by an edit alone: words on it are not asked for', async () => {
    const data = { document: planDocument(PLAN, 'graph TD'), notes: [] };
    const facts = { data, runInput: { brief: BRIEF }, visit: 1, versions: async () => [] };
    const review = await planReview(facts as unknown as Parameters<typeof planReview>[0]);
    assert.equal(review.isEditedOnly, true);
    assert.equal(review.text, data.document);
  });
});

describe('what was found', () => {
  const web = { id: 'web_search', name: 'Web search' };
  const sources = [{}, {}, {}] as unknown as readonly SourceText[];
  const progressOf = (documents?: object) =>
    (findingsOf(web, { sources, notes: [], ...documents } as never, 1) as { progress: unknown }).progress;

  test('in a folder is told as documents, in a search as its sources', () => {
    assert.deepEqual(progressOf(), ['Web search: 3 sources']);
    assert.deepEqual(progressOf({ documents: { name: 'Documents', count: 3, isBeside: false } }), ['Documents: 3']);
    const both = progressOf({ documents: { name: 'Documents', count: 2, isBeside: true } });
    assert.deepEqual(both, ['Web search: 1 source', 'Documents: 2']);
  });

  test('in other languages than the article is a note', () => {
    const english = 'Heat pumps move heat from the air into the house, and they need less power than a heater does. ';
    const german = 'Wärmepumpen bringen die Wärme der Luft in das Haus und brauchen weniger Strom als eine Heizung. ';
    const text = (title: string, of: string) => ({ title, text: of.repeat(3) }) as SourceText;
    const all = [text('One', english), text('Zwei', german), text('Short', 'Ja, so ist es.')];
    assert.deepEqual(languageNotes(english.repeat(3), all), [
      '1 of 3 sources is in another language than the article: "Zwei".',
    ]);
    assert.deepEqual(languageNotes(english.repeat(3), all.slice(0, 1)), []);
  });
});

describe('the end', () => {
  const totalsOf = async (by_rules: boolean, metrics: JsonObject, more: JsonObject = {}) => {
    const final_output = {
      ...{ article: { word_count: 900, reading_time: 5 }, quality: { overall: 0.9 }, warnings: [] },
      ...{ sources: [{ also: ['x'] }, { also: [] }], system_notes: '', status: 'completed', ...more },
      metrics: { cost: 0, tokens: 0, duration: 381, ...metrics },
    };
    const best = { ledger: { sources: [{}], counts: {} }, evidence: { copies: 1 } };
    const data = { current_phase: 'completed', folder: 'x', final_output, best, writing_results: [{ by_rules }] };
    const { totals } = await summarise({ data, output: () => null } as unknown as RunFacts);
    return Object.fromEntries(totals.map(({ name, text }) => [name, text]));
  };

  test('counts what was found, what was a copy and what is cited', async () => {
    assert.equal((await totalsOf(true, {})).sources, '3 found, 1 of them a copy, 1 cited');
  });

  test('says that no model was asked only where none was', async () => {
    assert.equal((await totalsOf(true, {})).cost, 'nothing: no model was asked');
    const free = await totalsOf(false, { tokens: 12_000 });
    assert.equal(free.cost, 'nothing: 12,000 tokens of a model without a price');
    assert.equal((await totalsOf(false, { cost: 1.5, tokens: 12_000 })).cost, '$1.50, 12,000 tokens');
  });

  test('advises no larger budget where nothing was spent', async () => {
    const system_notes = 'Consider lowering quality threshold or increasing budget';
    assert.match((await totalsOf(true, {}, { system_notes })).note ?? '', /giving more sources$/);
    assert.match((await totalsOf(false, { cost: 1 }, { system_notes })).note ?? '', /increasing budget$/);
  });

  test('tells durations in minutes', async () => {
    assert.equal((await totalsOf(true, {})).time, '6 min 21 s');
    assert.deepEqual([3.4, 60, 3720].map(durationText), ['3 s', '1 min', '1 h 2 min']);
  });
});

test('the marks of a page are no words of a topic', () => {
  const topicOf = (subject: string) => {
    const input = start.input({ subject, project: '/p', options: {}, clarifications: [] } as never) as {
      readonly brief: { readonly topic: Json };
    };
    return input.brief.topic;
  };
  assert.equal(topicOf('<b>Heat</b> pumps'), 'Heat pumps');
  assert.equal(topicOf('Array<string> in TypeScript'), 'Array<string> in TypeScript');
});
