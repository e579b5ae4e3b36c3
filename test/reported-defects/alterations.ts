// The alterations of a store that were tried: what was done behind its back, and what store verify must say of it.

import { readFileSync, truncateSync, writeFileSync } from 'node:fs';
import type { Alterable } from './altered-store.ts';

type Alter = string | ((place: Alterable) => void | Promise<void>);

export interface Alteration {
  readonly what: string;
  /** The same statement for both stores, or one for each; a store that is left out does not have the thing. */
  readonly sqlite?: Alter;
  readonly postgres?: Alter;
  readonly both?: Alter;
  readonly says: RegExp;
  /** Nothing inside the store can show it: only a seal kept elsewhere does. */
  readonly needsSeal?: boolean;
}

const RUN = '(SELECT min(key) FROM runs WHERE key > 0)';
const NEWEST = '(SELECT max(id) FROM commits WHERE run > 0)';
const GATE = `task = 2 AND run = (SELECT max(key) FROM runs)`;

/** Found by the chain or the seals before rows and payloads were compared. */
export const FOUND_BEFORE: readonly Alteration[] = [
  {
    what: 'a commit altered',
    both: `UPDATE commits SET text = replace(text, 'locks', 'clock') WHERE run = ${RUN}`,
    says: /run_\w+ at \d+: Expected the (sealed )?hash/,
  },
  {
    what: "a commit's actor changed",
    sqlite: `UPDATE commits SET actor = actor + 1 WHERE run = ${RUN} AND first = 1`,
    postgres: `UPDATE commits SET actor = 'user:eve' WHERE run = ${RUN} AND first = 1`,
    says: /run_\w+ at \d+: Expected the (sealed )?hash/,
  },
  {
    what: "a commit's time changed",
    both: `UPDATE commits SET at = at + 1 WHERE run = ${RUN} AND first = 1`,
    says: /run_\w+ at \d+: Expected the (sealed )?hash/,
  },
  {
    what: 'a commit deleted from the middle',
    both: `DELETE FROM commits WHERE id = (SELECT id FROM commits WHERE run = ${RUN} ORDER BY first LIMIT 1 OFFSET 1)`,
    says: /Expected event \d+ next/,
  },
  {
    what: 'the newest commit deleted',
    both: `DELETE FROM commits WHERE id = ${NEWEST}`,
    says: /Expected events up to \d+, found the last one/,
  },
  {
    what: 'the newest commit deleted and the head put back',
    both: `UPDATE runs SET head = (SELECT first - 1 FROM commits WHERE id = ${NEWEST})
      WHERE key = (SELECT run FROM commits WHERE id = ${NEWEST}); DELETE FROM commits WHERE id = ${NEWEST}`,
    says: /Expected the hash/,
  },
  {
    what: 'a commit added',
    sqlite: `INSERT INTO commits (id, run, first, last, at, actor, channel, text)
        SELECT (SELECT max(id) + 1 FROM commits), key, head + 1, head + 1, 1, 1, 2, '[[74,2,"yes"]]' FROM runs
        WHERE key = ${RUN};
      UPDATE runs SET head = head + 1 WHERE key = ${RUN}`,
    postgres: `INSERT INTO commits (run, first, last, at, actor, channel, text)
        SELECT key, head + 1, head + 1, 1, 'user:eve', 2, '[[74,2,"yes"]]' FROM runs WHERE key = ${RUN};
      UPDATE runs SET head = head + 1 WHERE key = ${RUN}`,
    says: /Expected the hash/,
  },
  {
    what: 'a whole run deleted',
    both: `DELETE FROM commits WHERE run = ${RUN}; DELETE FROM tasks WHERE run = ${RUN};
      DELETE FROM timers WHERE run = ${RUN}; DELETE FROM payload_uses WHERE run = ${RUN};
      DELETE FROM snapshots WHERE run = ${RUN}; DELETE FROM runs WHERE key = ${RUN}`,
    says: /Expected the run with key 1, sealed up to event/,
  },
  {
    what: 'a seal altered',
    both: `UPDATE seals SET text = replace(text, ',', ', ') WHERE id = 1`,
    says: /seals at 1: Expected seal 1 with the hash/,
  },
  { what: 'a seal deleted', both: 'DELETE FROM seals WHERE id = 1', says: /Expected seal 1, found seal 2/ },
  {
    what: 'the file cut short',
    sqlite: ({ path }) => truncateSync(path ?? '', 20_000),
    says: /store-broken|database/,
  },
];

/** Not found before. */
export const NOT_FOUND_BEFORE: readonly Alteration[] = [
  {
    what: 'a payload altered',
    both: `UPDATE payloads SET text = replace(text, 'Pay 100', 'Pay 900')`,
    says: /run_\w+: Expected the payload sha256:\w+, used by run_\w+.*, found another text/,
  },
  {
    what: 'one byte of a payload flipped in the file',
    sqlite: ({ path }) => {
      const bytes = readFileSync(path ?? '');
      // Free pages may hold the text too.
      for (let at = bytes.indexOf('Pay 100 euro'); at >= 0; at = bytes.indexOf('Pay 100 euro', at + 4_000))
        bytes.writeUInt8((bytes[at + 4] ?? 0) ^ 8, at + 4);
      writeFileSync(path ?? '', bytes);
    },
    says: /Expected the payload sha256:\w+, used by run_\w+.*, found another text/,
  },
  {
    what: 'a payload deleted',
    both: `DELETE FROM payloads WHERE key = (SELECT min(payload) FROM payload_uses)`,
    says: /run_\w+: Expected the payload sha256:\w+, which it names, found none: it was neither erased nor pruned/,
  },
  {
    what: 'the uses of payloads deleted',
    both: 'DELETE FROM payload_uses',
    says: /run_\w+: Expected a note that it uses the payload sha256:\w+, found none/,
  },
  {
    what: "a task's verdict changed",
    both: `UPDATE tasks SET verdict = 'reject' WHERE task = 2 AND verdict = 'approve'`,
    says: /Expected the row of task 2 to say verdict "approve" as its history does, found "reject"/,
  },
  {
    what: 'a task opened again',
    both: `UPDATE tasks SET status = 0, ready = 1, ended_at = NULL, verdict = NULL, ended_by = NULL
      WHERE task = 2 AND run = ${RUN}`,
    says: /Expected the row of task 2 to say status "completed" as its history does, found "pending"/,
  },
  {
    what: 'task rows deleted',
    both: 'DELETE FROM tasks',
    says: /Expected a row of task 2 \("G"\), which is open, found none/,
  },
  {
    what: "a run's status changed",
    both: `UPDATE runs SET status = 5 WHERE key = ${RUN}`,
    says: /Expected the row of the run to say status "completed" as its history does, found "cancelled"/,
  },
  {
    what: "a run's starter changed",
    sqlite: `INSERT INTO actors (name) VALUES ('user:eve');
      UPDATE runs SET starter = (SELECT key FROM actors WHERE name = 'user:eve') WHERE key = ${RUN}`,
    postgres: `UPDATE runs SET starter = 'user:eve' WHERE key = ${RUN}`,
    says: /Expected the row of the run to say starter "user:ada" as its history does, found "user:eve"/,
  },
  {
    what: 'the label of a step altered in a workflow',
    both: `UPDATE workflows SET workflow = replace(workflow, '"label":"Sign"', '"label":"Look at it"')`,
    says: /workflows: Expected the workflow pay sha256:\w+ 1 as it was stored, found it altered/,
  },
  {
    what: 'an edge altered in a workflow',
    both: `UPDATE workflows SET workflow = replace(workflow, '"target":"P"', '"target":"A"')`,
    says: /workflows: Expected the workflow pay sha256:\w+ 1 as it was stored, found it altered/,
  },
  {
    what: 'a timer inserted',
    both: `INSERT INTO timers (run, timer, kind, due, task) VALUES (${RUN}, 77, 1, 1, 2)`,
    says: /Expected no timer 77, which the history does not have set, found one \(timeout\)/,
  },
  {
    what: 'a snapshot forged',
    both: `UPDATE snapshots SET text = replace(text, '"starter":"user:ada"', '"starter":"user:eve"')`,
    says: /Expected the snapshot at event \d+ to be the state of its events, found other starter/,
  },
  {
    what: 'all seals deleted',
    both: 'DELETE FROM seals',
    says: /seals: Expected the seal \w+, which was kept elsewhere, among 0 seals, found none/,
    needsSeal: true,
  },
  {
    what: 'all seals and one whole run deleted',
    both: `DELETE FROM seals; DELETE FROM commits WHERE run = ${RUN}; DELETE FROM tasks WHERE run = ${RUN};
      DELETE FROM timers WHERE run = ${RUN}; DELETE FROM payload_uses WHERE run = ${RUN};
      DELETE FROM snapshots WHERE run = ${RUN}; DELETE FROM runs WHERE key = ${RUN}`,
    says: /seals: Expected the seal \w+, which was kept elsewhere/,
    needsSeal: true,
  },
  {
    what: 'eight bytes of garbage at the start of page 3',
    sqlite: ({ path }) => {
      const bytes = readFileSync(path ?? '');
      bytes.write('garbage!', bytes.readUInt16BE(16) * 2, 'latin1');
      writeFileSync(path ?? '', bytes);
    },
    says: /store-broken|database: /,
  },
];

const LAST = '(SELECT max(key) FROM runs)';
/** The first run is altered too: its rows are still looked at. */
const AND_ANOTHER = `UPDATE tasks SET verdict = 'reject' WHERE task = 2 AND verdict = 'approve'`;
const ANOTHER = /Expected the row of task 2 to say verdict "approve" as its history does/.source;

function unreadable(what: string, both: string, place: RegExp, found: RegExp): Alteration {
  const unreadable = `${place.source} to be readable, found that it is not: ${found.source}`;
  return { what, both: `${both}; ${AND_ANOTHER}`, says: new RegExp(`(?=[\\s\\S]*${ANOTHER})[\\s\\S]*${unreadable}`) };
}

/** What no store writes: reported at its place, and the rest is checked all the same. */
export const OUT_OF_RANGE: readonly Alteration[] = [
  {
    what: 'the newest commit moved beyond the head',
    both: `UPDATE commits SET first = first + 1000, last = last + 1000 WHERE id = ${NEWEST}`,
    says: /run_\w+ at (\d+): Expected event \1 next, found a commit of 1\d\d\d/,
  },
  unreadable(
    "a run's status that is none",
    `UPDATE runs SET status = 9 WHERE key = ${LAST}`,
    /(run_\w+): Expected the row of \1/,
    /Expected a code below 6, found 9/,
  ),
  unreadable(
    "a task's kind that is none",
    `UPDATE tasks SET kind = 9 WHERE ${GATE}`,
    /(run_\w+): Expected the row of task 2 of \1/,
    /Expected a code below 4, found 9/,
  ),
  unreadable(
    "a task's status that is none",
    `UPDATE tasks SET status = 9 WHERE ${GATE}`,
    /(run_\w+): Expected the row of task 2 of \1/,
    /Expected a code below 7, found 9/,
  ),
  unreadable(
    "a task's tags that are no JSON",
    `UPDATE tasks SET tags = '["money' WHERE ${GATE}`,
    /(run_\w+): Expected the row of task 2 of \1/,
    /Unterminated string/,
  ),
  unreadable(
    "a commit's channel that is none",
    `UPDATE commits SET channel = 99 WHERE run = ${LAST} AND first =
      (SELECT min(first) FROM commits WHERE run = ${LAST} AND first > 1)`,
    /run_\w+ at (\d+): Expected the commit of events \1 to \d+/,
    /Expected a code below 9, found 99/,
  ),
  unreadable(
    "the channel of a commit of the store's own history that is none",
    'UPDATE commits SET channel = 99 WHERE run = 0 AND first = 2',
    /system at 2: Expected the commit of events 2 to \d+/,
    /Expected a code below 9, found 99/,
  ),
  {
    what: "a payload's hash that is none",
    sqlite: "UPDATE payloads SET hash = 'abc' WHERE key = (SELECT min(payload) FROM payload_uses)",
    postgres: `UPDATE payloads SET hash = '\\x00' WHERE key = (SELECT min(payload) FROM payload_uses)`,
    says: /(?=[\s\S]*which it names, found none)[\s\S]*run_\w+: Expected the payload with key \d+, used by run_/,
  },
];

/** Of the same kinds, and found with them. */
export const OTHERS: readonly Alteration[] = [
  {
    what: "a task's title changed",
    both: `UPDATE tasks SET title = 'Sign nothing' WHERE ${GATE}`,
    says: /Expected the row of task 2 to say title "Sign a key" as its history does, found "Sign nothing"/,
  },
  {
    what: "an ended task's title changed",
    both: `UPDATE tasks SET title = 'Sign nothing' WHERE task = 2 AND run = ${RUN}`,
    says: /Expected the row of task 2 to say title "Sign a lock" as its history does, found "Sign nothing"/,
  },
  {
    what: 'who ended a task changed',
    sqlite: `UPDATE tasks SET ended_by = (SELECT key FROM actors WHERE name = 'user:ada')
      WHERE task = 2 AND run = ${RUN}`,
    postgres: `UPDATE tasks SET ended_by = 'user:ada' WHERE task = 2 AND run = ${RUN}`,
    says: /Expected the row of task 2 to say by "user:ben" as its history does, found "user:ada"/,
  },
  {
    what: "an ended task's row deleted",
    both: `DELETE FROM tasks WHERE task = 2 AND run = ${RUN}`,
    says: /Expected a row of task 2, which a person had, found none/,
  },
  {
    what: "a gate taken out of people's lists",
    both: `UPDATE tasks SET for_people = 0 WHERE ${GATE}`,
    says: /Expected task 2 in the list its row belongs to, found it filed elsewhere/,
  },
  {
    what: 'a timer put off',
    both: 'UPDATE timers SET due = due + 1000',
    says: /Expected the row of timer \d+ to say due \d+ as its history does/,
  },
  {
    what: 'a run erased without a note',
    sqlite: async ({ rows, run }) => {
      const { hash } = await import('node:crypto');
      for (const { id, text } of await rows(`SELECT id, text FROM commits WHERE run = ${RUN}`))
        await run(`UPDATE commits SET text = NULL, text_hash = x'${hash('sha256', String(text))}' WHERE id = ${id}`);
    },
    postgres: `UPDATE commits SET text_hash = sha256(convert_to(text, 'UTF8')), text = NULL WHERE run = ${RUN}`,
    says: /Expected a note that events up to \d+ were erased, found none/,
  },
  {
    what: 'a run deleted under a forged tombstone',
    both: `INSERT INTO tombstones (key, id, head, hash, removed_at)
        SELECT key, id, head, hash, 1 FROM runs WHERE key = ${RUN};
      DELETE FROM commits WHERE run = ${RUN}; DELETE FROM tasks WHERE run = ${RUN};
      DELETE FROM timers WHERE run = ${RUN}; DELETE FROM payload_uses WHERE run = ${RUN};
      DELETE FROM snapshots WHERE run = ${RUN}; DELETE FROM runs WHERE key = ${RUN}`,
    says: /run_\w+: Expected a note that it was removed, found a tombstone without one/,
  },
  {
    what: 'a record altered',
    both: `UPDATE records SET content = '{"filter":"y"}'`,
    says: /records: Expected the record view mine as it was stored, found it altered/,
  },
  {
    what: 'a record deleted',
    both: 'DELETE FROM records',
    says: /records: Expected the record view mine, which was stored, found none/,
  },
  {
    what: 'a workflow deleted',
    both: 'DELETE FROM workflows',
    says: /workflows: Expected the workflow pay sha256:\w+ 1, which was stored, found none/,
  },
  {
    what: 'an old version of a workflow made the current one',
    both: 'UPDATE workflows SET place = -place; UPDATE workflows SET place = place + 100',
    says: /workflows: Expected the version (sha256:\w+ 1) of the workflow pay as the current one.*found (?!\1)sha256/,
  },
  {
    what: 'who added a workflow changed',
    both: `UPDATE workflows SET added_by = 'user:boss'`,
    says: /workflows: Expected the workflow pay sha256:\w+ 1 to say added by "\S+" as noted .*found "user:boss"/,
  },
  {
    what: 'when a workflow was added changed',
    both: 'UPDATE workflows SET added_at = added_at + 1',
    says: /workflows: Expected the workflow pay sha256:\w+ 1 to say added at \d+ as noted/,
  },
  {
    what: 'spending invented',
    both: `INSERT INTO spending (day, agent, provider, model, workflow, calls, cost, unknown, tokens_in, tokens_out,
      tokens_cached) VALUES ('2026-01-01', 'agent:x', 'p', 'm', 'pay', 3, 1.5, 0, 1, 1, 0)`,
    says: /spending: Expected 2026-01-01 agent:x p m pay to have spent 0 calls for 0 .* found 3 calls for 1.5/,
  },
  {
    what: 'rows of a run that does not exist',
    both: `INSERT INTO timers (run, timer, kind, due, task) VALUES (999, 1, 1, 1, 2)`,
    says: /database: Expected the rows of timers to be of runs that are there, found rows of runs with the keys 999/,
  },
];
