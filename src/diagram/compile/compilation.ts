// What one compilation knows and what it has found wrong so far; every part of the compiler reports through it.

import type { JsonObject } from '../../json.ts';
import type { ConfigEntry } from '../config/config-block.ts';
import { ROOTS } from '../config/parse-expression.ts';
import type { Report } from '../config/problem-sink.ts';
import type { SchemaValidator, SettingsContext } from '../config/settings.ts';
import type { Drawing, DrawnEdge } from '../drawing.ts';
import type { Place, Problem } from '../problem.ts';
import { alikeBefore, type Places } from '../read/places.ts';

/** Names that exist outside the diagram; what is left out is not checked. */
export interface KnownNames {
  readonly agents?: ReadonlySet<string>;
  readonly actions?: ReadonlySet<string>;
  readonly workflows?: ReadonlySet<string>;
}

/** A label that is not a condition. What would be one is known when all steps are. */
export interface Prose {
  readonly step: string;
  readonly target: string;
  readonly text: string;
  /** An edge's label, a transition's, or the condition in a transition's brackets. */
  readonly form: 'edge' | 'transition' | 'guard';
  readonly roots: ReadonlySet<string>;
  readonly message: string;
  place(): Place;
}

export interface Compilation {
  readonly drawing: Drawing;
  readonly entries: ReadonlyMap<string, ConfigEntry>;
  readonly places: Places;
  readonly known: KnownNames;
  readonly problems: Problem[];
  readonly prose: Prose[];
  problem(code: string, place: Place, message: string, fix: string): void;
  warning(code: string, place: Place, message: string, fix: string): void;
  /** Reports on the configuration of a step, or of `workflow`. */
  reportFor(id: string): Report;
  /** The place of a key of a step's configuration; of the step itself when it has none. */
  placeOf(id: string, ...path: readonly (string | number)[]): Place;
  edgePlace(edge: DrawnEdge): Place;
  configOf(id: string): JsonObject;
  settings(roots?: ReadonlySet<string>): SettingsContext;
}

export interface CompilationInput {
  readonly drawing: Drawing;
  readonly entries: readonly ConfigEntry[];
  readonly places: Places;
  readonly known: KnownNames;
  readonly prompt: (file: string) => string | null;
  readonly schema: (name: string) => JsonObject | null;
  readonly validator: SchemaValidator | undefined;
}

const NO_CONFIG: JsonObject = {};

export function newCompilation(input: CompilationInput): Compilation {
  const problems: Problem[] = [];
  const entries = new Map(input.entries.map((entry) => [entry.id, entry]));
  const placeOf = (id: string, ...path: readonly (string | number)[]): Place =>
    entries.get(id)?.placeOf(path) ?? input.places.step(id);
  const { prompt, schema, validator } = input;
  const add = (
    severity: Problem['severity'],
    code: string,
    { line, column }: Place,
    message: string,
    fix: string,
  ): void => {
    problems.push({ severity, code, message: cut(message), fix: cut(fix), line, column });
  };
  return {
    drawing: input.drawing,
    entries,
    places: input.places,
    known: input.known,
    problems,
    prose: [],
    problem: (code, place, message, fix) => add('problem', code, place, message, fix),
    warning: (code, place, message, fix) => add('warning', code, place, message, fix),
    reportFor:
      (id) =>
      (code, keyPath, message, fix, severity = 'problem') => {
        add(severity, code, placeOf(id, ...keyPath.filter((key) => key !== '').map(jsonKey)), message, fix);
      },
    placeOf,
    edgePlace: edgePlaces(input.drawing, input.places),
    configOf: (id) => entries.get(id)?.json ?? NO_CONFIG,
    settings: (roots = ROOTS) => ({ roots, schema, prompt, validator }),
  };
}

/** Sorted by place, each finding once: two readers of one key may both report it. */
export function sortedProblems(problems: readonly Problem[]): Problem[] {
  const once = new Map(
    problems.map((found) => [`${found.line}:${found.column} ${found.code} ${found.message}`, found]),
  );
  return [...once.values()].sort((a, b) => a.line - b.line || a.column - b.column || (a.code < b.code ? -1 : 1));
}

/** Arrows that are drawn alike are distinguished by their order. */
function edgePlaces(drawing: Drawing, places: Places): (edge: DrawnEdge) => Place {
  let numbers: ReadonlyMap<DrawnEdge, number> | null = null;
  return (edge) => {
    numbers ??= alikeBefore(drawing.edges);
    return places.edge(edge.from, edge.to, edge.label, numbers.get(edge) ?? 0);
  };
}

const jsonKey = (key: string): string | number => (/^\d{1,9}$/.test(key) ? Number(key) : key);

// Ids and labels have no limit of their own, but what is shown to people must.
const cut = (text: string): string => (text.length > TEXT_MAX ? `${text.slice(0, TEXT_MAX)}...` : text);
const TEXT_MAX = 600;
