// Writes of many runs in one transaction. Statements are prepared once, and nothing here reads JSON.

import type { AppendResult, Commit, RunWrite, Store } from '../../ports/store.ts';
import { checkNumbers } from '../check-numbers.ts';
import { CHANNEL } from '../codes.ts';
import type { Connection } from './connection.ts';
import type { Names } from './names.ts';
import type { OwnProcess } from './processes.ts';
import { knownRequestIn, putRequest } from './requests.ts';
import { runWriter } from './write-run.ts';
import { sideWriter } from './write-sides.ts';
import { taskWriter } from './write-tasks.ts';

export function append(connection: Connection, names: Names, own: OwnProcess): Store['append'] {
  const runs = runWriter(connection, names);
  const putCommits = commitWriter(connection, names);
  const putTasks = taskWriter(connection, names);
  const putSides = sideWriter(connection, own);

  const one = (write: RunWrite): AppendResult => {
    const { request } = write;
    if (request !== undefined) {
      const known = knownRequestIn(connection, request.actor, request.operation, request.key);
      if (known !== null) return { ok: false, kind: 'known-request', known };
    }
    const key = write.key === null ? runs.start(write) : runs.advance(write, write.key);
    if (key === null) return { ok: false, kind: 'conflict', head: runs.headOf(write.run) };
    putCommits(key, write.commits);
    if (write.tasks !== undefined || write.endedTasks !== undefined) putTasks(key, write);
    putSides(key, write);
    if (request !== undefined) putRequest(connection, request);
    return { ok: true, key };
  };

  return async (writes) => {
    for (const write of writes) checkNumbers(write);
    return connection.write(() => writes.map(one));
  };
}

export function commitWriter(connection: Connection, names: Names): (run: number, commits: readonly Commit[]) => void {
  const insert = connection.statement(
    'INSERT INTO commits (id, run, first, last, at, actor, channel, text) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
  );
  return (run, commits) => {
    for (const { first, last, at, actor, channel, text } of commits) {
      insert.run(names.nextCommit(), run, first, last, at, names.keyOf(actor), CHANNEL.code(channel), text);
    }
  };
}
