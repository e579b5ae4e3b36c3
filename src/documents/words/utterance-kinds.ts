// The forms by which a sentence is told to be a request, a question, a greeting, a defect or a piece of code.

const words = (...lists: readonly string[]): string => lists.join('|');
const form = (...parts: readonly string[]): RegExp => new RegExp(parts.join('|'), 'i');

export const CODE: readonly RegExp[] = [
  /\b\w*(?:Error|Exception)\b: /,
  /\bat \S+ \(?[^()\s]+:\d+:\d+\)?/,
  /\b\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d)?\S*\s+\S*(?:ERROR|WARN|INFO|DEBUG|FATAL|TRACE)\b/,
  /^\[?(?:ERROR|WARN(?:ING)?|FATAL|DEBUG)\b[\]: ]/,
  /\b(?:Traceback \(most recent call last\)|Segmentation fault|core dumped|npm ERR!|stack trace:)/i,
  /(?:^|[\s;])(?:SELECT\s.{1,1000}\sFROM|INSERT INTO|UPDATE\s\S+\sSET|DELETE FROM|CREATE TABLE|ALTER TABLE)\s/,
  /=>|[{;]\s*(?:return|const|let|var|if \()|\b(?:const|let|var) \w+\s*=|\bfunction \w*\s*\(|^(?:def|class) \w.*:\s/,
  /^\s*(?:\$|#!|>>>)\s?\S|^\s*(?:curl|git|npm|docker|sudo|kubectl|pip) [-\w]+ .*(?:--?\w|\/|:)/,
  /^\s*[{[].*["'\]}]\s*$|^\s*<\w+[\s>].*>\s*$/s,
  /\b[A-Z]{2,30}_[A-Z_]{2,60}\b.{0,300}\b(?:failed|refused|denied|code|exit)\b/,
  /^(?:if|elif|for|while)\b.*:\s*(?:return|print|pass|break|continue)\b|\s(?:==|!=|&&|\|\|)\s/,
  /^[A-Z]{2,30}(?:_[A-Z]{2,30})+\b/,
  /\bexit(?:ed)? (?:with )?(?:code|status) \d+|^panic: |\bruntime error: |\bcommand not found\b/,
  /^(?:npm|yarn|pnpm|pip|apt|brew|cargo) (?:install|run|add|i|build|update)\b/,
];

const HELLO = words(
  'hi|hello|hey|hallo|dear|good (?:morning|day|evening)|thanks?(?: you)?|ok(?:ay)?|so|well|please|btw|lol',
);
const TO_WHOM = words('there|all|team|everyone|you|again|a lot|very much|in advance');
export const GREETING = form(`^(?:(?:${HELLO})\\b[\\s,!.:]*(?:(?:${TO_WHOM})\\b[\\s,!.:]*)?)+`);

const MAY = words("should|must|shall|can(?!not|['’]t)|may|could|able to|ha(?:s|ve) to|so that|instead");
const WISH = words("wants?|needs?|would like|['’]d like|wish(?:es)?|requires?");
const GIVE = words(
  "let(?!['’]?s\\b| us\\b| (?:me|us) know\\b)|lets(?! (?:talk|meet|discuss|see|go|chat|do|get)\\b)",
  'allows?|enables?|add|build|create',
);
export const WANTS = form(`\\b(?:${MAY}|${WISH}|${GIVE})\\b`);

/** "when ...", "which ...": not what the sentence itself says. */
export const CONDITION =
  /(?:^|,?\s)(?:when(?:ever)?|if|while|once|as soon as|after|before|unless|until|where|that|which|who)\b[^,]*(?:,|$)/gi;

const THIS = 'the|an?|this|that|these|those|my|our|all|every|issue|bug|problem';
export const FIX = form(
  '^(?:please )?(?:fix|debug|hotfix)\\b(?! (?:price|date|cost|term)s?\\b)',
  `^(?:please )?(?:repair|resolve) (?:${THIS})\\b`,
);

const BE = words('is|are|was|were|gets?|keeps?|stays?');
const ACTS = words('work|load|open|start|save|show|appear|respond|update|sync|send|print|do|let|match|add up');
const BAD = words('wrong|broken|down|frozen|stuck|blank|corrupt(?:ed)?|missing|gone|lost|cut off|garbled');
const FAILS = words(
  'crash(?:es|ed)?|hangs?|freezes?|froze|fails?|failed|breaks?|broke|throws?|loses?|lose',
  '(?<!\\b(?:as|a|the|of|for|or|report|find|mark) )lost',
  'disappears?|disappeared|vanish(?:es|ed)?|times? out|timed out|flickers?|overlaps?',
);
const SEEN = words('returns?|gives?|shows?|throws?|get|gets|getting|got|see|seeing');
const KIND = words('\\d{3} |wrong |internal |server |strange |weird |blank |empty ');
const FAULT = words('errors?|exceptions?|blank (?:page|screen)|white (?:page|screen)|404|500|503');
const DAYS = words('yesterday|today|monday|tuesday|wednesday|thursday|friday|saturday|sunday|last week');
const RELEASE = 'the (?:last |latest )?(?:update|release|deploy\\w*)|version|v?\\d';
const TIRESOME = words('slow|late|hard|difficult|confusing|unusable|outdated|annoying');
const ON_SCREEN = words('button|link|page|screen|menu|field|form|icon|checkbox|dropdown|tab');
export const TROUBLE = form(
  `\\b(?:do|does|did)(?: not|n['’]t) (?:${ACTS})\\b|\\b(?:do|does|did) nothing\\b|\\bnothing happens\\b`,
  `\\b(?:${BE}) (?:\\w+ )?(?:${BAD})\\b|\\b(?:${FAILS})\\b`,
  `\\b(?:${SEEN}) (?:an? |the )?(?:${KIND})*(?:${FAULT})\\b`,
  '\\bcomplain(?:s|ed|ing)?\\b|\\boff by (?:an?|one|two|\\d)|\\b(?:wrongly|incorrectly)\\b',
  `\\b(?:stopped|no longer) work(?:ing|s)?\\b|\\b(?:since|after) (?:${DAYS}|${RELEASE})\\b`,
  '\\b(?:just|only|always|still|keeps?) (?:spin|hang|load|freez|crash|flicker|blink|buffer)(?:s|es|ing)\\b',
  '\\b(?:turns?|goes|went|turned) (?:white|black|blank|grey|red)\\b',
  "\\b(?:i|we|you) can(?:not|['’]?t) \\w+|\\bcan(?:not|['’]t) (?:log|sign) (?:in|on)\\b",
  '\\b(?:appears?|shown|sent|charged|listed) twice\\b',
  '\\b(?:logs?|logged|kicks?|kicked|locks?|locked|throws|threw|signs|signed) (?:me|us) out\\b',
  `\\b(?:is|are) (?:too |so |very |really )?(?:${TIRESOME})\\b|\\btakes? (?:too|so|very) long\\b`,
  '\\btakes? (?:over |about |more than )?\\d+ (?:seconds|minutes|hours) to (?:open|load|start|save|respond|appear)\\b',
  `\\b(?:${ON_SCREEN})s? [^,.]{0,30}can(?:not|['’]t) be \\w+ed\\b`,
);

/** How a report of a defect is laid out: what was done, what was expected, what came. */
export const REPORT = form(
  '\\b(?:steps to reproduce|how to reproduce|repro steps|to reproduce:|reproduction:|steps:)|^repro\\b',
  '\\b(?:expected|actual|observed|current) (?:result|behaviou?r|outcome|output)s?\\s*[:=-]',
  '\\b(?:expected|actual|observed):.*\\b(?:expected|actual|observed|got):',
);
const PRESS = words(
  'open|click|press|tap|go to|log in|login|sign in|select|choose|enter|type|scroll|navigate|start|run',
);
/** "1. open ... 2. click ...": what somebody did, step by step. */
export const STEP = form(`(?:^|(?:^|\\s)(?:\\d+[.)]|[-*•]|->|then) |, )(?:${PRESS})\\b`);

const MAKE = 'build|make|create|add|implement|develop';
export const ASKS_FOR = form(
  '^(?:(?:and|so|but) )?(?:can|could|would|will|may) (?!(?:i|you) (?:ask|know|understand)\\b)',
  `\\b(?:would it be|is it|be) possible\\b|^how about\\b|^why (?:can|could)(?:not|n['’]t)\\b|\\b(?:${MAKE})\\b`,
);
const TELL = words(
  'tell|explain|help|recommend|advise|say|show|confirm|check|look|describe|clarify|suggest',
  'give me|send me|do|know|mean',
);
const INVERTED = 'is|are|was|were|do|does|did|have|has|had|can|could|would|should|will';
/** A question that lacks its mark. */
export const QUESTION = form(
  `^(?:did|do|does|have|has|are|is|was|were|will|would) (?:you|he|she|they|i|we|it|this|that)\\b`,
  `^(?:and |so |but )?(?:what|which|who|when|where|why|how)(?:['’]s| (?:${INVERTED}))\\b`,
);
export const ASKS_ABOUT = form(
  `\\byou (?:please )?(?:${TELL})\\b`,
  '^(?:what|which|who|whose|when|where|why(?! can)|how(?! about))\\b',
  '^(?:do|does|did|is (?!it possible)|are|was|were|have|has)\\b',
);

const GOOD = words(
  'good|great|fine|nice|lgtm|perfect|well done|approved|cool|awesome|sounds|agreed|yes|no|yep|nope|sure',
  'hmm*|haha|hope|see you|bye|never ?mind|cheers|congrat\\w*|sorry|welcome|good (?:night|luck)|happy \\w+day',
);
const LOOKS = '(?:(?:this |that |it |all )?(?:looks?|is|seems?|sounds?|works?) )?';
export const PLEASED = form(`^${LOOKS}(?:very )?(?:${GOOD})\\b`);
export const SPEAKER =
  /^(?:let['’]?s|let us|(?:i|we|you|that|this|it|there|he|she|they)(?:['’](?:s|m|re|ve|ll|d))?)\b/i;
const TALK = words('talk|discuss|meet|wait|think|chat|speak|catch up|see|sync|call|sleep|take a break|go (?:for|to)');
const MEETING = '(?:meeting|call|stand-?up|lunch|coffee|chat|session)';
const SOON = words('tomorrow|later|soon|then|tonight|next week|at (?:the|lunch)');
/** Of when and how people talk with each other. */
export const TALKING = form(
  `\\b(?:we|i|you|let['’]?s|let us)(?: (?:can|could|should|will|may|must|have to))? (?:${TALK})\\b`,
  `\\b(?:can|could|shall) (?:we|you|i) (?:move|postpone|skip|join|have|push) (?:the|our|an?) (?:\\w+ )?${MEETING}\\b`,
  `\\b(?:talk|speak|chat|see you|catch up|call) (?:to you |again )?(?:${SOON})\\b`,
  '\\bi need (?:an? |some |more |another )?(?:coffee|break|nap|minute|moment|lunch|tea|sleep|drink|rest)\\b',
);
/** Told of the past, without what shall be. */
export const PAST = /^(?:[\w'’-]+ ){0,5}(?:was|were|had|went|got|came|saw|said|did)\b/i;
/** "when I upload a picture it gets rotated": what somebody saw. */
export const SEEN_BY_ME = /\b(?:when|whenever|if|after|as soon as|every time|each time) i \w+/i;
/** Said to the person who reads it, not of what is to be built. */
export const TO_YOU =
  /^(?:please )?(?:call|ping|ring|meet|see|catch|talk to|get back to|let) (?:me|you|him|her|us)\b(?! (?:an?|when)\b)/i;

/** Of what the speaker does next, without the "I": "will look", "looking into", "gonna check". */
export const MY_NEXT = /^(?:(?:i )?(?:will|shall|gonna|going to|about to|might|may|can)\b(?! be\b)|\p{L}+ing\b)/iu;
const PARTS = words(
  'morning|afternoon|evening|night|noon|lunch|coffee|tea|dinner|breakfast|weekend|holidays?|vacation|break',
);
const SPANS = words('today|tomorrow|tonight|day|week|month|minute|min|hour|moment|bit|sec|second|later|time|while');
/** Nothing that could be built: when it is done. */
export const WHEN_ONLY = form(`^(?:${PARTS}|${SPANS}|${DAYS})s?$`);

const TALKED = words(
  "talked|spoke|discussed|mentioned|agreed|said|decided|described|wanted|did|had|saw|showed|told|['’]ve",
);
const SPOKEN = ` (?:that )?(?:we|i|you|they|he|she)(?: (?:have|had|all|both|just|already))? ?(?:${TALKED})\\b.{0,40}`;
const AGO = ' (?:as )?(?:before|again|last (?:time|week|month|year)|discussed|agreed|planned|promised)| from .{1,30}';
const BEFORE = words(
  '(?:all |about )?what|as|like|the (?:usual|same)|same',
  '(?:that|the|this|those) (?:\\w+ )?(?:things?|stuff|ones?|idea)',
);
const DO_IT =
  '(?:please |just |can you |could you |go and )*(?:do|make|build|add|implement|create|finish|start) (?:it )?';
/** "do the thing we talked about", "same as last time": whoever was there knows. */
export const REMINDER = form(
  `^${DO_IT}(?:${BEFORE})(?:${SPOKEN}|${AGO})?$`,
  `^(?:${BEFORE})(?:${SPOKEN}|${AGO})$`,
  `^(?:the usual|same (?:thing )?(?:again|as (?:before|last \\w+|always|usual)))$`,
);
