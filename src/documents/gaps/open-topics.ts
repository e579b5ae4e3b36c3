// Which topics a brief gives cause for, and which of them the requirements leave open.

import type { Brief } from '../prd/brief.ts';
import type { DecidedRequirement } from '../requirements/requirement.ts';
import { anyOf } from './any-of.ts';
import type { Facts } from './brief-acts.ts';
import { isKept } from './cover-points.ts';
import { isAssumed } from './ears-requirement.ts';
import type { Severity } from './gap.ts';
import type { Cue, FoundCause, Topic } from './topic.ts';
import { CONTENT } from './topics-content.ts';
import { DEVICE } from './topics-device.ts';
import { ROLES } from './topics-roles.ts';
import { SCREEN } from './topics-screen.ts';
import { SECURITY } from './topics-security.ts';
import { SYSTEMS } from './topics-systems.ts';

export const TOPICS: readonly Topic[] = [...SECURITY, ...CONTENT, ...SYSTEMS, ...DEVICE, ...SCREEN, ...ROLES];

export interface OpenTopic {
  readonly topic: Topic;
  readonly severity: Severity;
  /** The words of the brief that give cause. */
  readonly cause: string;
  readonly isSettled: boolean;
}

/** Topics that were rejected or put out of scope are not asked for: a person has decided. */
export function askedTopics(brief: Brief, items: readonly DecidedRequirement[]): readonly OpenTopic[] {
  const kept = items.filter(isKept).map(textOf);
  const facts: Facts = { said: wordsOf(brief), told: Object.values(brief.sections).join('\n'), kept };
  const refused = items.filter(({ standing }) => standing === 'rejected' || standing === 'out-of-scope').map(textOf);
  return TOPICS.flatMap((topic) => {
    const found = causeIn(facts, topic);
    if (found === null || (topic.needs !== undefined && !kept.some((each) => topic.needs?.test(each)))) return [];
    if (isOfRefused(topic, refused, kept)) return [];
    const isRefused = [...brief.outOfScope, ...refused].some((each) => topic.settled.test(each));
    return isRefused && !found.isSettled ? [] : [{ topic, ...found }];
  });
}

/** The only feature that would have given cause was refused. */
function isOfRefused({ causes }: Topic, refused: readonly string[], kept: readonly string[]): boolean {
  return causes.some(
    (one) => 'cue' in one && refused.some((each) => one.cue.test(each)) && !kept.some((each) => one.cue.test(each)),
  );
}

const textOf = ({ title, description }: DecidedRequirement): string => `${title}. ${description}`;

/** What is in scope only, and what somebody said: what the brief leaves out or assumes gives no cause. */
function wordsOf(brief: Brief): string {
  const { Overview: whole = '', 'User Utterance': utterance = '' } = brief.sections;
  // What is asked there was said by nobody.
  const Overview = whole.replace(/^#+ Open Questions\b[\s\S]*?(?=^#|(?![\s\S]))/gm, '');
  const open = [utterance.replace(/^[>\s]*(?:please )?(?:add|build|create|make|write) /i, ''), Overview]
    .join('\n')
    .split(/(?<=[.!?])\s+|\n/);
  const said = open.filter((sentence) => !/\bout of scope\b|\bnot included\b/i.test(sentence) && !TODAY.test(sentence));
  const points = [...brief.goals, ...brief.inScope, ...brief.successCriteria];
  return [brief.title, ...said, ...points].filter((text) => !isAssumed(text)).join('\n');
}

/** How things are and stay gives no cause. */
const TODAY = anyOf(
  /^(?:today|until now|so far|currently|at present|at the moment|nowadays)\b/i,
  /\bas before\b|\bstays? as it is\b|\bmaker['’]s business\b|^[\w' ]+ (?:still|already) \w+s\b/i,
);

type Cause = FoundCause & { readonly severity: Severity };

/** The first cause that is open; else the first. */
function causeIn(facts: Facts, topic: Topic): Cause | null {
  const found = topic.causes.flatMap((one): readonly Cause[] => {
    const cause = 'find' in one ? one.find(facts) : cueIn(facts, topic, one);
    return cause === null ? [] : [{ ...cause, severity: one.severity }];
  });
  return found.find(({ isSettled }) => !isSettled) ?? found[0] ?? null;
}

function cueIn(
  { said, kept }: Facts,
  topic: Topic,
  { cue, isInRequirements = false, beside, unless }: Cue,
): FoundCause | null {
  if ((beside !== undefined && !beside.test(said)) || unless?.test(said)) return null;
  // What happens when something fails is a matter of its own.
  const stated = kept.filter((each) => !/^[^.]*\. if\b/i.test(each));
  const text = isInRequirements ? [said, ...stated].join('\n') : said;
  const causes = [...text.matchAll(new RegExp(cue.source, `${cue.flags}g`))]
    .filter(({ index }) => !isDenied(text, index))
    .map((match) => match[0].replace(/\s+/g, ' ').trim());
  const open = causes.find((cause) => !kept.some((each) => settles(topic, cause, each)));
  const cause = open ?? causes[0];
  return cause === undefined ? null : { cause, isSettled: open === undefined };
}

function settles({ settled, naming }: Topic, cause: string, text: string): boolean {
  if (!settled.test(text)) return false;
  const named = cause.toLowerCase().split(/[^\p{L}\p{N}]+/u);
  const said = text.toLowerCase();
  return naming === undefined || naming.test(text) || named.some((word) => word.length > 3 && said.includes(word));
}

/** "no payments", "without an account": named only to say that there is none. */
function isDenied(text: string, at: number): boolean {
  return /\b(?:no|without|never|not need|instead of)\s+(?:an?\s+|any\s+|the\s+)?(?:\w+\s+)?$/i.test(
    text.slice(Math.max(0, at - 30), at),
  );
}
