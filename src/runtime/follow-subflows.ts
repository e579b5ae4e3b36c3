// Follows a diagram into the files it starts as subflows, near and far: problems there are reported at the step.

import { basename, dirname, resolve } from 'node:path';
import type { SubflowUse } from '../diagram/compile/checks-references.ts';
import type { Problem } from '../diagram/problem.ts';
import type { Workflow } from '../diagram/workflow.ts';

export interface LoadedFile {
  /** null when there is any problem that is not a warning. */
  readonly workflow: Workflow | null;
  readonly problems: readonly Problem[];
  readonly uses: readonly SubflowUse[];
}

export interface SubflowClosure {
  readonly workflow: Workflow | null;
  readonly problems: readonly Problem[];
  /** The workflows it starts by name, near and far, as far as they can run. */
  readonly subflows: readonly Workflow[];
  /** Where each of them is from, by its name. */
  readonly homes: ReadonlyMap<string, SubflowHome>;
}

export interface SubflowHome {
  /** The folder its names resolve against. */
  readonly folder: string;
  /** What people call the agents it names, where a system says so. */
  readonly agents?: { readonly [id: string]: string };
}

export interface Files {
  load(path: string): Promise<LoadedFile>;
  /** The file of the workflow that a file means by this name, null when there is none. */
  find(name: string, from: string): Promise<FoundFile | null>;
}

export interface FoundFile {
  readonly path: string;
  /** Files of workflows that its code starts. */
  readonly besides?: readonly string[];
  readonly agents?: { readonly [id: string]: string };
  /** What is to be said of this use of the name. */
  readonly problem?: Omit<Problem, 'line' | 'column'>;
}

/** Files beyond are checked only when a run gets there. */
const FILES_MAX = 200;

/** Each file is loaded once, however often it is started. */
export async function followSubflows(
  path: string,
  files: Files,
  besides: readonly string[] = [],
): Promise<SubflowClosure> {
  const root = resolve(path);
  const { loaded, agents } = await loadAll([root, ...besides.map((file) => resolve(file))], files);
  const problemsOf = problemsIn(loaded);
  const runnable = (file: string): Workflow[] =>
    problemsOf(file).some(({ severity }) => severity === 'problem') ? [] : [named(file, loaded) ?? []].flat();
  const [workflow = null] = runnable(root);
  const others = [...loaded.keys()].filter((file) => file !== root);
  const subflows = others.flatMap((file) => runnable(file).map((each) => ({ file, each })));
  const homes = subflows.map(({ file, each }): [string, SubflowHome] => {
    const names = agents.get(dirname(file));
    return [each.name, { folder: dirname(file), ...(names && { agents: names }) }];
  });
  return { workflow, problems: problemsOf(root), subflows: subflows.map(({ each }) => each), homes: new Map(homes) };
}

/** A subflow may be drawn by the name of its file; from here on it goes by its own. */
function named(file: string, loaded: LinkedFiles): Workflow | null {
  const { workflow = null, targets = [] } = loaded.get(file) ?? {};
  const own = new Map<string, string>();
  for (const { use, target } of targets) {
    const name = loaded.get(target)?.workflow?.name;
    if (name !== undefined && name !== use.name) own.set(use.name, name);
  }
  if (workflow === null || own.size === 0) return workflow;
  const steps = workflow.steps.map((step) => {
    const [drawn = '', ...version] = step.subflow?.workflow?.split('@') ?? [];
    const name = own.get(drawn);
    if (step.subflow === null || name === undefined) return step;
    return { ...step, subflow: { ...step.subflow, workflow: [name, ...version].join('@') } };
  });
  return { ...workflow, steps };
}

/** Problems of a file with those of its subflows, worked out once for each. */
function problemsIn(loaded: LinkedFiles): (file: string) => readonly Problem[] {
  const ways = oncePerFile((file: string) => waysFrom(file, loaded));
  const targets = (file: string) => loaded.get(file)?.targets ?? [];
  const cycles = (file: string): Problem[] =>
    targets(file).flatMap(({ use, target }) =>
      ways(target).has(file) ? [cycle(use, [file, ...wayTo(file, ways(target))])] : [],
    );
  // Of a file on the way back only what else is wrong counts here, so this comes to an end.
  const apart: (file: string) => readonly Problem[] = oncePerFile((file) => [
    ...(loaded.get(file)?.problems ?? []),
    ...targets(file).flatMap((link) => (ways(link.target).has(file) ? [] : broken(link, all(link.target)))),
  ]);
  const all: (file: string) => readonly Problem[] = oncePerFile((file) =>
    inOrder([
      ...apart(file),
      ...cycles(file),
      ...targets(file).flatMap((link) => (ways(link.target).has(file) ? broken(link, apart(link.target)) : [])),
    ]),
  );
  return all;
}

function oncePerFile<T>(work: (file: string) => T): (file: string) => T {
  const done = new Map<string, T>();
  return (file) => {
    const known = done.get(file);
    if (known !== undefined) return known;
    const made = work(file);
    done.set(file, made);
    return made;
  };
}

export function inOrder(problems: readonly Problem[]): Problem[] {
  return problems.toSorted((a, b) => a.line - b.line || a.column - b.column);
}

interface LinkedFile extends LoadedFile {
  readonly targets: readonly Target[];
}

interface Target {
  readonly use: SubflowUse;
  readonly target: string;
}

type LinkedFiles = ReadonlyMap<string, LinkedFile>;

interface AllLoaded {
  readonly loaded: LinkedFiles;
  /** By the folder of a system. */
  readonly agents: ReadonlyMap<string, NonNullable<SubflowHome['agents']>>;
}

async function loadAll(roots: readonly string[], files: Files): Promise<AllLoaded> {
  const loaded = new Map<string, LinkedFile>();
  const agents = new Map<string, NonNullable<SubflowHome['agents']>>();
  const waiting = new Set(roots);
  for (const path of waiting) {
    const file = await files.load(path);
    const targets: Target[] = [];
    const said: Problem[] = [];
    for (const use of file.uses) {
      const found = await files.find(use.name, path);
      if (found?.problem !== undefined) said.push({ ...found.problem, ...use.place });
      if (found === null || found.problem?.severity === 'problem') continue;
      const target = resolve(found.path);
      if (found.agents !== undefined) agents.set(dirname(target), found.agents);
      for (const next of [target, ...(found.besides ?? [])]) if (waiting.size < FILES_MAX) waiting.add(next);
      if (waiting.has(target)) targets.push({ use, target });
    }
    loaded.set(path, { ...file, problems: [...file.problems, ...said], targets });
  }
  return { loaded, agents };
}

/** For each file that `start` leads to, the file before it on the shortest way there; `start` itself included. */
function waysFrom(start: string, loaded: LinkedFiles): ReadonlyMap<string, string> {
  const before = new Map([[start, start]]);
  for (const [file] of before) {
    for (const { target } of loaded.get(file)?.targets ?? []) if (!before.has(target)) before.set(target, file);
  }
  return before;
}

function wayTo(end: string, before: ReadonlyMap<string, string>): string[] {
  const way = [end];
  for (let at = before.get(end); at !== undefined && at !== way[0]; at = before.get(at)) way.unshift(at);
  return way;
}

function cycle({ step, place }: SubflowUse, way: readonly string[]): Problem {
  const names = way.map((file) => basename(file).replace(/\.\w+$/, ''));
  return {
    severity: 'problem',
    code: 'subflow-cycle',
    message: `Expected the subflow "${step}" not to lead back to this workflow, found ${names.join(' -> ')}.`,
    fix: 'Name another workflow, or draw a loop.',
    ...place,
  };
}

function broken({ use: { step, place }, target }: Target, problems: readonly Problem[]): Problem[] {
  const [first, ...more] = inOrder(problems.filter(({ severity }) => severity === 'problem'));
  if (first === undefined) return [];
  const file = basename(target);
  const where = `${file}:${first.line}:${first.column} ${first.code}`;
  const others = more.length > 0 ? `, and ${more.length} more` : '';
  const problem: Problem = {
    severity: 'problem',
    code: 'subflow-with-problems',
    message: `Expected the subflow of "${step}" without problems, found ${where}${others}: ${cut(first.message)}`,
    fix: `Correct ${file}: signoff check lists all that is wrong in it.`,
    ...place,
  };
  return [problem];
}

const cut = (text: string): string => (text.length > 300 ? `${text.slice(0, 300)}...` : text);
