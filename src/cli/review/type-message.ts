// A message typed at a terminal: one line, or several that were pasted together. What stood above it is wiped when it
// is sent, so that the same block is not on the screen twice.

import { createInterface } from 'node:readline';
import { BACK, LEAVE, type PromptResult } from '../prompt.ts';
import { widthOf } from '../shown-text.ts';
import { drawing } from '../terminal.ts';
import { markedSequence } from '../terminal-text.ts';

interface MessagePlace {
  readonly input: NodeJS.ReadStream;
  readonly out: NodeJS.WriteStream;
  readonly above: readonly string[];
  /** Stands in the input already. */
  readonly typed: string;
}

const SIGN = ' › ';
/** Lines of one paste come at once; nobody types a line and Enter in this time. */
const PASTE_MS = 40;
/** At the end of a line: another line belongs to it. */
const GOES_ON = /\\$/;

export function typeMessage(place: MessagePlace, signal: AbortSignal): Promise<PromptResult<string>> {
  const { input, out, above, typed } = place;
  if (signal.aborted) return Promise.resolve(BACK);
  out.write(above.map((line) => `${line}\n`).join(''));
  const reader = createInterface({ input, output: drawing, prompt: SIGN, terminal: true, historySize: 0 });
  const lines: string[] = [];
  let timer: NodeJS.Timeout | undefined;
  return new Promise((resolve) => {
    let isOver = false;
    const end = (said: PromptResult<string>): void => {
      // Closing it tells of itself, too; the reader's own listeners must hear of that, else it goes on reading.
      if (isOver) return;
      isOver = true;
      clearTimeout(timer);
      signal.removeEventListener('abort', stop);
      reader.close();
      if (typeof said === 'string') wipe(out, above.length, lines);
      else out.write('\n');
      resolve(said);
    };
    const stop = (): void => end(BACK);
    const sent = (): void => {
      // The rest of a paste stands in the line that is still being typed: Enter sends it all.
      if (reader.line === '' && !GOES_ON.test(lines.at(-1) ?? '')) end(textOf(lines));
    };
    signal.addEventListener('abort', stop, { once: true });
    reader.on('SIGINT', () => end(LEAVE));
    reader.on('close', () => end(LEAVE));
    reader.on('line', (line) => {
      lines.push(line);
      clearTimeout(timer);
      timer = setTimeout(sent, PASTE_MS);
    });
    reader.prompt();
    reader.write(typed);
  });
}

function textOf(lines: readonly string[]): string {
  return lines
    .map((line) => line.replace(GOES_ON, ''))
    .join('\n')
    .trim();
}

/** Where not all of it is on the screen any more, it stays. */
function wipe(out: NodeJS.WriteStream, above: number, lines: readonly string[]): void {
  const columns = out.columns || 80;
  const rowsOf = (text: string): number => Math.max(1, Math.ceil(widthOf(text) / columns));
  const typed = lines.reduce((sum, line, at) => sum + rowsOf(at === 0 ? SIGN + line : line), 0);
  const rows = above + typed;
  if (rows < (out.rows || 24))
    out.write(`${markedSequence(`[${rows}A`)}${markedSequence('[G')}${markedSequence('[J')}`);
}
