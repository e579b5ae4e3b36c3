// The diagrams of a store with very many runs: most wait for a person, a few for code that nobody hosts yet.

import { defineWorkflow } from '../../src/index.ts';

export const WORKFLOWS = [
  defineWorkflow({ name: 'approval', diagram: 'graph TD\nB(Approve) --> C(Sign)' }),
  defineWorkflow({ name: 'errand', diagram: 'graph TD\nA[Errand]\n%% @A: {"action": "errand"}' }),
];

/** One step for ever, until its output says no. */
export const LOOP = defineWorkflow({
  name: 'loop',
  diagram: `graph TD
A[Step] --> D{More?}
D -->|"output.more"| A
D -->|default| E([END])
%% @workflow: {"limits": {"visits": 1000000}}
%% @A: {"action": "step"}`,
});
