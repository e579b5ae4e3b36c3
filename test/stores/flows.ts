// What stands in a kept store: a workflow for each thing a run can be waiting for, and how far it is brought there.

import type { Json } from '../../src/json.ts';

/** `reaches`: the run waits there once this step has an open task, hold or wait. */
export interface KeptFlow {
  readonly name: string;
  readonly text: string;
  readonly input?: Json;
  readonly runs: readonly { readonly does: readonly Move[] }[];
}

export type Move =
  | { readonly until: string }
  | { readonly answers: string; readonly as: string; readonly output?: Json; readonly verdict?: string }
  | { readonly votes: string; readonly as: string; readonly verdict: string }
  | { readonly do: 'pause' | 'cancel' };

const draft = (until: string): readonly Move[] => [
  { until: 'A' },
  { answers: 'A', as: 'user:ada', output: 'text' },
  { until },
];

export const FLOWS: readonly KeptFlow[] = [
  {
    name: 'gate',
    text: `flowchart TD
  A(Write) --> B(Approve)
  B -->|"output.verdict === 'reject'"| A
  B -->|default| C[Publish]
%% @A: {"assignee": "user:ada"}
%% @B: {"shows": ["steps.A.output"], "fourEyes": true, "due": "3d"}
%% @C: {"action": "work", "requires": ["B"]}`,
    runs: [
      { does: [{ until: 'A' }] },
      { does: draft('B') },
      { does: [...draft('B'), { do: 'pause' }] },
      { does: [...draft('B'), { do: 'cancel' }] },
    ],
  },
  {
    name: 'votes',
    text: `flowchart TD
  A(Write) --> B(Agree) -->|"output.verdict === 'approve'"| C[Publish]
  B -->|default| A
%% @B: {"approvals": {"need": 2, "of": ["ada", "bo", "cy"]}, "shows": ["steps.A.output"]}
%% @C: {"action": "work"}`,
    runs: [{ does: draft('B') }, { does: [...draft('B'), { votes: 'B', as: 'user:bo', verdict: 'approve' }] }],
  },
  {
    name: 'items',
    text: `flowchart TD
  E[[Each: Piece]] --> W[Work] --> G(Look) --> J[Join] --> L[Last]
%% @E: {"itemsPath": "run.input.items", "itemVariable": "piece"}
%% @W: {"action": "work"}
%% @J: {"action": "work"}
%% @L: {"action": "work"}`,
    input: { items: [1, 2, 3, 4] },
    runs: [{ does: [{ until: 'G' }] }, { does: [{ until: 'G' }, { answers: 'G', as: 'user:bo', verdict: 'approve' }] }],
  },
  {
    name: 'outer',
    text: `flowchart TD
  A[Begin] --> S[[Run: gate]] --> Z[End]
%% @A: {"action": "work"}
%% @S: {"subflowId": "gate"}
%% @Z: {"action": "work"}`,
    runs: [{ does: [{ until: 'S' }] }],
  },
  {
    name: 'signal',
    text: `flowchart TD
  A[Begin] --> W[Wait for the money] --> Z[End]
%% @A: {"action": "work"}
%% @W: {"stepType": "wait", "signal": "paid", "timeout": "30d"}
%% @Z: {"action": "work"}`,
    runs: [{ does: [{ until: 'W' }] }],
  },
  {
    name: 'holds',
    text: `flowchart TD
  A[Begin] --> B{Which} -->|"output.n === 2"| C[Two]
  A --> D[Fails]
%% @A: {"action": "work"}
%% @C: {"action": "work"}
%% @D: {"action": "fail", "retry": {"attempts": 1}}`,
    runs: [{ does: [{ until: 'B' }, { until: 'D' }] }],
  },
  {
    name: 'failed',
    text: `flowchart TD
  A[Fails] --> B[Never]
%% @A: {"action": "fail", "retry": {"attempts": 1}, "onFailure": "fail"}
%% @B: {"action": "work"}`,
    runs: [{ does: [] }],
  },
  {
    name: 'door',
    text: `stateDiagram-v2
  [*] --> Shut
  Shut --> Open : push
  Open --> Shut : pull
  Open --> [*] : remove`,
    runs: [{ does: [{ until: 'Shut' }] }],
  },
  {
    name: 'talk',
    text: `flowchart TD
  A[Talk] --> B[Done]
%% @A: {"execution": "conversation", "agent": "agent:talker", "prompt": "Ask what is wanted."}
%% @B: {"action": "work"}`,
    runs: [{ does: [{ until: 'A' }] }],
  },
  {
    name: 'agents',
    text: `flowchart TD
  A[Score] --> B[Slow] --> C[Done]
  A --> H[Unsure]
%% @A: {"assignee": "agent:quick", "prompt": "Score it."}
%% @B: {"assignee": "agent:slow", "prompt": "Take your time."}
%% @H: {"assignee": "agent:unsure", "prompt": "Decide."}
%% @C: {"action": "work"}`,
    runs: [{ does: [{ until: 'H' }] }],
  },
];

/** The project that PRD runs of the kept stores write in: the path is part of their history. */
export const PROJECT = '/tmp/signoff-kept-store/project';
