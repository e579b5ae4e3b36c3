// Reads a document in a process beside this one, within bounds of time and memory.

import { askWorker } from '../../diagram/read/ask-worker.ts';
import { startProcess } from '../../start-process.ts';
import type { DocumentResult } from './document-text.ts';
import type { ReaderQuestion } from './reader-process.ts';

const WORK_MS = 15_000;
/** Files of 50 MB, and what unpacks them, are not in the heap. */
const LIMITS = { heapMb: 256, memoryMb: 768 };

// Beside this file, whatever it is compiled to.
const PROCESS = new URL(import.meta.url.replace(/read-apart(\.\w+)$/, 'reader-process$1'));

const ask = askWorker<ReaderQuestion, DocumentResult>(
  (events) => startProcess(PROCESS, LIMITS, events),
  'The reader of documents',
);

/** Never rejects because of the document. */
export async function readApart(
  question: ReaderQuestion,
  { workMs = WORK_MS, signal }: { readonly workMs?: number; readonly signal?: AbortSignal | undefined } = {},
): Promise<DocumentResult> {
  const answer = await ask(question, workMs, signal);
  if (answer.kind === 'answer') return answer.message;
  if (signal?.aborted === true) return { ok: false, why: 'it was no longer wanted' };
  if (answer.kind === 'late') return { ok: false, why: `reading it took longer than ${workMs / 1_000} s` };
  return { ok: false, why: 'reading it took too much memory, or ended its reader' };
}
