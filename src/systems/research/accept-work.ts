// Validates the results of workers that are agents before they count: a result may name nothing that
// is not there. What is refused goes back with its reasons.

import type { Source } from '../../documents/evidence/source.ts';
import { withoutControls } from '../../documents/markdown/without-controls.ts';
import type { Json, JsonObject } from '../../json.ts';
import type { Accept, AcceptCall, AcceptResult, CodeRefusal } from '../../ports/action.ts';
import { marksIn } from './draft-marks.ts';
import { judgeName } from './fact-check.ts';
import { findingsOf } from './find-sources.ts';
import { asJson, listOf, objectOf, type ResearchDeps, sourcesOf, textOf } from './research-deps.ts';
import { reasonsToMend, SentBack } from './send-back.ts';
import { workersWith } from './workers/definitions.ts';

const ANSWER_CHARACTERS_MAX = 400_000;
const TEXTS_CHARACTERS_MAX = 2_000_000;
const NAMED_MAX = 10;
/** An article of a model has more words. */
const WORDS_MIN: { readonly [worker: string]: number } = { article_writer: 60 };
const ADDRESS = /^https?:\/\/[^\s]{3,2000}$/;

type Check = (answer: JsonObject, material: JsonObject) => readonly string[];

export const acceptAnalysis = (call: AcceptCall): AcceptResult | CodeRefusal =>
  accepted(call, (answer, material) => [...emptyProblems(call, answer), ...analysisProblems(answer, material)]);

/** A model's draft goes back once with the sentences that cannot stay. */
export function acceptDraft(deps: ResearchDeps): Accept {
  const sentBack = new SentBack();
  return async (call) => {
    const result = accepted(
      call,
      (answer, material) => draftProblems(call, answer, material),
      (answer) => ({ word_count: wordsIn(textOf(answer.content)) }),
    );
    if ('refused' in result || call.provider === 'offline') return result;
    const refused = await reasonsToMend(call, textOf(objectOf(result.output).content), deps, sentBack);
    return refused.length === 0 ? result : { refused };
  };
}

export const acceptCheck = (call: AcceptCall): AcceptResult | CodeRefusal =>
  accepted(
    call,
    (answer, material) => [...emptyProblems(call, answer), ...checkProblems(call, answer, material)],
    () => (workerOf(call) === 'fact_checker' && call.provider !== 'offline' ? { judge: judgeName(call) } : {}),
  );

const workerOf = (call: AcceptCall): string => textOf(objectOf(call.config).worker) || call.step;

function accepted(
  call: AcceptCall,
  check: Check,
  more: (answer: JsonObject) => JsonObject = () => ({}),
): AcceptResult | CodeRefusal {
  const long = tooLong(call.answer, ANSWER_CHARACTERS_MAX);
  if (long !== null) return { refused: [long] };
  const answer = objectOf(withoutControls(call.answer));
  const refused = check(answer, objectOf(objectOf(call.input).material));
  if (refused.length > 0) return { refused };
  const by = { worker: workerOf(call), attempts: call.attempt, ...(call.provider === 'offline' && { by_rules: true }) };
  return { output: { ...answer, ...more(answer), ...by } };
}

function tooLong(answer: Json, charactersMax: number): string | null {
  const { length } = JSON.stringify(answer);
  if (length <= charactersMax) return null;
  return `Expected at most ${charactersMax} characters, found ${length}. Give less: what matters most.`;
}

const wordsIn = (text: string): number => text.split(/\s/).filter((word) => word !== '').length;

const knownIn = (material: JsonObject): ReadonlySet<string> =>
  new Set(listOf<JsonObject>(material.passages).map(({ id }) => textOf(id)));

function unknownIds(ids: readonly string[], known: ReadonlySet<string>, where: string): readonly string[] {
  const unknown = [...new Set(ids.filter((id) => !known.has(id)))];
  if (unknown.length === 0) return [];
  const named = unknown.slice(0, NAMED_MAX).join(', ');
  const more = unknown.length > NAMED_MAX ? ` and ${unknown.length - NAMED_MAX} more` : '';
  return [
    `Expected ${where} only ids of passages that the prompt has, found ${named}${more}. ` +
      'Cite what the prompt has, or leave it out.',
  ];
}

/** Only without a model may a text be empty. */
const TEXTS: { readonly [worker: string]: readonly string[] } = {
  summarization: ['summary'],
  seo_optimizer: ['title', 'description'],
};

function emptyProblems(call: AcceptCall, answer: JsonObject): readonly string[] {
  if (call.provider === 'offline') return [];
  const empty = (TEXTS[workerOf(call)] ?? []).filter((name) => textOf(answer[name]).trim() === '');
  return empty.map((name) => `Expected a text as ${name}, found none.`);
}

function analysisProblems(answer: JsonObject, material: JsonObject): readonly string[] {
  const listed = [...listOf<JsonObject>(answer.sections), ...listOf<JsonObject>(answer.insights)];
  const ids = listed.flatMap(({ passages }) => listOf<string>(passages));
  const headings = listOf<JsonObject>(answer.sections).map(({ heading }) => textOf(heading).trim().toLowerCase());
  const twice = headings.find((heading, at) => headings.indexOf(heading) !== at);
  const bare = listOf<JsonObject>(answer.insights).filter(({ passages }) => listOf(passages).length === 0).length;
  return [
    ...unknownIds(ids, knownIn(material), 'in sections and insights'),
    ...unknownIds(marksIn(textOf(answer.summary)), knownIn(material), 'in the summary'),
    ...(twice === undefined ? [] : [`Expected each heading once, found "${twice}" twice.`]),
    ...(bare === 0 ? [] : [`Expected passages with each insight, found ${bare} without any.`]),
  ];
}

function draftProblems(call: AcceptCall, answer: JsonObject, material: JsonObject): readonly string[] {
  const worker = workerOf(call);
  const content = textOf(answer.content);
  const words = wordsIn(content);
  const isOffline = call.provider === 'offline';
  // Without a model nobody opens or closes the text.
  const least = isOffline ? Number(worker === 'article_writer') : (WORDS_MIN[worker] ?? 1);
  const marks = marksIn(content);
  const needsMarks = worker === 'article_writer' && listOf(material.passages).length > 0;
  return [
    ...(words < least ? [isOffline ? NOTHING_FILED : tooShort(words, least)] : []),
    ...(needsMarks && marks.length === 0
      ? ['Expected each claim with the passages that it rests on, as in "... [e12].", found no such mark.']
      : []),
    // A model's sentence that cites an unknown passage is taken out like any other that cannot stay.
    ...(isOffline ? unknownIds(marks, knownIn(material), 'in marks such as [e12]') : []),
  ];
}

const NOTHING_FILED =
  'Your documents have no whole sentence on the topic that a digest could quote. Give more documents.';

const tooShort = (words: number, least: number): string =>
  `Expected a text of at least ${least} ${least === 1 ? 'word' : 'words'}, found ${words}.`;

function checkProblems(call: AcceptCall, answer: JsonObject, material: JsonObject): readonly string[] {
  if (workerOf(call) !== 'fact_checker' || call.provider === 'offline') return [];
  const known = new Set(listOf<JsonObject>(material.claims).map(({ id }) => textOf(id)));
  const judged = listOf<JsonObject>(answer.claims).map(({ id }) => textOf(id));
  const unknown = judged.filter((id) => !known.has(id));
  const missing = [...known].filter((id) => !judged.includes(id));
  return [
    ...(unknown.length === 0 ? [] : [`Expected ids of claims that were given, found ${shortened(unknown)}.`]),
    ...(missing.length === 0 ? [] : [`Expected a verdict on every claim, found none on ${shortened(missing)}.`]),
  ];
}

const shortened = (ids: readonly string[]): string =>
  ids.length <= NAMED_MAX ? ids.join(', ') : `${ids.slice(0, NAMED_MAX).join(', ')} and ${ids.length - NAMED_MAX} more`;

/** Texts that a client's model found: stored like those of any other search. */
export async function acceptTexts(call: AcceptCall, deps: ResearchDeps): Promise<AcceptResult | CodeRefusal> {
  const long = tooLong(call.answer, TEXTS_CHARACTERS_MAX);
  if (long !== null) return { refused: [long] };
  const texts = listOf<JsonObject>(objectOf(withoutControls(call.answer)).texts);
  const wrong = texts.filter(({ address }) => !ADDRESS.test(textOf(address)));
  if (wrong.length > 0)
    return { refused: [`Expected addresses of pages, found "${textOf(wrong[0]?.address).slice(0, 200)}".`] };
  const worker = workersWith().get(workerOf(call));
  const store = await sourcesOf(call, deps);
  const kept: Source[] = [];
  for (const { address, title, publisher, publishedAt, authors, text } of texts)
    kept.push(
      await store.keep({
        ...{ address: textOf(address), title: textOf(title), publisher: textOf(publisher), text: textOf(text) },
        ...{
          type: worker?.source === 'pages' ? 'web' : (worker?.source ?? 'web'),
          isWhole: worker?.source === 'pages',
        },
        ...{ publishedAt: dateIn(textOf(publishedAt)), authors: listOf<string>(authors) },
      }),
    );
  const found = { sources: kept, notes: [] };
  const { progress: _, ...output } = findingsOf({ id: workerOf(call), name: '' }, found, call.attempt);
  // The texts themselves are stored beside the run; what it holds is where.
  return { output: asJson({ texts: [], ...output }) };
}

const dateIn = (text: string): string | null => /^\d{4}(?:-\d{2}){0,2}/.exec(text)?.[0] ?? null;
