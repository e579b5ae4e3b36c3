// What holds up the runs that a run started: it lives on meanwhile, and would wait for them without a word.

import { serialise } from '../../engine/snapshot.ts';
import type { RunRow, Store } from '../../ports/store.ts';
import { viewRun } from '../../runtime/read-run.ts';
import { program, storeFlag } from '../started-as.ts';

const LOOKED_AT_MAX = 50;
const DEPTH_MAX = 5;

export interface HoldBelow {
  readonly run: string;
  readonly step: string;
  readonly message: string;
  /** The command that ends it. */
  readonly command: string;
}

export async function holdsBelow(store: Store, run: string, depth = 1): Promise<readonly HoldBelow[]> {
  if (depth > DEPTH_MAX) return [];
  const { items } = await store.listRuns({ parent: run, status: ['on_hold'] }, { limit: LOOKED_AT_MAX });
  const found: HoldBelow[] = [];
  for (const row of items)
    found.push(...(await ownHolds(store, row)), ...(await holdsBelow(store, row.run, depth + 1)));
  return found;
}

/** What a child holds up is reported with the child. */
async function ownHolds(store: Store, row: RunRow): Promise<readonly HoldBelow[]> {
  const stored = await store.workflowByKey(row.workflow);
  if (stored === null) return [];
  const { state } = await viewRun(store, row, stored.workflow, serialise);
  const own = [...state.holds.values()].filter(({ code }) => code !== 'child-held');
  return own.map(({ id, step, message, moves }) => {
    const move = moves.find((one) => one === 'retry') ?? moves[0] ?? 'end';
    const which = own.length === 1 ? '' : ` --hold ${id}`;
    const command = `${program()} runs resolve ${row.run} ${move}${which}${storeFlag()}`;
    return { run: row.run, step, message, command };
  });
}
