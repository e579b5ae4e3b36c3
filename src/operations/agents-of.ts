// The agents that a workflow names. Every run asks for them, so nothing heavy is loaded here.

import type { Workflow } from '../diagram/workflow.ts';

/** The kind of record that agents are kept as. */
export const AGENT = 'agent';
const PREFIX = 'agent:';

/** The agents its steps name, those to fall back on included. Agents known only in a run are not among them. */
export function agentsOf({ steps }: Workflow): string[] {
  const found = steps.flatMap(({ task, fallback, execution }) => {
    const assignee = task?.assignee?.parts.every((part) => typeof part === 'string') ? task.assignee.text.trim() : '';
    const second = fallback !== null && 'assignee' in fallback ? [fallback.assignee] : [];
    const prefixed = [assignee, ...second, task?.escalate?.to ?? ''].filter((name) => name.startsWith(PREFIX));
    // An automated task is an agent's, whether or not the name says so (`queueOf` in the runtime).
    const isPlain = execution === 'automated' && assignee !== '' && !assignee.includes(':');
    return [task?.agent ?? '', ...prefixed, ...(isPlain ? [assignee] : [])];
  });
  const ids = found.map((name) => (name.startsWith(PREFIX) ? name.slice(PREFIX.length) : name).trim());
  return [...new Set(ids)].filter((id) => id !== '').sort();
}
