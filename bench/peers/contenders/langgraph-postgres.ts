// LangGraph.js with its own PostgreSQL checkpointer.

import { PostgresSaver } from '@langchain/langgraph-checkpoint-postgres';
import type { Contender } from '../contender.ts';
import { langgraphSession } from '../langgraph.ts';

export const contender: Contender = {
  prepare: async ({ postgresUrl }) => {
    const saver = PostgresSaver.fromConnString(postgresUrl);
    await saver.setup();
    await saver.end();
  },
  open: async ({ postgresUrl }) => {
    const saver = PostgresSaver.fromConnString(postgresUrl);
    return langgraphSession(saver, () => saver.end());
  },
};
