// Which passages are about something else than the topic, as the model says that makes the outline, or, where none is
// made, that writes the article. What is used all the same is relevant.

import type { Source } from '../../documents/evidence/source.ts';
import type { WorkerResult } from './agent-state.ts';
import { marksIn } from './draft-marks.ts';
import { draftFrom, type Evidence, outlineFrom, wholeDraft } from './execution-results.ts';
import { listOf } from './research-deps.ts';

/** Without them. Documents of which none is left are `left_out`. */
export function relevantEvidence(
  evidence: Evidence,
  analysis: readonly WorkerResult[],
  writing: readonly WorkerResult[],
): Evidence {
  const judges = [...analysis, ...writing].filter(({ worker }) => JUDGES.includes(worker));
  const judge = judges.find(({ by_rules }) => by_rules !== true);
  const outline = outlineFrom(analysis);
  const used = new Set([
    ...(outline?.sections ?? []).flatMap(({ passages }) => passages),
    ...(outline?.insights ?? []).flatMap(({ passages }) => passages),
    ...marksIn(wholeDraft(draftFrom(writing))),
  ]);
  const beside = new Set(listOf<string>(judge?.irrelevant).filter((id) => !used.has(id)));
  if (beside.size === 0) return evidence;
  const passages = evidence.passages.filter(({ id }) => !beside.has(id));
  const left = new Set(passages.map(({ source }) => source));
  const had = new Set(evidence.passages.map(({ source }) => source));
  const isOut = ({ id }: Source): boolean => had.has(id) && !left.has(id);
  const left_out = evidence.sources.filter(isOut).map(({ title, address }) => (title === '' ? address : title));
  const known = evidence.left_out ?? [];
  return {
    ...{ ...evidence, passages, left_out: [...new Set([...known, ...left_out])] },
    sources: evidence.sources.filter((source) => !isOut(source)),
  };
}

const JUDGES = ['content_synthesizer', 'article_writer'];

export const leftOutNotes = ({ left_out = [] }: Pick<Evidence, 'left_out'>): readonly string[] =>
  left_out.map((title) => `Left out, since nothing in it is about the topic: "${title.replace(/\s+/g, ' ')}".`);
