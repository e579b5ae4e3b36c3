// Operations on the store itself: stats, retain, prune, verify, backup, erase, migrate, migrate-to.

import * as z from 'zod';
import { isJsonObject } from '../json.ts';
import type { Store } from '../ports/store.ts';
import { verifyStore } from '../runtime/verify-store.ts';
import { type AnyOperation, defineOperation, reject } from './define-operation.ts';
import * as fields from './fields.ts';
import { findRun } from './find-run.ts';
import { moveStore, proveCopy } from './move-store.ts';
import type { OperationContext } from './operation-context.ts';
import { mustBeTrusted } from './refusals.ts';
import { removeEnded } from './remove-ended.ts';
import { systemNote } from './system-note.ts';

const RETENTION = 'retention';
const DAY_MS = 86_400_000;
/** A payload may be written a moment before the commit that refers to it; a key is kept for repeats. */
const PAYLOAD_UNUSED_MS = DAY_MS;
const REQUEST_KEPT_MS = 7 * DAY_MS;
const PROGRESS_STEP = 500;

const stats = defineOperation({
  name: 'store.stats',
  summary: 'show the location, size and contents of the store',
  who: 'viewer',
  changes: false,
  input: z.object({}),
  output: z.object({
    kind: z.enum(['sqlite', 'postgres']),
    place: z.string(),
    schema: z.number(),
    bytes: z.number(),
    freeBytes: z.number().nullable().describe('free space on its disk; null if unknown'),
    runs: z.record(z.string(), z.number()),
    openTasks: z.number(),
    commits: z.number(),
    payloads: z.number(),
    payloadBytes: z.number(),
    timers: z.number(),
    processes: z.number(),
  }),
  async handler(context) {
    const found = await (await context.store()).stats();
    return { ...found, runs: { ...found.runs } };
  },
});

const retain = defineOperation({
  name: 'store.retain',
  summary: 'set how long ended runs of a workflow are kept; store prune uses it',
  who: 'admin',
  changes: true,
  places: ['workflow', 'keep'],
  input: z.object({
    workflow: fields.workflowName,
    keep: z.union([z.literal('forever'), fields.duration]).describe('a duration such as 90d, or forever'),
  }),
  output: z.object({ workflow: z.string(), keptMs: z.number().nullable() }),
  async handler(context, { workflow, keep }) {
    const store = await context.store();
    const note = systemNote(context, 'RetentionSet', { workflow, keptMs: keep === 'forever' ? null : keep });
    if (keep === 'forever') {
      await store.removeRecord(RETENTION, workflow, note);
      return { workflow, keptMs: null };
    }
    await store.putRecord(RETENTION, workflow, { keptMs: keep }, note);
    return { workflow, keptMs: keep };
  },
});

const prune = defineOperation({
  name: 'store.prune',
  summary: 'delete ended runs past their retention and unused payloads, and free the space',
  who: 'admin',
  changes: true,
  input: z.object({
    olderThan: fields.duration
      .optional()
      .describe('delete runs that ended longer ago, such as 90d (default: as set by store retain)'),
    workflow: z.string().optional().describe('only runs of this workflow'),
  }),
  output: z.object({
    runs: z.number(),
    workflows: z.array(z.object({ workflow: z.string().nullable(), runs: z.number() })),
    payloads: z.number(),
    bytes: z.number(),
    requests: z.number(),
  }),
  async handler(context, { olderThan, workflow }) {
    const store = await context.store();
    const now = context.now();
    const rules =
      olderThan === undefined ? await retentions(store, workflow) : [{ workflow: workflow ?? null, keptMs: olderThan }];
    const workflows = [];
    for (const rule of rules)
      workflows.push({
        workflow: rule.workflow,
        runs: await removeEnded(context, store, rule.workflow, now - rule.keptMs),
      });
    const { payloads, bytes, requests } = await store.prunePayloads(now - PAYLOAD_UNUSED_MS, now - REQUEST_KEPT_MS);
    await store.compact();
    const runs = workflows.reduce((sum, each) => sum + each.runs, 0);
    return { runs, workflows, payloads, bytes, requests };
  },
});

async function retentions(store: Store, workflow: string | undefined) {
  const found: { workflow: string; keptMs: number }[] = [];
  for (const { name, content } of await store.records(RETENTION)) {
    const keptMs = isJsonObject(content) ? content.keptMs : null;
    if (typeof keptMs === 'number' && (workflow === undefined || name === workflow))
      found.push({ workflow: name, keptMs });
  }
  return found;
}

const verify = defineOperation({
  name: 'store.verify',
  summary: 'verify the store: histories, seals, rows, payloads, workflows, the database; reports where it is broken',
  who: 'viewer',
  changes: false,
  input: z.object({
    seal: z
      .string()
      .transform((text) => text.toLowerCase().replace(/^sha256:/, ''))
      .refine((text) => /^[0-9a-f]{64}$/.test(text), 'expected the 64 hex digits that store verify printed')
      .optional()
      .describe('the hash of a seal you kept elsewhere: check that nothing it covers is missing or was rewritten'),
    quick: z.boolean().default(false).describe('check only hash chains and seals'),
  }),
  output: z.object({
    ok: z.boolean(),
    runs: z.number(),
    commits: z.number(),
    erased: z.number(),
    seals: z.number(),
    tombstones: z.number(),
    rows: z.number(),
    payloads: z.number(),
    database: z.string().nullable(),
    lastSeal: z.object({ number: z.number(), at: z.number(), hash: z.string() }).nullable(),
    keptSeal: z.number().nullable(),
    unproved: z.array(z.string()),
    broken: z.array(z.object({ run: z.string(), number: z.number().nullable(), message: z.string() })),
    brokenCount: z.number(),
  }),
  async handler(context, { seal, quick }) {
    const asked = { isQuick: quick, ...(seal !== undefined && { seal }) };
    const found = await verifyStore(await context.store(), { ...asked, progress: progressTo(context) });
    return { ...found, unproved: [...found.unproved], broken: found.broken.map((each) => ({ ...each })) };
  },
});

function progressTo(context: OperationContext) {
  let reported = 0;
  return (runs: number, payloads: number): void => {
    if (runs + payloads < reported + PROGRESS_STEP) return;
    reported = runs + payloads;
    context.progress?.(`${runs} histories, ${payloads} payloads`);
  };
}

const backup = defineOperation({
  name: 'store.backup',
  summary: 'copy the store to a file, also while it is in use, and verify the copy',
  who: 'admin',
  changes: false,
  places: ['file'],
  input: z.object({
    file: z.string().min(1).describe('the file to create; it must not exist yet'),
    unproved: z.boolean().default(false).describe('do not verify the copy'),
  }),
  output: z.object({
    file: z.string(),
    bytes: z.number(),
    runs: z.number().nullable(),
    commits: z.number().nullable(),
  }),
  async handler(context, { file, unproved }) {
    if (!context.readsFiles) reject('invalid-request', 'A backup can only be written by a caller on this machine.');
    const { bytes } = await (await context.store()).backup(file);
    if (unproved) return { file, bytes, runs: null, commits: null };
    const copy = await context.openStore(file);
    try {
      const { runs, commits } = await proveCopy(copy);
      return { file, bytes, runs: runs - 1, commits };
    } finally {
      await copy.close();
    }
  },
});

const erase = defineOperation({
  name: 'store.erase',
  summary: "permanently replace a run's data by hashes; its hash chain can still be verified",
  who: 'admin',
  changes: true,
  onlyReads: ({ yes }) => yes !== true,
  places: ['run'],
  input: z.object({
    run: fields.run,
    reason: fields.reason,
    yes: z.boolean().default(false).describe('erase it; this cannot be undone'),
  }),
  output: z.object({ run: z.string(), commits: z.number(), payloads: z.number(), done: z.boolean() }),
  async handler(context, { run: named, reason, yes }) {
    const store = await context.store();
    const row = await findRun(store, named);
    if (row.endedAt === null || row.live)
      reject('run-not-ended', `Run ${row.run} has not ended; it is ${row.status}. Cancel it first.`);
    if (!yes) return { run: row.run, commits: 0, payloads: 0, done: false };
    const note = systemNote(context, 'DataErased', { run: row.run, upTo: row.head, reason });
    const { commits, payloads } = await store.erase(row.key, row.head, note);
    return { run: row.run, commits, payloads, done: true };
  },
});

const migrate = defineOperation({
  name: 'store.migrate',
  summary: 'migrate the database schema to this version, or print the SQL',
  who: 'admin',
  changes: true,
  input: z.object({ printSql: z.boolean().default(false).describe('print the SQL statements; nothing is changed') }),
  output: z.object({ schema: z.number().nullable(), sql: z.string().nullable() }),
  async handler(context, { printSql }) {
    if (printSql) return { schema: null, sql: await context.printSql(null) };
    // Opening a store brings it up to date.
    return { schema: (await (await context.store()).stats()).schema, sql: null };
  },
});

const migrateTo = defineOperation({
  name: 'store.migrate-to',
  summary: 'copy the whole store, including runs, into an empty store, and verify the copy',
  who: 'admin',
  changes: true,
  onlyReads: () => true,
  places: ['place'],
  input: z.object({
    place: z.string().min(1).describe('a SQLite file or a postgres:// URL'),
    force: z.boolean().default(false).describe('copy even if processes are working in the store'),
  }),
  output: z.object({ from: z.string(), to: z.string(), rows: z.number(), runs: z.number(), commits: z.number() }),
  async handler(context, { place, force }) {
    if (!context.readsFiles) reject('invalid-request', 'A store can be copied only by a caller on this machine.');
    const source = await context.store();
    const busy = (await source.processes()).length;
    if (busy > 0 && !force)
      reject('store-in-use', `${source.place} is in use by other processes: ${busy}. Stop them, or use --force.`);
    await mustBeTrusted(context);
    const target = await context.openStore(place);
    try {
      return { from: source.place, to: target.place, ...(await moveStore(source, target)) };
    } finally {
      await target.close();
    }
  },
});

export const operations: readonly AnyOperation[] = [
  ...[stats, retain, prune, verify, backup, erase, migrate, migrateTo],
];
