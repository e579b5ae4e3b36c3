// The workers that are agents, done by rules without a model: equal inputs give equal results.

import type { OfflineWriter } from '../../../ports/provider.ts';
import { articleWriter } from './article-writer.ts';
import { citationFormatter } from './citation-formatter.ts';
import { conclusionWriter } from './conclusion-writer.ts';
import { contentSynthesizer } from './content-synthesizer.ts';
import { editor } from './editor.ts';
import { factChecker } from './fact-checker.ts';
import { insightExtractor } from './insight-extractor.ts';
import { introductionWriter } from './introduction-writer.ts';
import { plagiarismChecker } from './plagiarism-checker.ts';
import { readabilityChecker } from './readability-checker.ts';
import { seoOptimizer } from './seo-optimizer.ts';
import { summarization } from './summarization.ts';

const WRITERS: readonly OfflineWriter[] = [
  ...[contentSynthesizer, summarization, insightExtractor],
  ...[introductionWriter, articleWriter, conclusionWriter],
  ...[citationFormatter, factChecker, editor, seoOptimizer, readabilityChecker, plagiarismChecker],
];

/** Also for runs whose sources a client's model finds. */
export const researchWriters: readonly OfflineWriter[] = WRITERS.flatMap((writer) => [
  writer,
  { ...writer, workflow: 'research-client' },
]);
