// The tool read_file: a text file of the project, whole or some of its lines.

import type { FileHandle } from 'node:fs/promises';
import { z } from 'zod';
import { confine } from './confine.ts';
import { openText, readUpTo } from './open-text.ts';
import { defineTool, RESULT_BYTES_MAX, type Tool, ToolRefusal } from './tool.ts';

const WHOLE_BYTES_MAX = 1_000_000;
const SCANNED_BYTES_MAX = 256_000_000;
const BLOCK_BYTES = 65_536;
const LINE_FEED = 0x0a;

export function readProjectFile(folder: string): Tool {
  return defineTool({
    name: 'read_file',
    description: 'Reads a text file of the project: all of it up to 1 MB, or the lines asked for.',
    input: z.strictObject({
      path: z.string().min(1).describe('From the project folder, such as "src/main.ts".'),
      from: z.int().min(1).optional().describe('First line to read, counted from 1.'),
      to: z.int().min(1).optional().describe('Last line to read.'),
      numbers: z.boolean().default(false).describe('Whether each line begins with its number.'),
    }),
    work: async ({ path: name, from, to, numbers }, signal) => {
      if (from !== undefined && to !== undefined && to < from) {
        throw new ToolRefusal(`Expected "to" to be at least "from" (${from}); found ${to}.`);
      }
      const { target, path } = await confine(folder, name);
      const { handle, bytes } = await openText(target, path);
      try {
        const isRange = from !== undefined || to !== undefined;
        if (!isRange && bytes > WHOLE_BYTES_MAX) {
          throw new ToolRefusal(`"${path}" has ${bytes} bytes; up to 1 MB is read at once. Ask for lines: from, to.`);
        }
        const first = from ?? 1;
        const text = isRange
          ? await readLines(handle, { first, last: to ?? Number.POSITIVE_INFINITY, path, signal })
          : await readUpTo(handle, bytes);
        return numbers ? numbered(text, first) : text;
      } finally {
        await handle.close();
      }
    },
  });
}

interface LineRange {
  readonly first: number;
  readonly last: number;
  readonly path: string;
  readonly signal: AbortSignal;
}

/** Looks at the file block by block and keeps the lines asked for, up to somewhat more than a result can hold. */
async function readLines(handle: FileHandle, { first, last, path, signal }: LineRange): Promise<string> {
  const kept: Buffer[] = [];
  let keptBytes = 0;
  let line = 1;
  for (let position = 0; position < SCANNED_BYTES_MAX; ) {
    signal.throwIfAborted();
    const block = Buffer.alloc(BLOCK_BYTES);
    const { bytesRead } = await handle.read(block, 0, BLOCK_BYTES, position);
    if (bytesRead === 0) {
      if (line < first) throw new ToolRefusal(`"${path}" has ${line} lines; line ${first} is not there.`);
      return Buffer.concat(kept).toString();
    }
    position += bytesRead;
    let start = line >= first ? 0 : -1;
    for (let at = block.indexOf(LINE_FEED); at >= 0 && at < bytesRead; at = block.indexOf(LINE_FEED, at + 1)) {
      line++;
      if (line === first) start = at + 1;
      if (line > last) return Buffer.concat([...kept, block.subarray(start, at)]).toString();
    }
    if (start < 0) continue;
    kept.push(block.subarray(start, bytesRead));
    keptBytes += bytesRead - start;
    if (keptBytes > 2 * RESULT_BYTES_MAX) {
      return `${Buffer.concat(kept).toString()}\n[There is more from line ${line} on: ask for fewer lines at once.]`;
    }
  }
  throw new ToolRefusal(`"${path}" is too long: line ${first} is not within its first ${SCANNED_BYTES_MAX} bytes.`);
}

function numbered(text: string, first: number): string {
  const lines = text.split('\n');
  if (lines.length > 1 && lines.at(-1) === '') lines.pop();
  return lines.map((line, index) => `${first + index}: ${line}`).join('\n');
}
