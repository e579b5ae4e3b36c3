// The engine inside your own program: a diagram, two actions, one durable run. Ten lines.
import { defineAction, defineWorkflow, open } from 'signoff';

const draft = defineAction({ name: 'draft', run: ({ topic }: { topic: string }) => `Some words about ${topic}.` });
const count = defineAction({ name: 'count', run: (text: string) => text.split(' ').length });
const diagram = `flowchart TD
  D[Draft] --> C[Count words]
  %% @D: {"action": "draft"}
  %% @C: {"action": "count"}`;
const signoff = await open({ workflows: [defineWorkflow({ name: 'words', diagram, actions: [draft, count] })] });
console.log(await signoff.result(await signoff.start('words', { topic: 'tea' })));
await signoff.close();
