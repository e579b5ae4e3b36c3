// The forms in which people word a goal clause, a purpose, a measure and an exclusion.

import { NO_NETWORK } from '../gaps/read-goal-clause.ts';

const list = (words: string): string =>
  words
    .trim()
    .split(/\s*\/\s*/)
    .join('|');

const GREETINGS = list(
  `hi/hello/hey/hallo/dear/thanks?/thank you/please/cheers/ok(?:ay)?/so/well/good (?:morning|day|evening)/how are you/
  what(?:'s| is) up/lol/hm+/by the way/btw/yo/basically/actually/anyway/um+`,
);
const GREETED = list('there/all/team/everyone/everybody/you/today/again/a lot/very much/in advance');
/** What stands before a goal clause and says nothing of it. */
export const CHATTER = new RegExp(`^(?:${GREETINGS})\\b[^a-z]*(?:${GREETED})?[\\s,!.?:]*`, 'i');

const WISHES = list(
  'wants?/needs?/like/love/wish/requires?/am looking for/are looking for/am thinking of/am thinking about',
);
const MAKE = 'build|make|create|add|implement|develop|design|write';
const IT = 'it|this|that|the (?:app|system|tool|feature|thing)';
const MUST = 'should|must|shall|will|has to|have to|needs to|need to|can';
/** "I would like to have", "Can you build us", "It should also". */
export const GOAL_CLAUSE = new RegExp(
  `^(?:${[
    `(?:i|we|they|(?:our|the|my) \\w+)(?:['’]d| would)? (?:(?:really|also|just|still) )?(?:${WISHES})(?: for)?`,
    '[\\p{L}]+(?: and [\\p{L}]+)? (?:needs?|wants?)(?! to\\b)',
    `(?:can|could|would|will) you (?:please )?(?:${MAKE})(?: me| us)?`,
    `(?:please )?(?:${MAKE})(?: me| us)?(?= an?\\b| some\\b)`,
    `let(?:['’]s| us) (?:${MAKE}|have)`,
    `(?:there|users?) (?:${MUST})(?: also)?(?= (?:be(?! able)|have)\\b)`,
    `(?:${IT}) (?:${MUST})(?: also)?(?! not\\b)`,
  ].join('|')})\\s+(?:to (?:have |build |see |make )?)?`,
  'iu',
);

const KINDS = list('an?/the/some/our/new/small/simple/little/nice/mobile/web/native/internal/online');
const THINGS = list(
  'app/application/feature/tool/system/page/website/site/platform/service/something/product/module/screen/way',
);
const LINKS = list('where/that/which/with which/so that/for/to/in which/with');
/** "a small web app that": what it is called before what it does. */
export const THING = new RegExp(
  `^(?:(?:${KINDS})\\s+)*(?:${THINGS})\\s+(?:(?:on|for) (?:the |my |our )?\\w+\\s+)?(?:${LINKS})\\s+`,
  'i',
);

const EXCLUDING = list(
  `but no/but not/but without/not including/excluding/no need (?:for|to)/
  leave out/(?:out of|not in) scope(?: is| are|:)?/
  (?:we|i) (?:do not|don['’]t) (?:need|want)`,
);
/** "but not on weekends" limits a goal clause; it takes nothing out of the scope. */
const WHERE = '(?:on|in|at|during|after|before|for|when|if|while|until|to|by|via|from|with|across|through)\\b';
/** What follows is not wanted. "without" alone is none: "works without a connection" is a goal clause. */
export const UNWANTED = new RegExp(
  `(?:(?:^|,\\s*)no (?=\\S+(?: \\S+){0,4}$)|(?:^|,\\s*)without\\s+|\\b(?:${EXCLUDING})\\s+)(?!${WHERE})(.+)$`,
  'is',
);

/** "reset it by email, but not by SMS": the way that is not wanted. */
export const OTHER_WAY =
  /^(.{1,200}?)( (?:by|via|through|over|with) [^,]{1,80}?),? but not ((?:by|via|through|over|with) .+)$/i;
/** "Not across departments", after what was wanted. */
export const NOT_SO = /^(?:but )?not (?=(?:across|between|for|on|in|at|by|via|with|during|from) )(.+)$/i;

const WHO = list('we/i/they/people/users/customers/everyone/nobody');
/** "so waiters do not sell them". */
const WHOM =
  "(?:(?:the|our|all|my) )?(?:\\p{L}+ )?\\p{L}+s (?:can|could|will|do not|don['’]t|know|see|never|no longer)\\b";
/** What follows is what it is for. */
export const PURPOSE = new RegExp(
  `(?:,\\s*|(?<!\\s)\\s+)?\\b(?:so that|so(?=\\s(?:${WHO})\\b)|so(?=\\s${WHOM})|in order to)\\s+(.+)$`,
  'isu',
);

/** What follows is why: how things are today. */
export const REASON = /(?:,\s*|(?<!\s)\s+)?\b(?:because|since(?= (?:we|they|people|users|customers|the) ))\s+(.+)$/is;

/** A result to reach: a share, a fall or rise, an average. */
export const OUTCOME = new RegExp(
  [
    String.raw`\d\s*%|\d percent\b|\b\d+ (?:out )?of \d+\b|\bon average\b|\bmedian\b|\b(?:fewer|more) than \d`,
    String.raw`\b(?:fall|rise|drop|grow|sink|increase|decrease)s? (?:from|to|by)\b`,
    String.raw`\bat (?:least|most) \d+ (?:users|customers|people|visitors)\b`,
  ].join('|'),
  'i',
);
/** How fast the system is. */
export const SPEED = /\b(?:within|under|(?:in )?less than|at most|in) \d[\d.,]*\s*(?:ms|milliseconds?|s|seconds?)\b/i;

/** "customers can": who does it. */
export const SUBJECT = /^((?:\S+\s+){1,3}?(?:can|may|should|must|will))\s/i;
/** "As a nurse I want to". */
export const STORY = /^as (an? [^,]{2,60}?),? (?:i|we) (?:want|need|would like|wish)(?: to)?\s+/i;

const DEEDS = list(
  `can/should/must/will/see/get/add/send/show/let/have/make/track/manage/create/edit/delete/search/find/
  export/import/share`,
);
const NEXT = 'can|should|must|will|gets?|sees?|sends?|shows?';
/** Where one goal clause ends and the next begins. */
export const JOINT = new RegExp(
  [
    '(?:(?<!\\s)\\s+)?;\\s*',
    '(?:,|(?<!\\s))\\s+(?:and then|and also|as well as|plus|also|then)\\s+',
    `,\\s+(?:and\\s+)?(?=(?:[\\p{L}-]+\\s+){0,2}(?:${DEEDS})\\b)`,
    `(?<!\\s)\\s+and\\s+(?=(?:the |our |my |all )?(?:[\\p{L}-]+\\s+)?(?:${NEXT})\\s)`,
  ].join('|'),
  'iu',
);

/** At the end of a goal clause. */
export const POLITE =
  /(?:(?<![\s,])[\s,]+)?\b(?:please|thanks?|thank you|thx|cheers)(?: (?:a lot|very much|in advance|you))?[\s!.]*$/i;
const TROUBLE = list(
  `los(?:es?|ing)/fails?/breaks?/crash(?:es)?/hangs?/freezes?/complains?/struggles?/forgets?/miss(?:es)?/wastes?/
  takes? (?:too |so |very )?long/waits? too long`,
);
const BAD = list('slow/hard/difficult/confusing/broken/late/lost/unhappy/frustrated/annoyed/tired/unusable/outdated');
/** How things are now, and that it is bad: no goal clause, but the reason for one. */
export const PROBLEM = new RegExp(
  `^(?!.*\\b(?:should|must|shall|can|could|wants?|needs?|would|will|please)\\b)(?:\\S+ ){1,5}?` +
    `(?:(?:${TROUBLE})\\b|(?:is|are) (?:\\w+ ){0,2}(?:${BAD})\\b)`,
  'i',
);
/** "We don't want people to log in twice". */
export const NEVER = /^(?:we|i) (?:do not|don['’]t|never) want (?:that )?(.{2,60}?) to (.+)$/i;
const OTHERS =
  '(?!to\\b)(?:[\\p{L}-]+ ){0,3}(?:[\\p{L}-]+s|people|everyone|everybody|staff|anyone)' +
  '(?: (?:in|at|of|on|from) (?:the|our|my) [\\p{L}-]+)?';
/** "I want users to be able to", "We need drivers to". */
export const FOR_OTHERS = new RegExp(
  `^(?:i|we)(?:['’]d| would)? (?:want|need|like|expect|wish)(?: for)? (${OTHERS}) to (?:be able to )?`,
  'iu',
);
/** "Teachers want to be able to". */
export const OTHERS_WANT = new RegExp(
  String.raw`^((?!(?:i|we|you|they|it)\b)(?:[\p{L}-]+ ){0,3}[\p{L}-]+) ` +
    '(?:wants?|needs?|would like|wish(?:es)?) to (?:be able to )?',
  'iu',
);
/** A part that only says how or where the one before it holds. */
export const ADVERBIAL = new RegExp(
  String.raw`^(?:even |also )?(?:${NO_NETWORK}|(?:on|in|at|by|via|from|during|with) \S+(?: \S+){0,3})$`,
  'i',
);
/** "articles to read them later": what is done later. */
export const TO_DO_LATER = /^(.+? (?:can|should|must|will)) (\w+) (.+?) to (\w+) (?:them|it)\b.*$/i;
export const DEADLINE = /^(?:be )?(?:ready|live|done|finished|launched|available) (?:before|by|until) /i;
/** "It would be great if parents could". */
export const GREAT_IF = new RegExp(
  "^it(?: would|['’]d) be (?:really |very )?" +
    '(?:great|nice|good|cool|helpful|useful|awesome|better|lovely) (?:if|to have) ',
  'i',
);
/** How things are today, told before what is wanted. */
export const TODAY = new RegExp(
  '^(?:our|currently|today|at the moment|right now|now|every (?:day|week|month)|each (?:day|week|month))\\b|' +
    '\\b(?:keeps?|always|constantly) \\p{L}+ing\\b',
  'iu',
);
export const ASKED = /\b(?:should|must|shall|can|could|wants?|needs?|would|will|please|let)\b/i;
/** "..., at least 95 % without a human": the result to reach, after what is wanted. */
export const WITH_RESULT =
  /^(.+?), ((?:at least|at most|under|over|more than|less than|fewer than) \d[\d.,]*\s*(?:%|percent\b).*)$/i;
/** What the system is told to tell somebody: whoever asks is one of its users. */
export const TELL_ME = /^(notify|remind|warn|alert|tell|inform|email) (?:me|us)\b/i;
