// Each column of the row of a person's task that has ended, altered: all of them are proved by the history.

import type { Alteration } from './alterations.ts';

const RUN = '(SELECT min(key) FROM runs WHERE key > 0)';

export const ENDED_ROWS: readonly Alteration[] = [
  column('assignee', `'user:eve'`, /assignee null as its history does, found "user:eve"/),
  column('due', 'due + 1', /due \d+ as its history does/),
  column('worker', `'user:eve'`, /worker null as its history does, found "user:eve"/),
  column('execution', '2', /execution "manual" as its history does, found "conversation"/),
  column('attempt', 'attempt + 1', /attempt 0 as its history does, found 1/),
  column('fence', 'fence + 1', /fence \d as its history does/),
  column('queue', `'agent:eve'`, /queue "" as its history does, found "agent:eve"/),
  column('step', `'A'`, /step "G" as its history does, found "A"/),
  column('kind', '3', /kind "work" as its history does, found "review"/),
  column('item', '1', /index null as its history does, found 1/),
  column('items', '1', /total null as its history does, found 1/),
  column('parent', '1', /parent null as its history does, found 1/),
  column('tags', 'NULL', /tags \["money"\] as its history does, found \[\]/),
  column('urgency', '2', /urgency null as its history does, found "high"/),
  column('opened_at', 'opened_at - 1', /openedAt \d+ as its history does/),
  column('changed_at', 'changed_at + 1', /changedAt \d+ as its history does/),
  column('ended_at', 'ended_at + 1', /endedAt \d+ as its history does/),
  column('ready', '1', /ready false as its history does, found true/),
  column('lease_kind', '1', /leaseKind null as its history does, found "outside"/),
  filed('for_people', '0'),
  filed('holder', '0'),
  filed('lease_kind', '77'),
  filed('urgency', '77'),
  filed('ready', '7'),
  {
    what: 'when an open task was opened',
    both: 'UPDATE tasks SET opened_at = opened_at - 1 WHERE ended_at IS NULL',
    says: /Expected the row of task 2 to say openedAt \d+ as its history does/,
  },
  {
    what: 'when a run changed last',
    both: `UPDATE runs SET changed_at = changed_at + 1 WHERE key = ${RUN}`,
    says: /Expected the row of the run to say changedAt \d+ as its history does/,
  },
  {
    what: 'when a run ended',
    both: `UPDATE runs SET ended_at = ended_at - 1 WHERE key = ${RUN}`,
    says: /Expected the row of the run to say endedAt \d+ as its history does/,
  },
];

function column(name: string, value: string, says: RegExp): Alteration {
  return altered(name, value, new RegExp(`Expected the row of task 2 to say ${says.source}`));
}

function filed(name: string, value: string): Alteration {
  return altered(name, value, /Expected task 2 in the list its row belongs to, found it filed elsewhere/);
}

function altered(name: string, value: string, says: RegExp): Alteration {
  const both = `UPDATE tasks SET ${name} = ${value} WHERE task = 2 AND run = ${RUN}`;
  return { what: `${name} of an ended gate set to ${value}`, both, says };
}
