// One research run over generated sources, as users start it: a process, a store and a folder of documents.

import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSourceMaker } from './generate-sources.ts';
import { measuredProcess } from './measured-process.ts';

export const TOPIC = 'Heat pumps in old buildings';
export const SOURCE_BYTES = 20 * 1024;

export interface ResearchFigures {
  readonly sources: number;
  readonly seconds: number;
  readonly peakMb: number;
  readonly words: number;
  readonly status: string;
  /** Seconds in each phase, as the run recorded them. */
  readonly phases: { readonly [phase: string]: number };
}

/** Calls `then` with the folder of the sources and the path of the article before all of it is removed. */
export async function runResearch(
  count: number,
  then: (project: string, corpus: string, article: string) => Promise<void> = async () => {},
): Promise<ResearchFigures> {
  const folder = mkdtempSync(join(tmpdir(), 'signoff-bench-research-'));
  try {
    const [corpus, project] = [join(folder, 'corpus'), join(folder, 'project')];
    for (const each of [corpus, project]) mkdirSync(each);
    const maker = openSourceMaker(TOPIC);
    for (let at = 0; at < count; at++) writeFileSync(join(corpus, `report-${at}.md`), maker.make(at, SOURCE_BYTES));
    const { code, out, err, seconds, peakMb } = await measuredProcess(
      ['research', TOPIC, '--corpus', corpus, '--json'],
      project,
    );
    if (code !== 0) throw new Error(`Expected an article, found exit code ${code}: ${err || out}`);
    const { metrics, status, files } = JSON.parse(out) as Printed;
    const article = files.find((path) => path.endsWith('/article.md')) ?? '';
    const words = readFileSync(article, 'utf8').split(/\s+/).length;
    await then(project, corpus, article);
    return { sources: count, seconds, peakMb, words, status, phases: metrics.phases };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Printed {
  readonly files: readonly string[];
  readonly status: string;
  readonly metrics: { readonly phases: ResearchFigures['phases'] };
}
