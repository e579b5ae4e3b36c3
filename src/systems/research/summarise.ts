// What a research run came to: its article, how good it is, what it rests on and what it cost.

import type { Json, JsonObject } from '../../json.ts';
import type { RunFacts, RunSummary } from '../../ports/system.ts';
import { ARTICLES, listOf, objectOf, textOf } from './research-deps.ts';

const WARNINGS_MAX = 12;

export async function summarise(facts: RunFacts): Promise<RunSummary> {
  const { data } = facts;
  const { status, article, quality, sources, metrics, warnings, system_notes } = objectOf(data.final_output);
  const isFinished = data.current_phase === 'completed' && article !== null && article !== undefined;
  const isPartial = status === 'partial';
  const failed = data.current_phase === 'failed' ? objectOf(facts.output('FAILED')) : {};
  const { error } = failed;
  return {
    isFinished,
    finished: isPartial ? 'Article written, in part' : 'Article written',
    totals: isFinished
      ? [
          ...figures(objectOf(article), objectOf(quality), listOf(sources), objectOf(metrics)),
          ...listed('warning', listOf<string>(warnings)),
          ...listed('note', textOf(system_notes) === '' ? [] : [textOf(system_notes)]),
        ]
      : [],
    ...(isFinished && {
      files: ['article.md', 'article.html', 'ledger.md', 'ledger.json', 'sources.json'].map(
        (name) => `${ARTICLES}/${textOf(data.folder)}/${name}`,
      ),
    }),
    data: {
      ...{ execution_id: data.execution_id ?? null, folder: data.folder ?? null },
      ...(typeof status === 'string' && { status }),
      ...{ quality: quality ?? null, metrics: metrics ?? null, warnings: warnings ?? [] },
      ...{ system_notes: system_notes ?? null, iteration_count: data.iteration_count ?? 1 },
      ...failed,
    },
    messages: [...errorLines(objectOf(error), data), ...(isFinished ? [] : unwritten(data, listOf<string>(warnings)))],
  };
}

function figures(article: JsonObject, quality: JsonObject, sources: readonly Json[], metrics: JsonObject) {
  const { word_count, reading_time } = article;
  const cost = Number(metrics.cost ?? 0);
  const iterations = Number(metrics.iteration_count ?? 1);
  const spent = cost === 0 ? 'nothing: rules did the work' : `$${cost.toFixed(2)}, ${String(metrics.tokens)} tokens`;
  return [
    { name: 'length', text: `${String(word_count)} words, ${String(reading_time)} min to read` },
    { name: 'quality', text: `${Number(quality.overall).toFixed(2)} after ${iterations} ${plural(iterations)}` },
    { name: 'sources', text: String(sources.length) },
    { name: 'cost', text: spent },
    { name: 'time', text: `${Math.round(Number(metrics.duration ?? 0))} s` },
  ];
}

const plural = (count: number): string => (count === 1 ? 'execution' : 'executions');

function listed(name: string, lines: readonly string[]) {
  return lines.slice(0, WARNINGS_MAX).map((text, at) => ({ name: at === 0 ? name : '', text }));
}

function errorLines({ message, cause, phase }: JsonObject, data: JsonObject): readonly string[] {
  if (data.current_phase !== 'failed' || typeof message !== 'string') return [];
  const why = typeof cause === 'string' && cause !== message ? ` ${cause}` : '';
  return [`${message.replace(/\.$/, '')} (in ${textOf(phase)}).${why}`];
}

/** The limits ended it before anything was written. */
function unwritten({ current_phase }: JsonObject, warnings: readonly string[]): readonly string[] {
  if (current_phase !== 'completed') return [];
  return ['No article was written.', ...warnings.slice(0, WARNINGS_MAX)];
}
