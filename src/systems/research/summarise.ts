// What a research run came to: its article, how good it is, what it rests on and what it cost.

import type { Ledger } from '../../documents/evidence/ledger.ts';
import { countsText } from '../../documents/evidence/ledger-text.ts';
import type { JsonObject } from '../../json.ts';
import type { RunFacts, RunSummary } from '../../ports/system.ts';
import { scoreText } from './decimals.ts';
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
    finished: `${isDigest(data) ? 'Digest' : 'Article'} written${isPartial ? ', in part' : ''}`,
    totals: isFinished
      ? [
          // What the article lacks of its order comes first: the score alone may be good all the same.
          ...listed('warning', listOf<string>(warnings)),
          ...figures(objectOf(article), objectOf(quality), objectOf(metrics)),
          ...checkedFigures(data),
          { name: 'sources', text: sourcesText(listOf<JsonObject>(sources), data) },
          ...spent(objectOf(metrics), data),
          ...listed('note', notesIn(textOf(system_notes), Number(objectOf(metrics).cost ?? 0))),
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

function figures(article: JsonObject, quality: JsonObject, metrics: JsonObject) {
  const { word_count, reading_time } = article;
  const iterations = Number(metrics.iteration_count ?? 1);
  return [
    { name: 'length', text: `${String(word_count)} words, ${String(reading_time)} min to read` },
    { name: 'quality', text: `${scoreText(Number(quality.overall))} after ${iterations} ${plural(iterations)}` },
  ];
}

/** Of an article that a model wrote. */
function checkedFigures({ best }: JsonObject) {
  const { ledger } = objectOf(best) as unknown as { readonly ledger?: Ledger };
  return ledger?.counts.not_judged === undefined ? [] : [{ name: 'checked', text: countsText(ledger) }];
}

/** `8 found, 1 of them a copy, 6 cited`. */
function sourcesText(sources: readonly JsonObject[], { best }: JsonObject): string {
  const { ledger, evidence } = objectOf(best);
  const copies = Number(objectOf(evidence).copies ?? 0);
  const cited = listOf(objectOf(ledger).sources).length;
  const merged = copies === 0 ? '' : copies === 1 ? ', 1 of them a copy' : `, ${copies} of them copies`;
  return `${sources.length + copies} found${merged}, ${cited} cited`;
}

function spent(metrics: JsonObject, data: JsonObject) {
  const cost = Number(metrics.cost ?? 0);
  const tokens = `${Number(metrics.tokens ?? 0).toLocaleString('en')} tokens`;
  const free = isWithoutModel(data) ? 'nothing: no model was asked' : `nothing: ${tokens} of a model without a price`;
  return [
    { name: 'cost', text: cost === 0 ? free : `$${cost.toFixed(2)}, ${tokens}` },
    { name: 'time', text: durationText(Number(metrics.duration ?? 0)) },
  ];
}

const GROUPS = ['analysis_results', 'writing_results', 'quality_results'];

const isDigest = ({ writing_results }: JsonObject): boolean =>
  listOf<JsonObject>(writing_results).some(({ worker, by_rules }) => worker === 'article_writer' && by_rules === true);

/** Whether no worker that is an agent was done by a model. */
const isWithoutModel = (data: JsonObject): boolean =>
  GROUPS.flatMap((group) => listOf<JsonObject>(data[group])).every(({ by_rules }) => by_rules === true);

/** A budget of which nothing was spent was not too small. */
function notesIn(notes: string, cost: number): readonly string[] {
  const shownNotes = cost === 0 ? notes.replace('increasing budget', 'giving more sources') : notes;
  return shownNotes === '' ? [] : [shownNotes];
}

/** `6 min 21 s`, `45 s`, `1 h 2 min`. */
export function durationText(given: number): string {
  const seconds = Math.round(given);
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return seconds % 60 === 0 ? `${minutes} min` : `${minutes} min ${seconds % 60} s`;
  return minutes % 60 === 0 ? `${minutes / 60} h` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
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
