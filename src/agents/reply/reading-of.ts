// What is kept of how a reply was read, in bounds: a reply may be of any length.

import type { ReplyReading } from '../../engine/call-events.ts';
import type { Envelope } from '../../ports/agent.ts';
import type { ReadReply } from './envelope-of.ts';

const SENTENCE_MAX = 500;
const SENTENCES_MAX = 20;
const SUMMARY_MAX = 1000;
const TAGS_MAX = 20;
const TAG_MAX = 100;

export function readingOf(read: ReadReply): ReplyReading {
  if (!read.ok) return { problems: bounded(read.problems) };
  const { status, nextAction, summary, metadata } = read.envelope;
  const { confidence, suggestedTags, suggestedNextStage } = metadata;
  return {
    ...{ status, nextAction },
    ...(summary !== '' && { summary: summary.slice(0, SUMMARY_MAX) }),
    ...(confidence !== null && { confidence }),
    ...(suggestedTags.length > 0 && {
      suggestedTags: suggestedTags.slice(0, TAGS_MAX).map((tag) => tag.slice(0, TAG_MAX)),
    }),
    ...(suggestedNextStage !== null && { suggestedNextStage: suggestedNextStage.slice(0, TAG_MAX) }),
    ...(read.warnings.length > 0 && { warnings: bounded(read.warnings) }),
  };
}

/** What a person who takes over wants to know besides the reason; '' for nothing. */
export function hintsOf({ metadata }: Envelope): string {
  const { confidence, suggestedTags, suggestedNextStage } = metadata;
  const hints = [
    ...(confidence === null ? [] : [`confidence ${confidence}`]),
    ...(suggestedNextStage === null ? [] : [`suggested next stage "${suggestedNextStage.slice(0, TAG_MAX)}"`]),
    ...(suggestedTags.length === 0 ? [] : [`suggested tags ${suggestedTags.slice(0, TAGS_MAX).join(', ')}`]),
  ];
  return hints.length === 0 ? '' : ` (${hints.join('; ')})`;
}

function bounded(sentences: readonly string[]): string[] {
  return sentences.slice(0, SENTENCES_MAX).map((each) => each.slice(0, SENTENCE_MAX));
}
