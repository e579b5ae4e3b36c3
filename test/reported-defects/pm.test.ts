// What two trials of the PM found, item by item (sddpm3).

import assert from 'node:assert/strict';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { projectFiles } from '../../src/agents/tools/project-files.ts';
import { startAlone } from '../../src/cli/system/start-alone.ts';
import { checkSpec } from '../../src/documents/spec/check-spec.ts';
import { readSpec } from '../../src/documents/spec/read-spec.ts';
import { checkStories } from '../../src/documents/stories/check-stories.ts';
import { systemAdder } from '../../src/operations/add-system.ts';
import type { GateFacts, RunFacts } from '../../src/ports/system.ts';
import { addCompiled } from '../../src/runtime/add-diagram.ts';
import { drawingOf } from '../../src/runtime/check-system.ts';
import { lazyCode } from '../../src/runtime/lazy-code.ts';
import { openEngine } from '../../src/runtime/open-engine.ts';
import { workspaceFiles } from '../../src/runtime/workspace-files.ts';
import { interviewAnswer, writtenInterview } from '../../src/systems/pm/gates/interview-gate.ts';
import { waits } from '../../src/systems/pm/live.ts';
import { pm } from '../../src/systems/pm/system.ts';
import { SYSTEMS } from '../../src/systems/systems.ts';
import { envelope } from '../agents/agent-engine.ts';
import { openPlace } from '../e2e/open-place.ts';
import { connect, mcpOptions } from '../mcp/mcp-harness.ts';
import { FIRST, startInput } from '../mcp/pm-conversation.ts';
import { systemsOn } from '../mcp/systems-on.ts';
import { startModelServer } from '../support/model-server.ts';
import { root } from '../support/run-signoff.ts';
import { signoffHere } from '../support/signoff-here.ts';
import { atTerminalHere } from '../support/terminal-here.ts';
import { KEYS } from '../support/terminal-screen.ts';
import { ADA, newFolder, PmRun, pmFixture, question, SPEC, STORIES } from '../systems/pm-fixture.ts';
import { inTurn, pmWithModel } from '../systems/pm-model.ts';

const ENDS = ['done', 'Done.', 'DONE', 'finish', 'Finish.', "that's all", 'That’s all.', '/done', '/Done', ' done \n'];
const SAID = ['done with the payments', 'finish line', 'not done', "that's all members", 'done?', 'ok', ''];

const factsWith = (data: object): GateFacts => ({ data, messages: [], offer: null }) as unknown as GateFacts;

test('sddpm3-D3: words that end an interview end it typed alone; in a sentence, and as a choice, not', async () => {
  const none = factsWith({ questions: [] });
  const ended = { output: { reason: 'user_done' } };
  for (const text of ENDS) assert.deepEqual(await interviewAnswer(none, { kind: 'message', text }), ended, text);
  for (const text of SAID)
    assert.deepEqual(await interviewAnswer(none, { kind: 'message', text }), { message: text }, text);
  const choices = factsWith({ questions: [{ topic: 'requirements', text: 'Which word?', choices: ['Open', 'Done'] }] });
  assert.deepEqual(await interviewAnswer(choices, { kind: 'message', text: 'Done' }), { message: 'Done' });
  assert.deepEqual(await interviewAnswer(choices, { kind: 'message', text: '/done' }), ended);
  const attachments = [{ name: 'a.txt', text: 'Members.' }];
  assert.deepEqual(await interviewAnswer(none, { kind: 'message', text: 'done', attachments }), {
    ...{ message: 'done', attachments },
  });
  for (const text of ENDS) assert.deepEqual(writtenInterview(none, text), { kind: 'end' }, text);
});

const IDEA = 'A rota that nurses can change on their phone';

function place(t: TestContext, env: NodeJS.ProcessEnv) {
  const folder = newFolder(t);
  const run = (args: readonly string[], lines: readonly string[] = []) =>
    signoffHere(args, {
      ...{ cwd: folder, home: join(folder, '.signoff'), input: lines.map((line) => `${line}\n`).join('') },
      env: { SIGNOFF_USER: 'user:ada', ...env },
    });
  return { folder, run };
}

async function modelPlace(t: TestContext) {
  const kinds: string[] = [];
  const server = await startModelServer(({ texts: [first = ''] }) => {
    const kind = /: interview/.test(first) ? 'interview' : /: write the spec/.test(first) ? 'draft' : 'scope';
    kinds.push(kind);
    if (kind === 'interview') return question('What else is there?');
    return envelope(kind === 'draft' ? SPEC : STORIES);
  });
  t.after(() => server.close());
  return { kinds, ...place(t, { SIGNOFF_PROVIDER: server.url, SIGNOFF_API_KEY: 'sk-none', SIGNOFF_MODEL: 'any' }) };
}

test('sddpm3-D3: lines on stdin and a file of answers end it; a model is asked for no further turn', async (t) => {
  const asked = ['interview', 'interview', 'draft', 'scope'];
  const piped = await modelPlace(t);
  const lines = await piped.run(['pm', IDEA], ['Nurses change it.', "That's all.", 'submit']);
  assert.equal(lines.code, 0, lines.out + lines.err);
  assert.deepEqual(piped.kinds, asked);
  const { folder, run, kinds } = await modelPlace(t);
  const answers = { INTERVIEWING: [['Nurses change it.', 'Finish.']], 'pm-draft/preview': 'submit' };
  writeFileSync(join(folder, 'a.json'), JSON.stringify(answers));
  const written = await run(['pm', IDEA, '--answers', 'a.json']);
  assert.equal(written.code, 0, written.out + written.err);
  assert.deepEqual(kinds, asked);
});

test('sddpm3-D3: without a model, by a command for one task and in `chat`, they end it too', async (t) => {
  const { run } = place(t, { SIGNOFF_PROVIDER: 'offline' });
  await run(['pm', IDEA]);
  const task = /run_\w+#\d+/.exec((await run(['tasks', 'list'])).out)?.[0] ?? assert.fail('no task');
  const said = await run(['tasks', 'say', task, 'done']);
  assert.equal(said.code, 0, said.err);
  assert.match((await run(['pm', 'status'])).out, /DRAFTING/);
  await run(['pm'], ['continue Patients see it.', '/quit']);
  const chat = /run_\w+#\d+/.exec((await run(['tasks', 'list'])).out)?.[0] ?? assert.fail('no task');
  await run(['chat', chat], ['finish']);
  assert.match((await run(['pm', 'status'])).out, /DRAFTING/);
});

test('sddpm3-D3: over MCP the person’s "finish" leads to the draft', async (t) => {
  const { engine, project } = await pmFixture(t);
  const systems = await systemsOn({ engine, project });
  const { call } = await connect(
    t,
    mcpOptions(engine, { actor: 'user:ada', systems, projects: [project], projectTools: projectFiles }),
  );
  const first = await call('runs_start', startInput(project));
  const asked = await call('tasks_submit', { task: String(first.task), message: FIRST });
  const next = await call('tasks_answer', { task: String(asked.task), message: 'Finish' });
  assert.equal(next.step, 'draft', JSON.stringify(next));
});

const OWN_WORDS = {
  submit_stories: {
    ...STORIES.submit_stories,
    requirements: STORIES.submit_stories.requirements.map((story) => ({
      ...story,
      acceptance_criteria: ['Two orders give a file of two lines.'],
    })),
  },
};

test('sddpm3-D14: stories that cover a requirement by id, in words of their own, are taken at once', async (t) => {
  const { asked, fixture } = await pmWithModel(
    t,
    inTurn({ scope: [{ output: OWN_WORDS }], interview: [question('Which?')] }),
  );
  const run = await fixture.start({ begin: 'interview', idea: IDEA });
  await run.submits();
  await run.until('the approval', async () => (await run.values('is_approved')).is_approved === true);
  assert.equal(asked.filter(({ kind }) => kind === 'scope').length, 1);
  const story = run.read(`${(await run.values('feature_id')).feature_id}/stories/S-001.md`);
  assert.match(story, /- \[ \] Two orders give a file of two lines\. \(R-001\)\n/);
});

test('sddpm3-D14: a criterion is covered by its id alone, as a beginning or in covers', () => {
  const spec = readSpec(SPEC);
  const [story] = STORIES.submit_stories.requirements;
  const check = (fields: object) =>
    checkStories({ ...STORIES.submit_stories, requirements: [{ ...story, ...fields }] }, spec);
  const words = ['One order, one line.'];
  for (const fields of [
    { covers: ['R-001.1'], acceptance_criteria: words },
    { covers: [], acceptance_criteria: ['R-001.1: one order, one line'] },
  ])
    assert.deepEqual(check(fields), { passed: true, problems: [], warnings: [] }, JSON.stringify(fields));
  const left = check({ covers: ['R-001'], acceptance_criteria: words });
  assert.deepEqual([left.passed, left.warnings.map(({ rule }) => rule)], [true, ['story-criterion-missing']]);
  const unknown = check({ covers: ['R-001', 'R-001.9'], acceptance_criteria: words }).problems;
  assert.match(unknown.map(({ message }) => message).join(), /^S-001 covers R-001\.9, which the spec does not have\.$/);
});

test('sddpm3-D10: no id is offered twice among the fixes of one list', () => {
  const titles = [
    'R-1: One',
    'R-002: Two',
    'R-002: Three',
    'R1: Four',
    'Five',
    'R-003: Six',
    'R-003: Seven',
    'R-4: Eight',
  ];
  const requirement = (title: string): string => `### ${title}\n\n**Acceptance Criteria:**\n\n- [ ] It is seen.\n`;
  const markdown = `${SPEC.slice(0, SPEC.indexOf('### '))}${titles.map(requirement).join('\n')}`;
  const offered = checkSpec(markdown).blocking.flatMap(({ check, fix }) =>
    check === 3 ? (/R-\d{3}/.exec(fix) ?? []) : [],
  );
  assert.deepEqual(offered, ['R-001', 'R-005', 'R-006', 'R-007', 'R-004']);
});

test('sddpm3-D11: a drawing added by hand finds the workflow of the architect; its own version stays', async (t) => {
  const folder = newFolder(t);
  const store = await openPlace(join(folder, 'store.db'));
  const whole = await drawingOf(pm, false);
  const alone = whole.subflows.filter(({ name }) => name === 'pm-draft');
  for (const flow of alone) await addCompiled(store, flow, whole.folder, ADA);
  const stored = await addCompiled(store, whole.workflow, whole.folder, ADA);
  const engine = await openEngine({
    ...{ store, role: 'test', processesWork: true, workspaces: [folder] },
    code: lazyCode(pm, { files: workspaceFiles([folder]), now: Date.now, domain: async () => null }),
    addSystem: systemAdder(async () => SYSTEMS, ADA),
  });
  t.after(async () => {
    await engine.close(0);
    await store.close();
  });
  const started = await engine.start(stored, { project_path: folder, upload: SPEC, begin: 'upload' }, { by: ADA });
  const run = new PmRun(engine, started.ok ? started.run : assert.fail(started.rejection.message), folder);
  const begun = () => run.family().then((all) => all.map(({ workflow }) => workflow));
  await run.until('the review', async () => {
    const lost = (await run.events()).find(({ type }) => type === 'ChildNotStarted' || type === 'SignalUndelivered');
    return lost?.type ?? (await begun()).includes('pm-scope');
  });
  assert.deepEqual(await begun(), ['pm-architect', 'pm-scope']);
  assert.equal((await store.workflow('pm'))?.version, stored.version);
});

test('sddpm3-D11: status says that nobody reviews where the architect could not be started', () => {
  const facts = { state: 'WAITING', data: { pending_request_id: 'request-1' }, runInput: {} } as unknown as RunFacts;
  assert.match(waits({ ...facts, children: [] }) ?? '', /^nobody: the architect's run could not be started/);
  assert.match(waits({ ...facts, children: ['run_1'] }) ?? '', /^the architect's review/);
});

test('sddpm3-D9: the command that the reference names for signals is one of the program', async () => {
  const page = readFileSync(join(root, 'docs/reference/pm.md'), 'utf8');
  const [, command = ''] = /A signal is sent with `signoff (\w+ \w+) /.exec(page) ?? [];
  const help = await signoffHere([...command.split(' '), '--help']);
  assert.match(help.out, new RegExp(`^Usage: signoff ${command} `));
});

test('sddpm3-D12: of two started in one project at once one learns of the other; later ones begin', async (t) => {
  const { engine, store, stored, project } = await pmFixture(t);
  const place = { engine, store, project };
  const begin = () => startAlone(place, stored, { project_path: project }, { by: ADA });
  const both = await Promise.all([begin(), begin()]);
  const [first, ...more] = both.flatMap((each) => (each.ok ? [each.run] : []));
  assert.deepEqual([typeof first, more], ['string', []]);
  const why = both.flatMap((each) => (each.ok ? [] : [each.rejection]));
  assert.deepEqual([why.length, why[0]?.code], [1, 'already-live']);
  assert.match(
    why[0]?.message ?? '',
    new RegExp(`${first} was started in this project[\\s\\S]*pm --resume ${first}\\. Noth`),
  );
  const run = new PmRun(engine, first ?? '', project);
  await run.sends('shutdown');
  await run.ended();
  const [again, third] = [await begin(), await begin()];
  assert.deepEqual([again.ok, third.ok], [true, false]);
  const elsewhere = await startAlone(
    { ...place, project: `${project}-2` },
    stored,
    { project_path: project },
    { by: ADA },
  );
  assert.ok(elsewhere.ok);
});

test('sddpm3-D15: what is typed before the first question stands in the input, and Enter sends it', async (t) => {
  const cwd = newFolder(t);
  const { enter, back } = KEYS;
  const played = await atTerminalHere(
    ['pm', IDEA],
    [
      [/run_\w+/, `Nurses swapp${back} shifts.${enter}`],
      [/Enter sends it[\s\S]*› Nurses swap shifts\. ?$/, enter],
      [/you\s+Nurses swap shifts\.[\s\S]*› $/, `/quit${enter}`],
    ],
    { cwd, home: join(cwd, '.signoff') },
  );
  assert.equal(played.code, 3, played.out);
});

const stored = (folder: string): string => {
  const [feature = ''] = readdirSync(join(folder, 'magi-sdd'));
  return readFileSync(join(folder, 'magi-sdd', feature, 'spec.md'), 'utf8');
};

test('sddpm3-D2: a pasted text of 16 KB and answers in German end no interview, and are filed whole', async (t) => {
  const pasted = 'Members book a court for one hour. '.repeat(470).trim();
  const answers = [
    'Die Mitglieder und die zwei Damen am Empfang.',
    'Ein Mitglied bucht einen Platz für eine Stunde. Der Empfang kann einen Platz sperren, wenn gemäht wird.',
    'Keine Zahlung, das bleibt am Schalter.',
    ...['Ich weiß nicht', pasted],
  ];
  const { folder, run } = place(t, { SIGNOFF_PROVIDER: 'offline' });
  const made = await run(['pm', 'Ein Verein: Mitglieder buchen Tennisplätze.'], [...answers, '/done', 'a', 'a']);
  assert.equal(made.code, 0, made.out.slice(-2000) + made.err);
  const spec = stored(folder);
  assert.match(spec, /## Users\n\n- Ein Mitglied bucht einen Platz für eine Stunde\.\n- Der Empfang kann/);
  assert.match(spec, /### Out of Scope\n\n- open: What is left out of the first version\?\n/);
  assert.equal(readSpec(spec).requirements.length, 471);
});

test('sddpm3-D4: what was said stands as it was said, and nobody but a person approves it', async (t) => {
  const { folder, run } = place(t, { SIGNOFF_PROVIDER: 'offline' });
  const said = [
    'No payments in this, we do that at the counter. Also no appointments.',
    'Cooks and waiters.',
    'My wife Anna does the invoices but she does not need it.',
    'Actually customers should be able to pay online too.',
    'At most two open bookings, then at most three.',
  ];
  const waits = await run(['pm', 'Members book tennis courts.'], [...said, '/done', 'a']);
  assert.equal(waits.code, 3, waits.out);
  assert.match(waits.out, /You are its architect\.[\s\S]*Nobody is here to decide on the specification/);
  const spec = readSpec(stored(folder));
  assert.deepEqual(
    spec.requirements.map(({ description }) => description),
    ['Members book tennis courts.', said[4]],
  );
  assert.equal(spec.vision, 'No payments in this, we do that at the counter.\nAlso no appointments.');
  assert.deepEqual([spec.inScope, spec.outOfScope], [[said[2]], [said[3]]]);
  assert.match(stored(folder), /## Users\n\n- Cooks and waiters\.\n/);
});
