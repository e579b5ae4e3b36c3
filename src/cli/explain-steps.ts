// Steps, scopes and ends of a workflow in words, for `signoff explain`.

import type { Step, Transition, Workflow } from '../diagram/workflow.ts';
import { labelOf, oneLine, readableMs } from './shown-text.ts';

export interface ExplainedStep {
  readonly id: string;
  readonly label: string;
  readonly kind: string;
  /** The kind with what sets this step apart. */
  readonly what: string;
  readonly who: string;
  /** One line for every way out. */
  readonly goesTo: readonly string[];
}

export function explained(workflow: Workflow): ExplainedStep[] {
  return workflow.steps.map((step) => ({
    id: step.id,
    label: labelOf(step.label),
    kind: step.kind,
    what: whatOf(step),
    who: whoOf(step),
    goesTo: goesTo(workflow, step),
  }));
}

/** The steps after which a token has nowhere to go. */
export function endsOf({ steps, kind }: Workflow): string[] {
  const ends = steps.filter(({ kind: own }) => own === 'end');
  if (kind === 'machine' || ends.length > 0) {
    const before = steps.filter((step) => leadsTo(step).some((target) => ends.some(({ id }) => id === target)));
    const loose = kind === 'flow' ? steps.filter((step) => step.kind !== 'end' && leadsTo(step).length === 0) : [];
    return [...before, ...loose].map(({ id }) => id);
  }
  return steps.filter((step) => leadsTo(step).length === 0).map(({ id }) => id);
}

function leadsTo(step: Step): string[] {
  const reserved = [step.onError, step.onTimeout].flatMap((edge) => edge?.target ?? []);
  const targets = step.transitions.flatMap(({ target }) => target ?? []);
  return [...step.edges.map(({ target }) => target), ...reserved, ...targets];
}

export function scopesOf({ steps, startClosedBy, start }: Workflow) {
  const opened = steps.flatMap((step) => {
    if (step.closedBy === undefined) return [];
    const join = steps.find(({ id }) => id === step.closedBy);
    const body = steps.filter(({ within }) => within.at(-1) === step.id).map(({ id }) => id);
    const items =
      step.foreach === null
        ? 'fork'
        : `foreach of ${step.foreach.items.text}, at most ` +
          `${step.foreach.maxItems.toLocaleString('en')} items, ${step.foreach.concurrency} at once`;
    const until = join === undefined ? 'no join' : `until ${join.id}${boundary(join)}`;
    const text = `${step.id} (${items}) ${until}${body.length === 0 ? '' : `; inside: ${body.join(', ')}`}`;
    return [{ opener: step.id, join: step.closedBy, body, text }];
  });
  if (startClosedBy === null) return opened;
  return [
    { opener: '', join: startClosedBy, body: [], text: `the starts ${start.join(', ')} until ${startClosedBy}` },
    ...opened,
  ];
}

function boundary({ join, timeoutMs }: Step): string {
  if (join === null) return '';
  const needs =
    join.minCount === null ? (join.minPercent === 100 ? 'all' : `${join.minPercent} %`) : `${join.minCount}`;
  const early = join.early ? ', as soon as they are in' : '';
  const timeout = timeoutMs === null ? '' : `, or after ${readableMs(timeoutMs)} (${join.onTimeout})`;
  return ` (${needs} must arrive${early}${timeout})`;
}

function whatOf(step: Step): string {
  const { kind, execution, foreach, subflow, wait, within } = step;
  const inside = within.length === 0 ? '' : `, inside ${within.at(-1) || 'the start'}`;
  if (kind === 'task')
    return (
      `${execution === 'automated' ? 'task' : execution} ${execution === 'automated' ? '' : 'task'}`.trim() + inside
    );
  if (kind === 'foreach')
    return `foreach of ${foreach?.items.text ?? ''} as ${foreach?.itemVariable ?? 'item'}${inside}`;
  if (kind === 'join') return `join of ${step.closes || 'the starts'}${inside}`;
  if (kind === 'subflow') return `subflow ${subflow?.workflow ?? `from ${subflow?.source?.text ?? ''}`}${inside}`;
  if (kind === 'wait') return `wait for the signal ${wait?.signal ?? ''}${inside}`;
  return kind + inside;
}

function whoOf(step: Step): string {
  const { task, execution, kind, subflow } = step;
  if (kind === 'subflow') return subflow?.detached ? 'a child run, on its own' : 'a child run';
  if (kind === 'wait') return 'the sender of the signal';
  if (kind === 'state') return whoMoves(step);
  if (task === null || execution === null) return 'the engine';
  if (task.action !== null) return `code ${task.action}`;
  const named = task.assignee === null ? null : oneLine(task.assignee.text);
  if (execution === 'conversation') return `${named ?? 'a person'} with ${task.agent ?? 'an agent'}`;
  return named ?? (execution === 'manual' ? 'a person' : 'an agent');
}

/** A state without work is left at once where nothing stands in the way, else by whatever it answers to. */
function whoMoves({ transitions, timeoutMs }: Step): string {
  if (transitions.some(({ event, when }) => isAtOnce(event) && when === null)) return 'nobody: it leaves at once';
  if (transitions.some(({ event }) => !OWN_EVENTS.has(event))) return 'the sender of the signal';
  return timeoutMs === null ? 'the engine' : 'the clock';
}

const OWN_EVENTS: ReadonlySet<string> = new Set(['done', 'error', 'always', 'timeout']);
const isAtOnce = (event: string): boolean => event === 'done' || event === 'always';

function goesTo(workflow: Workflow, step: Step): string[] {
  const ways: string[] = [];
  if (step.routing === 'first') {
    for (const { when, target } of step.edges)
      ways.push(`${when === null ? 'otherwise' : `if ${when.text}`} → ${target}`);
  } else if (step.edges.length === 1) ways.push(`→ ${step.edges[0]?.target ?? ''}`);
  else if (step.edges.length > 1) ways.push(`→ ${step.edges.map(({ target }) => target).join(' and ')}, at once`);
  if (step.onError !== null) ways.push(`on failure → ${step.onError.target}`);
  if (step.onTimeout !== null) ways.push(`on timeout → ${step.onTimeout.target}`);
  ways.push(...step.transitions.map((way) => transitionText(way, step, workflow)));
  for (const { event, when } of step.defer)
    ways.push(`${event}${when === null ? '' : ` if ${when.text}`} is kept for later`);
  if (ways.length > 0) return ways.map(oneLine);
  return [workflow.onFailure === step.id ? 'the run fails' : 'the end'];
}

function transitionText({ event, when, target, raise }: Transition, { kind }: Step, { steps }: Workflow): string {
  const condition = when === null ? '' : ` if ${when.text}`;
  const raised = raise === null ? '' : `, raising ${raise.event}`;
  const name = kind === 'state' && isAtOnce(event) ? 'at once' : event;
  const isEnd = steps.some(({ id, kind: own }) => id === target && own === 'end');
  return `${name}${condition} → ${isEnd ? 'the end' : (target ?? 'stays')}${raised}`;
}
