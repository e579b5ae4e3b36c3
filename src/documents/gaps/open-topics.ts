// Which topics a brief gives cause for, and which of them the requirements leave open.

import type { Brief } from '../brief.ts';
import type { Severity } from '../gap.ts';
import type { DecidedRequirement } from '../requirement.ts';
import { isKept } from './cover-points.ts';
import { isAssumed } from './ears-requirement.ts';
import type { Topic } from './topic.ts';
import { CONTENT } from './topics-content.ts';
import { DEVICE } from './topics-device.ts';
import { SCREEN } from './topics-screen.ts';
import { SECURITY } from './topics-security.ts';
import { SYSTEMS } from './topics-systems.ts';

export const TOPICS: readonly Topic[] = [...SECURITY, ...CONTENT, ...SYSTEMS, ...DEVICE, ...SCREEN];

export interface Asked {
  readonly topic: Topic;
  readonly severity: Severity;
  /** The words of the brief that give cause. */
  readonly cause: string;
  readonly isSettled: boolean;
}

/** Topics that were rejected or put out of scope are not asked for: a person has decided. */
export function askedTopics(brief: Brief, items: readonly DecidedRequirement[]): readonly Asked[] {
  const text = wordsOf(brief);
  const kept = items.filter(isKept).map(textOf);
  const refused = items.filter(({ standing }) => standing === 'rejected' || standing === 'out-of-scope').map(textOf);
  return TOPICS.flatMap((topic) => {
    const cause = causeIn(text, topic);
    if (cause === null) return [];
    const isSettled = kept.some((each) => topic.settled.test(each));
    const isRefused = [...brief.outOfScope, ...refused].some((each) => topic.settled.test(each));
    return isRefused && !isSettled ? [] : [{ topic, ...cause, isSettled }];
  });
}

const textOf = ({ title, description }: DecidedRequirement): string => `${title}. ${description}`;

/** What is in scope only, and what somebody said: what the brief leaves out or assumes gives no cause. */
function wordsOf(brief: Brief): string {
  const { Overview = '', 'User Utterance': utterance = '' } = brief.sections;
  const open = [utterance, Overview].join('\n').split(/(?<=[.!?])\s+|\n/);
  const said = open.filter((sentence) => !/\bout of scope\b|\bnot included\b/i.test(sentence));
  const points = [...brief.goals, ...brief.inScope, ...brief.successCriteria];
  return [brief.title, ...said, ...points].filter((text) => !isAssumed(text)).join('\n');
}

function causeIn(text: string, topic: Topic): { readonly severity: Severity; readonly cause: string } | null {
  for (const { cue, severity } of topic.causes) {
    for (const match of text.matchAll(new RegExp(cue.source, `${cue.flags}g`))) {
      const cause = match[0].replace(/\s+/g, ' ').trim();
      if (!isDenied(text, match.index)) return { severity, cause };
    }
  }
  return null;
}

/** "no payments", "without an account": named only to say that there is none. */
function isDenied(text: string, at: number): boolean {
  return /\b(?:no|without|never|not need|instead of)\s+(?:an?\s+|any\s+|the\s+)?(?:\w+\s+)?$/i.test(
    text.slice(Math.max(0, at - 30), at),
  );
}
