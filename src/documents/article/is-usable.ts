// Whether a sentence of a source may stand in an article at all: a whole statement about the subject, in the third
// person, that neither asks, orders nor advertises and points to nothing on its own page.

import { tagWords } from '../words/tag-words.ts';
import { baseOfParticiple, baseOfThird, isVerb } from '../words/verbs.ts';
import { longPattern } from './long-pattern.ts';
import { hasMainVerb, isOfThePage } from './page-detail.ts';
import { wordCount } from './terms-of.ts';

const WORDS_MIN = 5;
const WORDS_MAX = 48;

const FIRST_PERSON = /\b(?:[Ww]e|[Oo]ur|[Oo]urs|[Oo]urselves|us|me|my|My|myself|mine)\b|\bwe['’](?:re|ve|ll|d)\b/;
const I = longPattern(String.raw`(?<!(?:War|Type|Phase|Class|Part|Level|Charles|James|Elizabeth|George|Division|Title
    |Article) )\bI(?:['’](?:m|ve|d|ll))? (?=[a-z])`);
const SECOND_PERSON = /\b(?:you|your|yours|yourself)\b|\byou['’](?:re|ve|ll|d)\b/i;
const ADVERT = longPattern(
  String.raw`\b(?:click (?:here|on|the)|subscribe|sign up|newsletter|buy now|order now|shop now
    |cookie policy|privacy policy|all rights reserved|copyright ©|©|learn more|read more
    |find out more|contact us|free trial|sponsored|advertisement|advertorial|share this
    |follow us|promo code|limited[- ]time offer|log in|terms of use|book a demo|new members
    |are (?:always |very |most )?welcome|best-in-class
    |world-class|state-of-the-art solutions?)\b`,
  'i',
);
const OWN_PAGE = longPattern(
  String.raw`\b(?:figure|fig\.|table|chapter|appendix|equation|box|listing|exhibit) ?(?:\d|[A-Z]\b)
    |\bsection \d|\bthis (?:paper|article|chapter|section|page|guide|post|document|book
    |essay|tutorial|blog|white ?paper|overview|fact ?sheet|brochure|podcast|video|thesis
    |report|review|study|survey|analysis|piece|entry|summary|handbook|sheet|leaflet|edition|issue|newsletter
    |column|notice|bulletin|web ?site|site)\b|\b(?:above|below)[- ]mentioned\b
    |\baforementioned\b|\b(?:as|shown|listed|described|given|discussed|seen|noted|mentioned
    |explained|outlined) (?:above|below)\b|\bthe following (?:section|chapter|table|figure
    |list|example|paragraph|page)|\b(?:see|compare) (?:also|above|below|the)\b|\b(?:earlier
    |later|previous|next|last) (?:section|chapter|paragraph)\b|\bthe present (?:study
    |paper|work)\b|\bin what follows\b|\bread on\b`,
  'i',
);
/** Of a day that the article does not know. */
const DEICTIC = longPattern(
  String.raw`\b(?:yesterday|tomorrow|tonight|(?:this|last|next) (?:year|month|week|quarter|summer
    |winter|spring|autumn|fall|monday|tuesday|wednesday|thursday|friday|saturday|sunday)
    |so far this|earlier this|later this|(?:a|two|three|few) (?:days|weeks|months) ago
    |on (?:monday|tuesday|wednesday|thursday|friday|saturday|sunday)\b)`,
  'i',
);
/** Speech without its speaker, and words to a reader. */
const SPOKEN = longPattern(
  String.raw`^["“][^"”]+["”]$|^["“][^"”]+[.]["”]$|, (?:sure|obviously|okay|ok|right|honestly)\.$
    |, (?:yes|no)[,.]|\bon page \d|\blike it known\b|\bby the way\b`,
  'i',
);
const NO_PROSE = /[{}<>|\\]|=>|\w\(\)|https?:|www\.|\.{3}|…|@|^\W|:$|;$/;
/** `Possible extension: let the class run`. */
const LABEL = /^[\p{L}-]+(?: [\p{L}-]+){0,2}: [\p{Ll}\d]|^[^.:,]{3,40}: (?:about |around )?\d/u;
const OPEN_LIST = longPattern(
  String.raw`:\s*$|^(?:source|sources|note|notes|keywords|tags|by|photo|image|credit|credits|author
    |published|updated|posted|reading time|doi|issn|isbn|table of contents|related)\s?:`,
  'i',
);

export function isUsable(text: string): boolean {
  if (!/^["“‘'(]?(?:\p{Lu}|\p{N}|\p{Ll}[\p{L}\d-]{0,8}[\p{Lu}\d])/u.test(text) || !/[.]["”’)]?$/.test(text))
    return false;
  const words = wordCount(text);
  if (words < WORDS_MIN || words > WORDS_MAX) return false;
  const patterns = [FIRST_PERSON, I, SECOND_PERSON, ADVERT, OWN_PAGE, DEICTIC, SPOKEN, NO_PROSE, LABEL, OPEN_LIST];
  return !patterns.some((pattern) => pattern.test(text)) && isBalanced(text) && isStatement(text);
}

const isStatement = (text: string): boolean =>
  hasVerb(text) && hasMainVerb(text) && !isOrder(text) && !isOfThePage(text);

/** With its full stop where only that is missing and it reads like a sentence: the last line of a list. */
export function asSentence(text: string): string {
  if (/[.!?]["”’)]?$/.test(text)) return text;
  return /[\p{L}\p{N}%)]$/u.test(text) && wordCount(text) >= 8 && hasVerb(text) ? `${text}.` : text;
}

export function isBalanced(text: string): boolean {
  const count = (mark: RegExp): number => text.match(mark)?.length ?? 0;
  if (count(/[([]/g) !== count(/[)\]]/g) || count(/“/g) !== count(/”/g)) return false;
  return count(/"/g) % 2 === 0;
}

/** A finite verb, as far as the tagger knows one; a word that is mostly a noun counts after the first words. */
export function hasVerb(text: string): boolean {
  const words = tagWords(text);
  if (words.some(({ kind, lower }) => kind === 'auxiliary' || (kind === 'verb' && !lower.endsWith('ing')))) return true;
  return words.some(
    ({ lower }, at) =>
      at > 0 &&
      (baseOfThird(lower) !== null || (lower.endsWith('ed') && baseOfParticiple(lower) !== null) || isVerb(lower)),
  );
}

const ORDERS = longPattern(
  String.raw`^(?:use|make|try|check|keep|avoid|choose|start|add|remove|open|run|install|ensure
    |consider|note|remember|ask|look|take|set|write|read|see|let|do|don['’]t|never|always
    |please|imagine|think|suppose|learn|find|get|give|put|turn|wait|stop|call|compare
    |create|follow|contact|visit|watch|share|join|buy|save|download|click|include|apply
    |test|talk|tell|bring|go|be|have|expect|weigh|plan)\b(?! of\b)`,
  'i',
);

/** Also behind a phrase of time or place: `Over the year, expect 30 hours`. */
export function isOrder(text: string): boolean {
  const behind = /^(?:In|On|At|Over|For|During|Before|After|If|When|With) [^,.]{2,60}, (.+)$/s.exec(text)?.[1];
  const first = /^(\p{Lu}\p{Ll}+) (?:it|them)\b/u.exec(text)?.[1];
  if (first !== undefined && isVerb(first.toLowerCase())) return true;
  if (beginsWithVerb(text)) return true;
  const then = /, (?:so|then) (.+)$/s.exec(text)?.[1];
  if (then !== undefined && ORDERS.test(then) && beginsOrder(then)) return true;
  return beginsOrder(text) || (behind !== undefined && ORDERS.test(behind) && beginsOrder(behind));
}

const NO_ORDER = /^(?:preposition|conjunction|subordinator|adverb|determiner|pronoun|number|auxiliary)$/;

/** `Count the species and multiply by ten`: a verb in its plain form, and at once what it is done to. */
function beginsWithVerb(text: string): boolean {
  const verb = /^(\p{Lu}\p{Ll}+) (?:the|an?|every|each|all|two|three|\d+)\b/u.exec(text)?.[1];
  if (verb === undefined || !isVerb(verb.toLowerCase())) return false;
  const kind = tagWords(text.toLowerCase())[0]?.kind ?? '';
  return !NO_ORDER.test(kind) && !/(?:ed|ing)$/.test(verb);
}

function beginsOrder(text: string): boolean {
  const found = ORDERS.exec(text);
  if (found === null) return false;
  const rest = tagWords(text.slice(found[0].length));
  // `Use of opioids rose` and `Tests show`: a noun where a finite verb follows soon and no object comes first.
  const first = rest[0];
  if (first === undefined) return true;
  if (first.kind === 'auxiliary') return false;
  return !(first.kind === 'verb' && !/ing$/.test(first.lower));
}
