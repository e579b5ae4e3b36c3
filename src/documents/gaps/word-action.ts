// Words an action: as a requirement in EARS form, as a goal, as a part of the scope, and as a title.

import { type Action, isPlural, lowered, withArticle } from './read-goal-clause.ts';
import { capital, titleCase } from './title-case.ts';
import { gerundOf, thirdOf } from './verbs.ts';

/** Said after every figure that nobody asked for. */
export const ASSUMPTION = '(assumption)';
const MESSAGE = /^(?:an? |the )?(?:\S+ )?(?:messages?|notifications?|emails?|reminders?|alerts?|sms|texts?)\b/i;
const AT_ONCE = /^(?:see|show|view|search|find|display|browse|respond|load|open|start|refresh|update)$/;
const LIMITING = /^(?:an? |the )?(?:upper )?(?:limit|maximum|cap) of \d/i;
/** "mark articles to read them later": why, not what. */
const WHY = /(?<!\s)\s+(?:in order )?to \w+ (?:them|it)\b.*$/i;

/** "While there is no network, the system shall let drivers read orders." */
export function requirementOf(action: Action): string {
  const { rest, tail, isAssumed } = settled(action);
  const mark = isAssumed ? ` ${ASSUMPTION}` : '';
  const limit = action.limit === '' ? '' : `, ${action.limit}`;
  const actionWords = responseOf({ ...action, rest });
  return capital(`${leadOf(action)}the system shall ${actionWords}${tail}${mark}${limit}.`);
}

export function goalOf(action: Action): string {
  const { kind, actor, verb, rest } = action;
  const end = endOf(action);
  if (kind === 'never') return capital(`${rest}${end}`);
  if (kind === 'name' && LIMITING.test(rest)) return `The system enforces ${lowered(rest)}${end}`;
  if (kind === 'name' && actor !== '') return capital(`${actor} ${isMany(actor) ? 'want' : 'wants'} ${rest}${end}`);
  if (kind === 'name') return capital(`users have ${lowered(rest)}${end}`);
  if (kind === 'product') return capital(`the system ${joined(thirdOf(verb), rest)}${end}`);
  if (kind === 'person' && isMessage(verb, rest) && /s$/.test(actor)) return capital(`${actor} get ${rest}${end}`);
  if (kind === 'person') return capital(`${actor || 'users'} can ${joined(verb, rest)}${end}`);
  return capital(`the system ${joined(thirdOf(verb), actor, rest)}${end}`);
}

/** What is built, as the name of a thing. */
export function scopeOf(action: Action): string {
  const { kind, actor, verb } = action;
  const rest = action.rest.replace(WHY, '').replace(/^(?:their|his|her|my|our) /i, 'the ');
  const end = endOf(action);
  if (kind === 'never') return `Making sure that ${action.rest}${end}`;
  if (kind === 'name') return capital(`${rest}${end}`);
  if (kind === 'person') return capital(`${gerundWords(actor, verb, rest)}${end}`);
  if (kind === 'thing') return capital(`${joined(gerundOf(verb), actor, rest)}${end}`);
  if (verb === 'be') return capital(`${rest.replace(/ compliant\b/i, ' compliance')}${end}`);
  if (/^(?:work|run)$/.test(verb)) return `Use ${rest}${end}`;
  return capital(`${joined(gerundOf(verb), rest)}${end}`);
}

export function actionTitle(action: Action): string {
  const { kind, actor, verb } = action;
  const rest = action.rest.replace(WHY, '');
  const end = action.isOffline ? ' offline' : '';
  if (kind === 'name' || kind === 'never') return titleCase(`${rest}${end}`);
  if (kind === 'person' && isMessage(verb, rest)) return titleCase(`send ${actor} ${rest}`);
  if (kind === 'thing') return titleCase(`${joined(verb, actor, rest)}${end}`);
  // "Be GDPR compliant" is an order to nobody.
  if (kind === 'product' && verb === 'be')
    return titleCase(/ compliant\b/i.test(rest) ? rest.replace(/ compliant\b/i, ' compliance') : `system is ${rest}${end}`);
  return titleCase(`${joined(verb, rest)}${end}`);
}

function responseOf({ kind, actor, verb, rest }: Action): string {
  if (kind === 'never') return `make sure that ${rest}`;
  if (kind === 'name' && LIMITING.test(rest)) return `enforce ${lowered(rest)}`;
  if (kind === 'name') return joined('offer', actor, withArticle(lowered(rest)));
  if (kind === 'product') return joined(verb, rest);
  if (kind === 'thing') return joined(verb, actor, rest);
  return isMessage(verb, rest) && actor !== ''
    ? `send ${actor} ${rest}`
    : `let ${joined(actor || 'users', verb, rest)}`;
}

function gerundWords(actor: string, verb: string, rest: string): string {
  if (isMessage(verb, rest) && actor !== '') return `sending ${actor} ${rest}`;
  const both = rest.replace(/^(or|and) (\w+)(?= )/, (_, word: string, other: string) => `${word} ${gerundOf(other)}`);
  return joined(gerundOf(verb), both);
}

function leadOf({ condition, isOffline }: Action): string {
  const when = condition.replace(/^(?:whenever|as soon as|once)\b/i, 'when');
  const lead = when === '' ? '' : /^if\b/i.test(when) ? `${when}, then ` : `${when}, `;
  return `${isOffline ? 'while there is no network, ' : ''}${lead}`;
}

/** What goes for the whole action, in the words it was said. */
function endOf({ condition, limit, isOffline }: Action): string {
  const parts = [isOffline ? 'offline' : '', condition].filter((part) => part !== '').map((part) => ` ${part}`);
  return `${parts.join('')}${limit === '' ? '' : `, ${limit}`}`;
}

const SPEEDS = 'quickly|fast|instantly|promptly|immediately|faster|quicker';
const EASE = 'easily|simply|seamlessly|smoothly|efficiently|intuitively';
const ADVERBS = `${SPEEDS}|${EASE}`;
const HOW = new RegExp(
  String.raw`(?:^|(?:,|(?<!\s))\s+)((?:${ADVERBS})(?:(?:,| and| or)\s+(?:${ADVERBS}))*)(?=$|[\s,])`,
  'gi',
);
const EASILY = new RegExp(EASE);

/** Before the name of a thing they say no more than that it is wanted. */
const TASTE = /\b(?:simple|nice|small|good|great|modern|cool|basic|easy) /gi;

/** Words that every reader takes differently become a figure that is marked as an assumption. */
function settled({ kind, verb, rest: said }: Action): {
  readonly rest: string;
  readonly tail: string;
  readonly isAssumed: boolean;
} {
  const how: string[] = [];
  const named = kind === 'name' ? said.replace(TASTE, '') : said;
  const plain = named.replace(/(?:,\s*|(?<!\s)\s+)?(?:and so on|etc)\.?$/i, '').replace(HOW, (_, words: string) => {
    how.push(words.toLowerCase());
    return '';
  });
  const counted = plain
    .replace(/\b(?:several|multiple|many|various)(?= \w)/gi, 'at least 2')
    .replace(/\ba few(?= \w)/gi, 'at most 5');
  const words = how.join(' ');
  const tails = [
    ...(/faster|quicker/.test(words) ? ['in at most 80 % of the time it takes today'] : []),
    ...(/quickly|fast(?!er)|instantly|promptly|immediately/.test(words)
      ? [`within 2 ${AT_ONCE.test(verb) ? 'seconds' : 'minutes'}`]
      : []),
    ...(EASILY.test(words) ? ['without help'] : []),
  ];
  const hasTime = /\d\s*(?:ms|seconds?|minutes?|hours?)\b/i.test(counted);
  const kept = hasTime ? [] : tails;
  const tail = kept.map((each) => ` ${each}`).join('');
  return { rest: counted.trim(), tail, isAssumed: kept.length > 0 || counted !== plain };
}

const isMany = (who: string): boolean => isPlural(who) || /\b(?:people|staff|they)$/i.test(who);
const isMessage = (verb: string, rest: string): boolean => /^(?:get|receive)$/.test(verb) && MESSAGE.test(rest);
const joined = (...parts: readonly string[]): string => parts.filter((part) => part !== '').join(' ');
