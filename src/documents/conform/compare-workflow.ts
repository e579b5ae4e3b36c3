// Where a workflow's drawing differs from what the document lists.

import { inBrackets, pairText, placeText, short } from './compare-sources.ts';
import type { OpenFinding } from './conform-finding.ts';
import type { ReadSource, StateNames } from './machine.ts';
import type { Transition } from './transition.ts';

/** Who says when a transition is made: for information, since nobody words it alike. */
export interface PairTriggers {
  readonly from: string;
  readonly to: string;
  readonly document: readonly string[];
  readonly workflow: readonly string[];
}

export interface WorkflowComparison {
  readonly findings: readonly OpenFinding[];
  readonly triggers: readonly PairTriggers[];
}

export function compareWorkflow(
  workflow: ReadSource,
  machine: readonly ReadSource[],
  name: string,
  names: StateNames,
): WorkflowComparison {
  const listing = machine.filter(({ source }) => source.kind !== 'states');
  const keys = [...new Set([...listing, workflow].flatMap(({ pairs }) => [...pairs.keys()]))];
  const triggers = keys.map((key) => {
    const [from = '', to = ''] = key.split('\n').map(names.shown);
    const said = listing.flatMap(({ pairs }) => triggersOf(pairs.get(key)));
    return { from, to, document: [...new Set(said)], workflow: [...new Set(triggersOf(workflow.pairs.get(key)))] };
  });
  const pairs = keys.flatMap((key) => pairDifference(key, workflow, listing, name, names));
  return { findings: [...stateDifferences(workflow, machine, name, names), ...pairs], triggers };
}

const triggersOf = (transitions: readonly Transition[] = []): string[] =>
  transitions.map(({ trigger }) => short(trigger)).filter((trigger) => trigger !== '');

function pairDifference(
  key: string,
  workflow: ReadSource,
  listing: readonly ReadSource[],
  name: string,
  names: StateNames,
): readonly OpenFinding[] {
  const having = listing.filter(({ pairs }) => pairs.has(key));
  const [own] = workflow.pairs.get(key) ?? [];
  if (own !== undefined && having.length > 0) return [];
  const { trigger = '', line = 1 } = own ?? having[0]?.pairs.get(key)?.[0] ?? {};
  const what = pairText(key, names);
  const said = `${what}${inBrackets(trigger)}`;
  return own === undefined
    ? [lacking('workflow-lacks-pair', what, said, line, having.map(placeText).join(' and '), name)]
    : [added('workflow-adds-pair', what, said, line, name)];
}

function stateDifferences(
  workflow: ReadSource,
  machine: readonly ReadSource[],
  name: string,
  names: StateNames,
): readonly OpenFinding[] {
  const own = new Map(machine.toReversed().flatMap(({ states }) => [...states]));
  const missing = [...own].filter(([key]) => !workflow.states.has(key));
  const more = [...workflow.states].filter(([key]) => !own.has(key));
  const said = (key: string): string => `The state ${names.shown(key)}`;
  return [
    ...missing.map(([key, line]) =>
      lacking('workflow-lacks-state', names.shown(key), said(key), line, 'the document', name),
    ),
    ...more.map(([key, line]) => added('workflow-adds-state', names.shown(key), said(key), line, name)),
  ];
}

type Rule = OpenFinding['rule'];

const lacking = (rule: Rule, what: string, said: string, line: number, where: string, name: string): OpenFinding => ({
  ...{ rule, place: 'workflow', heading: '', line, what },
  message: `${said} is in ${where}, not in the workflow ${name}.`,
  fix: 'Draw it in the workflow, or correct the document.',
});

const added = (rule: Rule, what: string, said: string, line: number, name: string): OpenFinding => ({
  ...{ rule, place: 'workflow', heading: '', line, what },
  message: `${said} is in the workflow ${name} (its line ${line}), not in the document.`,
  fix: 'Remove it from the workflow, or add it to the document.',
});
