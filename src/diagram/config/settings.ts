// Reads single values out of a config object: each wrong one is reported with its key and replaced by the default.

import { isJsonObject, type Json, type JsonObject } from '../../json.ts';
import type { Formula } from '../expression.ts';
import type { Assignment, Template } from '../workflow.ts';
import { parseDuration } from './duration.ts';
import { reportUnknownKeys } from './known-keys.ts';
import { nearest } from './nearest.ts';
import { formula, unknownRoots } from './parse-expression.ts';
import { parseTemplate } from './parse-template.ts';
import { below, found, type Report } from './problem-sink.ts';

/** What the readers need from outside the config. */
export interface SettingsContext {
  /** ROOTS and the item variables a path at this step may start with. */
  readonly roots: ReadonlySet<string>;
  /** A schema by its name, or null when there is none. */
  readonly schema: (name: string) => JsonObject | null;
  /** A prompt file's text, or null when there is none. */
  readonly prompt: (file: string) => string | null;
  /** Left out: schemas are taken as they are. */
  readonly validator?: SchemaValidator | undefined;
}

/** What values are checked with when the workflow runs. */
export interface SchemaValidator {
  /** Why no value can ever be checked against the schema; null when it can be used. */
  fault(schema: JsonObject): string | null;
  /** What is wrong with a value, as sentences. */
  problems(schema: JsonObject, value: Json): readonly string[];
}

export interface Range {
  readonly min: number;
  readonly max: number;
  /** Fractions are allowed. */
  readonly fraction?: boolean;
}

export type Settings = ReturnType<typeof settings>;

/** Absent and null mean the same for every key read here: the default. */
export function settings(config: JsonObject, report: Report, context: SettingsContext) {
  const valueAt = (key: string): Json | undefined =>
    Object.hasOwn(config, key) ? (config[key] ?? undefined) : undefined;
  const wrong = (key: string, expected: string, value: Json, fix: string): void =>
    report('bad-setting', [key], `Expected "${key}" to be ${expected}, found ${found(value)}.`, fix);

  function read<T>(
    key: string,
    otherwise: T,
    accepts: (value: Json) => T | undefined,
    wanted: string | (() => string),
    fix?: string,
  ): T {
    const value = valueAt(key);
    if (value === undefined) return otherwise;
    const accepted = accepts(value);
    if (accepted !== undefined) return accepted;
    const expected = typeof wanted === 'string' ? wanted : wanted();
    wrong(key, expected, value, fix ?? `Write ${expected}, or leave the key out.`);
    return otherwise;
  }

  const text = (key: string): string | null => read<string | null>(key, null, nonEmpty, 'text that is not empty');

  return {
    config,
    report,
    context,
    valueAt,
    text,
    flag: <T extends boolean | null>(key: string, otherwise: T): boolean | T =>
      read<boolean | T>(key, otherwise, (value) => (typeof value === 'boolean' ? value : undefined), 'true or false'),
    number: <T extends number | null>(key: string, range: Range, otherwise: T): number | T =>
      read<number | T>(
        key,
        otherwise,
        (value) => (isWithin(value, range) ? value : undefined),
        () => rangeText(range),
      ),
    oneOf: <const T extends string, D extends T | null>(key: string, allowed: readonly T[], otherwise: D): T | D =>
      read<T | D>(
        key,
        otherwise,
        (value) => allowed.find((word) => word === value),
        () => `one of ${allowed.join(', ')}`,
      ),
    names: (key: string): readonly string[] => read<readonly string[]>(key, [], namesIn, 'a list of names'),
    object: (key: string): JsonObject | null =>
      read<JsonObject | null>(key, null, (value) => (isJsonObject(value) ? value : undefined), 'an object'),
    durationMs: (key: string): number | null => readDuration(key, valueAt(key), report),
    template: (key: string): Template | null => {
      const source = text(key);
      return source === null ? null : readTemplate(source, below(report, key), context.roots);
    },
    assignments: (key: string): readonly Assignment[] | null => {
      const value = valueAt(key);
      return value === undefined ? null : readAssignments(value, below(report, key), context.roots);
    },
    /** As `assignments`; an expression may stand in the braces of a template. */
    mapping: (key: string): readonly Assignment[] | null => {
      const value = valueAt(key);
      return value === undefined ? null : readAssignments(withoutBraces(value), below(report, key), context.roots);
    },
    /** The settings of an object one level down, its own unknown keys reported. */
    inside: (key: string, value: JsonObject, known: readonly string[]) => {
      reportUnknownKeys(value, new Set(known), below(report, key));
      return settings(value, below(report, key), context);
    },
  };
}

export function readTemplate(source: string, report: Report, roots: ReadonlySet<string>): Template {
  const { template, unknown } = parseTemplate(source, roots);
  for (const hole of unknown) {
    const root = /^[\w$]+/.exec(hole)?.[0] ?? '';
    const expected = `Expected a path that starts with ${[...roots].join(', ')}`;
    report(
      'unknown-path',
      [],
      `${expected}; found {{${hole.slice(0, 60)}}}, which stays as written.`,
      pathFix(root, roots),
      'warning',
    );
  }
  return template;
}

/** An expression whose paths all start with a known root; null (and a report) otherwise. */
export function readFormula(value: Json, report: Report, roots: ReadonlySet<string>): Formula | null {
  if (value === null || typeof value === 'number' || typeof value === 'boolean') {
    return { text: JSON.stringify(value), tree: { op: 'literal', value } };
  }
  if (typeof value !== 'string') {
    report(
      'bad-expression',
      [],
      `Expected an expression as text, found ${found(value)}.`,
      'Write it in quotes: "output.score", "\'text\'".',
    );
    return null;
  }
  const parsed = formula(value);
  if ('error' in parsed) {
    report('bad-expression', [], `${parsed.error} The expression is ${found(value)}.`, 'Correct the expression.');
    return null;
  }
  const [unknown] = unknownRoots(parsed.formula.tree, roots);
  if (unknown === undefined) return parsed.formula;
  const expected = `Expected a path that starts with ${[...roots].join(', ')}; found "${unknown.slice(0, 60)}".`;
  report('bad-expression', [], `${expected} The expression is ${found(value)}.`, pathFix(unknown, roots));
  return null;
}

/** `{{input.prNumber}}` is `input.prNumber`. */
function withoutBraces(value: Json): Json {
  if (!isJsonObject(value)) return value;
  const bare = (each: Json): Json => (typeof each === 'string' ? (WHOLE_HOLE.exec(each)?.[1] ?? each) : each);
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, bare(each)]));
}

const WHOLE_HOLE = /^\s*\{\{([^{}]*)\}\}\s*$/;

export function readAssignments(value: Json, report: Report, roots: ReadonlySet<string>): readonly Assignment[] {
  if (!isJsonObject(value)) {
    report(
      'bad-setting',
      [],
      `Expected an object from names to expressions, found ${found(value)}.`,
      'Write {"name": "output.field"}.',
    );
    return [];
  }
  const assignments: Assignment[] = [];
  for (const [name, expression] of Object.entries(value)) {
    if (name === '__proto__' || name === '') {
      report('bad-name', [name], `Expected a name that can be set, found "${name}".`, 'Choose another name.');
      continue;
    }
    const read = readFormula(expression, below(report, name), roots);
    if (read !== null) assignments.push({ name, value: read });
  }
  return assignments;
}

function readDuration(key: string, value: Json | undefined, report: Report): number | null {
  if (value === undefined) return null;
  const ms = parseDuration(value);
  if (ms === null) {
    const fix = 'Write seconds as a number, or 500ms, 30s, 5m, 2h, 3d, or ISO 8601 such as PT5M (no months or years).';
    report('bad-duration', [key], `Expected "${key}" to be a duration, found ${found(value)}.`, fix);
  }
  return ms;
}

function pathFix(root: string, roots: ReadonlySet<string>): string {
  const meant = nearest(root, roots);
  if (meant !== null && meant !== root) return `Did you mean "${meant}"?`;
  if (roots.has(root)) return "Write only a path; names with other characters go in brackets: steps['my-step'].output.";
  return root === '' ? 'Write a path such as output.score.' : `Did you mean "output.${root}" or "run.input.${root}"?`;
}

function nonEmpty(value: Json): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}

/** One name may stand without its list. */
function namesIn(value: Json): readonly string[] | undefined {
  const list = typeof value === 'string' ? [value] : value;
  if (!Array.isArray(list) || !list.every((item) => nonEmpty(item) !== undefined)) return undefined;
  return [...new Set(list as string[])];
}

function isWithin(value: Json, range: Range): value is number {
  if (typeof value !== 'number' || value < range.min || value > range.max) return false;
  return range.fraction === true || Number.isInteger(value);
}

function rangeText(range: Range): string {
  const whole = range.fraction === true ? 'a number' : 'a whole number';
  return `${whole} from ${range.min.toLocaleString('en-US')} to ${range.max.toLocaleString('en-US')}`;
}
