// Where a workflow's drawing differs from what the document lists.

import { pairText, placeText, short } from './compare-sources.ts';
import type { ConformRule, OpenFinding } from './conform-finding.ts';
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
  const keys = [...new Set([...listing.flatMap(({ pairs }) => [...pairs.keys()]), ...workflow.pairs.keys()])];
  const findings: OpenFinding[] = [];
  const triggers: PairTriggers[] = [];
  for (const key of keys) {
    const having = listing.filter(({ pairs }) => pairs.has(key));
    const own = workflow.pairs.get(key);
    const [from = '', to = ''] = key.split('\n');
    const said = having.flatMap(({ pairs }) => triggersOf(pairs.get(key)));
    triggers.push({
      ...{ from: names.shown(from), to: names.shown(to) },
      ...{ document: [...new Set(said)], workflow: [...new Set(triggersOf(own))] },
    });
    if (own === undefined || having.length === 0) findings.push(difference(key, having, own, name, names));
  }
  return { findings: [...stateDifferences(workflow, machine, name, names), ...findings], triggers };
}

const triggersOf = (transitions: readonly Transition[] = []): string[] =>
  transitions.map(({ trigger }) => short(trigger)).filter((trigger) => trigger !== '');

function difference(
  key: string,
  having: readonly ReadSource[],
  own: readonly Transition[] | undefined,
  name: string,
  names: StateNames,
): OpenFinding {
  const [from = '', to = ''] = key.split('\n');
  const what = pairText(from, to, names);
  const [first] = having;
  const lacking = first?.pairs.get(key)?.[0];
  const trigger = short((lacking ?? own?.[0])?.trigger ?? '');
  const said = trigger === '' ? '' : ` (${trigger})`;
  const line = lacking?.line ?? own?.[0]?.line ?? 1;
  const at = { place: 'workflow', heading: '', line, what } as const;
  if (first !== undefined)
    return {
      ...{ rule: 'workflow-lacks-pair', ...at },
      message: `${what}${said} is in ${having.map(placeText).join(' and ')}, not in the workflow ${name}.`,
      fix: 'Draw it in the workflow, or correct the document.',
    };
  return {
    ...{ rule: 'workflow-adds-pair', ...at },
    message: `${what}${said} is in the workflow ${name} (its line ${line}), not in the document.`,
    fix: 'Remove it from the workflow, or add it to the document.',
  };
}

function stateDifferences(
  workflow: ReadSource,
  machine: readonly ReadSource[],
  name: string,
  names: StateNames,
): OpenFinding[] {
  const own = new Map([...machine].reverse().flatMap(({ states }) => [...states]));
  const lacking = [...own].filter(([key]) => !workflow.states.has(key));
  const added = [...workflow.states].filter(([key]) => !own.has(key));
  const at = (rule: ConformRule, [key, line]: readonly [string, number]) =>
    ({ rule, place: 'workflow', heading: '', line, what: names.shown(key) }) as const;
  return [
    ...lacking.map((state) => ({
      ...at('workflow-lacks-state', state),
      message: `The state ${names.shown(state[0])} is in the document, not in the workflow ${name}.`,
      fix: 'Draw it in the workflow, or correct the document.',
    })),
    ...added.map((state) => ({
      ...at('workflow-adds-state', state),
      message:
        `The state ${names.shown(state[0])} is in the workflow ${name} (its line ${state[1]}), ` +
        'not in the document.',
      fix: 'Remove it from the workflow, or add it to the document.',
    })),
  ];
}
