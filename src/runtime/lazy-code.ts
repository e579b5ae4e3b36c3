// The code of systems under its names, loaded when a piece of it is first called: most processes call none.

import type { CodeRegistry } from '../ports/action.ts';
import type { CodeNames, System, SystemDeps } from '../ports/system.ts';
import { CODE_MS_MAX, inTime } from './in-time.ts';
import { codeProblem } from './system-shape.ts';

export function lazyCode({ code, loadCode, name: system }: System, deps: SystemDeps): CodeRegistry {
  if (code === undefined || loadCode === undefined) return {};
  let loading: Promise<CodeRegistry> | null = null;
  const load = async <K extends keyof CodeRegistry>(kind: K, name: string) => {
    loading ??= inTime(CODE_MS_MAX, async () => loadCode(deps));
    const given = await loading;
    const wrong = codeProblem(given);
    if (wrong !== null) throw new Error(`The code of the system "${system}" cannot be used: ${wrong}.`);
    const found = given[kind]?.[name];
    if (found === undefined) throw new Error(`The code "${name}" of the system "${system}" is listed and not there.`);
    return found as NonNullable<CodeRegistry[K]>[string];
  };
  return {
    actions: named(code.actions, (name) => async (call) => (await load('actions', name))(call)),
    prepares: named(code.prepares, (name) => async (call) => (await load('prepares', name))(call)),
    accepts: named(code.accepts, (name) => async (call) => (await load('accepts', name))(call)),
    acceptTurns: named(code.acceptTurns, (name) => async (call) => (await load('acceptTurns', name))(call)),
    acceptRuns: named(code.acceptRuns, (name) => async (input) => (await load('acceptRuns', name))(input)),
  };
}

/** All of them; a name belongs to one system. */
export function mergeCode(all: readonly CodeRegistry[]): CodeRegistry {
  return {
    actions: Object.assign({}, ...all.map(({ actions }) => actions)),
    prepares: Object.assign({}, ...all.map(({ prepares }) => prepares)),
    accepts: Object.assign({}, ...all.map(({ accepts }) => accepts)),
    acceptTurns: Object.assign({}, ...all.map(({ acceptTurns }) => acceptTurns)),
    acceptRuns: Object.assign({}, ...all.map(({ acceptRuns }) => acceptRuns)),
  };
}

function named<T>(names: CodeNames[keyof CodeNames], make: (name: string) => T): { readonly [name: string]: T } {
  return Object.fromEntries((names ?? []).map((name) => [name, make(name)]));
}
