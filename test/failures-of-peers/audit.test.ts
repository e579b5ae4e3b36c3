// The record of a run tells what was done to a gate, by whom and from where.

import assert from 'node:assert/strict';
import type { Command } from '../../src/engine/commands.ts';
import type { AnyEvent } from '../../src/engine/events.ts';
import { ADA, approve, BEN, onBothStores } from '../guarantees/on-both-stores.ts';

const GATE = `flowchart TD
    S[Draft] --> A(Approve)
    A -->|"output.verdict === 'approve'"| B([END])
    A -->|error| B
    A -->|default| B
%% @S: { "action": "draft" }
%% @A: { "assignee": "user:ada", "timeout": "900ms", "escalate": { "after": "300ms", "to": "user:ben" } }`;

/** What a reader of the record would count as what happened to the gate. */
function entriesOf(events: readonly AnyEvent[]): string[] {
  return events.flatMap(({ type, data, actor, channel }) => {
    if (!('task' in data) || data.task !== 2) return [];
    const said = `by ${actor} over ${channel}`;
    if (type === 'TaskCompleted') return [`${data.verdict} ${said}`];
    if (type === 'TaskInputEdited') return [`edited ${said}: ${data.reason}`];
    if (type === 'TaskEscalated') return [`escalated to ${data.to} ${said}`];
    if (type === 'TaskFailed') return [`${data.error.code} ${said}`];
    if (type === 'TaskSkipped') return [`skipped ${said}: ${data.reason}`];
    if (type === 'TaskReassigned') return [`reassigned to ${data.assignee} ${said}: ${data.reason}`];
    return [];
  });
}

const edit: Command = { type: 'EditTaskInput', task: 2, input: { text: 'better' }, reason: 'A comma.' };
const reassign: Command = { type: 'ReassignTask', task: 2, assignee: 'user:cem', reason: 'Away.' };
const skip: Command = { type: 'SkipTask', task: 2, reason: 'Not needed.' };
const SYSTEM = 'by system over timer';

onBothStores('audit tells approve, reject, edit, timeout, escalate apart', async (site) => {
  const workflow = await site.add('gate', GATE);
  const actions = { draft: async () => ({ output: { text: 'good' } }) };
  const engine = await site.engine({ code: { actions } });
  const stories: readonly (readonly [readonly (readonly [Command, typeof ADA | typeof BEN])[], readonly string[]])[] = [
    [[[approve(2), ADA]], ['approve by user:ada over cli']],
    [[[approve(2, 'reject'), ADA]], ['reject by user:ada over cli']],
    [
      [
        [edit, ADA],
        [approve(2), ADA],
      ],
      ['edited by user:ada over cli: A comma.', 'approve by user:ada over cli'],
    ],
    [
      [[reassign, BEN]],
      ['reassigned to user:cem by user:ben over studio: Away.', `escalated to user:ben ${SYSTEM}`, `timeout ${SYSTEM}`],
    ],
    [[[skip, ADA]], ['skipped by user:ada over cli: Not needed.']],
    [[], [`escalated to user:ben ${SYSTEM}`, `timeout ${SYSTEM}`]],
  ];
  await Promise.all(
    stories.map(async ([commands, expected]) => {
      const run = await site.start(engine, workflow);
      await site.until(run, 'the gate', async () => (await site.openTasks(run)).length === 1);
      for (const [command, by] of commands) {
        const outcome = await engine.send(run, command, by);
        assert.ok(outcome.ok, outcome.ok ? '' : outcome.rejection.message);
      }
      await site.ended(run);
      const entries = entriesOf(await site.events(engine, run));
      assert.deepEqual(entries, expected);
      const row = await site.store.task(run, 2);
      const isAnswered = commands.some(([{ type }]) => type === 'CompleteTask');
      assert.equal(row?.verdict ?? null, isAnswered ? entries.at(-1)?.split(' ')[0] : null);
    }),
  );
});
