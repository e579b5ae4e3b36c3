// The workers that are agents, without a model: the passages are put under headings, whole and cited, and all whose
// work is composing or judging give an empty result.

import { digestOutline } from '../../../documents/article/digest-sections.ts';
import { isFiled, writeDigest } from '../../../documents/article/write-digest.ts';
import type { Passage } from '../../../documents/evidence/passage.ts';
import type { Json } from '../../../json.ts';
import { language } from '../../../language/words/language.ts';
import type { CallFacts, OfflineWriter } from '../../../ports/provider.ts';
import { materialOf } from './material.ts';

const NOTHING: { readonly [worker: string]: Json } = {
  summarization: { summary: '' },
  insight_extractor: { insights: [] },
  introduction_writer: { content: '' },
  conclusion_writer: { content: '' },
  citation_formatter: { problems: [] },
  fact_checker: { claims: [] },
  editor: { edits: [] },
  seo_optimizer: { title: '', description: '', keywords: [], suggestions: [] },
  readability_checker: { problems: [] },
  plagiarism_checker: { problems: [] },
};

const WRITERS: readonly OfflineWriter[] = [
  { workflow: 'research-execution', step: 'content_synthesizer', write: orderPassages },
  { workflow: 'research-execution', step: 'article_writer', write: fileSentences },
  ...Object.entries(NOTHING).map(([step, nothing]) => ({
    ...{ workflow: 'research-execution', step },
    write: () => nothing,
  })),
];

function orderPassages(facts: CallFacts): Json {
  const { brief, passages, sources } = materialOf(facts);
  return digestOutline(brief, passages.filter(canBeFiled), sources) as unknown as Json;
}

function fileSentences(facts: CallFacts): Json {
  const { brief, passages, sources, outline } = materialOf(facts);
  return {
    content: writeDigest(outline ?? digestOutline(brief, passages.filter(canBeFiled), sources), passages, language),
  };
}

/** What is left to its source takes no length from the others. */
const canBeFiled = (passage: Passage): boolean => isFiled(passage, language);

/** Also for runs whose sources a client's model finds. */
export const researchWriters: readonly OfflineWriter[] = WRITERS.flatMap((writer) => [
  writer,
  { ...writer, workflow: 'research-client' },
]);
