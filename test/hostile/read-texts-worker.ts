// A thread that gives one reader after the other its texts, and says what is under way and how long each took.

import { fileURLToPath } from 'node:url';
import { parentPort, workerData } from 'node:worker_threads';
import { ANSWER_MAX } from '../../src/documents/markdown/markdown-limit.ts';
import { repeated } from './repeated-texts.ts';
import { ARGUMENTS, design, type TextReader } from './text-readers.ts';

export interface Reading {
  readonly reader: TextReader;
  readonly unit: string;
}

export type ReadingNews = { readonly at: number; readonly ms?: number; readonly fault?: string };

/** 4 MB; what stands behind an answer has the length that an answer may have. */
const WHOLE = { characters: 4_000_000, lines: Number.POSITIVE_INFINITY };
const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const { readings, from } = workerData as { readonly readings: readonly Reading[]; readonly from: number };
const tell = (news: ReadingNews): void => parentPort?.postMessage(news);

for (let at = from; at < readings.length; at++) {
  const { reader, unit } = readings[at] as Reading;
  const [path = '', call = ''] = reader.name.split('#');
  const { [call]: read } = (await import(ROOT + path)) as Record<string, (...args: unknown[]) => unknown>;
  const text = repeated(unit, reader.isFirst ? WHOLE : ANSWER_MAX);
  const args = ARGUMENTS[reader.name]?.(text) ?? [reader.isDesign ? design(text) : text];
  tell({ at });
  const begun = cpuMs();
  try {
    read?.(...args);
    tell({ at, ms: cpuMs() - begun });
  } catch (error) {
    // What it says may be right or wrong: here it is enough that it comes in time.
    const { name, message } = error as Error;
    const isLimit = name === 'WorkspaceFault';
    tell({ at, ms: cpuMs() - begun, ...(!isLimit && { fault: `${name}: ${message}` }) });
  }
}
tell({ at: readings.length });

/** Of this thread alone, so that others on the machine do not count. */
function cpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
