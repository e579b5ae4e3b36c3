// Finds where a system's tool reports to: the open place in a run of a project that this process works for.

import type { Rejection } from '../engine/context.ts';
import { statusOf, type Task } from '../engine/run-state.ts';
import { findRun } from '../operations/find-run.ts';
import type { ReportTool, ToolPlace } from '../ports/system-tool.ts';
import { machineState } from '../runtime/gate-facts.ts';
import type { RunView } from '../runtime/read-run.ts';
import { lookAtTask, type Viewer } from './hand-out.ts';
import type { McpOptions, McpSystem } from './mcp-options.ts';
import { viewerOf } from './next-step.ts';
import { isServed, projectOf } from './project-of.ts';

/** Newest first; a project has few that are open. */
const RUNS_MAX = 50;

export interface OpenPlace {
  readonly place: ToolPlace;
  readonly view: RunView;
  /** null: a signal goes to the run itself. */
  readonly task: number | null;
}

/** The first place of the tool that is open in one run; why there is none otherwise. */
export async function findPlace(
  options: McpOptions,
  system: McpSystem,
  tool: ReportTool,
  named: string | undefined,
): Promise<OpenPlace | { readonly rejection: Rejection }> {
  const looking = await viewerOf(options);
  const family = named === undefined ? null : await familyOf(options, named);
  const persons: string[] = [];
  for (const place of tool.places) {
    const views = await viewsOf(options, system, place.workflow, family);
    const open = views.flatMap((view) => openAt(view, place, looking));
    const [only, ...others] = open;
    if (only !== undefined && others.length === 0) return only;
    if (only !== undefined) return { rejection: ambiguousRun(tool, open) };
    persons.push(...views.flatMap((view) => personsIn(view)));
  }
  return { rejection: persons.length > 0 ? isPersons(tool, persons) : nothingOpen(tool, named) };
}

function openAt(view: RunView, place: ToolPlace, looking: Viewer): readonly OpenPlace[] {
  if (place.kind === 'signal') {
    const isThere = view.state.parent === null && machineState(view) === place.state;
    return isThere ? [{ place, view, task: null }] : [];
  }
  return [...view.state.tasks.values()]
    .filter((task) => task.step === place.step && isFor(place, view, task, looking))
    .map((task) => ({ place, view, task: task.id }));
}

/** Work of the client's model; a conversation that this person may end. */
function isFor({ kind }: ToolPlace, view: RunView, task: Task, looking: Viewer): boolean {
  const handOut = lookAtTask(view, looking, task.id);
  if (handOut === null) return false;
  return kind === 'work' ? handOut.turn === 'agent' : handOut.kind === 'talk';
}

const personsIn = ({ id, state }: RunView): readonly string[] =>
  [...state.tasks.values()].flatMap(({ id: task, execution }) => (execution === 'manual' ? [`${id}#${task}`] : []));

async function viewsOf(
  { engine }: McpOptions,
  system: McpSystem,
  workflow: string,
  family: string | null,
): Promise<readonly RunView[]> {
  const { items } = await engine.store.listRuns({ workflow, status: ['running'] }, { limit: RUNS_MAX });
  const views: RunView[] = [];
  for (const { run } of items) {
    const view = await engine.view(run);
    if (view === null || statusOf(view.state) !== 'running' || !(await isHere(system, view))) continue;
    if (family === null || (await rootOf(engine.view.bind(engine), view)) === family) views.push(view);
  }
  return views;
}

/** Runs of other projects may be in the same store. */
async function isHere(system: McpSystem, view: RunView): Promise<boolean> {
  const project = projectOf(system, view);
  return project === null || isServed(system, project);
}

async function familyOf({ engine }: McpOptions, named: string): Promise<string> {
  const { run } = await findRun(engine.store, named.split('#')[0] ?? named);
  const view = await engine.view(run);
  return view === null ? run : rootOf(engine.view.bind(engine), view);
}

async function rootOf(viewOf: (run: string) => Promise<RunView | null>, view: RunView): Promise<string> {
  let at = view;
  while (at.state.parent !== null) {
    const above = await viewOf(at.state.parent.run);
    if (above === null) break;
    at = above;
  }
  return at.id;
}

function ambiguousRun({ name, noun }: ReportTool, open: readonly OpenPlace[]): Rejection {
  const runs = open.map(({ view }) => view.id).join(', ');
  const message = `Expected one run that waits for ${noun}, found ${open.length}: ${runs}. Nothing was changed.`;
  return { code: 'invalid-request', message: `${message} Call ${name} with \`run\`.` };
}

function isPersons({ noun }: ReportTool, tasks: readonly string[]): Rejection {
  const message = `Expected work of yours that waits for ${noun}, found a decision of the person: ${tasks.join(', ')}.`;
  const advice = 'Call tasks_next with that run, ask them, and relay what they say with tasks_answer.';
  return { code: 'person-expected', message: `${message} Nothing was changed. ${advice}` };
}

function nothingOpen({ noun }: ReportTool, named: string | undefined): Rejection {
  const where = named === undefined ? 'No run here waits' : `The run ${named} does not wait`;
  const message = `${where} for ${noun} from you. Nothing was changed. tasks_next says what is next in a run.`;
  return { code: 'not-handed-out', message };
}
