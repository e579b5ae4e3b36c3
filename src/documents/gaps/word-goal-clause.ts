// Words a goal clause as a goal, a requirement with its tests, and a case of failure; what is not read for sure is
// quoted.

import { lintRequirements } from '../lint/lint-requirements.ts';
import { withCriteria } from '../requirements/acceptance-criteria.ts';
import { askedFor, categoryOf, type PointKind } from './ears-requirement.ts';
import type { SuggestedRequirement } from './gap.ts';
import { type Action, isPlural, thingOf } from './read-goal-clause.ts';
import { readSurely } from './read-surely.ts';
import { titleCase } from './title-case.ts';
import { thirdOf } from './verbs.ts';
import { actionTitle, goalOf, requirementOf } from './word-action.ts';
import { criterionBehaviour, criterionFigure } from './word-criterion.ts';

const LIMITING = /^(?:an? |the )?(?:upper )?(?:limit|maximum|cap) of \d/i;
const ITSELF = /^(?:it|the (?:system|app|tool)) does not /i;

/** The name of a thing stands for itself: who has it, nobody said. */
export function wordGoal(action: Action): string {
  const { kind, rest } = action;
  if (kind === 'name' && !LIMITING.test(rest))
    return goalOf(action)
      .replace(/^Users have /, '')
      .replace(/^./, upper);
  if (kind === 'never') return goalOf(action).replace(ITSELF, 'The system does not ');
  // What somebody gets is no ability of theirs.
  return kind === 'person' && action.verb === 'get'
    ? goalOf(action).replace(/ (?:can )?get /, isMany(action.actor || 'users') ? ' get ' : ' gets ')
    : goalOf(action);
}

const upper = (letter: string): string => letter.toUpperCase();

/** As it was said, between marks, so that nobody takes it for words of the rules. */
export const quoted = (text: string): string => `"${unquoted(text).replace(/["“”]/g, "'")}"`;
export const unquoted = (text: string): string => text.trim().replace(/^["“](.*)["”]$/s, '$1');

/** From a point of a brief: in EARS form where it is read for sure and trips no lint, else as it was said. */
export function wordPoint(point: string, kind: PointKind): readonly SuggestedRequirement[] {
  if (kind === 'criterion') {
    const behaviour = criterionBehaviour(unquoted(point));
    return behaviour.length > 0 ? behaviour : criterionFigure(unquoted(point));
  }
  const text = unquoted(point).replace(/^assumption:\s*/i, '');
  const made =
    readSurely(point.replace(/(?<![\s.;,:])[\s.;,:]+$/, ''))?.map((action) => wordAction(action, kind)) ?? [];
  if (made.length > 0 && made.every(isClean)) return made;
  const own = wantedThing(point) ?? text;
  return [{ ...askedFor(own, kind), title: titleCase(own) }];
}

/** Of "a user wants a better search", the words that were said: who wants it may have been said in another form. */
export function wantedThing(point: string): string | null {
  const [action, ...more] = readSurely(point) ?? [];
  return action?.kind === 'name' && action.actor !== '' && more.length === 0 ? action.rest : null;
}

/** With tests that follow from what was said, and no others. */
function wordAction(action: Action, kind: PointKind): SuggestedRequirement {
  const { actor, verb, rest, isOffline } = action;
  const category = categoryOf(`${actor} ${verb} ${rest}${isOffline ? ' offline' : ''}`, kind);
  const priority = kind === 'goal' ? ('high' as const) : ('medium' as const);
  const plain = { title: actionTitle(action), description: requirementOf(action), priority, category };
  const own = reworded(plain, action);
  const worded = isClean(own) ? own : plain;
  const full = { ...worded, description: withCriteria(worded.description, criteriaOf(action)) };
  return isClean(full) ? full : worded;
}

const GIVEN = /^The system shall let (.+) get (?=(?:the|an?|their|all|every|each|\d+) )/;

/**
 * "shall not retry" for "shall make sure that it does not retry", "shall not let them" for "that they cannot", and
 * "shall give" for "shall let them get".
 */
function reworded(plain: SuggestedRequirement, { kind, actor, rest }: Action): SuggestedRequirement {
  if (kind !== 'never') return { ...plain, description: plain.description.replace(GIVEN, 'The system shall give $1 ') };
  const title = titleCase(rest.replace(ITSELF, 'never '), 9);
  const theirs = `make sure that ${actor} cannot `;
  const description = ITSELF.test(rest)
    ? `The system shall not ${rest.replace(ITSELF, '')}.`
    : plain.description.replace(theirs, `not let ${actor} `);
  return { ...plain, title, description };
}

const isClean = (one: SuggestedRequirement): boolean => lintRequirements([{ ...one, id: 'REQ-000' }], {}).length === 0;

/**
 * A test says something only where the goal clause has an edge: a time after which it no longer holds, a case or people
 * it is not for, an event that sets it off, no network. Of a bare action rules know no result, and write none.
 */
export function criteriaOf(action: Action): readonly string[] {
  const told = toldOf(action);
  if (told !== null) return [told];
  if (action.kind !== 'person' || action.actor === '') return [];
  const { actor, verb, rest, limit, condition, isOffline } = action;
  const only = /^only (.+)$/i.exec(actor)?.[1];
  if (only !== undefined && condition === '')
    return [
      `Given somebody who is not one of ${withThe(only)}, when they try to ${verb} ${rest}, then the system refuses.`,
    ];
  const [, object, end] = /^(.+?),? until (.+)$/is.exec(rest) ?? [];
  if (object !== undefined && end !== undefined && condition === '')
    return [`${given(actor)} to ${verb} ${object} after ${end}, then the system refuses.`];
  const [, not] = /^(?:but not|except) (?=(?:on|in|at|during|for|from|to|with|by) )(.+)$/i.exec(limit) ?? [];
  if (not !== undefined && condition === '')
    return [`${given(actor)} to ${verb} ${rest} ${not}, then the system refuses.`];
  if (!isOffline || !/^(?:see|read|view|search|browse)$/.test(verb)) return [];
  const them = isPlural(thingOf(rest)) ? 'them' : 'it';
  return [`Given a device without a network, when ${acts(actor, verb)} ${rest}, then the system shows ${them}.`];
}

const TELLING = /^(?:notify|remind|warn|alert|tell|inform)$/;
const SOON = 'within 5 minutes (assumption)';

/** Somebody is told of an event, and can be waited for. */
function toldOf({ kind, actor, verb, rest, condition }: Action): string | null {
  const when = condition.replace(/^(?:whenever|when|if|as soon as|once) /i, '');
  if (when === '' || !TELLING.test(verb)) return null;
  const told = kind === 'thing' ? actor : kind === 'product' ? thingOf(rest) : '';
  if (told === '') return null;
  const them = isMany(told) ? 'them' : withThe(told);
  const soon = /\b(?:within \S+ \S+|immediately|at once)/i.exec(rest)?.[0] ?? SOON;
  return `Given that ${told} can be reached, when ${when}, then the system ${thirdOf(verb)} ${them} ${soon}.`;
}

/** By what stands before "in the warehouse". */
function isMany(who: string): boolean {
  const [head = ''] = who.split(/ (?:in|at|of|on|from) /i);
  return isPlural(head) || /\b(?:people|staff)$/i.test(head);
}

const withThe = (who: string): string =>
  /^\p{Lu}{2}/u.test(who) ? who : `the ${who.replace(/^(?:an?|the|our|all|every|each) /i, '')}`;
const acts = (actor: string, verb: string): string =>
  isMany(actor) ? `${actor} ${verb}` : `${actor} ${thirdOf(verb)}`;
const given = (actor: string): string =>
  isMany(actor) ? `Given ${actor}, when they try` : `Given ${actor}, when ${withThe(actor)} tries`;

/** What can go wrong by itself in an action, whoever does it, and what is shown then. */
const FAILURES: readonly (readonly [RegExp, (thing: string) => string, string])[] = [
  [/^(?:pay|buy|donate|purchase)$/, () => 'a payment is refused', 'the reason'],
  [/^(?:upload|import|attach)$/, (thing) => `${thing} cannot be read`, 'the reason'],
  [/^scan$/, (thing) => `${thing} cannot be scanned`, 'the reason'],
];

/** Only of actions that can fail in a way their own words name; that anything may fail is no requirement. */
export function nameFailure(goals: readonly string[]): readonly SuggestedRequirement[] {
  const actions = goals.flatMap((goal) => readSurely(goal) ?? []);
  return actions
    .flatMap(({ kind, actor, verb, rest }) => {
      const [, failure, shown] = FAILURES.find(([form]) => form.test(verb)) ?? [];
      if (failure === undefined || kind === 'never' || kind === 'name') return [];
      const many = thingOf(rest).replace(/^(?:their|his|her|its|all|the|an?) /i, '');
      const thing = many === '' ? '' : isPlural(many) ? `one of the ${many}` : `the ${many}`;
      const event = failure(thing);
      if (/^ /.test(event)) return [];
      const to = actor === '' || /^(?:only|nobody)\b/i.test(actor) ? '' : `${withThe(actor)} `;
      const description = `If ${event}, then the system shall show ${to}${shown}.`;
      return [{ title: titleCase(event, 8), description, priority: 'medium' as const, category: categoryOf(event) }];
    })
    .filter(isClean)
    .slice(0, 1);
}
