// What an architect must know before building and the spec does not say: contradictions, and what a must requirement
// leaves open. Nothing is asked that an earlier round answered or declined.

import { anyOf } from '../../../documents/gaps/any-of.ts';
import { contentWords, shareOf } from '../../../documents/gaps/content-words.ts';
import { readSpec } from '../../../documents/spec/read-spec.ts';
import type { Spec, SpecRequirement } from '../../../documents/spec/spec.ts';
import type { StorySubmission } from '../../../documents/stories/story.ts';
import { stemOf } from '../../../documents/words/stem-of.ts';
import { sameStem } from '../../../documents/words/synonyms.ts';
import { splitStories } from './split-stories.ts';

const SAME_FROM = 0.85;
const POINTS_MAX = 5;
/** No behaviour of its own is worded in it. */
const QUOTED = /^The system shall (?:do what was asked for|keep to this limit): "/;
const PLAIN_TRIAL = anyOf(
  /^A (?:trial|check) shows |^Given a trial, /i,
  /^Given [^,]{1,200}, when [^,]{1,400}, then (?:the system|it) shows\b/i,
);

/** Made of the requirement's own words: nobody said more of it. */
export const isPlainTrial = (criterion: string): boolean =>
  PLAIN_TRIAL.test(criterion) && !/\bexactly\b|\brefuses\b/.test(criterion);
const FAILURE = anyOf(
  /\b(?:if|unless|cannot|can not|not possible|fails?|refus\w+|invalid|wrong|otherwise)\b/i,
  /\b(?:error|after|until|at most|within)\b/i,
);

export type RuledReview =
  | { readonly spec_feedback: { readonly feedback: string; readonly urgency: 'normal' } }
  | { readonly submit_stories: StorySubmission };

/** A spec that names a point as not answered has been asked about it: whoever wrote it decided to go on. */
export function reviewByRules(markdown: string): RuledReview {
  const spec = readSpec(markdown);
  const points = findOpenPoints(spec, [markdown]);
  if (points.length === 0) return { submit_stories: splitStories(spec) };
  return { spec_feedback: { feedback: points.join('\n'), urgency: 'normal' } };
}

/** One sentence each; [] where stories can be written. `before`: feedback of earlier rounds. */
export function findOpenPoints(spec: Spec, before: readonly string[]): readonly string[] {
  const found = [...contradictions(spec), ...againstScope(spec), ...silentMusts(spec)];
  const isTold = (point: string): boolean => before.some((text) => unmarked(text).includes(unmarked(plain(point))));
  return found.filter((point) => !isTold(point)).slice(0, POINTS_MAX);
}

const unmarked = (text: string): string => text.replace(/["'“”]/g, '').replace(/\s+/g, ' ');
const figures = (text: string): string => (text.match(/\d+(?:[.,]\d+)*/g) ?? []).join(' ');

/** Nearly the same words with another figure. */
function contradictions({ requirements }: Spec): readonly string[] {
  const texts = requirements.flatMap(({ id, description, criteria }) =>
    [description, ...criteria].map((text) => ({ id, text })),
  );
  return texts.flatMap((one, at) =>
    texts.slice(at + 1).flatMap((other) => {
      if (figures(one.text) === figures(other.text) || figures(one.text) === '' || figures(other.text) === '')
        return [];
      const [a, b] = [wordsOf(one.text), wordsOf(other.text)];
      if (a.size < 3 || Math.min(shareOf(a, b), shareOf(b, a)) < SAME_FROM) return [];
      return [`${one.id} says "${plain(one.text)}" and ${other.id} says "${plain(other.text)}": which figure holds?`];
    }),
  );
}

const wordsOf = (text: string): ReadonlySet<string> =>
  new Set([...contentWords(text)].filter((word) => !/\d/.test(word)));

function againstScope({ requirements, outOfScope }: Spec): readonly string[] {
  return outOfScope.flatMap((bullet) => {
    const head =
      bullet
        .replace(/^(?:no|not) /i, '')
        .split(/[,.]|\s(?:and|of|for|in|that|are|is)\s/)[0]
        ?.trim()
        .split(' ')
        .at(-1) ?? '';
    if (head.length < 4) return [];
    const meaning = sameStem(stemOf(head));
    const hit = requirements.find(({ title }) => contentWords(title).has(meaning));
    return hit === undefined
      ? []
      : [`${hit.id} "${hit.title}" asks for what Out of Scope rules out: "${plain(bullet)}". Which holds?`];
  });
}

/** A must requirement that nobody worded, or of which nobody said what happens when it does not work. */
function silentMusts({ requirements }: Spec): readonly string[] {
  const musts = requirements.filter(({ priority, type }) => priority === 'must' && type !== 'constraint');
  return musts.flatMap((requirement) => {
    const { id, title, description, criteria } = requirement;
    const isSilent = criteria.every(isPlainTrial);
    if (QUOTED.test(description) && isSilent)
      return [`${id} "${title}" only quotes what was asked for: what does the system do?`];
    if (!isSilent || FAILURE.test(description) || !canFail(requirement)) return [];
    return [`${id} "${title}" is a must: what happens when it is not possible?`];
  });
}

const FALLIBLE = anyOf(
  /\b(?:book|reserve|borrow|order|pay|upload|import|post|send|sync|submit|sign|register)\b/i,
  /\b(?:swap|transfer|cancel|approve|read|extract|scan)\b/i,
);

export const canFail = ({ title, description }: Pick<SpecRequirement, 'title' | 'description'>): boolean =>
  FALLIBLE.test(`${title} ${description}`);
const plain = (text: string): string => text.replace(/[.!]$/, '').replace(/["“”]/g, "'");
