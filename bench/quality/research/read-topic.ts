// A topic of this folder: its sources as the program reads them, and what a reader finds in them.

import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ArticleBrief } from '../../../src/documents/article/article-brief.ts';
import type { SourceText } from '../../../src/documents/evidence/source.ts';
import { openSources } from '../../../src/sources/open-sources.ts';

/** A sentence of a source, word for word. */
export interface Quote {
  readonly file: string;
  readonly sentence: string;
}

export interface QuotePair {
  readonly about: string;
  readonly one: Quote;
  readonly other: Quote;
}

export interface Outdated {
  readonly about: string;
  readonly old: Quote & { readonly figure: string };
  readonly now: Quote & { readonly figure: string };
}

export interface TopicLabels {
  readonly topic: string;
  readonly brief: ArticleBrief;
  readonly outline: readonly { readonly point: string; readonly words: readonly string[] }[];
  readonly contradictions: readonly QuotePair[];
  readonly arguable: readonly QuotePair[];
  readonly duplicates: readonly { readonly files: readonly string[]; readonly kind: 'exact' | 'near' }[];
  readonly outdated: readonly Outdated[];
}

export interface Topic extends TopicLabels {
  readonly name: string;
  /** In the order of the files; addresses are file names. */
  readonly texts: readonly SourceText[];
}

export const TOPICS = fileURLToPath(new URL('./topics/', import.meta.url));

export const topicNames = (folder: string): readonly string[] =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort();

export async function readTopic(folder: string, name: string): Promise<Topic> {
  const corpus = join(folder, name);
  const labels = JSON.parse(readFileSync(join(corpus, 'topic.json'), 'utf8')) as TopicLabels;
  const store = mkdtempSync(join(tmpdir(), 'signoff-topic-'));
  try {
    const sources = openSources({
      ...{ env: {}, config: {}, refusal: null, answers: null, folder: store, version: 'bench' },
      now: () => Date.now(),
    });
    const { sources: found, notes } = await sources.corpus(corpus, corpus, new AbortController().signal);
    const known = new Set(found.flatMap(({ address, also }) => [address, ...also]));
    const unread = readdirSync(corpus).filter((file) => file !== 'topic.json' && !known.has(file));
    if (unread.length > 0) throw new Error(`${unread.join(', ')} of ${name} could not be read. ${notes.join(' ')}`);
    const texts = await Promise.all(found.map((source) => sources.text(source)));
    return { ...labels, name, texts };
  } finally {
    rmSync(store, { recursive: true, force: true });
  }
}
