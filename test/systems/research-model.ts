// A model that does the workers of a research run from what its prompts hold: it writes sentences of the passages,
// and every call costs the same.

import type { JsonObject } from '../../src/json.ts';
import { envelope } from '../agents/agent-engine.ts';
import type { SpokenAnswer } from '../support/model-answer.ts';
import type { ModelRequest } from '../support/model-request.ts';

export const CALL_USAGE = { in: 1000, out: 200, cached: 0 } as const;
/** Per million tokens. */
export const PRICE = { in: 1, cached: 1, out: 5 } as const;
export const CALL_COST = (CALL_USAGE.in * PRICE.in + CALL_USAGE.out * PRICE.out) / 1_000_000;

interface Shown {
  readonly id: string;
  readonly text: string;
}

const WORKERS: readonly (readonly [RegExp, string])[] = [
  [/^Work as a research editor/m, 'content_synthesizer'],
  [/^Work as a writer of the kind/m, 'article_writer'],
  [/^Work as a writer: write the introduction/m, 'introduction_writer'],
  [/^Work as a writer: write the conclusion/m, 'conclusion_writer'],
  [/^Work as an analyst/m, 'insight_extractor'],
  [/^Work as a research assistant/m, 'summarization'],
  [/^Work as an editor for the web/m, 'seo_optimizer'],
  [/^Work as a fact checker/m, 'fact_checker'],
  [/^Work as a copy editor/m, 'editor'],
];
const SECTION_PASSAGES = 6;
/** Of workers that find nothing to say. */
const EMPTY: { readonly [worker: string]: JsonObject } = {
  insight_extractor: { insights: [] },
  editor: { edits: [] },
  seo_optimizer: { title: 'What the sources say', description: 'As it is.', keywords: [], suggestions: [] },
};

export function workerOf({ system, texts }: Pick<ModelRequest, 'system' | 'texts'>): string {
  const message = texts.filter((text) => text !== system).join('\n\n');
  return WORKERS.find(([first]) => first.test(message))?.[1] ?? 'problems';
}

/** The same answer to the same prompt. */
export function researchReply(request: ModelRequest): SpokenAnswer {
  const message = request.texts.join('\n\n');
  return { text: envelope(workOf(workerOf(request), message)), usage: CALL_USAGE };
}

/** What a worker gives for its prompt, whoever asks. */
export function workOf(worker: string, prompt: string): JsonObject {
  if (worker === 'fact_checker') return { claims: verdictsOn(prompt) };
  return answerOf(worker, passagesIn(prompt));
}

function answerOf(worker: string, passages: readonly Shown[]) {
  if (worker === 'content_synthesizer') return outlineOf(passages);
  if (worker === 'article_writer') return { content: draftOf(passages) };
  if (worker === 'summarization') return { summary: sentences(passages.slice(0, 5)) };
  if (worker === 'introduction_writer' || worker === 'conclusion_writer')
    return { content: sentences(passages.slice(0, 2)) };
  return EMPTY[worker] ?? { problems: [] };
}

function verdictsOn(message: string) {
  const ids = [...message.matchAll(/^(c\d{1,4}): \S/gm)].map(([, id = '']) => id);
  return ids.map((id) => ({ id, verdict: 'supported', reason: 'It says the same.' }));
}

function passagesIn(message: string): readonly Shown[] {
  const found = [...message.matchAll(/^\[(e\d{1,4})\] \([^\n]*?\) (\S[^\n]*[.!?])$/gm)];
  return found.map(([, id = '', text = '']) => ({ id, text }));
}

function outlineOf(passages: readonly Shown[]) {
  const sections = groupsOf(passages).map((group, at) => ({
    heading: `Part ${at + 1}`,
    passages: group.map(({ id }) => id),
  }));
  return { title: 'What the sources say', sections, insights: [] };
}

const draftOf = (passages: readonly Shown[]): string =>
  ['# What the sources say', ...groupsOf(passages).map((group, at) => `## Part ${at + 1}\n\n${sentences(group)}`)].join(
    '\n\n',
  );

const sentences = (passages: readonly Shown[]): string =>
  passages.map(({ id, text }) => text.replace(/([.!?])$/, ` [${id}]$1`)).join(' ');

function groupsOf(passages: readonly Shown[]): readonly (readonly Shown[])[] {
  const count = Math.min(4, Math.ceil(passages.length / SECTION_PASSAGES));
  return Array.from({ length: count }, (_, at) => passages.slice(at * SECTION_PASSAGES, (at + 1) * SECTION_PASSAGES));
}
