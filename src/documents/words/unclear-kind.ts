// Why an utterance cannot be read as a request, if it cannot: by the kinds of its words and sentences.

import { presentVerb } from '../gaps/verbs.ts';
import { sentencesOf } from '../markdown/bullets-of.ts';
import { isSlip } from './is-slip.ts';
import { isWordList } from './is-word-list.ts';
import { readWords, type Word } from './read-words.ts';
import { tellLanguage } from './tell-language.ts';
import { unlikelyActor } from './unlikely-actor.ts';
import {
  ASKS_ABOUT,
  ASKS_FOR,
  CODE,
  CONDITION,
  FIX,
  GREETING,
  MY_NEXT,
  PAST,
  PLEASED,
  QUESTION,
  REMINDER,
  REPORT,
  SEEN_BY_ME,
  SPEAKER,
  STEP,
  TALKING,
  TO_YOU,
  TROUBLE,
  WANTS,
  WHEN_ONLY,
} from './utterance-kinds.ts';

/**
 * - code: a program, a log or an error message.
 * - defect: something that goes wrong today, without what is wanted instead.
 * - vague: how it should be, but nothing that somebody could do.
 */
export type UnclearKind =
  | ('nonsense' | 'other-language' | 'code' | 'few-words')
  | ('question' | 'chat' | 'defect' | 'vague');

export interface UnclearFinding {
  readonly kind: UnclearKind;
  /** A sentence for the person who is asked. */
  readonly why: string;
}

const TEXT_CHARACTERS_MAX = 4_000;
/** Of the words: so many that are not English make it unreadable; names of products have capitals and count less. */
const SMALL_UNKNOWN_FROM = 0.25;
const UNKNOWN_FROM = 0.45;
const SLIPS_MAX = 0.5;
const PHRASE_WORDS_MAX = 3;

/** null: it can be read as a request. */
export function unclearKind(utterance: string): UnclearFinding | null {
  const text = utterance.slice(0, TEXT_CHARACTERS_MAX).normalize('NFKC').replace(/\s+/g, ' ').trim();
  if (CODE.some((form) => form.test(text)))
    return { kind: 'code', why: 'It reads as a piece of a program, a log or an error message, not as a request.' };
  const words = readWords(text).filter(({ kind, text: word }) => kind !== 'mark' && /\p{L}/u.test(word));
  return (
    strange(text, words) ??
    (isReminder(text) ? { kind: 'few-words', why: 'It speaks of something that was said elsewhere.' } : null) ??
    fewWords(words, /!\s*$/.test(text)) ??
    named(text) ??
    nobodyActs(text) ??
    notAsked(text) ??
    (isVague(words) ? { kind: 'vague', why: 'It says how it should be, but nothing that somebody could do.' } : null)
  );
}

/** Not in the lexicon, and in every request for software. */
const TRADE = new Set(
  `app apps login logins logout signup signin sms pdf csv json xml api apis url urls qr barcode barcodes autocomplete
  checkout dropdown popup tooltip username usernames webhook webhooks backend frontend chatbot timesheet timesheets
  backlog changelog wanna gonna playlist playlists podcast podcasts blog blogs blogger vlog selfie avatar avatars
  signage paywall emoji emojis hashtag wifi bluetooth ui ux saas crm erp kanban gantt rota rotas todo todos
  wishlist waitlist waitlists newsletter newsletters screenshot screenshots ms kb mb gb js css html sql sso oauth
  saml totp
  dashboard dashboards offline online email emails smartphone smartphones workflow workflows onboarding geofence`.split(
    /\s+/,
  ),
);

function strange(text: string, words: readonly Word[]): UnclearFinding | null {
  if (words.length === 0) return { kind: 'nonsense', why: 'There is no word in it.' };
  const unknown = words.filter(
    ({ isKnown, base, text: word }) => !isKnown && !TRADE.has(base) && !/\d|^.$/u.test(word),
  );
  const small = unknown.filter(({ text: word }) => /^\p{Ll}/u.test(word));
  const isOften = small.length > 1 && small.length / words.length >= SMALL_UNKNOWN_FROM;
  // A request in a hurry: what is wanted can be read although letters are wrong.
  if (isOften && small.length / words.length <= SLIPS_MAX && WANTS.test(text)) {
    const left = small.filter(({ text: word }) => !isSlip(word));
    if (left.length < 2) return null;
  }
  if (!isOften && unknown.length / words.length < UNKNOWN_FROM) return null;
  const code = tellLanguage(text);
  const isForeign = unknown.some(({ text: word }) => /[^\p{ASCII}’]/u.test(word));
  const isTyped = !isForeign && unknown.filter(({ text: word }) => MASHED.test(word)).length * 2 >= unknown.length;
  if (isForeign || (!isTyped && code !== null && code !== 'en' && code !== 'la'))
    return { kind: 'other-language', why: 'It seems to be in another language than English.' };
  if (words.length === 1) return null;
  const some = [...new Set(small.map(({ text: word }) => `"${word}"`))].slice(0, 4).join(', ');
  return { kind: 'nonsense', why: `Too many of its words are not known to be English: ${some}.` };
}

/** No language writes so many consonants in a row: keys that were hit by chance. */
const MASHED = /[b-df-hj-np-tv-xz]{5}|^[b-df-hj-np-tv-xz]{3,}$/i;

const EMPTY = /^(?:adposition|preposition|determiner|conjunction|auxiliary|pronoun|particle|subordinator|mark|other)$/;

/** "dark mode!!" is asked for, "invoices" is only named. */
function fewWords(words: readonly Word[], isDemanded: boolean): UnclearFinding | null {
  const telling = words.filter(({ kind }) => !EMPTY.test(kind));
  const said = words.map(({ text }) => text).join(' ');
  if (new Set(telling.map(({ base }) => base)).size < 2 && !words.some(isPronoun))
    return { kind: 'few-words', why: `"${said}" names a matter, but nobody who does something with it.` };
  const isPhrase =
    words.length <= PHRASE_WORDS_MAX &&
    !PLEASE.test(said) &&
    !(isDemanded && words.length > 1) &&
    !words.some((word) => isAction(word)) &&
    !words.some(isPronoun);
  if (isPhrase) return { kind: 'few-words', why: `"${said}" names a matter, but nobody who does something with it.` };
  if (SOMETHING.test(said) && !words.some((word) => isAction(word)))
    return { kind: 'few-words', why: `"${said}" names a matter, but nobody who does something with it.` };
  // "ideas sleep furiously": an adverb without an action belongs to a verb that the rules cannot read.
  const last = words.at(-1);
  if (last?.kind === 'adverb' && /ly$/i.test(last.text) && !words.some((word) => isAction(word)) && !WANTS.test(said))
    return NOBODY_DOES;
  return isWordList(words) ? NOBODY_DOES : null;
}

const isReminder = (text: string): boolean =>
  REMINDER.test(
    text
      .replace(GREETING, '')
      .trimEnd()
      .replace(/[.!]{0,3}$/, '')
      .replace(/,? please$/i, ''),
  );

const SOMETHING = new RegExp(
  '^(?:(?:idk|dunno|maybe|perhaps|just|like|hmm+|well|no idea) )*' +
    '(?:something|anything|stuff) (?:with|like|about|for|using)\\b',
  'i',
);
const NOBODY_DOES: UnclearFinding = { kind: 'nonsense', why: 'It cannot be read as somebody doing something.' };

const WE_WANT =
  "(?:i|we|you|they|our \\w+)(?: (?:really|just|all|also|urgently|do))?(?: would like|['’]d like| want| need)";
const BUILD_US = '(?:build|make|create|develop|give)(?: us| me)?(?= (?:an?|the|our|some) )';
const ASKED = `(?:please )?(?:${WE_WANT}(?: to have)?|${BUILD_US})`;
const PLACES = 'company|business|team|firm|office|department|organi[sz]ation|club|school|shop';
const PEOPLE = 'users|customers|clients|staff|people';
const OUR = ` (?:for|in|at|of) (?:us|me|(?:our|my|the|this) (?:\\w+ )?(?:${PLACES}|${PEOPLE}))`;
const THING = '(?:an? |the |our |some |own )*(?:[\\w-]+ ){0,3}[\\w-]+';
/** "we need a portal for our company", "something like Uber but for us": a thing, and nobody does anything with it. */
const ONLY_NAMED = new RegExp(
  `^${ASKED} (?!to |that |if |when )${THING}(?:${OUR})?(?: (?:please|asap|soon|now))?$`,
  'i',
);
const LIKE = /\b(?:like|clone of|copy of|version of|similar to|same as|equivalent of|alternative to|own) [A-Z][\w.]+/;

function named(text: string): UnclearFinding | null {
  const said = text.replace(GREETING, '').replace(/(?<![.!\s])[.!\s]+$/, '');
  const words = readWords(said.replace(LIKE, ''));
  const actions = words.filter(
    ({ kind, base }) => kind === 'verb' && !/^(?:need|want|like|build|make|create|give|do)$/.test(base),
  );
  const isLike = LIKE.test(said) && words.length <= LIKE_WORDS_MAX && actions.length === 0 && !/[:;]/.test(said);
  const isOnly = ONLY_NAMED.test(said) && !/\b(?:to|with|where|which|who|by|from|instead|as|per)\b/i.test(said);
  if (!isLike && !(isOnly && actions.length === 0)) return null;
  return { kind: 'few-words', why: `"${said}" names a thing, but nobody who does something with it.` };
}

const LIKE_WORDS_MAX = 10;

/** One odd sentence among others may be an example or a slip. */
function nobodyActs(text: string): UnclearFinding | null {
  const sentences = sentencesOf(text);
  const odd = sentences.map((sentence) => unlikelyActor(readWords(sentence))).filter((noun) => noun !== null);
  const [noun] = odd;
  if (noun === undefined || odd.length * 2 < sentences.length) return null;
  return { kind: 'nonsense', why: `Nobody knows who does it: "${noun}" cannot.` };
}

const PLEASE = /\b(?:please|plz|pls)\b/i;
const isPronoun = ({ kind }: Word): boolean => kind === 'pronoun';

function isAction({ kind, text }: Word): boolean {
  return kind === 'verb' || kind === 'auxiliary' || presentVerb(text) !== null;
}

/** Questions, greetings and what goes wrong are no requests; one sentence that is one is enough. */
function notAsked(text: string): UnclearFinding | null {
  const isStepped = text.split(STEP).length > 2 && !WANTS.test(text);
  if (REPORT.test(text) || (isStepped && (/\b[12][.)]/.test(text) || TROUBLE.test(text)))) return DEFECT;
  const kinds = sentencesOf(text)
    // In a hurry people begin sentences with a small letter.
    .flatMap((sentence) => sentence.split(/(?<=\p{L}{2}[.!?])\s+(?=\p{Ll})/u))
    .filter((sentence, _, all) => all.length < 2 || /\S\s+\S/.test(sentence.trim()))
    .map(sentenceKind);
  if (kinds.includes('request')) return null;
  if (kinds.includes('defect')) return DEFECT;
  if (kinds.includes('question'))
    return { kind: 'question', why: 'It asks something instead of asking for something.' };
  return { kind: 'chat', why: 'It speaks to somebody, but asks for nothing that could be built.' };
}

const DEFECT: UnclearFinding = {
  kind: 'defect',
  why: 'It tells of something that goes wrong, but not what should happen instead.',
};

type SentenceKind = 'request' | 'defect' | 'question' | 'chat';

function sentenceKind(sentence: string): SentenceKind {
  const said = sentence.trim().replace(GREETING, '').trim();
  if (!/\p{L}/u.test(said)) return 'chat';
  if (FIX.test(said)) return 'defect';
  const main = said.replace(CONDITION, '').trim() || said;
  if (TROUBLE.test(main) && !WANTS.test(main) && !isCommand(main)) return 'defect';
  if (TALKING.test(said) && !OF_A_PRODUCT.test(said)) return 'chat';
  if (/\?["')]*$/.test(said)) return ASKS_FOR.test(said) && !ASKS_ABOUT.test(said) ? 'request' : 'question';
  if (QUESTION.test(said)) return 'question';
  if (MY_NEXT.test(said) && !namesThing(said)) return 'chat';
  if (SEEN_BY_ME.test(said) && !WANTS.test(said) && !isCommand(main)) return 'defect';
  if (PAST.test(main) && !WANTS.test(said)) return 'chat';
  if ((PLEASED.test(said) || TO_YOU.test(said)) && !WANTS.test(said)) return 'chat';
  return SPEAKER.test(said) && !WANTS.test(said) ? 'chat' : 'request';
}

/** Somebody or something besides the speaker, the listener and the time. */
function namesThing(said: string): boolean {
  const [lead = ''] = MY_NEXT.exec(said) ?? [];
  // After "will" stands what is done.
  const words = readWords(said.slice(lead.length).trim()).slice(/ing$/i.test(lead) ? 0 : 1);
  return words.some(({ kind, text }) => /^(?:noun|name)$/.test(kind) && !WHEN_ONLY.test(text));
}

const OF_A_PRODUCT = /\b(?:build|add|app|site|page|users?|customers?|that|where)\b/i;

function isCommand(said: string): boolean {
  const [first, second, ...rest] = readWords(said.replace(/^(?:please|also)\s+/i, ''));
  if (first === undefined) return false;
  // "Save button does nothing": the verb is a part of the thing's name.
  const next = rest.find(({ kind }) => kind !== 'noun' && kind !== 'name');
  if ((second?.kind === 'noun' || second?.kind === 'name') && next?.kind === 'auxiliary' && !MODAL.test(next.text))
    return false;
  // "Search returns an error": the first word is what is spoken of.
  if (second !== undefined && (presentVerb(second.text) ?? second.text) !== second.text) return false;
  return first.text.toLowerCase() === first.base && (first.kind === 'verb' || presentVerb(first.text) === first.base);
}

const MODAL = /^(?:can|could|may|must|should|shall|will|would)$/i;

/** Words that only praise or goal clause; beside them a request names something. */
const PRAISE = new Set(
  `good better best great nice nicer cool modern fresh fast faster quick quicker slow secure safe safer scalable robust
  reliable stable simple simpler easy easier intuitive friendly friendlier clean cleaner beautiful pretty prettier
  smart smarter powerful flexible efficient effective seamless smooth smoother responsive professional innovative
  usable useful helpful performant optimal optimize optimise improve enhance upgrade modernize modernise polish
  redesign rework refactor fix clean tidy make be do get have look feel work become create build want need like more
  less much very really too also just even again bit lot little most new well overall quickly easily simply securely
  fully highly super amazing awesome excellent perfect high quality user-friendly state art world class up date`.split(
    /\s+/,
  ),
);
const ANYTHING = new Set(
  `app application system site website page product software tool platform service thing things stuff something
  everything anything it all ui ux interface design experience performance usability quality look user users customer
  customers people everyone everybody somebody feature features code project solution program way time other one
  company business team problem issue please thank thanks today now soon`.split(/\s+/),
);

/** Nothing but praise; or praise of one thing, without a word on what shall be different. */
function isVague(words: readonly Word[]): boolean {
  if (words.some(({ kind }) => kind === 'number')) return false;
  const said = words.map(({ text }) => text).join(' ');
  if (/^(?:please )?make (?:it|this|that|everything|all) (?!possible)(?:\w+ ){0,2}\w+$/i.test(said)) return true;
  const telling = words.filter(({ kind }) => !EMPTY.test(kind));
  const named = telling.filter(({ base, text }) => ![base, text.toLowerCase()].some(isPraise));
  if (named.length === 0) return true;
  const isBetter = telling.some(({ base, text }) => BETTER.test(base) || BETTER.test(text));
  return (
    isBetter &&
    named.length < PHRASE_WORDS_MAX &&
    !named.some((word) => isAction(word) && !/ing$/i.test(word.text)) &&
    !words.some(({ text }) => HOW.test(text))
  );
}

const isPraise = (word: string): boolean => PRAISE.has(word) || ANYTHING.has(word);
const IMPROVE = 'improve|enhance|optimi[sz]e|moderni[sz]e|redesign|revamp|polish';
const BETTER = new RegExp(`^(?:${IMPROVE}|better|best|leading|nicer|faster|easier|simpler|cleaner|more)$`, 'i');
const HOW = /^(?:by|with|that|which|when|if|instead)$/i;
