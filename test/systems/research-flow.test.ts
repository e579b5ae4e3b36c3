// Executions as diagrams made from plans: what they look like, that they run, and how an edited one is read back.

import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { BRIEF_DEFAULTS, type Brief, create_plan, optimize_plan, type Plan, WORKERS } from 'signoff/research';
import { isJsonObject, type Json, type JsonObject } from '../../src/json.ts';
import type { Action, CodeRegistry } from '../../src/ports/action.ts';
import { flow_of, plan_of, results_of } from '../../src/systems/research/orchestrator.ts';
import type { StepName } from '../../src/systems/research/plan.ts';
import type { WorkerDefinition } from '../../src/systems/research/workers/worker.ts';
import { compiled } from '../support/compiled.ts';
import { fails, gives, play, type Script, thrice } from '../support/play.ts';

const brief = (more: Partial<Brief> = {}): Brief => ({ ...BRIEF_DEFAULTS, topic: 'Tea', ...more });
const LEFT = { budget: 5, minutes: 34 };
const SIMPLE = create_plan(brief({ research_depth: 'light' }));
const STANDARD = create_plan(brief());
const EXAMPLE = create_plan(brief({ research_depth: 'deep' }));
const LARGE = create_plan(brief({ research_depth: 'deep', specific_sections: ['History'], target_length: 4000 }));
const OWN: WorkerDefinition = {
  ...{ id: 'house_archive', name: 'House "archive"', step: 'Research', needs: [], gives: 'studies', is_parallel: true },
  ...{ cost: 0.02, minutes: 1, criticality: 'optional' },
};

const FOLDER = mkdtempSync(join(tmpdir(), 'signoff-flow-'));
after(() => rmSync(FOLDER, { recursive: true }));
for (const folder of ['prompts', 'schemas']) mkdirSync(join(FOLDER, folder));
for (const { id } of WORKERS) writeFileSync(join(FOLDER, 'prompts', `${id}.md`), `Work as ${id}.`);
for (const name of [
  'synthesis',
  'summary',
  'insights',
  'draft',
  'problems',
  'fact-check',
  'edits',
  'seo',
  'found-texts',
])
  writeFileSync(join(FOLDER, 'schemas', `${name}.json`), '{"type": "object"}');

/** The config of a step in a generated diagram. */
function settingsIn(flow: string): { readonly [step: string]: JsonObject } {
  const lines = flow.split('\n').filter((line) => line.startsWith('%% @'));
  return Object.fromEntries(
    lines.map((line) => {
      const [, id = '', text = ''] = /^%% @(\w+): (.*)$/.exec(line) ?? [];
      return [id, JSON.parse(text)];
    }),
  );
}

const drawnIn = (flow: string) => flow.slice(0, flow.indexOf('%%'));

describe('the flow of a plan', () => {
  test('of the example in the document forks and joins its parallel steps', () => {
    assert.equal(
      drawnIn(flow_of(EXAMPLE, { left: LEFT })),
      `graph TD
    Start([START]) --> web_search["Web search"] & academic_search["Academic search"] & news_search["News search"]
    web_search --> research["Join research"]
    academic_search --> research
    news_search --> research
    research --> content_synthesizer["Content synthesis"]
    content_synthesizer --> article_writer["Article"]
    article_writer --> citation_formatter["Citation formatting"] & fact_checker["Fact checking"] & editor["Editing"]
    citation_formatter --> quality["Join quality"]
    fact_checker --> quality
    editor --> quality
    quality --> Finish([END])
`,
    );
  });

  test('has who does what, what a failure means, and where results go', () => {
    const { workflow, ...steps } = settingsIn(flow_of(EXAMPLE, { left: LEFT }));
    assert.deepEqual(steps.academic_search, {
      action: 'research.find',
      prepare: 'research.here',
      timeout: '300s',
      fallback: { action: 'research.findInstead' },
      config: { worker: 'academic_search', fallback: 'web_search' },
    });
    assert.deepEqual(steps.article_writer, {
      assignee: 'agent:article_writer',
      promptFile: 'article_writer.md',
      context: 'none',
      timeout: '300s',
      output: 'draft',
      prepare: 'research.brief',
      accept: 'research.acceptDraft',
      config: { worker: 'article_writer', silenceMs: 30_000, countsOverload: true },
      critical: true,
    });
    assert.equal(steps.content_synthesizer?.critical, false);
    assert.equal(steps.editor?.critical, undefined);
    assert.deepEqual(workflow?.output, {
      research_results: 'steps.research.output.research_results || []',
      analysis_results: 'steps.content_synthesizer.output && [steps.content_synthesizer.output] || []',
      writing_results: 'steps.article_writer.output && [steps.article_writer.output] || []',
      quality_results: 'steps.quality.output.results || []',
      research_failed: 'steps.research.output.failed || []',
      quality_failed: 'steps.quality.output.failed || []',
      evidence: 'steps.research.output.evidence',
      tried: 'data',
      cut_reason: 'run.partial',
      is_whole: "['completed', 'skipped'].includes(steps.quality.status)",
    });
  });

  test('has the budget that is left, and divides the time that is left among its joins', () => {
    const { workflow, research, quality } = settingsIn(flow_of(EXAMPLE, { left: LEFT }));
    assert.deepEqual(workflow?.budget, { cost: 5, onBudget: 'finish' });
    // 5 and 4 of 17 minutes; twice as much is left.
    assert.deepEqual(research, {
      ...{ action: 'research.collect', prepare: 'research.here', critical: true },
      ...{ minCount: 1, timeout: '600s', rest: 'cancel' },
    });
    assert.deepEqual([quality?.timeout, quality?.minCount, quality?.rest], ['480s', 0, 'cancel']);
  });

  test('with one research worker has no fork, and that worker is critical', () => {
    const flow = flow_of(SIMPLE, { left: LEFT });
    assert.equal(
      drawnIn(flow),
      `graph TD
    Start([START]) --> web_search["Web search"]
    web_search --> research["Collect research"]
    research --> article_writer["Article"]
    article_writer --> editor["Editing"]
    editor --> Finish([END])
`,
    );
    const { web_search, editor, workflow } = settingsIn(flow);
    assert.deepEqual([web_search?.critical, editor?.critical], [true, false]);
    assert.match(JSON.stringify(workflow?.output), /"analysis_results":"\[\]"/);
  });

  test('says which workers use cheaper models', () => {
    const short = optimize_plan(STANDARD, brief(), { budget: 1.1, minutes: 60 });
    assert.ok(short.ok);
    const { fact_checker } = settingsIn(flow_of(short.plan, { left: LEFT }));
    assert.deepEqual(fact_checker?.config, {
      ...{ worker: 'fact_checker', cheaper: true },
      ...{ silenceMs: 30_000, countsOverload: true },
    });
  });

  test("has a project's own worker beside the searches, its label without quotes", () => {
    const plan = create_plan(brief(), { own: [OWN] });
    const flow = flow_of(plan, { left: LEFT, own: [OWN], by_client: true });
    assert.match(flow, /house_archive\["House 'archive'"\]/);
    assert.equal(settingsIn(flow).house_archive?.action, 'research.find');
  });

  test('for the model of an MCP client has searches that agents do', () => {
    const { web_search } = settingsIn(flow_of(STANDARD, { left: LEFT, by_client: true }));
    assert.deepEqual([web_search?.assignee, web_search?.output], ['agent:web_search', 'found-texts']);
    assert.deepEqual(web_search?.config, { worker: 'web_search' });
  });

  for (const [name, plan] of Object.entries({ SIMPLE, STANDARD, EXAMPLE, LARGE })) {
    test(`compiles, and is read back as the plan it was made of: ${name.toLowerCase()}`, async () => {
      const flow = flow_of(plan, { left: LEFT });
      const { steps } = await compiled('flow', flow);
      const drawn = steps.map(({ id }) => id);
      for (const { worker_id } of plan.steps.flatMap(({ workers }) => workers)) assert.ok(drawn.includes(worker_id));
      const min_sources = 10;
      assert.deepEqual(await plan_of(flow, { brief: { min_sources }, plan }), { ok: true, plan });
    });
  }
});

/** Small code in place of the system's: what a find gives is its worker and how it was asked. */
function codeFor(plan: Plan, broken: readonly string[] = []): CodeRegistry {
  const find: Action = ({ config, attempt }) => {
    const { worker } = config as { readonly worker: string };
    if (broken.includes(worker)) throw new Error(`${worker} is down.`);
    return { output: { sources: [worker], attempts: attempt } };
  };
  const findInstead: Action = ({ config }) => ({
    output: { sources: [], by: (config as JsonObject).fallback as Json },
  });
  const collect: Action = ({ input, read }) => {
    const results = results_of('Research', plan, read, input);
    return { output: { research_results: results as unknown as Json, evidence: { passages: results.length } } };
  };
  const gather: Action = ({ input, read, config }) => ({
    output: { results: results_of((config as JsonObject).step as StepName, plan, read, input) as unknown as Json },
  });
  const actions = {
    'research.find': find,
    'research.findInstead': findInstead,
    'research.collect': collect,
    'research.gather': gather,
  };
  const take = ({ answer }: { readonly answer: Json }) => ({ output: answer });
  const accepts = Object.fromEntries(
    ['Analysis', 'Draft', 'Check', 'Texts'].map((what) => [`research.accept${what}`, take]),
  );
  return { actions, prepares: { 'research.brief': () => ({}) }, accepts };
}

const play_plan = (plan: Plan, broken: readonly string[] = []) => {
  writeFileSync(join(FOLDER, 'flow.mmd'), flow_of(plan, { left: LEFT }));
  return play(pathToFileURL(`${FOLDER}/`), 'flow', { code: codeFor(plan, broken) });
};
const agentsOf = (plan: Plan): string[] =>
  plan.steps
    .filter(({ name }) => name !== 'Research')
    .flatMap(({ workers }) => workers.map(({ worker_id }) => worker_id));
const script = (plan: Plan): Script =>
  Object.fromEntries(agentsOf(plan).map((worker) => [worker, [gives({ said: worker })]]));
const workersIn = (results: Json | undefined) =>
  (results as readonly Json[]).map((each) => (isJsonObject(each) ? (each.worker ?? each.said) : each));

describe('an execution', () => {
  test('gives the results of all workers in the order of the plan', async () => {
    for (const plan of [SIMPLE, EXAMPLE, LARGE]) {
      const player = await play_plan(plan);
      await player.go(script(plan));
      assert.equal(player.status, 'completed');
      const output = player.output() as JsonObject;
      for (const name of ['Research', 'Analysis', 'Writing', 'Quality']) {
        const planned = plan.steps.filter((step) => step.name === name).flatMap(({ workers }) => workers);
        const ids = planned.map(({ worker_id }) => worker_id);
        assert.deepEqual(workersIn(output[`${name.toLowerCase()}_results`]), ids, name);
      }
    }
  });

  test('goes on without an optional search that fails three times, and without checks that do', async () => {
    const player = await play_plan(EXAMPLE, ['news_search']);
    await player.go({
      ...script(EXAMPLE),
      editor: thrice(fails('Down.')),
      content_synthesizer: thrice(fails('Down.')),
    });
    assert.equal(player.status, 'completed');
    const output = player.output() as JsonObject;
    assert.deepEqual(workersIn(output.research_results), ['web_search', 'academic_search']);
    assert.deepEqual(output.analysis_results, []);
    assert.deepEqual(workersIn(output.quality_results), ['citation_formatter', 'fact_checker']);
    assert.equal(player.events('AttemptFailed').length, 9);
  });

  test('asks the fallback when the academic search has failed', async () => {
    const player = await play_plan(EXAMPLE, ['academic_search']);
    await player.go(script(EXAMPLE));
    const { research_results } = player.output() as JsonObject;
    const academic = (research_results as readonly JsonObject[]).find(({ worker }) => worker === 'academic_search');
    assert.equal(academic?.by, 'web_search');
  });

  test('fails when the last research worker has failed', async () => {
    for (const plan of [SIMPLE, STANDARD]) {
      const player = await play_plan(plan, ['web_search', 'news_search']);
      await player.go();
      assert.equal(player.status, 'failed');
    }
  });

  test('fails when article_writer has failed three times, and gives what there was before', async () => {
    const player = await play_plan(EXAMPLE);
    await player.go({ content_synthesizer: [gives({ said: 'x' })], article_writer: thrice(fails('API timeout')) });
    assert.equal(player.status, 'failed');
    const { step, attempts } = player.output() as JsonObject;
    assert.deepEqual([step, attempts], ['article_writer', 3]);
  });
});

describe('an edited flow', () => {
  const given = { brief: brief(), plan: STANDARD };
  const flow = flow_of(STANDARD, { left: LEFT });
  const reasonsOf = async (text: string) => {
    const reading = await plan_of(text, given);
    return reading.ok ? assert.fail('it was taken') : reading.reasons;
  };
  const read = async (text: string) => {
    const reading = await plan_of(text, given);
    return reading.ok ? reading.plan : assert.fail(reading.reasons.join('\n'));
  };
  const inOrder = (...lines: readonly string[]) => `graph TD\n${lines.join('\n')}\n`;

  test('may have one worker more, and is estimated anew', async () => {
    const plan = await read(
      `${drawnIn(flow)}    article_writer --> plagiarism_checker\n    plagiarism_checker --> quality\n`,
    );
    assert.deepEqual(
      plan.steps.at(-1)?.workers.map(({ worker_id }) => worker_id),
      [...['fact_checker', 'editor', 'plagiarism_checker']],
    );
    assert.deepEqual([plan.plan_id, plan.estimated_cost], ['plan_001', 2.25]);
  });

  test('may have one worker less, or workers one after the other', async () => {
    const plan = await read(
      inOrder('news_search --> web_search --> article_writer', 'article_writer --> fact_checker & editor'),
    );
    assert.deepEqual(
      plan.steps.map(({ name, mode, estimated_time }) => [name, mode, estimated_time]),
      [
        ['Research', 'SEQUENTIAL', 7],
        ['Writing', 'SEQUENTIAL', 6],
        ['Quality', 'PARALLEL', 4],
      ],
    );
    await compiled('flow', flow_of(plan, { left: LEFT }));
  });

  test('that searches in two rounds runs, with what both found', async () => {
    const plan = await read(
      inOrder(
        'web_search & news_search --> academic_search & web_scraper',
        'academic_search & web_scraper --> article_writer',
      ),
    );
    const player = await play_plan(plan);
    await player.go(script(plan));
    assert.deepEqual(workersIn((player.output() as JsonObject).research_results), [
      ...['web_search', 'news_search', 'academic_search', 'web_scraper'],
    ]);
  });

  test('keeps cheaper models, and takes no settings over', async () => {
    const short = optimize_plan(STANDARD, brief(), { budget: 1.1, minutes: 60 });
    assert.ok(short.ok);
    const text = flow_of(short.plan, { left: LEFT }).replace('"critical":true', '"critical":false');
    assert.deepEqual(await plan_of(text, { ...given, plan: short.plan }), { ok: true, plan: short.plan });
  });

  test('is refused with unknown steps, without article_writer and without a search, all reasons at once', async () => {
    const [unknown = '', ...rest] = await reasonsOf(inOrder('Start([START]) --> poet', 'poet --> editor'));
    assert.match(unknown, /^"poet" is no worker\. Take it out, or use one of web_search, /);
    assert.deepEqual(rest, [
      'article_writer is missing: nobody writes the article.',
      'No worker of the step Research is left: nobody finds sources.',
    ]);
  });

  test('is refused where a worker stands before what it needs', async () => {
    assert.deepEqual(await reasonsOf(inOrder('web_search --> editor --> article_writer')), [
      'editor needs what article_writer gives: draw editor behind article_writer.',
    ]);
    assert.deepEqual(
      await reasonsOf(inOrder('web_search --> article_writer', 'news_search --> editor', 'article_writer --> editor')),
      ['article_writer needs what news_search gives: draw article_writer behind news_search.'],
    );
  });

  test('is refused with conditions, circles, other diagrams and what is no diagram', async () => {
    assert.match(
      (await reasonsOf(inOrder('web_search -->|maybe| article_writer')))[0] ?? '',
      /a plan has no conditions/,
    );
    assert.deepEqual(await reasonsOf(inOrder('web_search --> article_writer --> web_search')), [
      'The drawing leads in a circle; a plan has none.',
    ]);
    assert.deepEqual(await reasonsOf('stateDiagram-v2\n    [*] --> A\n'), [
      'A plan is drawn as a flowchart (graph TD).',
    ]);
    assert.equal((await reasonsOf('graph TD\n    A --> \n')).length, 1);
  });
});
