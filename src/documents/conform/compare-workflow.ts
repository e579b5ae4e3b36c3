// Where a workflow's drawing differs from what the document lists.

import { inBrackets, placeText, short } from './compare-sources.ts';
import type { OpenFinding } from './conform-finding.ts';
import type { ReadSource } from './machine.ts';
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
): WorkflowComparison {
  const listing = machine.filter(({ source }) => source.kind !== 'states');
  const pairs = [...new Set([...listing, workflow].flatMap((each) => [...each.pairs.keys()]))];
  const compared = pairs.map((pair) => {
    const having = listing.filter((each) => each.pairs.has(pair));
    const document = having.flatMap((each) => each.pairs.get(pair) ?? []);
    return { pair, having, document, own: workflow.pairs.get(pair) ?? [] };
  });
  const triggers = compared.map(({ document, own }) => {
    const { from = '', to = '' } = document[0] ?? own[0] ?? {};
    return { from, to, document: triggersOf(document), workflow: triggersOf(own) };
  });
  const different = compared.flatMap(({ pair, having, document, own }) => {
    if (document.length > 0 && own.length > 0) return [];
    const { trigger = '', line = 1 } = document[0] ?? own[0] ?? {};
    const said = pair + inBrackets(trigger);
    return own.length === 0
      ? [lacking('workflow-lacks-pair', pair, said, line, having.map(placeText).join(' and '), name)]
      : [added('workflow-adds-pair', pair, said, line, name)];
  });
  return { findings: [...stateDifferences(workflow, machine, name), ...different], triggers };
}

const triggersOf = (transitions: readonly Transition[]): readonly string[] => [
  ...new Set(transitions.map(({ trigger }) => short(trigger)).filter((trigger) => trigger !== '')),
];

function stateDifferences(workflow: ReadSource, machine: readonly ReadSource[], name: string): readonly OpenFinding[] {
  const own = new Map(machine.toReversed().flatMap(({ states }) => [...states]));
  const missing = [...own].filter(([state]) => !workflow.states.has(state));
  const more = [...workflow.states].filter(([state]) => !own.has(state));
  return [
    ...missing.map(([state, line]) =>
      lacking('workflow-lacks-state', state, `The state ${state}`, line, 'the document', name),
    ),
    ...more.map(([state, line]) => added('workflow-adds-state', state, `The state ${state}`, line, name)),
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
