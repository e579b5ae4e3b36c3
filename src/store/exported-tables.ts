// The form in which a store is moved to another: tables in the order they are read back, columns by name. Both adapters
// write and read it: words as codes (codes.ts), booleans as 0 and 1, hashes as bytes, actors by name, JSON as text.

export interface ExportedTable {
  readonly table: string;
  readonly columns: readonly string[];
}

/** `numbers` says how far the store counted (`commits`, `runs`, `processes`, `outbox`, `workflows`): the next one given
 *  is higher, or a new process could get the key of a dead one, and with it its leases. Processes are not moved. */
export const EXPORTED_TABLES: readonly ExportedTable[] = [
  table('numbers', 'name value'),
  table('workflows', 'key name version compiler place origin added_at added_by workflow'),
  table(
    'runs',
    'key id workflow status live head hash starter started_at changed_at ended_at parent_run parent_task forked_from ' +
      'reported_outcome reported_cost reported_tokens title',
  ),
  table('commits', 'id run first last at actor channel text text_hash'),
  table(
    'tasks',
    'run task step kind execution status ready for_people queue assignee title urgency tags due item items parent ' +
      'attempt fence worker holder lease_kind beat opened_at changed_at ended_at verdict ended_by',
  ),
  table('timers', 'run timer kind due task'),
  table('payloads', 'key hash used bytes text'),
  table('payload_uses', 'run payload'),
  table('outbox', 'id run process kind content'),
  table('snapshots', 'run part number format text'),
  table('requests', 'actor operation key request_hash answer at'),
  table('records', 'kind name content'),
  table('spending', 'day agent provider model workflow calls cost unknown tokens_in tokens_out tokens_cached'),
  table('seals', 'id at through hash text'),
  table('tombstones', 'key id head hash removed_at'),
];

/** Columns that hold an actor; a store may keep a key there, but a name is moved. */
export const ACTOR_COLUMNS: ReadonlySet<string> = new Set(['runs.starter', 'commits.actor', 'tasks.ended_by']);

function table(name: string, columns: string): ExportedTable {
  return { table: name, columns: columns.split(' ') };
}
