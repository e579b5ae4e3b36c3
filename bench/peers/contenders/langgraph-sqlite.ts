// LangGraph.js with its own SQLite checkpointer, as its documentation sets it up.

import { join } from 'node:path';
import { SqliteSaver } from '@langchain/langgraph-checkpoint-sqlite';
import type { Contender } from '../contender.ts';
import { langgraphSession } from '../langgraph.ts';

export const contender: Contender = {
  prepare: async ({ folder }) => {
    const saver = SqliteSaver.fromConnString(join(folder, 'langgraph.db'));
    await saver.getTuple({ configurable: { thread_id: 'none' } });
    saver.db.close();
  },
  open: async ({ folder }) => {
    const saver = SqliteSaver.fromConnString(join(folder, 'langgraph.db'));
    return langgraphSession(saver, async () => void saver.db.close());
  },
};
