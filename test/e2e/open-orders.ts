// An engine for flows/orders.mmd, in which a process meets every point it can die at: files, agents, timers, children.

import type { Store } from '../../src/ports/store.ts';
import type { CrashPoint } from '../../src/runtime/crash-points.ts';
import { type Engine, openEngine } from '../../src/runtime/open-engine.ts';
import { pricedAgents } from '../agents/priced-agents.ts';
import { noteText } from './note-text.ts';
import type { ProgramSettings } from './program-settings.ts';
import { notingAction } from './worker-actions.ts';

export const CAPACITY = 3;

export async function openOrders(
  store: Store,
  { log, workspace = '', model = '' }: ProgramSettings,
  onPoint?: (point: CrashPoint) => void,
): Promise<Engine> {
  const write = notingAction(log, ({ run, index, attempt }) => {
    if (attempt === 1 && (index ?? 0) % 2 === 0) throw new Error('The pen was dry.');
    return { output: 'written', files: [{ path: `orders/${index}.md`, text: noteText(run.id) }] };
  });
  const count = notingAction(log, ({ step }) => ({ output: step }));
  return openEngine({
    ...{ store, role: 'work', processesWork: true, capacity: CAPACITY, workspaces: [workspace] },
    agents: await pricedAgents(store, model, 'sk-any'),
    code: { actions: { write, count } },
    ...(onPoint !== undefined && { onPoint }),
  });
}
