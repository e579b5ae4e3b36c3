// The research system on the texts of this folder, or on others of the same form: `--pairs FILE`, `--topics FOLDER`.

import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { measureTopic, type TopicFigures } from './measure-topic.ts';
import { measureVerdicts, readPairs } from './measure-verdicts.ts';
import { readTopic, TOPICS, topicNames } from './read-topic.ts';
import { topicTables, verdictTable, wrongInTopics, wrongVerdicts } from './research-tables.ts';

export interface ResearchOptions {
  /** Instead of those of this folder. */
  readonly pairs?: string | undefined;
  readonly topics?: string | undefined;
  /** Prints what went wrong, sentence by sentence. */
  readonly isTold: boolean;
  /** Where the articles are written to, for readers. */
  readonly articles?: string | undefined;
}

const PAIRS = /^(?:article-|close-)?pairs-.*\.json$/;
/** Kept from whoever changes the rules: their sentences are not printed. */
const UNSEEN = /-unseen$/;

export async function measureResearch({ pairs, topics, isTold, articles }: ResearchOptions): Promise<void> {
  // Whoever names one set wants that one.
  if (pairs !== undefined || topics === undefined) printVerdicts(pairs, isTold);
  if (topics !== undefined || pairs === undefined) {
    const figures = await measureTopics(topics ?? TOPICS);
    process.stdout.write(topicTables(topics === undefined ? 'development' : basename(topics), figures));
    if (isTold) process.stdout.write(`${wrongInTopics(figures)}\n`);
    if (articles !== undefined) writeArticles(articles, figures);
  }
}

const pairFiles = (): readonly URL[] =>
  readdirSync(new URL('.', import.meta.url))
    .filter((name) => PAIRS.test(name))
    .map((name) => new URL(name, import.meta.url));

function printVerdicts(pairs: string | undefined, isTold: boolean): void {
  const files = pairs === undefined ? pairFiles() : [pairs];
  const sets = files.map((file) => ({
    name: basename(String(file), '.json'),
    figures: measureVerdicts(readPairs(file)),
  }));
  process.stdout.write(verdictTable(sets));
  if (!isTold) return;
  for (const { figures } of sets.filter(({ name }) => !UNSEEN.test(name)))
    process.stdout.write(`${wrongVerdicts(figures)}
`);
}

export async function measureTopics(folder: string): Promise<readonly TopicFigures[]> {
  const figures: TopicFigures[] = [];
  for (const name of topicNames(folder)) figures.push(measureTopic(await readTopic(folder, name)));
  return figures;
}

function writeArticles(folder: string, figures: readonly TopicFigures[]): void {
  mkdirSync(folder, { recursive: true });
  for (const { topic, markdown } of figures) writeFileSync(join(folder, `${topic}.md`), markdown);
}
