// A test of what somebody is let do, from the requirement's own words: who does it, what they do, what is seen then.

import { anyOf } from '../../../documents/gaps/any-of.ts';
import { type Action, isPlural, thingOf } from '../../../documents/gaps/read-goal-clause.ts';
import { participleOf, thirdOf } from '../../../documents/words/verbs.ts';

const PARTICLE = /^(up|down|in|out|off|back|away|over) /i;
const SAYING = /^(?:say|tell|answer|ask|know|have|be|need|go|come)$/;
const SEEING = /^(?:see|view|read|search|find|browse|list|compare|track|monitor|look)$/;
const MESSAGE = /^(?:an? |the )?(?:\S+ )?(?:messages?|notifications?|e-?mails?|reminders?|alerts?|sms|texts?)\b/i;

/** null: nothing in it says what there would be to see. */
export function wordTrial(action: Action): string | null {
  const { kind, condition, limit } = action;
  if (limit !== '' || kind === 'never' || kind === 'name') return null;
  if (condition !== '') return caseTrial(action);
  if (kind === 'product') return productTrial(action);
  return kind === 'person' ? personTrial({ ...action, actor: action.actor || 'users' }) : null;
}

function caseTrial({ kind, actor, verb, rest, condition }: Action): string | null {
  const when = condition.replace(/^(?:whenever|when|if|as soon as|once) /i, '');
  const who = kind === 'product' ? 'the system' : actor;
  if (who === '' || verb === '' || kind === 'thing') return null;
  const then = `${subject(who)} ${doing(who, verb)} ${rest}`;
  return `Given a trial in which ${when}, when somebody looks at the result, then ${then}.`;
}

function productTrial({ verb, rest }: Action): string | null {
  if (verb === 'be' || /^(?:work|run)$/.test(verb)) return null;
  const step = /^(?:show|display|list)$/.test(verb) ? 'somebody looks' : 'it is carried out';
  return `Given a trial, when ${step}, then the system ${thirdOf(verb)} ${rest}.`;
}

function personTrial({ actor, verb, rest }: Action): string | null {
  const they = isMany(actor) ? 'they' : subject(actor);
  if (SEEING.test(verb)) return `Given ${actor}, when ${they} ${doing(actor, 'look')}, then the system shows ${rest}.`;
  if (/^(?:get|receive)$/.test(verb) && MESSAGE.test(rest))
    return `Given ${actor} who can be reached, when it is due, then ${they} ${doing(actor, verb)} ${rest}.`;
  if (SAYING.test(verb)) return null;
  const end = /^until (.+)$/i.exec(rest)?.[1];
  if (end !== undefined)
    return `Given ${actor}, when ${they} ${doing(actor, 'try')} to ${verb} later than ${end}, then the system refuses.`;
  const particle = PARTICLE.exec(rest)?.[1] ?? '';
  const thing = objectOf(particle === '' ? rest : rest.slice(particle.length + 1));
  if (thing === '') return null;
  const done = [participleOf(verb), particle.toLowerCase()].filter(Boolean).join(' ');
  const isAre = isPlural(thing) ? 'are' : 'is';
  const seen = `${thing} ${isAre} ${done}`;
  return `Given ${actor}, when ${they} ${doing(actor, verb)} ${rest}, then the system shows that ${seen}.`;
}

const isMany = (who: string): boolean => {
  const [head = ''] = who.split(/ (?:in|at|of|on|from|who) /i);
  return !/^(?:an?|each|every) /i.test(who) && (isPlural(head) || /\b(?:people|staff|children)$/i.test(head));
};
const doing = (who: string, verb: string): string => (isMany(who) ? verb : thirdOf(verb));
const subject = (who: string): string => who.replace(/^(?:an?|each|every) /i, 'the ');

const NO_THING = anyOf(
  /^(?:it|them|that|this|me|us|you|yes|no|how|which|what|whether|to|with|for)\b/i,
  /^(?:on|in|at|by|from|as|online|until|before|after|within)\b/i,
);

/** "a court for one hour": the court. */
function objectOf(rest: string): string {
  const thing = thingOf(rest).trim();
  if (thing === '' || NO_THING.test(thing)) return '';
  const plain = thing.replace(/^(?:an?|one|their|his|her|its|our|my) /i, 'the ');
  return /^(?:the|all|each|every|\d)/i.test(plain) ? plain : `the ${plain}`;
}
