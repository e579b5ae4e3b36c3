// The official programs of MCP against ours: the conformance suite for servers, and the inspector's command line.
// What is expected to differ, and why, stands in docs/decisions/0018-mcp-conformance.md.

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { root } from '../support/run-signoff.ts';
import {
  type Check,
  conformance,
  inspect,
  type RunningServer,
  requiredScenarios,
  startServer,
  whyMissing,
} from './official/run-official.ts';

const missing = await whyMissing();
const SIGNOFF = join(root, 'signoff');
const FIXTURES = fileURLToPath(new URL('everything/everything-server.ts', import.meta.url));
const ADDRESS = /http:\/\/127\.0\.0\.1:\d+/;

const home = mkdtempSync(join(tmpdir(), 'signoff-official-'));
after(() => rmSync(home, { recursive: true, force: true }));

const failures = (checks: readonly Check[] = []) => checks.filter(({ status }) => status === 'FAILURE');
const passes = (checks: readonly Check[] = []) => checks.filter(({ status }) => status === 'SUCCESS');
const failureTexts = (scenario: string, checks: readonly Check[]) =>
  failures(checks).map(({ id, errorMessage }) => `${scenario} ${id}: ${errorMessage}`);

/** Said for each, so that nobody takes silence for success. */
const skips = (t: TestContext): boolean => {
  if (missing !== null) t.skip(missing);
  return missing !== null;
};

describe('the conformance suite against its fixtures behind our server', () => {
  let server: RunningServer;
  before(async () => {
    if (missing === null) server = await startServer(process.execPath, [FIXTURES], ADDRESS);
  });
  after(() => server?.stop());

  // A server for each request keeps no session, and so cannot ask the client in the middle of a call.
  const pushed = ['tools-call-sampling', 'tools-call-elicitation'];
  const forms = ['elicitation-sep1034-defaults', 'elicitation-sep1330-enums'];
  const exceptions = {
    '2025-11-25': { fails: [...pushed, ...forms], isNotMeant: ['server-sse-multiple-streams'] },
    '2026-07-28': { fails: [], isNotMeant: [] },
  } as const;

  for (const [revision, { fails, isNotMeant }] of Object.entries(exceptions))
    test(`everything that ${revision} requires passes but for what is explained`, async (t) => {
      if (skips(t)) return;
      const results = await conformance(`${server.found}/mcp`, ['--requirements', revision]);
      const required = requiredScenarios(revision);
      assert.ok(required.length >= 30, `${required.length} required`);
      const failed = required.filter((name) => failures(results.get(name)).length > 0);
      const lines = failed.flatMap((name) => failureTexts(name, results.get(name) ?? []));
      assert.deepEqual(failed.toSorted(), [...fails].toSorted(), lines.join('\n'));
      const silent = required.filter((name) => passes(results.get(name)).length === 0);
      assert.deepEqual(silent.toSorted(), [...isNotMeant].toSorted());
      t.diagnostic(`${required.length - failed.length - silent.length} of ${required.length} required scenarios pass`);
    });
});

describe('signoff serve', () => {
  let server: RunningServer;
  before(async () => {
    const args = ['serve', '--port', '0', '--project', home];
    if (missing === null) server = await startServer(SIGNOFF, args, ADDRESS, home);
  });
  after(() => server?.stop());

  const bare = ['tools-list', 'prompts-list', 'resources-list', 'dns-rebinding-protection'];
  const scenarios = {
    '2025-11-25': ['server-initialize', 'ping', ...bare],
    '2026-07-28': [...bare, 'caching', 'sep-2164-resource-not-found', 'http-header-validation', 'server-stateless'],
  };
  for (const [revision, names] of Object.entries(scenarios))
    test(`passes the scenarios of ${revision} that call nothing by name`, async (t) => {
      if (skips(t)) return;
      for (const name of names) {
        const flags = ['--scenario', name, '--spec-version', revision];
        const checks = (await conformance(`${server.found}/mcp`, flags)).get(name) ?? [];
        // A check that wants a tool by name says so of itself.
        const tested = checks.filter(({ errorMessage }) => !errorMessage?.startsWith('Not testable: '));
        assert.deepEqual(failureTexts(name, tested), []);
        assert.ok(passes(checks).length > 0, name);
      }
    });

  test('lists and does its tools for the inspector, in both forms of the protocol', async (t) => {
    if (skips(t)) return;
    for (const era of ['legacy', 'modern']) await isInspected([`${server.found}/mcp`, '--protocol-era', era]);
  });
});

test('signoff mcp lists and does its tools for the inspector over its streams', async (t) => {
  if (skips(t)) return;
  await isInspected([SIGNOFF, 'mcp', '--project', home]);
});

async function isInspected(target: readonly string[]): Promise<void> {
  const listed = await inspect([...target, '--method', 'tools/list', '--strict'], home);
  assert.equal(listed.code, 0, listed.err);
  const names = listed.result.tools.map((tool: { name: string }) => tool.name);
  for (const name of ['magi-prd-orchestrator', 'runs_start', 'runs_status', 'tasks_next'])
    assert.ok(names.includes(name), name);
  const call = (name: string, given: object) =>
    inspect(
      [...target, '--method', 'tools/call', '--tool-name', name, '--tool-args-json', JSON.stringify(given)],
      home,
    );
  const userInput = { projectPath: home, userUtterance: 'Let readers mark articles to read them later.' };
  const begun = await call('magi-prd-orchestrator', { userInput });
  assert.equal(begun.code, 0, begun.err);
  assert.match(begun.result.structuredContent.orchestrationInstructionsPrompt, /magi-prd-feature-brief/);
  const unknown = await call('runs_status', { run: 'run_00000000000000000000000000' });
  assert.equal(unknown.result.isError, true);
}
