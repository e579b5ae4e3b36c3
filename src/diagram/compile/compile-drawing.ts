// A drawing and its configuration -> a checked Workflow. Everything but reading the text; synchronous and pure.

import type { JsonObject } from '../../json.ts';
import type { Config } from '../config/config-block.ts';
import { nearest } from '../config/nearest.ts';
import type { SchemaValidator } from '../config/settings.ts';
import { readAwaitTag } from '../config/settings-flow.ts';
import { readWorkflowSettings, type WorkflowSettings } from '../config/settings-workflow.ts';
import type { Drawing } from '../drawing.ts';
import type { Problem } from '../problem.ts';
import { type Places, places } from '../read/places.ts';
import type { SourceText } from '../read/source.ts';
import { COMPILER, type Workflow } from '../workflow.ts';
import { buildStep, stepContextOf } from './build-step.ts';
import { checkStructure } from './checks.ts';
import { checkExpressions, checkItems } from './checks-expressions.ts';
import { checkGates } from './checks-gates.ts';
import { checkReferences, type SubflowUse, subflowUses } from './checks-references.ts';
import { checkRoutes } from './checks-routes.ts';
import { checkScopes } from './checks-scopes.ts';
import { checkShows } from './checks-shows.ts';
import { checkValues } from './checks-values.ts';
import { type Compilation, type KnownNames, newCompilation, sortedProblems } from './compilation.ts';
import { draftMachine } from './compile-machine.ts';
import { type Draft, draftSteps, isReserved } from './compile-steps.ts';
import { checkIds, checkSize, usableEdges } from './drawn-edges.ts';
import { type Entrances, findEntrances } from './find-starts.ts';
import { reportProse } from './proposals.ts';
import { readingsIn } from './readings.ts';
import { analyseScopes, type ScopeAnswer } from './scopes.ts';
import { sourcesIn } from './value-sources.ts';
import { recordFiles, versionOf } from './version.ts';

export interface CompileOptions {
  readonly fileName: string;
  /** `sha256:` and the digest of the text, or the digest alone. */
  hash(text: string): string;
  /** A prompt file's text, null when there is none; left out: prompt files are not looked for. */
  prompt?(file: string): string | null;
  schema?(name: string): JsonObject | null;
  readonly known?: KnownNames;
  /** What values are checked with when the workflow runs; left out: schemas are taken as they are. */
  readonly validator?: SchemaValidator;
}

export interface CompileResult {
  /** null when there is any problem that is not a warning. */
  readonly workflow: Workflow | null;
  /** All of them, by place. */
  readonly problems: readonly Problem[];
  /** The workflows it starts by name, whatever is wrong with it; code that can read files resolves them. */
  readonly uses: readonly SubflowUse[];
}

export function compileDrawing(
  source: SourceText,
  drawing: Drawing,
  config: Config,
  options: CompileOptions,
): CompileResult {
  const used = recordFiles(options);
  const compilation = newCompilation({
    drawing,
    entries: config.entries,
    places: lazyPlaces(source),
    known: options.known ?? {},
    prompt: used.prompt,
    schema: used.schema,
    validator: options.validator,
  });
  const settings = readWorkflowSettings(
    compilation.configOf('workflow'),
    compilation.reportFor('workflow'),
    compilation.settings(),
  );
  checkSize(compilation);
  checkIds(compilation);
  const edges = usableEdges(compilation);
  const machine = drawing.type === 'state' ? draftMachine(compilation, edges) : null;
  const drafts = machine?.drafts ?? draftSteps(compilation, edges);
  checkConfigured(compilation, drafts);
  const entrances = findEntrances(compilation, drafts, settings, machine?.starts ?? null);
  const answer = scopesOf(compilation, drafts, entrances);
  const around = stepContextOf(compilation, drafts, answer);
  const steps = drafts.map((draft) => buildStep(compilation, draft, around));
  const version = versionOf(source.diagram, used, options.hash);
  const workflow = assemble(
    drawing,
    settings,
    { version, source: source.diagram, steps, ...entrances },
    answer,
    options,
  );
  checkScopes(compilation, workflow, answer);
  checkStructure(compilation, workflow, entrances.startsKnown);
  checkReferences(compilation, workflow);
  checkShows(compilation, workflow);
  const sources = sourcesIn(workflow);
  reportProse(compilation, workflow, sources);
  const readings = readingsIn(compilation, workflow);
  const wrong = checkExpressions(compilation, sources, readings);
  checkRoutes(compilation, workflow, sources, wrong);
  checkGates(compilation, workflow, sources, readings, wrong);
  checkValues(compilation, workflow);
  checkItems(compilation, workflow, sources);
  const problems = sortedProblems([...config.problems, ...compilation.problems]);
  const refused = problems.some((found) => found.severity === 'problem');
  return { workflow: refused ? null : workflow, problems, uses: subflowUses(compilation, workflow) };
}

type Made = Pick<Workflow, 'version' | 'source' | 'steps' | 'onFailure' | 'onCancel'> & Entrances;

function assemble(
  drawing: Drawing,
  settings: WorkflowSettings,
  made: Made,
  answer: ScopeAnswer,
  options: CompileOptions,
): Workflow {
  const ids = new Set(made.steps.map((step) => step.id));
  return {
    compiler: COMPILER,
    version: made.version,
    kind: drawing.type === 'state' ? 'machine' : 'flow',
    name: settings.name ?? nameOf(options.fileName),
    description: settings.description,
    source: made.source,
    steps: made.steps,
    start: made.starts,
    startClosedBy: answer.scopes.find((scope) => scope.opener === '')?.join ?? null,
    onFailure: made.onFailure,
    onCancel: made.onCancel,
    input: settings.input,
    data: settings.data,
    output: settings.output,
    accept: settings.accept,
    limits: settings.limits,
    budget: settings.budget,
    roles: settings.roles,
    rest: settings.rest,
    groups: drawing.groups.map(({ id, title, nodes }) => ({ id, title, steps: nodes.filter((node) => ids.has(node)) })),
  };
}

function nameOf(fileName: string): string {
  return (fileName.split(/[\\/]/).at(-1) ?? fileName).replace(/\.(?:mmd|md|markdown)$/i, '');
}

function scopesOf(compilation: Compilation, drafts: readonly Draft[], entrances: Entrances): ScopeAnswer {
  const steps = drafts.map((draft) => {
    const plain = draft.arrows.filter((arrow) => draft.isState || !isReserved(arrow)).map((arrow) => arrow.target);
    const others = draft.arrows.filter((arrow) => !draft.isState && isReserved(arrow)).map((arrow) => arrow.target);
    const forks = !draft.isState && draft.kind !== 'end' && draft.routing === 'all' && plain.length > 1;
    const opens = draft.kind === 'foreach' ? ('foreach' as const) : forks ? ('fork' as const) : null;
    // A foreach with work fails item by item, inside its own scope; any other opener fails before it opens one.
    const inside = draft.kind === 'foreach' && draft.execution !== null;
    return {
      id: draft.id,
      opens,
      join: draft.kind === 'join' ? { awaits: awaited(compilation, draft) } : null,
      branches: inside ? [...plain, ...others] : plain,
      asides: inside ? [] : others,
    };
  });
  const entries = [entrances.onFailure, entrances.onCancel].filter((id) => id !== null);
  return analyseScopes({ steps, starts: entrances.starts, entries });
}

function awaited(compilation: Compilation, draft: Draft): string | null {
  return readAwaitTag(draft.config, compilation.reportFor(draft.id), compilation.settings());
}

function checkConfigured(compilation: Compilation, drafts: readonly Draft[]): void {
  const ids = new Set(drafts.map((draft) => draft.id));
  for (const { id, place } of compilation.entries.values()) {
    if (id === 'workflow' || ids.has(id)) continue;
    const meant = nearest(id, ids);
    const message = `Expected the configuration of a step that is drawn, found "@${id.slice(0, 60)}".`;
    const fix = meant === null ? 'Draw the step, or remove its configuration.' : `Did you mean "@${meant}"?`;
    compilation.problem('unknown-step', place, message, fix);
  }
}

/** The text is scanned for places only when there is something to report. */
function lazyPlaces(source: SourceText): Places {
  let found: Places | null = null;
  const scan = (): Places => {
    found ??= places(source);
    return found;
  };
  return {
    get first() {
      return scan().first;
    },
    step: (id) => scan().step(id),
    edge: (from, to, label, nth) => scan().edge(from, to, label, nth),
  };
}
