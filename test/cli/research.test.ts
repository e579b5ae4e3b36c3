// `signoff research`: what it refuses before anything starts, its questions, its progress, the review of its plan, and
// what it says at the end.

import assert from 'node:assert/strict';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import type { JsonObject } from '../../src/json.ts';
import { startModelServer } from '../support/model-server.ts';
import { root, signoff } from '../support/run-signoff.ts';
import { signoffHere } from '../support/signoff-here.ts';
import { KEYS, noTerminal, Terminal } from '../support/terminal.ts';
import { TerminalHere } from '../support/terminal-here.ts';
import { newFolder } from '../systems/prd-fixture.ts';
import { PRICE, researchReply } from '../systems/research-model.ts';

const TOPIC = 'Heat pumps in old buildings';
const CORPUS = join(root, 'bench/labelled/research/topics/heat-pumps');
const OFFLINE = { SIGNOFF_PROVIDER: 'offline' };

function projectOf(t: TestContext) {
  const project = newFolder(t);
  const home = join(newFolder(t), 'home');
  cpSync(CORPUS, join(project, 'documents'), { recursive: true });
  const call = (...args: readonly string[]) => signoffHere(args, { cwd: project, home, env: OFFLINE });
  const research = (...args: readonly string[]) => call('research', ...args);
  const screen = { cwd: project, home, columns: 80, rows: 60 };
  const runs = async () => (await call('runs', 'list')).out;
  return { project, home, call, research, screen, runs };
}

const GIVEN = [TOPIC, '--corpus', 'documents', '--min-sources', '5'];

describe('before anything starts', { concurrency: false }, () => {
  test('all wrong options are reported at once', async (t) => {
    const { research, runs } = projectOf(t);
    const wrong = ['--budget', 'much', '--tone', 'loud', '--depth', 'wide', '--time', '3x', '--prefer', 'moon'];
    const { code, err } = await research('Heat pumps', '--corpus', 'nowhere', ...wrong);
    assert.equal(code, 2);
    for (const option of ['corpus', 'budget', 'tone', 'depth', 'time', 'prefer'])
      assert.match(err, new RegExp(`Expected --${option} as .*found`));
    assert.match(err, /Nothing was run\./);
    assert.doesNotMatch(await runs(), /run_/);
  });

  test('an option that cannot be read hides nothing of the others, which are named as they are given', async (t) => {
    const { research, project } = projectOf(t);
    const others = ['--length', '100', '--min-sources', '0', '--budget', '0.1', '--exclude', 'ai', '--json'];
    const { code, err } = await research('AI', '--corpus', 'documents', '--tone', 'shout', ...others);
    assert.equal(code, 2);
    assert.match(err, /Expected --tone as casual or professional or academic, found "shout"/);
    assert.match(err, /--length \(target_length\) must be a whole number from 500 to 10000 words, found 100\./);
    assert.match(err, /--min-sources \(min_sources\) must be a whole number from 1 to 100, found 0\./);
    assert.match(err, /--budget \(max_budget\) must be from 0\.5 to 50 dollars, found 0\.1\./);
    assert.match(err, /The topic "AI" is excluded \(--exclude\)\./);
    writeFileSync(join(project, 'brief.json'), JSON.stringify({ lenght: 900, target_length: 7, tone: 'shout' }));
    const typo = await research('AI', '--corpus', 'documents', '--brief', 'brief.json');
    assert.match(typo.err, /Expected the fields of a brief in brief\.json, found lenght besides\./);
    assert.match(typo.err, /--length \(target_length\) must be .* found 7\./);
    assert.match(typo.err, /--tone must be one of casual, professional, academic, found "shout"\./);
  });

  test('all that is out of range or contradicts itself is reported at once', async (t) => {
    const { research, runs } = projectOf(t);
    const wrong = ['--length', '3', '--budget', '0.1', '--time', '10s', '--exclude', TOPIC];
    const { code, out, err } = await research(...GIVEN, ...wrong);
    assert.equal(code, 1);
    const said = out + err;
    assert.match(said, /Not started\. Nothing was changed\./);
    for (const option of ['--length \\(target_length\\) must', '--budget', '--time', '\\(--exclude\\)'])
      assert.match(said, new RegExp(option));
    assert.doesNotMatch(await runs(), /run_/);
  });

  test('with --json the reasons are an error response on stdout', async (t) => {
    const { research } = projectOf(t);
    const { code, out } = await research(...GIVEN, '--length', '3', '--json');
    assert.equal(code, 1);
    const { status, error } = JSON.parse(out) as { status: string; error: JsonObject };
    assert.deepEqual([status, error.type], ['failed', 'ValidationError']);
    assert.match(String(error.reasons), /^--length \(target_length\) must be/);
  });

  test('a provider without its key, and a store that is full, are refused', async (t) => {
    const { research, project, home, runs } = projectOf(t);
    const env = { SIGNOFF_PROVIDER: 'anthropic', ANTHROPIC_API_KEY: '' };
    const keyless = await signoffHere(['research', ...GIVEN], { cwd: project, home, env });
    assert.equal(keyless.code, 1);
    assert.match(keyless.out + keyless.err, /no provider of models can be asked: Expected a key in ANTHROPIC_API_KEY/);
    assert.doesNotMatch(await runs(), /run_/);
    writeFileSync(join(project, 'signoff.config.json'), JSON.stringify({ limits: { runs: 1 } }));
    await research(...GIVEN, '--review-plan');
    const full = await research(...GIVEN);
    assert.equal(full.code, 1);
    assert.match(
      (full.out + full.err).replaceAll(/\s+/g, ' '),
      /no capacity: 1 of 1 research runs are running \(limits.runs\)/,
    );
  });

  test('without a search and without a corpus the settings are named', async (t) => {
    const { research, runs } = projectOf(t);
    const { code, out, err } = await research(TOPIC);
    assert.equal(code, 1);
    for (const name of ['SIGNOFF_WEB_SEARCH', 'SIGNOFF_ACADEMIC', 'SIGNOFF_NEWS_FEEDS', '--corpus'])
      assert.ok((out + err).includes(name), name);
    assert.doesNotMatch(out + err, /filed as a digest|Estimate/);
    assert.doesNotMatch(await runs(), /run_/);
  });

  test('a corpus that is not there, is a file or holds no document is refused', async (t) => {
    const { research, project } = projectOf(t);
    mkdirSync(join(project, 'empty', 'deeper'), { recursive: true });
    writeFileSync(join(project, 'empty', 'deeper', 'picture.png'), 'x');
    const cases = [
      ['nowhere', /found nothing there/],
      ['documents/topic.json', /found a file/],
      ['empty', /found none in/],
    ] as const;
    for (const [corpus, expected] of cases) {
      const { code, err } = await research(TOPIC, '--corpus', corpus);
      assert.equal(code, 2, corpus);
      assert.match(err, expected);
    }
  });

  test('a brief with unknown fields, wrong values or no JSON is refused', async (t) => {
    const { research, project } = projectOf(t);
    const briefs = [
      [{ topic: TOPIC, target_lenght: 3 }, 2, /found target_lenght besides/],
      [{ topic: TOPIC, target_length: 3, tone: 'loud' }, 1, /target_length[\s\S]*tone|tone[\s\S]*target_length/],
      ['no json', 2, /Expected a brief as JSON/],
      [{ tone: 'casual' }, 2, /Expected a topic/],
    ] as const;
    for (const [brief, code, expected] of briefs) {
      writeFileSync(join(project, 'order.json'), typeof brief === 'string' ? brief : JSON.stringify(brief));
      const said = await research('--brief', 'order.json', '--corpus', 'documents');
      assert.equal(said.code, code, said.err);
      assert.match(said.out + said.err, expected);
    }
  });
});

describe('what it shows', { concurrency: false }, () => {
  test('while it works: what was spent of the budget; at the end: what is missing above the score', async (t) => {
    const { project, home } = projectOf(t);
    const server = await startModelServer(researchReply);
    t.after(() => server.close());
    const prices = { [new URL(server.url).host]: { asOf: '2026-03-05', models: { '*': PRICE } } };
    writeFileSync(join(project, 'signoff.config.json'), JSON.stringify({ prices }));
    const env = { SIGNOFF_PROVIDER: server.url, SIGNOFF_MODEL: 'tested', SIGNOFF_API_KEY: 'key' };
    const { out, err } = await signoffHere(['research', ...GIVEN, '--budget', '2', '--min-quality', '0.1'], {
      ...{ cwd: project, home, env },
    });
    const said = out + err;
    assert.match(said, /● EVALUATING {2}\$0\.\d+ of \$2\.00 {2}\d+ sources/);
    assert.ok(said.indexOf('warning') < said.indexOf('quality'), said);
    assert.match(said, /warning +The article has \d+ words; the brief asks for 2000/);
  });
});

describe('without a terminal', { concurrency: false }, () => {
  test('documents that cannot be read are counted and named, also where nothing is left', async (t) => {
    const { project, research } = projectOf(t);
    mkdirSync(join(project, 'broken'));
    for (let at = 0; at < 6; at += 1) writeFileSync(join(project, 'broken', `${at}.pdf`), 'no PDF');
    const { code, out, err } = await research(TOPIC, '--corpus', 'broken', '--json');
    assert.notEqual(code, 0);
    const said = /found no source\. 6 documents could not be read: .*broken\/0\.pdf.* \(.+ and 3 more\. Give other/;
    assert.match(out + err, said);
  });

  test('documents of one sentence give a digest of that sentence', async (t) => {
    const { project, research } = projectOf(t);
    mkdirSync(join(project, 'tiny'));
    writeFileSync(join(project, 'tiny', 'a.md'), `# ${TOPIC}\n\nA heat pump in an old building saves 30 percent.\n`);
    const { code, out, err } = await research(TOPIC, '--corpus', 'tiny', '--json');
    assert.equal(code, 0, out + err);
    const [article = ''] = readdirSync(join(project, 'research'));
    const text = readFileSync(join(project, 'research', article, 'article.md'), 'utf8');
    assert.match(text, /^- A heat pump in an old building saves 30 percent \[\[1\]\]\(ledger\.md#c1\)\.$/m);
  });

  test('--json of a run that failed is the error response of the document', async (t) => {
    const { research } = projectOf(t);
    const { code, out } = await research('Ancient Sumerian beer hymns', ...GIVEN.slice(1), '--json');
    assert.equal(code, 1);
    const { status, error, partial_results, execution_id } = JSON.parse(out) as { [name: string]: JsonObject };
    assert.equal(status as unknown, 'failed');
    assert.deepEqual([error?.type, error?.phase], ['WorkerExecutionError', 'EXECUTING']);
    assert.equal(error?.execution_id, execution_id);
    assert.deepEqual(Object.keys(partial_results ?? {}), [
      ...['research_results', 'analysis_results', 'writing_results', 'quality_results', 'cost_incurred'],
    ]);
  });

  test('phases and sources are shown, and the commands under "Next" work from here and elsewhere', async (t) => {
    const { research, project, home, call } = projectOf(t);
    const { code, out, err } = await research(...GIVEN);
    const said = out + err;
    assert.equal(code, 0, said);
    assert.match(said, /No model is set: sentences of the sources are filed as a digest/);
    assert.match(said, /▸ Documents: \d+\n/);
    const phases = [...said.matchAll(/● ([A-Z_]+)/g)].map(([, phase]) => phase);
    const expected = ['INITIALIZED', 'PLANNING', 'STRATEGY', 'EXECUTING', 'EVALUATING', 'MERGING', 'COMPLETED'];
    assert.deepEqual(phases, expected);
    assert.match(said, /✓ Article .*article_writer/);
    assert.match(said, /● EVALUATING {2}\d+ sources/);
    const next = commandsIn(said);
    assert.ok(next.length >= 3, said);
    for (const args of next) assert.equal((await call(...args)).code, 0, args.join(' '));
    const elsewhere = newFolder(t);
    const there = await signoffHere(['research', ...GIVEN.with(2, join(project, 'documents')), '--project', project], {
      ...{ cwd: elsewhere, home, env: OFFLINE },
    });
    const again = commandsIn(there.out + there.err);
    assert.ok(again.length >= 3);
    for (const args of again) {
      const { code: ended, err: why } = await signoffHere(args, { cwd: elsewhere, home, env: OFFLINE });
      assert.equal(ended, 0, `${args.join(' ')}: ${why}`);
    }
  });

  test('in a project below with a space in its name, the commands under "Next" work, too', async (t) => {
    const { project, call } = projectOf(t);
    mkdirSync(join(project, 'my project'));
    const { out, err } = await call('research', ...GIVEN, '--project', 'my project');
    const next = commandsIn(out + err);
    assert.ok(
      next.some(([first, second]) => first === 'research' && second === 'verify'),
      out + err,
    );
    for (const args of next) assert.equal((await call(...args)).code, 0, args.join(' '));
  });

  test('a run that failed for good names no command that cannot help', async (t) => {
    const { research, call, project } = projectOf(t);
    mkdirSync(join(project, 'few'));
    writeFileSync(join(project, 'few', 'one.md'), 'Heat pumps heat houses.');
    const { code, out, err } = await research('Heat pumps', '--corpus', 'few');
    assert.equal(code, 1, out + err);
    const next = commandsIn(out + err);
    assert.ok(!next.some(([first, second]) => first === 'runs' && second === 'retry'), out + err);
    for (const args of next) assert.equal((await call(...args)).code, 0, args.join(' '));
  });

  test('the command that trusts a folder is named as this program was started', async (t) => {
    const { project, home } = projectOf(t);
    writeFileSync(join(project, 'signoff.config.json'), JSON.stringify({ research: { workers: ['./own.ts'] } }));
    writeFileSync(join(project, 'own.ts'), 'export default {};');
    const env = { ...OFFLINE, PATH: process.env.PATH ?? '' };
    const { err } = await signoff(['research', ...GIVEN], { cwd: project, home, env });
    assert.match(err, /To allow it: \S+\/signoff trust \//);
  });

  test('--json gives the result and nothing else', async (t) => {
    const { research } = projectOf(t);
    const { code, out } = await research(...GIVEN, '--json');
    assert.equal(code, 0);
    const result = JSON.parse(out) as JsonObject;
    assert.equal(result.status, 'completed');
    assert.deepEqual(Object.keys((result.metrics as JsonObject).phases as JsonObject).slice(0, 3), [
      ...['initialized', 'planning', 'strategy'],
    ]);
  });

  test('the project itself as corpus: its store and its articles are no sources, broken files are named', async (t) => {
    const { research, project } = projectOf(t);
    writeFileSync(join(project, 'documents', 'broken.pdf'), 'no PDF');
    const args = [TOPIC, '--corpus', '.', '--min-sources', '5'];
    assert.equal((await research(...args)).code, 0);
    const { code, out, err } = await research(...args, '--json');
    assert.equal(code, 0);
    assert.match(err, /"documents\/broken\.pdf" was left out/);
    const files = (JSON.parse(out) as { readonly files: readonly string[] }).files;
    const sources = files.find((path) => path.endsWith('sources.json')) ?? assert.fail('There is no sources.json.');
    const addresses = (JSON.parse(readFileSync(sources, 'utf8')) as readonly { readonly address: string }[]).map(
      ({ address }) => address,
    );
    assert.ok(
      addresses.every((address) => address.startsWith('documents/')),
      addresses.join(),
    );
  });
});

describe('the plan as Mermaid', { concurrency: false }, () => {
  const review = async (t: TestContext, ...answers: readonly unknown[]) => {
    const { research, project, runs } = projectOf(t);
    const file = join(project, 'answers.json');
    writeFileSync(file, JSON.stringify({ 'research-strategy/review_plan': answers }));
    const said = await research(...GIVEN, '--review-plan', '--answers', file);
    return { ...said, said: said.out + said.err, project, runs };
  };
  const flowOf = (...lines: readonly string[]) => ['graph TD', ...lines.map((line) => `    ${line}`)].join('\n');
  const SMALL = flowOf('web_search --> article_writer', 'article_writer --> editor');

  test('as it stands runs', async (t) => {
    const { code, said } = await review(t, 'approve');
    assert.equal(code, 0, said);
    assert.match(said, /approved: web_search, news_search/);
  });

  test('with workers taken out and one added runs as it was edited', async (t) => {
    const flow = `${SMALL}\n    article_writer --> readability_checker`;
    const { code, said } = await review(t, { verdict: 'change', flow }, 'approve');
    assert.equal(code, 0, said);
    assert.match(said, /approved: web_search, article_writer, editor, readability_checker/);
    assert.match(said, /✓ Readability check/);
    assert.doesNotMatch(said, /Fact checking/);
  });

  test('that is broken, lacks the writer or has a worker that is not known is refused with its reasons', async (t) => {
    const cases = [
      ['graph TD\n  web_search -->', /Mermaid|parse|Parse|Expected/],
      [flowOf('web_search --> editor'), /article_writer is missing:\s+nobody writes/],
      [flowOf('article_writer --> editor'), /nobody finds sources/],
      [`${SMALL}\n    editor --> juggler`, /"juggler" is no worker/],
    ] as const;
    for (const [flow, expected] of cases) {
      const { code, said } = await review(t, { verdict: 'change', flow });
      assert.notEqual(code, 0, flow);
      assert.match(said, expected);
      assert.match(said, /--resume/);
    }
  });
});

describe('at a terminal', { concurrency: false }, () => {
  const where = { skip: noTerminal };
  const inputOf = async ({ call }: ReturnType<typeof projectOf>): Promise<JsonObject> => {
    const [run = assert.fail('There is no run.')] = /run_\w+/.exec((await call('runs', 'list')).out) ?? [];
    return (JSON.parse((await call('runs', 'show', run, '--json')).out) as JsonObject).input as JsonObject;
  };

  test('a topic of a few words is asked about once; Enter skips a question, answers are used', async (t) => {
    const given = projectOf(t);
    process.env.SIGNOFF_PROVIDER = 'offline';
    t.after(() => delete process.env.SIGNOFF_PROVIDER);
    using terminal = new TerminalHere(['research', ...GIVEN], given.screen);
    await terminal.sees(/A few questions first\. Enter skips one, Escape all of them\./);
    await terminal.answers(/What should a reader know after it/, '');
    await terminal.answers(/Who reads it/, 'Owners of old houses');
    await terminal.answers(/Which sections must it have/, 'Costs, Noise');
    assert.equal(await terminal.exitCode(), 0);
    assert.equal(terminal.text.split('Who reads it?').length > 1, true);
    const [, after = ''] = terminal.text.split('● INITIALIZED');
    for (const line of after.split(/[\n\r]/)) assert.ok(line.length <= 80 || line.includes('signoff'), line);
    assert.match(terminal.text, /● EXECUTING/);
    const { brief } = await inputOf(given);
    const { target_audience, specific_sections } = brief as JsonObject;
    assert.deepEqual([target_audience, specific_sections], ['Owners of old houses', ['Costs', 'Noise']]);
  });

  test('Ctrl-C leaves the run, and --resume goes on to the same article', where, async (t) => {
    const given = projectOf(t);
    const { project, research, call, screen } = given;
    const args = ['research', 'What does a heat pump cost in an old building today', ...GIVEN.slice(1)];
    using terminal = new Terminal([...args, '--review-plan'], screen);
    await terminal.sees(/a run it[\s\S]*\? help|run it/);
    terminal.types(KEYS.interrupt);
    assert.equal(await terminal.exitCode(), 3);
    const [, run = ''] = /research --resume (run_\w+)/.exec(terminal.text) ?? [];
    assert.notEqual(run, '');
    assert.equal(existsSync(join(project, 'research')), false);
    writeFileSync(join(project, 'a.json'), JSON.stringify({ 'research-strategy/review_plan': ['approve'] }));
    const said = await research('--resume', run, '--answers', 'a.json');
    assert.equal(said.code, 0, said.err);
    assert.match((await call('documents', 'list')).out, /what-does-a-heat-pump-cost.*written/);
  });
});

/** The commands under "Next", without the program's name. */
function commandsIn(said: string): readonly (readonly string[])[] {
  const [, lines = ''] = /\n Next\n([\s\S]*)$/.exec(said) ?? [];
  const commands = lines.split('\n').filter((line) => /\S/.test(line));
  const words = (line: string) =>
    [...line.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, word]) => quoted ?? word ?? '');
  return commands.map((line) => words(line).slice(1));
}
