// LangGraph.js's four workloads, whichever checkpointer keeps its state.

import {
  Annotation,
  type BaseCheckpointSaver,
  Command,
  END,
  interrupt,
  Send,
  START,
  StateGraph,
} from '@langchain/langgraph';
import { AT_ONCE, CHAIN_STEPS, expectEqual, inFlight, nextDocument, type Session } from './contender.ts';

const sum = Annotation<number>({ reducer: (left, right) => left + right, default: () => 0 });

export function langgraphSession(saver: BaseCheckpointSaver, close: () => Promise<void>): Session {
  const chain = chainGraph(saver);
  const map = mapGraph(saver);
  const loop = loopGraph(saver);
  return {
    chain: (runs, atOnce) =>
      inFlight(runs, atOnce, async () => {
        const { count } = await chain.invoke({ count: 0 }, settings());
        expectEqual(count, CHAIN_STEPS, 'the steps done');
      }),
    map: async (items, wave) => {
      const { done } = await map.invoke({ items, wave: wave ?? items }, settings());
      expectEqual(done, items, 'the items done');
    },
    pause: async (runs) => {
      const graph = approvalGraph(saver, () => {});
      await inFlight(runs, AT_ONCE, async (run) => {
        const result = await graph.invoke({ approved: false }, settings(`run ${run}`));
        expectEqual('__interrupt__' in result, true, 'the run being interrupted');
      });
    },
    resume: async (runs, onTask) => {
      const graph = approvalGraph(saver, onTask);
      await inFlight(runs, AT_ONCE, async (run) => {
        const { approved } = await graph.invoke(new Command({ resume: true }), settings(`run ${run}`));
        expectEqual(approved, true, 'the approval');
      });
    },
    loop: async (loops) => {
      const { version } = await loop.invoke({ loops }, settings());
      expectEqual(version, loops, 'the loops done');
    },
    close,
  };
}

let threads = 0;

/** "sync" is LangGraph's mode in which a checkpoint is written before the next step starts. */
function settings(thread?: string) {
  threads += 1;
  return {
    configurable: { thread_id: thread ?? `${process.pid} ${threads}` },
    durability: 'sync' as const,
    recursionLimit: 1_000_000,
  };
}

function chainGraph(saver: BaseCheckpointSaver) {
  const step = (index: number) => [`s${index}`, () => ({ count: 1 })] as [`s${number}`, () => { count: number }];
  return new StateGraph(Annotation.Root({ count: sum }))
    .addSequence(Array.from({ length: CHAIN_STEPS }, (_, index) => step(index)))
    .addEdge(START, 's0')
    .compile({ checkpointer: saver });
}

function mapGraph(saver: BaseCheckpointSaver) {
  const State = Annotation.Root({ items: Annotation<number>, wave: Annotation<number>, done: sum });
  const plan = ({ items, wave, done }: typeof State.State) => {
    if (done === items) return 'join';
    return Array.from({ length: Math.min(wave, items - done) }, (_, item) => new Send('item', { item: done + item }));
  };
  return new StateGraph(State)
    .addNode('plan', () => ({}))
    .addNode('item', () => ({ done: 1 }))
    .addNode('join', () => ({}))
    .addEdge(START, 'plan')
    .addConditionalEdges('plan', plan, ['item', 'join'])
    .addEdge('item', 'plan')
    .addEdge('join', END)
    .compile({ checkpointer: saver });
}

function approvalGraph(saver: BaseCheckpointSaver, onTask: () => void) {
  return new StateGraph(Annotation.Root({ approved: Annotation<boolean> }))
    .addNode('start', () => ({}))
    .addNode('approve', () => ({ approved: interrupt('approve?') === true }))
    .addNode('publish', () => {
      onTask();
      return {};
    })
    .addEdge(START, 'start')
    .addEdge('start', 'approve')
    .addEdge('approve', 'publish')
    .addEdge('publish', END)
    .compile({ checkpointer: saver });
}

function loopGraph(saver: BaseCheckpointSaver) {
  const State = Annotation.Root({ loops: Annotation<number>, version: sum, document: Annotation<string> });
  return new StateGraph(State)
    .addNode('revise', () => ({ version: 1, document: nextDocument() }))
    .addEdge(START, 'revise')
    .addConditionalEdges('revise', ({ loops, version }) => (version < loops ? 'revise' : END), ['revise', END])
    .compile({ checkpointer: saver });
}
