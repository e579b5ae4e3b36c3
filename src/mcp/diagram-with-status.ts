// A run's diagram as its author drew it, with classes for how its steps stand.

import type { RunView } from '../runtime/read-run.ts';

const STYLES: { readonly [status: string]: string } = {
  done: 'fill:#d7f0dc,stroke:#2f7d43',
  active: 'fill:#dbe8fb,stroke:#2b5ea8',
  waiting: 'fill:#fdf1cf,stroke:#9a7412',
  failed: 'fill:#fbdcdc,stroke:#a52a2a',
};

/** Ids that Mermaid takes in a `class` line. */
const PLAIN_ID = /^[A-Za-z_][\w-]*$/;

export function diagramWithStatus(view: RunView): string {
  const { workflow } = view;
  const groups = new Map<string, string[]>();
  for (const [step, status] of standingOf(view)) {
    if (!PLAIN_ID.test(step)) continue;
    groups.set(status, [...(groups.get(status) ?? []), step]);
  }
  if (groups.size === 0) return workflow.source;
  const lines = [...groups].flatMap(([status, steps]) => [
    `    classDef ${status} ${STYLES[status] ?? ''}`,
    `    class ${steps.join(',')} ${status}`,
  ]);
  return `${workflow.source.trimEnd()}\n${lines.join('\n')}\n`;
}

/** In branches a step may stand in several ways: what is under way is shown first. */
function standingOf({ state, workflow }: RunView): ReadonlyMap<string, string> {
  const standing = new Map<string, string>();
  for (const [key, { status }] of state.records.entries()) {
    const step = key.split(' ')[0] ?? '';
    if (status === 'completed' || status === 'skipped') standing.set(step, 'done');
    if (status === 'failed') standing.set(step, 'failed');
  }
  for (const { step, status, execution } of state.tasks.values()) {
    const isPeoples = execution !== 'automated' || status === 'on_hold';
    standing.set(step, status === 'failed' ? 'failed' : isPeoples ? 'waiting' : 'active');
  }
  for (const { step } of state.holds.values()) standing.set(step, 'waiting');
  const known = new Set(workflow.steps.map(({ id }) => id));
  return new Map([...standing].filter(([step]) => known.has(step)));
}
