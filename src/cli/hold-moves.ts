// The moves that can end a hold, in words, and where one of them may lead.

import type { Step } from '../diagram/workflow.ts';
import type { HoldMove } from '../engine/events.ts';
import type { Hold } from '../engine/run-state.ts';
import { stepOf } from '../runtime/code-call.ts';
import type { ShownRun } from '../runtime/run-driver.ts';

/** Without `choose` where no edge is there to be chosen. */
export function movesOf(run: ShownRun, hold: Hold): readonly HoldMove[] {
  return hold.moves.filter((move) => move !== 'choose' || targetsOf(run, hold).length > 0);
}

/** The steps the held token could be sent to; into a scope only from inside it. */
export function targetsOf(run: ShownRun, hold: Hold): readonly string[] {
  const step = stepOf(run, hold.step);
  const token = run.state.tokens.get(hold.token ?? 0);
  const isInside = step.closedBy == null || run.state.scopes.get(token?.scope ?? 0)?.opener === step.id;
  const isBody = (target: string) => target === step.closedBy || stepOf(run, target).within.includes(step.id);
  return drawnTargets(step).filter((target) => isInside || !isBody(target));
}

function drawnTargets({ edges, transitions, onError, onTimeout }: Step): string[] {
  const reserved = [onError, onTimeout].flatMap((edge) => edge?.target ?? []);
  const moved = transitions.flatMap(({ target }) => target ?? []);
  return [...new Set([...edges.map(({ target }) => target), ...moved, ...reserved])];
}

export function moveText(move: HoldMove, targets: readonly string[]): string {
  switch (move) {
    case 'retry':
      return 'do it again';
    case 'choose':
      return `go on to ${targets.join(' or ') || 'a step'}`;
    case 'skip':
      return 'continue with an output you give';
    case 'raise':
      return 'allow more, in this run only';
    case 'retry-failed':
      return 'do the failed ones again';
    case 'skip-failed':
      return 'continue without the failed ones';
    case 'force':
      return 'continue with what has arrived';
    case 'end':
      return 'let it fail';
  }
}
