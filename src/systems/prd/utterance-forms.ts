// The forms in which people word a wish, a purpose, a measure and an exclusion.

const list = (words: string): string =>
  words
    .trim()
    .split(/\s*\/\s*/)
    .join('|');

const GREETINGS = list(
  `hi/hello/hey/hallo/dear/thanks?/thank you/please/cheers/ok(?:ay)?/so/well/good (?:morning|day|evening)/how are you/
  what(?:'s| is) up/lol/hm+/by the way/btw`,
);
const GREETED = list('there/all/team/everyone/everybody/you/today/again/a lot/very much/in advance');
/** What stands before a wish and says nothing of it. */
export const CHATTER = new RegExp(`^(?:${GREETINGS})\\b[^a-z]*(?:${GREETED})?[\\s,!.?:]*`, 'i');

const WISHES = list(
  'wants?/needs?/like/love/wish/requires?/am looking for/are looking for/am thinking of/am thinking about',
);
const MAKE = 'build|make|create|add|implement|develop|design|write';
const IT = 'it|this|that|the (?:app|system|tool|feature|thing)';
const MUST = 'should|must|shall|will|has to|have to|needs to|need to|can';
/** "I would like to have", "Can you build us", "It should also". */
export const WISH = new RegExp(
  `^(?:${[
    `(?:i|we|they|(?:our|the|my) \\w+)(?:['’]d| would)? (?:(?:really|also|just|still) )?(?:${WISHES})(?: for)?`,
    '[\\p{L}]+(?: and [\\p{L}]+)? (?:needs?|wants?)',
    `(?:can|could|would|will) you (?:please )?(?:${MAKE})(?: me| us)?`,
    `(?:please )?(?:${MAKE})(?: me| us)?(?= an?\\b| some\\b)`,
    `let(?:['’]s| us) (?:${MAKE}|have)`,
    `(?:there|users?) (?:${MUST})(?: also)?(?= (?:be|have)\\b)`,
    `(?:${IT}) (?:${MUST})(?: also)?`,
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
  `but not/but without/not including/excluding/except(?: for)?/no need (?:for|to)/leave out/out of scope(?: is| are|:)?/
  (?:we|i) (?:do not|don['’]t) (?:need|want)`,
);
/** What follows is not wanted. "without" alone is none: "works without a connection" is a wish. */
export const UNWANTED = new RegExp(
  `(?:^no (?=\\S+(?: \\S+){0,4}$)|(?:^|,\\s*)without\\s+|\\b(?:${EXCLUDING})\\s+)(.+)$`,
  'i',
);

const WHO = list('we/i/they/people/users/customers/everyone/nobody');
/** What follows is what it is for. */
export const PURPOSE = new RegExp(`,?\\s*\\b(?:so that|so (?=(?:${WHO})\\b)|in order to|because)\\s+(.+)$`, 'i');

const UNITS = list('%/percent\\b/ms\\b/seconds?\\b/minutes?\\b/hours?\\b/days?\\b/weeks?\\b/users?\\b/times?\\b');
export const MEASURE = new RegExp(
  `\\b\\d[\\d.,]*\\s*(?:${UNITS})|\\b(?:within|at most|at least|less than|under)\\s+\\d`,
  'i',
);

/** "customers can": who does it. */
export const SUBJECT = /^((?:\S+\s+){1,3}?(?:can|should|must|will))\s/i;
/** "As a nurse I want to". */
export const STORY = /^as (an? [^,]{2,60}?),? (?:i|we) (?:want|need|would like|wish)(?: to)?\s+/i;

const DEEDS = list(
  `can/should/must/will/see/get/add/send/show/let/have/make/track/manage/create/edit/delete/search/find/
  export/import/share`,
);
const NEXT = 'can|should|must|will|gets?|sees?|sends?|shows?';
/** Where one wish ends and the next begins. */
export const JOINT = new RegExp(
  [
    '\\s*;\\s*',
    ',?\\s+(?:and then|and also|as well as|plus|also|then)\\s+',
    `,\\s+(?:and\\s+)?(?=(?:[\\p{L}-]+\\s+){0,2}(?:${DEEDS})\\b)`,
    `\\s+and\\s+(?=(?:the |our |my |all )?(?:[\\p{L}-]+\\s+)?(?:${NEXT})\\s)`,
  ].join('|'),
  'iu',
);
