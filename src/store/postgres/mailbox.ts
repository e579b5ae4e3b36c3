// Commands to one run from many machines: posting never waits; the process that has the run's row decides them in
// order.

import type { Json } from '../../json.ts';
import type { Mailbox, QueuedCommand } from '../../ports/mailbox.ts';
import type { RunWrite } from '../../ports/store.ts';
import { checkNumbers } from '../check-numbers.ts';
import { CHANNEL } from '../codes.ts';
import { APPEND, appendedOf, appendValues } from './append.ts';
import { numbers, texts } from './array-literal.ts';
import type { Connections, Row, Send } from './connections.ts';
import type { OwnProcess } from './processes.ts';

const POST = `INSERT INTO letters (run, id, actor, channel, command, payloads)
  SELECT $1, l.id, l.actor, l.channel, l.command, l.payloads
  FROM unnest($2::text[], $3::text[], $4::smallint[], $5::text[], $6::text[]) WITH ORDINALITY
    AS l(id, actor, channel, command, payloads, place) ORDER BY l.place
  ON CONFLICT (id) DO NOTHING`;
const TAKE = 'SELECT head FROM runs WHERE key = $1 FOR UPDATE SKIP LOCKED';
const QUEUED_COMMANDS = 'SELECT * FROM letters WHERE run = $1 ORDER BY number LIMIT $2';
const SETTLE = `WITH gone AS (DELETE FROM letters WHERE run = $1 AND number = ANY ($2::bigint[]))
  INSERT INTO answers (letter, at, answer) SELECT a.letter, $3, a.answer
  FROM unnest($4::text[], $5::text[]) AS a(letter, answer)
  ON CONFLICT (letter) DO UPDATE SET answer = excluded.answer, at = excluded.at`;
const COLLECT = 'DELETE FROM answers WHERE letter = ANY ($1::text[]) RETURNING letter, answer';
const WAITING = `SELECT r.id AS run, r.key, l.oldest
  FROM (SELECT run, min(number) AS oldest FROM letters GROUP BY run) l
  JOIN runs r ON r.key = l.run WHERE l.oldest > $2 ORDER BY l.oldest LIMIT $1`;

export function mailbox(connections: Connections, own: OwnProcess, committed: () => void): Mailbox {
  return {
    post: async (key, queued) => {
      if (queued.length === 0) return;
      // A queued command that came twice is one queued command, so this may be sent again.
      await connections.read('post', POST, [
        key,
        texts(queued.map(({ id }) => id)),
        texts(queued.map(({ actor }) => actor)),
        numbers(queued.map(({ channel }) => CHANNEL.code(channel))),
        texts(queued.map(({ command }) => JSON.stringify(command))),
        texts(queued.map(({ payloads }) => (payloads.size === 0 ? null : JSON.stringify([...payloads])))),
      ]);
      committed();
    },
    drain: async (key, limit, decide) => {
      let isTaken = false;
      const work = async (send: Send): Promise<number | null> => {
        const [taken] = await send('take_run', TAKE, [key]);
        if (taken === undefined) return null;
        isTaken = true;
        const rows = await send('take_letters', QUEUED_COMMANDS, [key, limit]);
        if (rows.length === 0) return null;
        const { write, answers } = await decide(rows.map(queuedCommandOf), taken.head as number);
        checkNumbers(write);
        const appended = await send(APPEND.name, APPEND.text, appendValues([write], own.key));
        refuseUnlessAppended(write, appended[0]);
        await send('settle', SETTLE, [
          key,
          numbers(rows.map((row) => row.number as number)),
          write.row.changedAt,
          texts([...answers.keys()]),
          texts([...answers.values()].map((answer) => JSON.stringify(answer))),
        ]);
        return rows.length;
      };
      // Once: `decide` may have changed what its caller remembers.
      const drained = await connections.nestingTransaction(work);
      if (drained !== null) committed();
      return drained ?? (isTaken ? 0 : null);
    },
    collect: async (queued) => {
      if (queued.length === 0) return new Map();
      const rows = await connections.write('collect', COLLECT, [texts(queued)]);
      return new Map(rows.map((row) => [row.letter as string, JSON.parse(row.answer as string) as Json]));
    },
    waiting: async (limit, after = 0) =>
      (await connections.read('waiting', WAITING, [limit, after])).map((row) => ({
        run: row.run as string,
        key: row.key as number,
        oldest: row.oldest as number,
      })),
  };
}

function queuedCommandOf(row: Row): QueuedCommand {
  const payloads = row.payloads as string | null;
  return {
    id: row.id as string,
    actor: row.actor as string,
    channel: CHANNEL.word(row.channel),
    command: JSON.parse(row.command as string) as Json,
    payloads: new Map(payloads === null ? [] : (JSON.parse(payloads) as [string, string][])),
  };
}

/** With the run's row in hand nobody else can have moved it: the caller decided on another head than it was given. */
function refuseUnlessAppended(write: RunWrite, row: Row | undefined): void {
  const [result] = appendedOf([write], row);
  if (result?.ok === true) return;
  const found = result?.kind === 'conflict' ? `head ${result.head}` : 'a request that is known';
  throw new TypeError(`Expected ${write.run} at ${write.expected}, found ${found}. Nothing was changed.`);
}
