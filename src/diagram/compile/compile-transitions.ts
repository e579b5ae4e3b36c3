// A state's transitions: what is drawn and what its `on` says, as one list (state-2, state-6).

import { isJsonObject } from '../../json.ts';
import { formula, unknownRoots } from '../config/parse-expression.ts';
import { type OnEntry, readOn, readTrigger } from '../config/settings-routes.ts';
import type { Formula } from '../expression.ts';
import type { Place } from '../problem.ts';
import type { Transition } from '../workflow.ts';
import type { Compilation, Prose } from './compilation.ts';
import { checkTarget } from './compile-machine.ts';
import type { Arrow, Draft } from './compile-steps.ts';

/** `on` speaks for its events and for arrows whose label names none; arrows that name another event stay as drawn. */
export function transitionsOf(compilation: Compilation, draft: Draft, roots: ReadonlySet<string>): Transition[] {
  const on = readOn(draft.config, compilation.reportFor(draft.id), compilation.settings(roots)) ?? [];
  const found: Transition[] = [];
  for (const entry of on) {
    if (entry.target !== null && !checkTarget(compilation, draft, entry.event, entry.target)) continue;
    found.push({ event: entry.event, target: entry.target, when: entry.when, set: entry.set, raise: entry.raise });
  }
  for (const arrow of draft.arrows) {
    const drawn = drawnTransition(compilation, draft, arrow, on, roots);
    if (drawn !== null) found.push(drawn);
  }
  reportRivals(compilation, draft, found);
  return inOrder(found);
}

function drawnTransition(
  compilation: Compilation,
  draft: Draft,
  arrow: Arrow,
  on: readonly OnEntry[],
  roots: ReadonlySet<string>,
): Transition | null {
  const trigger = arrow.text === '' ? { event: null, condition: null } : readTrigger(arrow.text);
  const spoken = on.some((entry) => entry.target === arrow.target) || isRefused(draft, arrow.target);
  if (trigger === null) {
    if (spoken) return null;
    reportProse(compilation, draft, arrow, roots);
    return { event: 'done', target: arrow.target, when: NEVER, set: [], raise: null };
  }
  const event = trigger.event ?? 'done';
  if (on.some((entry) => entry.event === event) || (trigger.event === null && spoken)) {
    if (!spoken) reportUnspoken(compilation, draft, arrow, event);
    return null;
  }
  if (trigger.condition === null) return { event, target: arrow.target, when: null, set: [], raise: null };
  const when = conditionIn(compilation, draft, arrow, trigger.condition, roots);
  return { event, target: arrow.target, when, set: [], raise: null };
}

/** Stands in for what was reported, so that one mistake does not make the states behind it unreachable as well. */
const NEVER: Formula = { text: 'false', tree: { op: 'literal', value: false } };

/** Whether `on` names the target in an entry that was not read because something else in it is wrong. */
function isRefused(draft: Draft, target: string): boolean {
  const on = draft.config.on;
  if (!isJsonObject(on)) return false;
  return Object.values(on)
    .flat()
    .some((entry) => isJsonObject(entry) && entry.target === target);
}

function conditionIn(
  compilation: Compilation,
  draft: Draft,
  arrow: Arrow,
  text: string,
  roots: ReadonlySet<string>,
): Formula {
  const parsed = formula(text);
  const unknown = 'formula' in parsed ? unknownRoots(parsed.formula.tree, roots) : [];
  if ('formula' in parsed && unknown.length === 0) return parsed.formula;
  const why = 'error' in parsed ? parsed.error : `"${unknown[0]}" is none of ${[...roots].join(', ')}.`;
  const message =
    `Expected a condition in the brackets of the transition from "${draft.id}" to ` +
    `"${arrow.target}", found "${text.slice(0, 60)}". ${why}`;
  pushProse(compilation, draft, arrow, { text, form: 'guard', roots, message });
  return NEVER;
}

function reportProse(compilation: Compilation, draft: Draft, arrow: Arrow, roots: ReadonlySet<string>): void {
  const message =
    `Expected an event, an event [condition] or a [condition] on the transition from "${draft.id}" to ` +
    `"${arrow.target}", found "${arrow.text.slice(0, 60)}".`;
  pushProse(compilation, draft, arrow, { text: arrow.text, form: 'transition', roots, message });
}

type ArrowProse = Pick<Prose, 'text' | 'form' | 'roots' | 'message'>;

function pushProse(compilation: Compilation, draft: Draft, arrow: Arrow, said: ArrowProse): void {
  const place = (): Place => compilation.edgePlace(arrow.edge);
  compilation.prose.push({ step: draft.id, target: arrow.target, ...said, place });
}

function reportUnspoken(compilation: Compilation, draft: Draft, arrow: Arrow, event: string): void {
  const message =
    `Expected "on" of "${draft.id}" to name every transition for "${event}", found none to ` +
    `"${arrow.target}"; it is never taken.`;
  const fix = `Add { "target": "${arrow.target}" } under "${event}", or remove the transition.`;
  compilation.warning('edge-without-branch', compilation.edgePlace(arrow.edge), message, fix);
}

/** Of two that need no condition only the first could ever be taken. */
function reportRivals(compilation: Compilation, draft: Draft, transitions: readonly Transition[]): void {
  const first = new Map<string, Transition>();
  for (const transition of transitions) {
    if (transition.when !== null) continue;
    const other = first.get(transition.event);
    if (other === undefined) {
      first.set(transition.event, transition);
      continue;
    }
    const arrow = draft.arrows.findLast(({ target }) => target === transition.target);
    const configured = Object.hasOwn(draft.config, 'on') || arrow === undefined;
    compilation.problem(
      'ambiguous-edges',
      configured ? compilation.placeOf(draft.id, 'on', transition.event) : compilation.edgePlace(arrow.edge),
      `Expected one transition without a condition for "${transition.event}" from "${draft.id}", found ` +
        `${targetText(other)} and ${targetText(transition)}.`,
      'Give all but one of them a [condition].',
    );
  }
}

const targetText = (transition: Transition): string =>
  transition.target === null ? 'one that stays' : `one to "${transition.target}"`;

function inOrder(transitions: readonly Transition[]): Transition[] {
  const events = [...Map.groupBy(transitions, (transition) => transition.event).values()];
  return events.flatMap((group) => [
    ...group.filter((transition) => transition.when !== null),
    ...group.filter((transition) => transition.when === null),
  ]);
}
