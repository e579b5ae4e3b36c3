// Where a run begins (flow-1), and the steps it enters when it fails or is cancelled.

import { nearest } from '../config/nearest.ts';
import type { WorkflowSettings } from '../config/settings-workflow.ts';
import type { Compilation } from './compilation.ts';
import type { Draft } from './compile-steps.ts';

export interface Entrances {
  readonly starts: readonly string[];
  /** False when `start` names a step that is not drawn: the starts are then those of the drawing, as a guess. */
  readonly startsKnown: boolean;
  readonly onFailure: string | null;
  readonly onCancel: string | null;
}

/** `drawn` are a machine's initial states; null in a flow, where they are found here. */
export function findEntrances(
  compilation: Compilation,
  drafts: readonly Draft[],
  settings: WorkflowSettings,
  drawn: readonly string[] | null,
): Entrances {
  const ids = new Set(drafts.map((draft) => draft.id));
  const known = (id: string | null, key: string): string | null => {
    if (id === null || ids.has(id)) return id;
    const meant = nearest(id, ids);
    compilation.problem(
      'unknown-target',
      compilation.placeOf('workflow', key),
      `Expected "${key}" to name a step of the diagram, found "${id.slice(0, 60)}".`,
      meant === null ? 'Name a step that is drawn.' : `Did you mean "${meant}"?`,
    );
    return null;
  };
  const onFailure = known(settings.onFailure, 'onFailure');
  const onCancel = known(settings.onCancel, 'onCancel');
  const named = settings.start?.map((id) => known(id, 'start')) ?? null;
  const startsKnown = named?.includes(null) !== true;
  const found = named?.filter((id) => id !== null) ?? [];
  // What is behind a start that was misspelt is checked all the same.
  const starts = named !== null && startsKnown ? found : (drawn ?? flowStarts(drafts, new Set([onFailure, onCancel])));
  if (starts.length === 0 && settings.start === null) reportNoStart(compilation, drafts);
  return { starts, startsKnown, onFailure, onCancel };
}

function flowStarts(drafts: readonly Draft[], exempt: ReadonlySet<string | null>): string[] {
  const entered = new Set(drafts.flatMap((draft) => draft.arrows.map((arrow) => arrow.target)));
  const signs = drafts.filter((draft) => draft.kind === 'start' || draft.kind === 'fork');
  if (signs.length > 0) return signs.map((draft) => draft.id);
  const open = drafts.filter((draft) => !entered.has(draft.id) && !exempt.has(draft.id));
  return (open.length > 0 ? open : drafts.filter((draft) => !exempt.has(draft.id)).slice(0, 1)).map(
    (draft) => draft.id,
  );
}

function reportNoStart(compilation: Compilation, drafts: readonly Draft[]): void {
  const machine = compilation.drawing.type === 'state';
  const first = drafts[0];
  compilation.problem(
    'no-start',
    first === undefined ? compilation.places.first : compilation.places.step(first.id),
    machine ? 'Expected an initial state, found no arrow from [*].' : 'Expected a step to start with, found none.',
    machine ? `Add "[*] --> ${first?.id ?? 'STATE'}".` : 'Draw a step, or name one in "start" of @workflow.',
  );
}
