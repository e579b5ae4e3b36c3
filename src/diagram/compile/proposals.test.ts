// What a fix proposes is written into the diagram as it stands: the problem is gone, and no other has come.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { compile } from '../compile.ts';
import type { Problem } from '../problem.ts';

const hash = (text: string): string => `sha256:${text.length}`;
const SCHEMA = '"output":{"type":"object","properties":{"kind":{"enum":["bug","idea"]},"ok":{"type":"boolean"}}}';
const FLAG = (name: string): string => `"output":{"type":"object","properties":{"${name}":{"type":"boolean"}}}`;
const OTHER = '"output":{"type":"object","properties":{"title":{"type":"string"}},"additionalProperties":false}';

describe('the fix of a label that is no condition can be used', () => {
  const gate = (no: string, yes: string, config = ''): string =>
    `graph TD\n  W[Write] --> R(Read)\n  R -->|${no}| W\n  R -->|${yes}| S[Send]\n${config}`;
  const flow = (label: string, config: string): string =>
    `graph TD\n  A[Sort] -->|${label}| B\n  A -->|default| C\n%% @A: {${config}}`;
  test('at a gate', async () => {
    await becomes(gate('no', 'yes'), "output.verdict === 'reject'", "output.verdict === 'approve'");
    await becomes(gate('Rejected', 'OK'), "output.verdict === 'reject'", "output.verdict === 'approve'");
    await becomes(gate('needs work', 'looks good'), "output.verdict === 'reject'", "output.verdict === 'approve'");
    await becomes(gate('not approved', '!rejected'), "output.verdict === 'reject'", "output.verdict === 'approve'");
    await leavesOpen(
      gate('blue', 'default'),
      /^Write "output\.verdict === 'VERDICT'" with one of approve, reject for VERDICT,/,
    );
  });
  test('at a gate with words of its own', () =>
    becomes(
      gate('no', 'yes', '%% @R: {"verdicts":["ship","hold","deny"]}'),
      "output.verdict === 'deny'",
      "output.verdict === 'ship'",
    ));
  test('at a decision behind a gate', () =>
    becomes(
      'graph TD\n  W[Write] --> R(Read)\n  R -->|default| D{Good?}\n  D -->|no| W\n  D -->|yes| S[Send]',
      "output.verdict === 'reject'",
      "output.verdict === 'approve'",
    ));
  test('by the schema of what it reads', async () => {
    await becomes(flow('Bug', SCHEMA), "output.kind === 'bug'");
    await becomes(flow('kind = idea', SCHEMA), "output.kind === 'idea'");
    await becomes(flow('ok and kind is bug', SCHEMA), "output.ok && output.kind === 'bug'");
    await becomes(flow('yes', FLAG('urgent')), 'output.urgent');
    await becomes(flow('no', FLAG('urgent')), '!output.urgent');
    await becomes(flow('rejected', FLAG('approved')), '!output.approved');
    await becomes(flow('approved', FLAG('rejected')), '!output.rejected');
    await leavesOpen(flow('soon', SCHEMA), /^Write "output\.kind === VALUE" with one of 'bug', 'idea' for VALUE,/);
    await leavesOpen(
      flow('approved', FLAG('urgent')),
      /^Write "output\.urgent === VALUE" with one of true, false for VALUE,/,
    );
    await leavesOpen(
      flow('no', FLAG('rejected')),
      /^Write "output\.rejected === VALUE" with one of true, false for VALUE,/,
    );
    await leavesOpen(flow('looks good', OTHER), /^Write "output\.title === VALUE" with what it must be for VALUE,/);
  });
  test('where nothing is known', async () => {
    await becomes(flow('score > 80', '"visits":2'), 'output.score > 80');
    await becomes(flow('output.a and not output.b', '"visits":2'), 'output.a && ! output.b');
    await becomes(flow('no', '"visits":2'), '!output.ok');
    await becomes(flow('kind = bug', '"visits":2'), "output.kind === 'bug'");
    await leavesOpen(
      'graph TD\n  A -->|soon| B\n  A -->|default| C',
      /^Write "output\.FIELD === VALUE" with a field of what "A"/,
    );
  });
  test('in a state machine', async () => {
    const states =
      'stateDiagram-v2\n  [*] --> A\n  A --> B : Not yet\n  A --> C : Looks fine\n  B --> [*]\n  C --> [*]\n';
    await becomes(states, 'not-yet', 'looks-fine');
    const gates = `${states}%% @A: {"execution":"manual"}`;
    await becomes(gates.replace('Not yet', 'No!').replace('Looks fine', '[rejected]'), "[output.verdict === 'reject']");
  });
});

describe('the fix of a verdict, a value or a name can be used', () => {
  for (const [text, wrong, right] of [
    [`graph TD\n  A(x) -->|"output.verdict === 'rejected'"| B\n  A -->|default| C`, "'rejected'", "'reject'"],
    [`graph TD\n  A(x) -->|"output.verdict !== 'yes'"| B\n  A -->|default| C`, "'yes'", "'approve'"],
    [`graph TD\n  A(x) -->|"output.verdict === 'not approved'"| B\n  A -->|default| C`, "'not approved'", "'reject'"],
    [`graph TD\n  A -->|"output.kind === 'bgu'"| B\n  A -->|default| C\n%% @A: {${SCHEMA}}`, "'bgu'", "'bug'"],
    [`graph TD\n  A -->|"output.ok === 'true'"| B\n  A -->|default| C\n%% @A: {${SCHEMA}}`, "'true'", 'true'],
    [`graph TD\n  A -->|"output.knid === 'bug'"| B\n  A -->|default| C\n%% @A: {${SCHEMA}}`, 'knid', 'kind'],
    ['graph TD\n  draft --> B(x)\n%% @B: {"shows":["steps.darft.output"]}', 'steps.darft', 'steps.draft'],
  ] as const) {
    test(`${wrong} as ${right}`, async () => {
      const [first] = await problemsOf(text);
      assert.ok(first?.fix.includes(right), first?.fix);
      assert.deepEqual(await problemsOf(text.replace(wrong, right)), []);
    });
  }
});

test('a value that denies another is not taken for it', async () => {
  const gate = '%% @A: {"verdicts":["approve","abstain","reject"]}';
  const [verdict] = await problemsOf(
    `graph TD\n  A(x) -->|"output.verdict === 'unapproved'"| B\n  A -->|default| C\n${gate}`,
  );
  assert.match(verdict?.fix ?? '', /^Write one of 'approve', 'abstain', 'reject'/);
  const schema = '"output":{"type":"object","properties":{"state":{"enum":["approved","open"]}}}';
  const [value] = await problemsOf(
    `graph TD\n  A -->|"output.state === 'unapproved'"| B\n  A -->|default| C\n%% @A: {${schema}}`,
  );
  assert.match(value?.fix ?? '', /^Write one of them/);
});

/** Nothing is chosen, and what the fix says does not pass before something is. */
async function leavesOpen(text: string, fix: RegExp): Promise<void> {
  const [first, ...others] = await problemsOf(text);
  assert.match(first?.fix ?? '', fix);
  assert.deepEqual(others, []);
  const pattern = /"(.*?)"/.exec(first?.fix ?? '')?.[0];
  const lines = text.split('\n');
  const at = (first?.line ?? 0) - 1;
  lines[at] = lines[at]?.replace(/\|.*?\|/, () => `|${pattern}|`) ?? '';
  const left = await problemsOf(lines.join('\n'));
  assert.ok(
    left.some(({ severity }) => severity === 'problem'),
    lines.join('\n'),
  );
}

async function problemsOf(text: string): Promise<readonly Problem[]> {
  return (await compile({ fileName: 'a.mmd', text, hash })).problems;
}

/** Each proposal is put in the place of the label it is for. */
async function becomes(text: string, ...expected: string[]): Promise<void> {
  const isMachine = text.startsWith('state');
  const found = (await problemsOf(text)).filter(({ code }) => code === 'prose-label');
  const proposed = found.map(
    ({ fix }) => /^Write an? (?:condition|event) such as (".*?"|\[.*?\]|[\w-]+),/.exec(fix)?.[1],
  );
  let mended = text;
  for (const [at, { line }] of found.entries()) {
    const lines = mended.split('\n');
    const label = isMachine ? /: .*$/ : /\|.*\|/;
    const said = isMachine ? `: ${proposed[at]}` : `|${proposed[at]}|`;
    lines[line - 1] = lines[line - 1]?.replace(label, () => said) ?? '';
    mended = lines.join('\n');
  }
  assert.deepEqual(proposed.map((one) => one?.replaceAll(/^"|"$/g, '')).slice(0, expected.length), expected);
  const left = (await problemsOf(mended)).filter(({ code }) => code !== 'value-without-edge');
  assert.deepEqual(left, [], mended);
}
