// Where the sources of all research workers come together: each once, judged, and the passages that writers may cite.

import { chooseEvidence } from '../../documents/evidence/choose-evidence.ts';
import { findDisagreements } from '../../documents/evidence/find-disagreements.ts';
import { mergeDuplicates } from '../../documents/evidence/merge-duplicates.ts';
import { scoreSources } from '../../documents/evidence/score-sources.ts';
import type { Source, SourceText } from '../../documents/evidence/source.ts';
import { checkSourceIds } from '../../documents/evidence/source-id.ts';
import { language } from '../../language/words/language.ts';
import type { ActionResult, CodeCall } from '../../ports/action.ts';
import type { Sources } from '../../ports/sources.ts';
import type { WorkerResult } from './agent-state.ts';
import { type Evidence, evidenceIn } from './execution-results.ts';
import { failures_of, results_of } from './orchestrator.ts';
import type { StepName } from './plan.ts';
import {
  aroundOf,
  asJson,
  asList,
  briefOf,
  isByRules,
  lastingFailure,
  listOf,
  objectOf,
  planOf,
  type ResearchDeps,
  sourcesOf,
  textOf,
} from './research-deps.ts';

const PASSAGES_MAX = 400;
/** Notes are few: what was left out of a folder is reported in a sentence for each reason. */
const NOTES_SHOWN_MAX = 12;

export async function collectEvidence(call: CodeCall, deps: ResearchDeps): Promise<ActionResult> {
  const plan = planOf(call);
  if (plan === null) throw new Error('Expected a plan, found none.');
  const results = results_of('Research', plan, call.read.bind(call), call.input);
  const before = evidenceIn(aroundOf(call).evidence).sources;
  const found = onceEach([...results.flatMap(({ sources }) => listOf<Source & never>(sources)), ...before]);
  const { texts, notes } = await textsOf(found, await sourcesOf(call, deps));
  const brief = briefOf(call);
  const unique = mergeDuplicates(texts, language);
  const sources = scoreSources(brief, unique, new Date(deps.now()));
  const passages = chooseEvidence(brief, inOrderOf(sources, unique), language, PASSAGES_MAX);
  const allNotes = [...new Set([...results.flatMap((result) => listOf<string>(result.notes)), ...notes])];
  if (passages.length === 0) throw lastingFailure('no-sources', nothingFound(sources.length, allNotes));
  // Only a judge can say whether they speak of the same.
  const contradictions = (await isByRules(deps)) ? [] : findDisagreements(passages, sources);
  const copies = texts.length - unique.length;
  const evidence: Evidence = { sources, passages, notes: allNotes, contradictions, copies };
  return {
    output: {
      research_results: asList(results),
      failed: failures_of('Research', plan, call.read.bind(call), call.input),
      evidence: asJson(evidence),
      tally: { sources: sources.length },
      progress: [foundText(evidence), ...shownNotes(allNotes)],
    },
  };
}

function shownNotes(notes: readonly string[]): readonly string[] {
  const more = notes.length - NOTES_SHOWN_MAX;
  return more > 0 ? [...notes.slice(0, NOTES_SHOWN_MAX), `There are ${more} more notes on the sources.`] : notes;
}

function nothingFound(count: number, notes: readonly string[]): string {
  const many =
    count === 1 ? '1 source, which says nothing about it' : `${count} sources, none of which says anything about it`;
  const found = count === 0 ? 'no source' : many;
  // Who stands in for whom says nothing of why nothing was found.
  const why = shownNotes(notes.filter((note) => !/takes? its place\.$/.test(note)))
    .map((note) => ` ${note}`)
    .join('');
  return `Expected sources on the topic, found ${found}.${why} Give other documents (--corpus) or another topic.`;
}

/** The results of a group of workers, where several come together. */
export function gatherResults(call: CodeCall): ActionResult {
  const plan = planOf(call);
  const name = textOf(objectOf(call.config).step) as StepName;
  const results: readonly WorkerResult[] =
    plan === null ? [] : results_of(name, plan, call.read.bind(call), call.input);
  const failed = plan === null ? [] : failures_of(name, plan, call.read.bind(call), call.input);
  return { output: { results: asList(results), failed } };
}

function onceEach(sources: readonly Source[]): readonly Source[] {
  const byHash = new Map<string, Source>();
  for (const source of sources) {
    const known = byHash.get(source.hash);
    if (known === undefined) byHash.set(source.hash, source);
    else byHash.set(source.hash, { ...known, also: placesOf(known, source) });
  }
  checkSourceIds([...byHash.values()]);
  return [...byHash.values()];
}

const placesOf = (one: Source, other: Source): readonly string[] =>
  [...new Set([...one.also, other.address, ...other.also])].filter((address) => address !== one.address);

/** A text that is gone or was changed is no source any more. */
export async function textsOf(sources: readonly Source[], store: Pick<Sources, 'text'>) {
  const texts: SourceText[] = [];
  const notes: string[] = [];
  for (const source of sources)
    try {
      texts.push(await store.text(source));
    } catch (thrown) {
      notes.push(`${source.title} is left out: ${thrown instanceof Error ? thrown.message : String(thrown)}`);
    }
  return { texts, notes };
}

/** The best first. */
function inOrderOf(sources: readonly Source[], texts: readonly SourceText[]): readonly SourceText[] {
  const byHash = new Map(texts.map((text) => [text.hash, text.text]));
  return sources.map((source) => ({ ...source, text: byHash.get(source.hash) ?? '' }));
}

function foundText({ sources, passages, contradictions }: Evidence): string {
  const types = new Set(sources.map(({ type }) => type)).size;
  const kinds = types === 1 ? 'kind' : 'kinds';
  const differ = contradictions.length === 0 ? '' : `, ${counted(contradictions.length, 'possible contradiction')}`;
  const found = `${counted(sources.length, 'source')} of ${types} ${kinds}`;
  return `${found}, ${counted(passages.length, 'passage')}${differ}`;
}

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;
