// Labels at a gate in many spellings: the fix of each is applied as it stands, and both verdicts are played.

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, test } from 'node:test';
import { compile } from '../../src/diagram/compile.ts';
import type { Workflow } from '../../src/diagram/workflow.ts';
import type { Command } from '../../src/engine/commands.ts';
import { decide } from '../../src/engine/decide.ts';
import { evolve } from '../../src/engine/evolve.ts';
import { newState } from '../../src/engine/snapshot.ts';

const APPROVAL = [
  'yes',
  'OK',
  'ok.',
  'Approved',
  'approval',
  'aproved',
  'is approved',
  'if approved',
  'LGTM',
  'looks good',
]
  .concat(['ship it', 'isApproved', 'ja', 'oui', 'genehmigt', 'approuvé', 'aprobado', 'да', '✅', '== approved'])
  .concat(['verdict = approve', 'output.verdict = approved', "output.verdict = 'approve'", 'verdict is approve'])
  .concat(["verdict equals 'approved'", "output.verdict == 'approve' and output.verdict = 'approve'"]);
const REJECTION = [
  'no',
  'No!',
  'Rejected',
  'rejection',
  'rejcted',
  'when rejected',
  'denied',
  'needs work',
  'disapproved',
]
  .concat(['nein', 'nope', 'non', 'não', 'нет', 'abgelehnt', 'refusé', 'rechazado', '❌', 'verdict = reject'])
  .concat(["output.verdict = 'reject'", "output.verdict = 'rejected'", 'verdict is rejected']);
/** With a third verdict these leave open which of the others is meant. */
const NOT_APPROVAL = [
  'not approved',
  'Not Approved.',
  'not_approved',
  'notApproved',
  'unapproved',
  'un-approved',
  'no approval',
]
  .concat([
    'non-approved',
    '!approved',
    '!= approve',
    '<> approve',
    '≠ approve',
    "isn't approved",
    'wasn’t approved',
    'not ok',
  ])
  .concat(['unless approved', 'without approval', 'never approved', 'nicht genehmigt', 'pas approuvé', 'no aprobado'])
  .concat([
    'non approvato',
    'niet goedgekeurd',
    'не одобрено',
    'no go',
    "output.verdict <> 'approve'",
    'verdict != approve',
  ])
  .concat([
    "not (verdict = 'approve')",
    'verdict is not approve',
    "output.verdict isn't 'approved'",
    'verdict ≠ approve',
  ]);
const NOT_REJECTION = [
  'not rejected',
  '!rejected',
  '! rejected',
  'unrejected',
  'unless rejected',
  'without rejection',
].concat(['nicht abgelehnt', "wasn't rejected", "output.verdict <> 'reject'", 'verdict is not rejected']);
const UNCERTAIN = [
  'blue',
  'soon',
  'maybe',
  'not not approved',
  'not unapproved',
  'unless not ok',
  '!!approved',
  'approved?',
]
  .concat([
    'approval denied',
    'approved or rejected',
    'no rejection',
    'no, rework',
    'almost approved',
    'needs approval',
  ])
  .concat([
    'not yet',
    'not blue',
    'approved and signed',
    'verdict = blue',
    'status = approved',
    'not verdict = approve',
  ])
  .concat([
    "output.verdict = 'reject' or 'approve'",
    'verdict = not approved',
    'unless verdict = reject',
    'respect',
    '审',
  ]);

type Verdict = 'approve' | 'reject';
const GATES = [
  ['approve', 'reject'],
  ['approve', 'abstain', 'reject'],
];

describe('newcomer-B3: the fix of a label never means the opposite of the label', () => {
  for (const verdicts of GATES) {
    for (const other of ['|default| ', '|"output.comment === \'x\'"| ', null]) {
      const given = `${verdicts.length} verdicts, ${other === null ? 'no other edge' : `beside ${other}`}`;
      const each = (labels: readonly string[], means: Verdict | null, isOpen = false): Promise<void> =>
        inTurn(labels, (label) => follows(label, means, isOpen, verdicts, other));
      const isThird = verdicts.length > 2;
      test(`newcomer-B3: approval, ${given}`, () => each(APPROVAL, 'approve'));
      test(`newcomer-B3: rejection, ${given}`, () => each(REJECTION, 'reject'));
      test(`newcomer-B3: no approval, ${given}`, () => each(NOT_APPROVAL, 'reject', isThird));
      test(`newcomer-B3: no rejection, ${given}`, () => each(NOT_REJECTION, 'approve', isThird));
      test(`newcomer-B3: what nobody can say, ${given}`, () => each(UNCERTAIN, null));
    }
  }

  test('newcomer-B3: a meaning that another edge has already is not turned into another', async () => {
    const labels = ['ok', 'yes', 'nein', 'no', 'fine'];
    const edges = labels.map((label, at) => `  B -->|${label}| T${at}\n`).join('');
    const fixes = await fixesOf(`graph TD\n  A[Draft] --> B(Review)\n${edges}`);
    assert.deepEqual(fixes.map(proposedIn), [
      "output.verdict === 'approve'",
      null,
      "output.verdict === 'reject'",
      null,
      null,
    ]);
    for (const at of [1, 3, 4]) assert.match(fixes[at] ?? '', /with one of approve, reject/);
  });

  test('newcomer-B3: where a gate is one of several sources its verdicts are named and none is chosen', async () => {
    const text =
      'graph TD\n  S{Who?} -->|"run.input.a"| T[Try]\n  S -->|default| B(Review)\n  T --> D{Good?}\n' +
      '  B -->|default| D\n  D -->|no| S2[Stop]\n  D -->|default| C[Send]\n';
    const [fix = ''] = await fixesOf(text);
    assert.equal(proposedIn(fix), null);
    assert.match(fix, /with one of approve, reject/);
  });
});

async function follows(
  label: string,
  means: Verdict | null,
  isOpen: boolean,
  verdicts: readonly string[],
  other: string | null,
): Promise<void> {
  const drawn = (said: string): string =>
    `graph TD\n  A[Draft] --> B(Review)\n  B -->|"${said}"| Labelled\n` +
    `${other === null ? '' : `  B -->${other}Other\n`}%% @B: ${JSON.stringify({ verdicts })}\n`;
  const [fix = ''] = await fixesOf(drawn(label));
  const proposed = proposedIn(fix);
  if (proposed === null) {
    assert.ok(means === null || isOpen, `${label}: expected a condition for ${means}, found: ${fix}`);
    assert.ok(fix.includes(`"output.verdict === 'VERDICT'" with one of ${verdicts.join(', ')}`), `${label}: ${fix}`);
    const { workflow } = await compiled(drawn("output.verdict === 'VERDICT'"));
    assert.equal(workflow, null, 'a fix without a choice does not pass as it stands');
    return;
  }
  assert.notEqual(means, null, `${label}: expected no verdict to be chosen, found: ${fix}`);
  const { workflow, problems } = await compiled(drawn(proposed));
  assert.ok(workflow, `${label}: ${JSON.stringify(problems)}`);
  for (const verdict of ['approve', 'reject'] as const) {
    const isLabelled = opensAfter(workflow, verdict).includes('Labelled');
    assert.equal(isLabelled, verdict === means, `"${label}" became ${proposed}, which ${verdict} follows otherwise`);
  }
}

const proposedIn = (fix: string): string | null => /^Write a condition such as "(.*?)", /.exec(fix)?.[1] ?? null;

const hash = (text: string): string => `sha256:${createHash('sha256').update(text).digest('hex')}`;
const compiled = (text: string) => compile({ fileName: 'a.mmd', text, hash });

async function fixesOf(text: string): Promise<string[]> {
  const { problems } = await compiled(text);
  return problems.flatMap(({ code, fix }) => (code === 'prose-label' ? fix : []));
}

/** The steps whose tasks open when the gate is answered. */
function opensAfter(workflow: Workflow, verdict: Verdict): string[] {
  const state = newState();
  const ask = (command: Command): string[] => {
    const context = {
      now: 0,
      actor: 'user:ada',
      channel: 'cli' as const,
      payloads: new Map(),
      validate: () => [],
      hash,
    };
    const decision = decide(workflow, state, command, context);
    assert.ok(decision.ok, JSON.stringify(decision));
    for (const event of decision.events) evolve(state, event);
    return decision.events.flatMap((event) => (event.type === 'TaskOpened' ? event.data.step : []));
  };
  const complete = (task: number, output: { readonly verdict: Verdict } | string): string[] => {
    ask({ type: 'ClaimTask', task, worker: 'user:ada', kind: 'person' });
    return ask({ type: 'CompleteTask', task, lease: 1, output });
  };
  ask({ type: 'StartRun', run: 'run_1', input: {} });
  complete(1, 'draft');
  return complete(2, { verdict });
}

async function inTurn(labels: readonly string[], play: (label: string) => Promise<void>): Promise<void> {
  for (const label of labels) await play(label);
}
