// The 17 workers of the source document: what each needs and gives, what it costs, and what its failure means.

import type { StepName } from '../plan.ts';
import type { OwnWorker, WorkerDefinition } from './worker.ts';

/** The order in which a plan's steps follow each other. */
export const STEP_NAMES: readonly StepName[] = ['Research', 'Analysis', 'Writing', 'Quality'];

const SEARCHES = ['web_search', 'academic_search', 'news_search', 'web_scraper', 'social_media'];
const ANALYSES = ['content_synthesizer', 'summarization', 'insight_extractor'];
const TEXTS = ['introduction_writer', 'article_writer', 'conclusion_writer'];

type Row = Omit<WorkerDefinition, 'step'>;
type More = Partial<Pick<WorkerDefinition, 'fallback' | 'source'>>;
type Criticality = WorkerDefinition['criticality'];

// The scraper looks for its pages itself, so that it can work beside the searches.
export const WORKERS: readonly WorkerDefinition[] = [
  ...step('Research', [
    search('web_search', 'Web search', 'sources of the web', 0.2, 3, 'important', { source: 'web' }),
    search('academic_search', 'Academic search', 'papers and studies', 0.15, 5, 'important', {
      source: 'academic',
      fallback: 'web_search',
    }),
    search('news_search', 'News search', 'news', 0.15, 4, 'optional', { source: 'news' }),
    search('web_scraper', 'Web scraping', 'whole pages in place of snippets', 0.05, 5, 'optional', {
      source: 'pages',
      fallback: 'web_search',
    }),
    search('social_media', 'Social media search', 'posts', 0.01, 3, 'optional', { source: 'social' }),
  ]),
  ...step('Analysis', [
    analysis('content_synthesizer', 'Content synthesis', 'an outline and insights', 0.3, 2, 'important'),
    analysis('summarization', 'Summarization', 'a summary of the sources', 0.1, 2, 'optional'),
    analysis('insight_extractor', 'Insight extraction', 'what the sources say together', 0.15, 3, 'optional'),
  ]),
  ...step('Writing', [
    framing('introduction_writer', 'Introduction', 'an introduction'),
    {
      ...cost('article_writer', 'Article', 'the draft', 0.9, 6, 'critical'),
      needs: [...SEARCHES, ...ANALYSES],
      is_parallel: false,
    },
    framing('conclusion_writer', 'Conclusion', 'a conclusion'),
  ]),
  ...step('Quality', [
    check('citation_formatter', 'Citation formatting', 'the correctness of citations', 0.1, 2, 'important'),
    check('fact_checker', 'Fact checking', 'a verdict on each claim', 0.45, 4, 'important'),
    check('editor', 'Editing', 'edits, grammar and tone', 0.15, 3, 'important'),
    check('seo_optimizer', 'SEO optimization', 'how keywords are used', 0.1, 2, 'optional'),
    check('readability_checker', 'Readability check', 'the readability', 0.05, 1, 'optional'),
    check('plagiarism_checker', 'Plagiarism check', 'what was copied from sources', 0.1, 3, 'optional'),
  ]),
];

/** All workers of a project by id: those above, then its own. */
export function workersWith(own: readonly WorkerDefinition[] = []): ReadonlyMap<string, WorkerDefinition> {
  return new Map([...WORKERS, ...own].map((worker) => [worker.id, worker]));
}

/** Their work is composing or judging: without a model they give an empty result. */
export const EMPTY_WITHOUT_MODEL: readonly string[] = [
  ...['summarization', 'insight_extractor', 'introduction_writer', 'conclusion_writer', 'citation_formatter'],
  ...['fact_checker', 'editor', 'seo_optimizer', 'readability_checker', 'plagiarism_checker'],
];

/** As people read them, each once. */
export const namesOf = (ids: readonly string[], own: readonly WorkerDefinition[] = []): readonly string[] => {
  const workers = workersWith(own);
  return [...new Set(ids)].map((id) => workers.get(id)?.name ?? id);
};

/** What the planner knows of a project's own worker: it looks for sources beside the others. */
export function definitionOf({ execute: _, ...worker }: OwnWorker): WorkerDefinition {
  return { ...worker, needs: [], is_parallel: true };
}

function step(name: StepName, rows: readonly Row[]): WorkerDefinition[] {
  return rows.map((row) => ({ ...row, step: name }));
}

function cost(
  ...[id, name, gives, dollars, minutes, criticality]: readonly [string, string, string, number, number, Criticality]
): Omit<Row, 'needs' | 'is_parallel'> {
  return { id, name, gives, cost: dollars, minutes, criticality };
}

function search(
  ...[id, name, gives, dollars, minutes, criticality, more]: readonly [...Parameters<typeof cost>, More]
): Row {
  return { ...cost(id, name, gives, dollars, minutes, criticality), needs: [], is_parallel: true, ...more };
}

function analysis(...worker: Parameters<typeof cost>): Row {
  return { ...cost(...worker), needs: SEARCHES, is_parallel: true };
}

/** Introduction and conclusion say what the article says, so they come after it. */
function framing(id: string, name: string, gives: string): Row {
  return { ...cost(id, name, gives, 0.1, 3, 'important'), needs: ['article_writer'], is_parallel: true };
}

function check(...worker: Parameters<typeof cost>): Row {
  return { ...cost(...worker), needs: TEXTS, is_parallel: true };
}
