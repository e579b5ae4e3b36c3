// Requirements from a success criterion: what it says the system does, or what the system could show of it.

import { lintRequirements } from '../lint/lint-requirements.ts';
import { byWord } from '../words/by-word.ts';
import { categoryOf, DURATION, type PointKind, PRIORITY, tidied } from './ears-requirement.ts';
import type { SuggestedRequirement } from './gap.ts';
import { type Action, isPlural, lowered, readGoalClause } from './read-goal-clause.ts';
import { titleCase } from './title-case.ts';
import { participle } from './verbs.ts';
import { requirementOf } from './word-action.ts';

const SHARE = /%|\bpercent\b|\b\d+ of \d+\b/i;

/**
 * What a success criterion says of the system itself: "links expire after 30 minutes". [] for a result that people
 * bring about or the team measures: that is no behaviour, and stays a success criterion.
 */
export function criterionBehaviour(criterion: string): readonly SuggestedRequirement[] {
  const text = tidied(criterion);
  const said = SHARE.test(text) ? null : behaviourIn(text);
  if (said === null) return [];
  const title = titleCase(said.description.replace(/^The system shall /, ''), 8);
  const one = { title, ...said, priority: PRIORITY.criterion };
  return isClean(one) ? [one] : [];
}

/** What the system could show so that somebody sees how far a criterion is met; [] where it cannot know it. */
export function criterionFigure(criterion: string): readonly SuggestedRequirement[] {
  const figure = figureIn(tidied(criterion));
  if (figure === null) return [];
  const one = {
    title: titleCase(figure.replace(/^the /i, ''), 8),
    description: `The system shall show, for each month (assumption), ${figure}.`,
    ...{ priority: PRIORITY.criterion, category: 'Data' as const },
  };
  return isClean(one) ? [one] : [];
}

const BY_WHOM = /\b(?:measured|counted|surveyed) (?:by|with|from|in)\b|\b(?:team|we) (?:measures?|counts?)\b/i;
const DEADLINE = /^(?:be )?(?:ready|live|done|finished|launched|available) (?:before|by|until) /i;

/** "Churn falls below 4 %, measured by finance": somebody has said who. Whether a date was met, everybody sees. */
export const isMeasuredBy = (criterion: string): boolean => BY_WHOM.test(criterion) || DEADLINE.test(criterion);

type Behaviour = Pick<SuggestedRequirement, 'description' | 'category'>;

/** Done by a machine: how fast is for whoever builds it to keep. */
const MACHINE =
  /^(?:import|export|load|show|display|send|deliver|sync|process|update|generate|render|save|refresh|calculate|store)$/;
const MAY = '(?:(?:should|must|shall|will) )?';
const REACTS = new RegExp(
  `^((?:an?|the|every|each) .+?|(?:\\p{L}+ ){0,3}\\p{L}+s) ${MAY}(arrive|appear|answer|respond|load)s? ` +
    '((?:within|in|after|at most|less than) .+)$',
  'iu',
);
const HANDLED = /^(.+?) (?:(?:should|must|shall|will) be|is|are) (\p{L}+) ((?:within|in|at most) .+)$/iu;
const REACTIONS: Readonly<Record<string, string>> = byWord({
  ...{ arrive: 'deliver', appear: 'show', answer: 'answer', respond: 'answer', load: 'load' },
});
const ON_SCREEN = /^(.+?) (?:is|are) (on|in) (the (?:screen|map|list|page|board)) ((?:within|in|at most) .+)$/i;

function behaviourIn(text: string): Behaviour | null {
  const [, thing, verb, soon] = REACTS.exec(text) ?? [];
  if (thing !== undefined && verb !== undefined && DURATION.test(soon ?? ''))
    return fastResponse(`${REACTIONS[verb.toLowerCase()]} ${lowered(thing)} ${soon}`);
  const [, seen, at, where, when] = ON_SCREEN.exec(text) ?? [];
  if (seen !== undefined && DURATION.test(when ?? ''))
    return fastResponse(`show ${lowered(seen)} ${at} ${where} ${when}`);
  const [, handled, how, by] = HANDLED.exec(text) ?? [];
  const does = participle(how ?? '') ?? '';
  if (handled !== undefined && MACHINE.test(does) && DURATION.test(by ?? ''))
    return fastResponse(`${does} ${lowered(handled)} ${by}`);
  const [action] = readGoalClause(text) ?? [];
  if (action === undefined || (action.kind !== 'thing' && action.kind !== 'product') || isPassive(text)) return null;
  return { description: requirementOf(action), category: categoryOf(text, behaviourKind(action)) };
}

const fastResponse = (response: string): Behaviour => ({
  description: `The system shall ${response}.`,
  category: 'Performance',
});

const AMOUNT =
  '(?:at least |at most |fewer than |more than |less than )?' +
  '(?:[\\d.,]+ ?(?:%|percent)|\\d+ (?:out )?of \\d+|half|most)';
const SHARE_OF = new RegExp(`^${AMOUNT}(?: of)?(?: (?:the|all|our)){0,3} (.+)$`, 'i');
/** Until when it is to be reached. */
const PERIOD = '(?:every|each|an?) (?:week|month|quarter|year)|\\d+ (?:months?|years?)|an? \\w+';
const TARGET = new RegExp(
  `,? (?:by|until|after|within|in) (?:${PERIOD}|the (?:end|first)\\b.*|next \\w+|\\p{Lu}\\p{L}+)$`,
  'u',
);
/** What a system sees, because it is done with it. */
const SEEN =
  'pay|paid|book|order|sign|submit|open|answer|cancel|confirm|complete|finish|fill|download|buy|bought|save|register|' +
  'return|renew|rate|approve|deliver|scan|close|upload|share|vote|decide|publish|enter|write|reply|settle|import|' +
  'succeed|arrive|upgrade|subscribe|invite|enrol|reserve|estimate|release|refund|accept|reject|reorder|rebook|resolve';
const DONE = new RegExp(`^(?:(?:is|are|have|has|been) )*(?:${SEEN})(?:s|d|ed|led|red|en|n)?(?![\\p{L}])`, 'iu');
const PEOPLE = /(?:people|users|staff|[^s](?:er|or|ist|ant|ent|ee|ian)s|members|guests|nurses|families|cooks)$/i;
const MEDIAN =
  /^(?:the )?((?:median|average|mean) (?:time|duration|number|age|delay) .+?) (?:is|stays|falls|drops|rises) /i;

/** "the share of bills that are paid within 7 days"; null: nobody but the team can tell. */
function figureIn(text: string): string | null {
  const median = MEDIAN.exec(text)?.[1];
  if (median !== undefined) return `the ${lowered(median)}`;
  const of = SHARE_OF.exec(text.replace(/ should be /i, ' are ').replace(TARGET, ''))?.[1];
  const words = of?.split(' ') ?? [];
  const at = words.findIndex((_, place) => isDoneAt(words, place));
  if (at < 0) return null;
  const things = words.slice(0, at).join(' ');
  if (/\b(?:who|that|which|of)\b/i.test(things)) return null;
  return `the share of ${things} ${PEOPLE.test(things) ? 'who' : 'that'} ${words.slice(at).join(' ')}`;
}

const THINGS_MAX = 4;

/** "orders" of "repeat orders come in" are no action. */
function isDoneAt(words: readonly string[], at: number): boolean {
  if (at < 1 || at > THINGS_MAX || !DONE.test(words.slice(at).join(' '))) return false;
  return (
    /^(?:is|are|have|has)$/i.test(words[at] ?? '') || (isPlural(words[at - 1] ?? '') && !/[^s]s$/.test(words[at] ?? ''))
  );
}

const isPassive = (text: string): boolean => /\b(?:is|are|be|been) \p{L}+/iu.test(text);
/** How fast the system answers is performance; how long it keeps a thing is not. */
const behaviourKind = ({ verb }: Action): PointKind =>
  /^(?:load|respond|open|start|refresh)$/.test(verb) ? 'criterion' : 'scope';

const isClean = (one: SuggestedRequirement): boolean => lintRequirements([{ ...one, id: 'REQ-000' }], {}).length === 0;
