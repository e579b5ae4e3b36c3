// The process that read-apart.ts starts: it reads documents whose parsers could hang or eat memory, and ends with the
// one that started it. A thread beside the parser sees how much memory it takes.

import { isMainThread, Worker, workerData } from 'node:worker_threads';
import type { DocumentResult } from './document-text.ts';

export interface ReaderQuestion {
  readonly kind: 'html' | 'pdf' | 'docx';
  /** Text of HTML, bytes of the others. */
  readonly content: string | Uint8Array;
}

/** With all that Node itself takes. The heap has a bound of its own; parsers unpack into memory outside of it. */
const MEMORY_BYTES_MAX = 600_000_000;
const LOOK_MS = 100;

if (isMainThread) serve();
else watch(workerData as number);

function serve(): void {
  const watcher = new Worker(new URL(import.meta.url), { workerData: process.ppid, execArgv: [] });
  watcher.unref();
  process.on('disconnect', () => process.exit());
  process.on('message', (question: ReaderQuestion) => {
    void read(question).then((result) => process.send?.(result));
  });
  process.send?.('ready');
}

/** A parser that is busy hears nothing: neither that it should end nor that nobody waits for it any more. */
function watch(parent: number): void {
  setInterval(() => {
    const isAlone = process.ppid !== parent;
    if (isAlone || process.memoryUsage.rss() > MEMORY_BYTES_MAX) process.kill(process.pid, 'SIGKILL');
  }, LOOK_MS);
}

async function read({ kind, content }: ReaderQuestion): Promise<DocumentResult> {
  try {
    if (typeof content === 'string') {
      const { readHtml } = await import('./read-html.ts');
      return { ok: true, document: readHtml(content) };
    }
    if (kind === 'pdf') return await (await import('./read-pdf.ts')).readPdf(content);
    return await (await import('./read-docx.ts')).readDocx(content);
  } catch (thrown) {
    if (thrown instanceof RangeError) return { ok: false, why: 'its parts are nested too deeply' };
    const found = thrown instanceof Error ? thrown.message.slice(0, 120).replace(/\.$/, '') : String(thrown);
    return { ok: false, why: `it is broken (${found})` };
  }
}
