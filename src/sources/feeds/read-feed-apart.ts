// Reads feeds in a thread with little memory and little time: what is written to keep a parser busy ends.

import { askWorker } from '../../diagram/read/ask-worker.ts';
import { startThread } from '../../diagram/read/start-thread.ts';
import type { FeedQuestion, FeedReading } from './read-feed.ts';

const HEAP_MB = 512;
const WORK_MS = 8_000;
// Beside this file, whatever it is compiled to.
const file = new URL(import.meta.url.replace(/read-feed-apart(\.\w+)$/, 'feed-worker$1'));

const ask = askWorker<FeedQuestion, FeedReading>((events) => startThread(file, HEAP_MB, events), 'The reader of feeds');

/** Never rejects because of the feed. */
export async function readFeedApart(question: FeedQuestion): Promise<FeedReading> {
  const answer = await ask(question, WORK_MS);
  if (answer.kind === 'answer') return answer.message;
  return { ok: false, why: answer.kind === 'late' ? 'it takes too long to read' : 'it is too large to read' };
}
