// Every example, run through the real program: exit codes, results, and the facts each story is about.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import type { EngineEvent, EventType } from '../src/engine/events.ts';
import { folderOf, root } from './support/run-signoff.ts';
import { type RecordedEvent, recordedRun, signoffHere } from './support/signoff-here.ts';

const PR_REVIEW_SHA256 = 'e5a17868da92fd8ffa5042f877f978ae456362b830e926f24b7e622e4033c664';

const of = <T extends EventType>(events: readonly RecordedEvent[], type: T): EngineEvent<T>['data'][] =>
  events.filter((event) => event.type === type).map((event) => event.data as EngineEvent<T>['data']);

const opened = (events: readonly RecordedEvent[], step: string) =>
  of(events, 'TaskOpened').filter((data) => data.step === step);

const ways = (events: readonly RecordedEvent[]) => of(events, 'BranchTaken').map(({ step, to }) => `${step} ${to}`);

function story(example: string, answers: string, ...input: readonly string[]) {
  const folder = join('examples', example);
  return recordedRun([join(folder, 'workflow.mmd'), ...input, '--answers', join(folder, 'answers', `${answers}.json`)]);
}

describe('every example', { concurrency: 2 }, () => {
  for (const example of readdirSync(join(root, 'examples'))) {
    if (!existsSync(join(root, 'examples', example, 'workflow.mmd'))) continue;
    test(`${example} has no problem, and its README names every file of answers`, async () => {
      const { code, out } = await signoffHere(['check', join('examples', example, 'workflow.mmd')]);
      assert.equal(code, 0, out);
      assert.match(out, /^No problems in 1 file\.$/m);
      const readme = readFileSync(join(root, 'examples', example, 'README.md'), 'utf8');
      for (const file of readdirSync(join(root, 'examples', example, 'answers')))
        assert.ok(readme.includes(file), file);
    });
  }
});

describe('pr-review', { concurrency: 2 }, () => {
  const review = (answers: string) => story('pr-review', answers, '--input', 'prNumber=7');

  test("is the source document's diagram, byte for byte", () => {
    const source = readFileSync(join(root, 'examples/pr-review/workflow.mmd'));
    assert.equal(createHash('sha256').update(source).digest('hex'), PR_REVIEW_SHA256);
  });

  test('approves: three files reviewed, one join, the score decides', async () => {
    const { code, result, events } = await review('approve');
    assert.equal(code, 0);
    assert.equal(result.status, 'completed');
    assert.deepEqual(result.output.merged, true);
    assert.deepEqual(result.holds, []);
    assert.equal(opened(events, 'C').length, 3);
    assert.deepEqual(opened(events, 'A')[0]?.reads, { 'input.prNumber': 7 });
    assert.equal(of(events, 'JoinFired').length, 1);
    const [taken] = of(events, 'BranchTaken');
    assert.deepEqual(taken?.reads, [{ path: 'output.score', value: 92 }]);
    assert.deepEqual([taken?.expression, taken?.to], ['output.score >= 80', 'F']);
  });

  test('asks a person, whose prompt reads the score', async () => {
    const { code, result, events } = await review('human-review');
    assert.equal(code, 0);
    assert.equal(result.output.commit, '9b27d51');
    assert.deepEqual(opened(events, 'G')[0]?.reads, { 'input.score': 64 });
    assert.equal(of(events, 'VerdictBound')[0]?.verdict, 'approve');
    const { out } = await signoffHere([
      'run',
      'examples/pr-review/workflow.mmd',
      '--input',
      'prNumber=7',
      '--answers',
      'examples/pr-review/answers/human-review.json',
    ]);
    assert.match(out, /asked: Review automated analysis\. Score: 64\/100\. Approve, request changes, or reject\./);
    assert.match(out, /→ G Human Review {2}output\.score >= 50, output\.score is 64/);
  });

  test('holds a rejection, since no edge says where it goes', async () => {
    const { code, result } = await review('reject');
    assert.equal(code, 3);
    assert.equal(result.status, 'on_hold');
    assert.equal(result.holds[0].code, 'rejected');
    assert.deepEqual(result.holds[0].moves, ['retry', 'choose', 'end']);
  });

  test('goes round again: a second round of file reviews, a second join', async () => {
    const { code, result, events } = await review('retry');
    assert.equal(code, 0);
    assert.equal(result.output.commit, 'e07a3b8');
    assert.deepEqual(ways(events), ['E H', 'J A', 'E F']);
    assert.equal(opened(events, 'C').length, 6);
    assert.deepEqual(
      opened(events, 'A').map(({ visit, reads }) => [visit, reads?.['input.prNumber']]),
      [
        [1, 7],
        [2, 7],
      ],
    );
    assert.deepEqual(
      of(events, 'JoinFired').map(({ scope }) => scope),
      [1, 2],
    );
  });

  test('closes what is not worth another round', async () => {
    const { code, result, events } = await review('close');
    assert.equal(code, 0);
    assert.equal(result.output.closed, true);
    assert.deepEqual(ways(events), ['E H', 'J K']);
    assert.equal(opened(events, 'I').length, 0);
  });

  test('joins at once when no file changed', async () => {
    const { code, events } = await review('empty');
    assert.equal(code, 0);
    assert.equal(opened(events, 'C').length, 0);
    assert.deepEqual(
      of(events, 'ScopeOpened').map(({ total }) => total),
      [0],
    );
    assert.equal(of(events, 'JoinFired')[0]?.why, 'settled');
  });
});

describe('release-notes', { concurrency: 2 }, () => {
  const notes = (answers: string) => story('release-notes', answers, '--input', 'release=2.4');

  test('spreads over repositories and their pull requests, and stops waiting at two checks of three', async () => {
    const { code, result, events } = await notes('early');
    assert.equal(code, 0);
    assert.deepEqual(result.output, { url: 'https://notes.example.org/2.4', published: true });
    assert.deepEqual(
      of(events, 'ScopeOpened').map(({ step, total }) => `${step} ${total}`),
      ['repos 2', 'pulls 3', 'pulls 2', 'checks 3'],
    );
    const [, , last] = opened(events, 'pulls');
    assert.deepEqual(last?.reads, { 'pull.number': 421, repository: 'engine', 'pull.title': 'Faster restore' });
    assert.deepEqual(
      of(events, 'JoinFired')
        .map(({ step, why }) => `${step} ${why}`)
        .at(-1),
      'passed early',
    );
    assert.deepEqual(
      of(events, 'TaskCancelled').map(({ reason }) => reason),
      ['The join fired without it.'],
    );
  });

  test('bears one failed check', async () => {
    const { code, events } = await notes('one-check-fails');
    assert.equal(code, 0);
    assert.deepEqual(of(events, 'BranchSettled').filter(({ as }) => as === 'failed').length, 1);
    assert.equal(of(events, 'JoinFired').at(-1)?.why, 'settled');
  });

  test('holds when two checks fail, and says what can be done', async () => {
    const { code, result } = await notes('two-checks-fail');
    assert.equal(code, 3);
    assert.deepEqual([result.holds[0].step, result.holds[0].code], ['passed', 'join-boundary']);
    assert.deepEqual(result.holds[0].moves, ['retry-failed', 'skip-failed', 'force', 'end']);
  });

  test('goes back when the notes are not signed', async () => {
    const { code, events } = await notes('revised');
    assert.equal(code, 0);
    assert.deepEqual(ways(events), ['approve revise', 'approve publish']);
    assert.equal(of(events, 'JoinFired').filter(({ step }) => step === 'passed').length, 2);
  });
});

describe('code-lock', { concurrency: 2 }, () => {
  const states = (events: readonly RecordedEvent[]) => of(events, 'StateEntered').map(({ to }) => to);

  test('opens, closes, locks, and unlocks with the right code only', async () => {
    const { code, result, events } = await story('code-lock', 'walk-through');
    assert.equal(code, 0);
    assert.deepEqual(result.output, { opened: 2, wrongCodes: 1 });
    assert.deepEqual(states(events), ['Closed', 'Open', 'Closed', 'Locked', 'Closed', 'Open', '[*]']);
    assert.equal(of(events, 'StateStayed').length, 1);
  });

  test('takes the code from the input', async () => {
    const { code, result } = await story('code-lock', 'walk-through', '--input', 'code=please');
    assert.equal(code, 1, 'the second unlock finds it closed, not locked');
    assert.match(result.stopped, /Expected one of the signals open, lock in Closed, found "unlock"/);
  });

  test('raises the alarm at the third wrong code', async () => {
    const { code, events } = await story('code-lock', 'alarm');
    assert.equal(code, 0);
    assert.deepEqual(states(events), ['Closed', 'Locked', 'Alarm', '[*]']);
    assert.equal(of(events, 'StateEntered')[2]?.expression, 'data.wrongCodes >= 2');
  });

  test('refuses to open while locked, naming what is legal', async () => {
    const { code, result } = await story('code-lock', 'force-it');
    assert.equal(code, 1);
    assert.match(result.stopped, /The signal "open" was refused\. Expected one of the signals unlock in Locked/);
  });

  test('says what it waits for when nobody sends anything more', async () => {
    const { code, result } = await story('code-lock', 'left-open');
    assert.equal(code, 3);
    assert.deepEqual(result.waits, ['one of the signals close, remove in "Open"']);
  });
});

describe('embed', () => {
  const program = join(root, 'examples/embed/main.ts');

  test('is ten lines, and its run is durable in the folder it was started in', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'signoff-embed-'));
    try {
      const { DATABASE_URL: _url, SIGNOFF_HOME: _home, ...env } = process.env;
      const { stdout, stderr, status } = spawnSync(process.execPath, [program], { cwd: folder, env, encoding: 'utf8' });
      assert.equal(status, 0, stderr);
      assert.equal(stdout.trim(), "{ status: 'completed', output: 4 }");
      const listed = await signoffHere(['runs', 'list', '--store', join(folder, '.signoff/signoff.db'), '--json']);
      assert.equal(JSON.parse(listed.out).runs.length, 1, listed.out);
    } finally {
      rmSync(folder, { recursive: true });
    }
    const lines = readFileSync(program, 'utf8').trim().split('\n');
    assert.equal(lines.filter((line) => line !== '' && !line.startsWith('//')).length, 10);
  });
});

describe('prd', { concurrency: 2 }, () => {
  const SENTENCE = 'Readers can mark articles to read them later, also offline';

  async function written(answers: string) {
    using project = folderOf({ 'package.json': '{}' });
    const file = join(root, 'examples/prd/answers', `${answers}.json`);
    const said = await signoffHere(['prd', SENTENCE, '--project', project.folder, '--answers', file, '--json']);
    const result = JSON.parse(said.out) as { status: string; featureId: string; stopped: unknown };
    const read = (name: string): string | null => {
      const path = join(project.folder, 'magi-sdd', result.featureId, name);
      return existsSync(path) ? readFileSync(path, 'utf8') : null;
    };
    return { code: said.code, status: result.status, prd: read('PRD.md'), requirements: read('requirements.md') };
  }

  test('is rehearsed to its end by sign.json, and signed by nobody', async () => {
    const { code, status, prd } = await written('sign');
    assert.deepEqual([code, status], [0, 'finalized']);
    assert.match(prd ?? '', /rehearsal: nobody signed this[\s\S]*### REQ-001/);
  });

  test('loses nothing of what with-words.json says', async () => {
    const { code, status, prd, requirements } = await written('with-words');
    assert.deepEqual([code, status], [0, 'finalized']);
    assert.match(requirements ?? '', /Another team has it\./);
    assert.match(prd ?? '', /### REQ-003: Editors see what is marked most\n/);
    assert.doesNotMatch(prd ?? '', /### REQ-002:/);
    assert.match(prd ?? '', /Say who supports it/);
  });

  test('is left open where brief-only.json ends', async () => {
    const { code, status, prd } = await written('brief-only');
    assert.deepEqual([code, status, prd], [3, 'open', null]);
  });
});
