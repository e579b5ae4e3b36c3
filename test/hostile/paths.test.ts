// Whatever a client, a model or a run's input names as a path, nothing outside of the project is read or written: each
// text that each tool, form of a start, operation and tool of agents takes is tried with paths that lead out.

import assert from 'node:assert/strict';
import { globSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { toJSONSchema } from 'zod';
import { projectFiles } from '../../src/agents/tools/project-files.ts';
import { readConfig } from '../../src/diagram/config/config-block.ts';
import type { Value } from '../../src/engine/value.ts';
import type { Json, JsonObject } from '../../src/json.ts';
import { allOperations } from '../../src/operations/groups.ts';
import type { SystemEntry } from '../../src/ports/system.ts';
import { loadValue } from '../../src/runtime/load-value.ts';
import { performOperation } from '../../src/runtime/perform-operation.ts';
import { eventsOfRun } from '../../src/runtime/read-run.ts';
import { openSqliteStore } from '../../src/store/sqlite/open-store.ts';
import { SYSTEMS } from '../../src/systems/systems.ts';
import { stdio } from '../mcp/research-conversation.ts';
import { localSources } from '../support/local-sources.ts';
import { openOffice } from '../support/operations.ts';
import { type HostileSite, hostileSite, OPEN, SECRET, smallest, textFields, withText } from './hostile-paths.ts';

/** What may be a path by its name is tried with all of them, other texts with a few. */
const PATH_LIKE =
  /path|project|corpus|folder|file|from|under|glob|after|prd|brief|design|draft|uri|document|place|store/i;
const FEW = 3;
const OF_THE_PROJECT = /hidden|private key|login/;
const TIMEOUT = { timeout: 300_000 };

/** Each field with the paths that it is tried with. */
function tries(fields: readonly (readonly string[])[], { paths }: HostileSite) {
  const all = Object.entries(paths);
  return fields.flatMap((field, at) => {
    const chosen = PATH_LIKE.test(field.join('.')) ? all : all.filter((_, index) => (index + at) % all.length < FEW);
    return chosen.map(([what, path]) => ({ field, what, path }));
  });
}

/** Nothing that lies outside stands in what was said, in the store or in the project's files. */
async function keptOut(site: HostileSite, before: string, said: readonly string[]): Promise<void> {
  for (const text of said) assert.ok(!text.includes(SECRET), text.slice(0, 2000));
  assert.equal(site.outsideNow(), before, 'nothing outside was written');
  const own = /\.private|keys\/|\.npmrc/;
  for (const path of globSync('**/*', { cwd: site.project, withFileTypes: true, exclude: ['linked', 'linked.md'] }))
    if (path.isFile() && !own.test(join(path.parentPath, path.name)))
      assert.ok(!readFileSync(join(path.parentPath, path.name), 'latin1').includes(SECRET), path.name);
}

async function inTurns<T, R>(items: readonly T[], atOnce: number, work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (let at = 0; at < items.length; at += atOnce)
    results.push(...(await Promise.all(items.slice(at, at + atOnce).map(work))));
  return results;
}

async function served(t: TestContext) {
  const site = hostileSite(t);
  const { client } = await stdio(t, site.project);
  const ask = async (name: string, input: Json): Promise<string> =>
    JSON.stringify(await client.callTool({ name, arguments: input as Record<string, unknown> }));
  return { site, client, ask, before: site.outsideNow() };
}

/** Of a system's runs: what its form gives, and what the drawing takes besides. */
async function startOf({ name, load }: SystemEntry, { project }: HostileSite) {
  const { start, diagram } = await load();
  const { input: drawn } =
    readConfig(readFileSync(diagram, 'utf8')).entries.find(({ id }) => id === 'workflow')?.json ?? {};
  const schema =
    typeof drawn === 'string' ? readFileSync(new URL(`schemas/${drawn}.json`, diagram), 'utf8') : undefined;
  const fields = textFields(schema === undefined ? drawn : (JSON.parse(schema) as Json));
  const given = { subject: 'Oysters in the harbour, and who counts them.', project, clarifications: [] };
  return { workflow: name, fields, input: start?.input({ ...given, options: {} }) ?? {} };
}

test('torture3-D3: texts that a run is started with, over MCP', TIMEOUT, async (t) => {
  const { site, ask, before } = await served(t);
  const inside = { project_path: site.project, corpus: join(site.project, 'docs'), brief: { topic: 'Oysters' } };
  const open = await ask('runs_start', { workflow: 'research', input: inside });
  assert.ok(open.includes(OPEN), open);
  const starts = await Promise.all(SYSTEMS.map((entry) => startOf(entry, site)));
  const asked = starts.flatMap(({ workflow, fields, input }) =>
    tries(fields, site).map(({ field, what, path }) => ({
      workflow,
      input: withText(input, field, path),
      what: `${workflow} ${field.join('.')}: ${what}`,
    })),
  );
  t.diagnostic(`${asked.length} starts`);
  assert.ok(asked.length > 200, `found only ${asked.length}`);
  const said = await inTurns(asked, 32, ({ what: _, ...input }) => ask('runs_start', input));
  const taken = asked.filter(({ what }, at) => /corpus/.test(what) && !said[at]?.includes('"isError":true'));
  assert.deepEqual(
    taken.map(({ what }) => what),
    [],
    'refused before anything begins',
  );
  await keptOut(site, before, said);
  await notStored(site);
});

async function notStored({ project }: HostileSite): Promise<void> {
  const store = await openSqliteStore({ path: join(project, '.signoff/signoff.db'), onlyReads: true });
  for (let after: string | undefined; ; ) {
    const { items, next } = await store.listRuns({}, { limit: 100, ...(after !== undefined && { after }) });
    for (const row of items)
      for await (const event of eventsOfRun(store, row.run, row.key)) {
        const { input, output } = event.data as { input?: Value; output?: Value };
        const loaded = await Promise.all([input, output].map((value) => loadValue(store, row.run, value)));
        assert.ok(!JSON.stringify([event, loaded]).includes(SECRET), `${row.workflowName}: ${event.type}`);
      }
    if (next === null) break;
    after = next;
  }
  await store.close();
}

test('torture3-D3: texts that the tools of MCP take, and addresses of resources', TIMEOUT, async (t) => {
  const { site, client, ask, before } = await served(t);
  const { input } = await startOf(SYSTEMS.find(({ name }) => name === 'prd') ?? assert.fail(), site);
  const begun = await ask('runs_start', { workflow: 'prd', input });
  const [run = '', task = ''] = [/run_\w+/.exec(begun)?.[0], /run_\w+#\d+/.exec(begun)?.[0]];
  const { tools } = await client.listTools();
  const real: JsonObject = { run, task, workflowStateData: { thread_id: task } };
  const asked = tools.flatMap(({ name, inputSchema }) => {
    const schema = inputSchema as unknown as JsonObject;
    const own = Object.entries(real).filter(([field]) => field in ((schema.properties ?? {}) as object));
    const base = { ...(smallest(schema) as JsonObject), ...Object.fromEntries(own) };
    const fields = [...textFields(schema), ...(name === 'magi-prd-orchestrator' ? [['userInput', 'projectPath']] : [])];
    return tries(fields, site).map(({ field, path }) => ({ name, input: withText(base, field, path) }));
  });
  assert.ok(tools.length > 15 && asked.length > 300, `found only ${asked.length}`);
  const said = await inTurns(asked, 8, ({ name, input: given }) => ask(name, given));
  const read = Object.values(site.paths).flatMap((path) =>
    [`runs/${run}/documents/`, 'runs/', 'workflows/'].map((place) => `signoff://${place}${encodeURIComponent(path)}`),
  );
  const contents = await inTurns(read, 8, (uri) =>
    client.readResource({ uri }).catch((thrown: Error) => thrown.message),
  );
  await keptOut(site, before, [...said, JSON.stringify(contents)]);
  await notStored(site);
  const open = await ask('read_file', { path: 'docs/notes.md', run });
  assert.ok(open.includes(OPEN), open);
});

test('torture3-D3, torture3-D9: texts that the tools of agents take', async (t) => {
  const site = hostileSite(t);
  const before = site.outsideNow();
  const said: string[] = [];
  for (const tool of projectFiles(site.project)) {
    const { spec } = tool;
    const base = { ...(smallest(spec.input) as JsonObject), ...(spec.name === 'search_files' && { query: 'harbour' }) };
    for (const { field, path } of tries([[], ...textFields(spec.input)], site))
      said.push((await tool.call(withText(base, field, path), new AbortController().signal)).text);
  }
  assert.ok(said.length > 50, `${said.length}`);
  await keptOut(
    site,
    before,
    said.map((each) => JSON.stringify(each)),
  );
});

test('torture3-D3: texts that operations take of a caller who is not on this machine', TIMEOUT, async (t) => {
  const site = hostileSite(t);
  const before = site.outsideNow();
  const office = await openOffice();
  t.after(() => office.close());
  const around = readdirSync('.');
  const said: string[] = [];
  for (const { name, input } of await allOperations()) {
    const schema = toJSONSchema(input, { io: 'input', unrepresentable: 'any' }) as unknown as JsonObject;
    for (const { field, path } of tries(textFields(schema), site)) {
      const given = withText(smallest(schema), field, path) as JsonObject;
      said.push(await office.asked(name, given, { readsFiles: false }));
    }
  }
  assert.ok(said.length > 300, `${said.length}`);
  await keptOut(site, before, said);
  assert.deepEqual(readdirSync('.'), around, 'nothing was written in this folder');
});

/** A person at a terminal may name hidden files of their own project. */
test('torture3-D3: texts that operations of the systems take', TIMEOUT, async (t) => {
  const site = hostileSite(t);
  const before = site.outsideNow();
  const said: string[] = [];
  for (const { load } of SYSTEMS)
    for (const operation of (await load()).operations ?? []) {
      const texts = operation.input.filter(({ kind }) => kind === 'text').map(({ name }) => [name]);
      const needed = Object.fromEntries(
        operation.input.flatMap(({ name, isRequired }) => (isRequired ? [[name, 'x']] : [])),
      );
      for (const { field, path, what } of tries(texts, site)) {
        if (OF_THE_PROJECT.test(what)) continue;
        const given = withText(needed, field, path) as JsonObject;
        const done = await performOperation(operation, site.project, given, async (project) => localSources(project));
        said.push(JSON.stringify(done));
      }
    }
  assert.ok(said.length > 30, `${said.length}`);
  await keptOut(site, before, said);
});
