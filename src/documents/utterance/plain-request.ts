// Puts a request into plain order before it is taken apart: spelling, asides, and where it holds, each in its place.

import { byWord } from '../words/by-word.ts';
import { LEADING_TIME } from '../words/leading-time.ts';

export interface PlainRequest {
  readonly text: string;
  /** How things are, said in passing: "who have no signal in the basements". */
  readonly problems: readonly string[];
  /** "cutting abandoned carts from 70 % to 60 %". */
  readonly measures: readonly string[];
}

export function plainRequest(sentence: string): PlainRequest {
  const text = ordered(spelled(sentence))
    .replace(LABEL, '')
    .replace(DO_NOT, '; it must not ')
    .replace(/^(?:please )?(?:do not|don['’]t|never) (?=\p{L})/iu, 'it must not ')
    .replace(/ \(([A-Z][A-Z\d]+(?:[- ][A-Z\d]+)?)\)/g, '')
    .replace(COMPLIANT, '; it must be $1 compliant')
    .replace(/^rate[- ]limit /i, 'limit ')
    .replace(/^let (?:me|us) (.+)$/is, (_, rest: string) => `let users ${theirs(rest)}`)
    .replace(PLACE, '')
    .replace(BUILD_SO, '')
    .replace(/^offer us /i, 'offer ');
  const { rest, problems, isOffline } = withoutAsides(text);
  const { said, measures } = withoutEffects(rest);
  return { text: isOffline ? offline(said) : said, problems, measures };
}

/** "GDPR: customers must ...": what it is about, which the utterance keeps. */
const LABEL = /^[\p{L}\d][\p{L}\d /-]{0,30}: (?=(?:\p{L}+ ){1,4}(?:can|must|should|shall|may|will|wants?|needs?) )/u;
/** "..., do not overwrite ...": told to what is built. */
const DO_NOT = /,\s+(?:and |but )?(?:please )?(?:do not|don['’]t|never) (?=\p{L})/giu;
const COMPLIANT = /,\s+(?:and )?(?:it (?:must|should) be )?([A-Z][A-Z\d]+)[- ]compliant\b/g;

const theirs = (text: string): string => text.replace(/\b(?:my|our)\b/gi, 'their');

/** "If a payment fails, the customer ...": what happens first, and when it does after it. */
function ordered(text: string): string {
  const [, time = '', told = ''] = LEADING_TIME.exec(text) ?? [];
  if (time !== '' && MAIN.test(told)) return `${told} ${time.charAt(0).toLowerCase()}${time.slice(1)}`;
  const [, when = '', what = ''] = /^((?:if|when|whenever|once|as soon as) [^,]+), (?:then )?(.+)$/is.exec(text) ?? [];
  return when === '' ? text : `${what} ${when.charAt(0).toLowerCase()}${when.slice(1)}`;
}

/** "Every Tuesday the driver ...": who does it stands after the time. Of two clauses nobody knows whose it is. */
const MAIN = /^[^,;]{1,300}$/;

/** "At our hospital, patients ...": where, which the utterance keeps. */
const PLACE = /^(?:at|in) (?:our|the|my) [\p{L}-]+(?: [\p{L}-]+){0,2}, (?=\p{L})/iu;
const MAKE = '(?:build|make|create|write|develop|design)';
/** "Could you build something so that": what follows is the request itself. */
const BUILD_SO = new RegExp(
  `^(?:(?:could|can|would|will) you (?:please )?${MAKE}(?: me| us)?|we need|i need|we want|i want) ` +
    '(?:something|anything|a way) (?:so that|so|where|that lets|by which|with which) ',
  'i',
);
const ASIDE =
  /^((?:(?:our|the|my|all) )?[\p{L}-]+(?: [\p{L}-]+)?), who ([^,]+), (?=can|could|should|must|may|will|want|need)/iu;
const NO_SIGNAL = /^(?:ha(?:ve|s)|get) no (?:signal|network|connection|internet|coverage|reception)\b/i;

function withoutAsides(text: string) {
  const [all, who, aside] = ASIDE.exec(text) ?? [];
  if (all === undefined || who === undefined || aside === undefined)
    return { rest: text, problems: [], isOffline: false };
  const people = who.replace(/^(?:our|my) /i, '');
  return {
    rest: `${people} ${text.slice(all.length)}`.replace(/ (can|could|should|must|may|will) still /i, ' $1 '),
    problems: [`${people} ${aside}`],
    isOffline: NO_SIGNAL.test(aside),
  };
}

/** Goes for the first clause, whose people it was said of. */
function offline(text: string): string {
  const end = text.search(/,? and (?:the|our|a) |;|$/i);
  return `${text.slice(0, end)} without a network${text.slice(end)}`;
}

const BY_HOW_MUCH =
  ' (?:down |up )?from [^,]{1,60}? to [^,]{1,60}| (?:to|by) (?:under |over |less than |more than )?\\d[^,]{0,60}';
const EFFECT = new RegExp(
  `,\\s+(?:cutting|reducing|lowering|raising|increasing|bringing|taking) (?:the )?([^,]{1,100}?)(${BY_HOW_MUCH})$`,
  'i',
);
const RISES = /,\s+(?:raising|increasing)/i;

function withoutEffects(text: string) {
  const [all, what, how] = EFFECT.exec(text) ?? [];
  if (all === undefined || what === undefined || how === undefined) return { said: text, measures: [] };
  const isMany = /[^s]s$/i.test(what);
  const verb = RISES.test(all) ? (isMany ? 'rise' : 'rises') : isMany ? 'fall' : 'falls';
  return {
    said: text.slice(0, text.length - all.length),
    measures: [`${what} ${verb}${how.replace(/ (?:down|up) /, ' ')}`],
  };
}

/** Common slips of the fingers. What was said is quoted as it was; the rules read it as it was meant. */
const SLIPS: Readonly<Record<string, string>> = byWord({
  ...{ teh: 'the', hte: 'the', adn: 'and', nad: 'and', fastr: 'faster', freindly: 'friendly', frendly: 'friendly' },
  ...{ recieve: 'receive', usre: 'user', usres: 'users', pasword: 'password', adress: 'address', thier: 'their' },
  ...{ calender: 'calendar', seperate: 'separate', wich: 'which', dont: "don't", cant: 'cannot', pls: 'please' },
  ...{ plz: 'please', u: 'you', ppl: 'people', msg: 'message', msgs: 'messages', shoud: 'should', shold: 'should' },
  ...{ untill: 'until', till: 'until', becuase: 'because', becasue: 'because', thats: 'that is', costumer: 'customer' },
  ...{ costumers: 'customers', recive: 'receive', notifcation: 'notification', wether: 'whether', alot: 'a lot' },
  ...{ android: 'Android', iphone: 'iPhone', iphones: 'iPhones', ios: 'iOS', outlook: 'Outlook' },
  ...{ wit: 'with', insted: 'instead', bc: 'because', loosing: 'losing' },
  ...{ shoudl: 'should', woud: 'would', coud: 'could', appointement: 'appointment', definately: 'definitely' },
});

/** Words that another word was typed for: only what stands around them tells. */
function spelled(text: string): string {
  return text
    .replace(/[\p{L}]+/gu, (word) => {
      const meant = SLIPS[word.toLowerCase()];
      if (meant === undefined) return word;
      return /^\p{Lu}/u.test(word) && !/\p{Lu}/u.test(meant) ? meant.charAt(0).toUpperCase() + meant.slice(1) : meant;
    })
    .replace(/\b(they|we|people|customers|users) loose (?=the|their|our|it|them)/giu, '$1 lose ')
    .replace(/\b(can)(?:not|['’]t)\b/giu, '$1 not')
    .replace(/\b(able|want|wants|need|needs|has|have|like) too (?=\p{L})/giu, '$1 to ')
    .replace(
      /\b(\p{L}{3,}) there (?=\p{L})(?!(?:is|are|was|were|will|can|should|must|to|and|or|by|when)\b)/giu,
      '$1 their ',
    )
    .replace(/\b(until|when|if|once|after|before|because) its (?=\p{L}+(?:ed|en|t)\b)/giu, '$1 it is ');
}
