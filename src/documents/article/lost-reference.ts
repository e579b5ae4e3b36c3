// Words that point to something said before: `It`, `These results`, `the company`. They are lost where the sentence
// before is not told.

import { stemOf } from '../words/stem-of.ts';
import { meaningOf } from '../words/synonyms.ts';
import { type TaggedWord, tagWords } from '../words/tag-words.ts';
import { longPattern } from './long-pattern.ts';
import { pointsElsewhere } from './points-elsewhere.ts';

export const EXPLETIVE =
  longPattern(String.raw`^It (?:is|was|remains|became|seems|appears|may be|can be|will be|takes|took
    |follows)\b[^.,]{0,60}?\b(?:that|to|whether|how|why|until)\b`);
const START = longPattern(
  String.raw`^(?:It|They|He|She|This|These|Those|That|Its|Their|His|Her|Such|Neither|Another|Others
    |Other|Here|There(?! (?:is|are|was|were|has|have|may|might|will|can|remain|remains)\b)
    |Then|Doing so|To do so|Similar|Both(?! (?:the|a|an|of the)\b)|One(?! (?:of|in|hundred
    |thousand|million|billion)\b)|The (?:former|latter|same|other|others|second|third
    |fourth|remaining|rest|resulting|corresponding|above|next|last|opposite|reason|result
    |results|effect|idea|answer|problem|difference|consequence|exception|first (?:is|was
    |of))\b)(?![\p{L}\d-])`,
  'u',
);
/** Nouns that only name again what was said before, where nothing else stands with them. */
const BARE_NOUN = longPattern(
  String.raw`^(?:the|both|each|all|either) (?:company|companies|firm|institute|federation|ministry|union
  |university|museum|expert|official|officials|owner|owners|organi[sz]ation|agency|study
    |studies|author|authors|researchers?|scientists|team|teams|group|groups|report|paper
    |survey|trial|trials|analysis|review|findings|data|figure|figures|number|numbers|rate
    |share|approach|approaches|method|methods|technique|techniques|process|procedure|project
    |programme|program|plan|policy|law|act|rule|ruling|agreement|treaty|bill|measure|measures
    |system|model|models|tool|device|material|substance|compound|drug|drugs|medicine|treatment
    |treatments|test|tests|condition|disease|disorder|change|changes|increase|decrease
    |decline|rise|fall|growth|trend|event|events|incident|accident|decision|discovery
    |invention|site|place|area|region|country|countries|city|town|village|island|building
    |structure|ship|king|queen|emperor|president|minister|general|leader|man|woman|men
    |women|people|victims|participants|patients|subjects|respondents|sample|product|products
    |plant|vehicle|station|version|feature|function|option|options|type|types|two|three
    |four|experts|critics|opponents|supporters|proposal|idea|theory|concept|term|word
    |name|question|issue|challenge|challenges|benefit|benefits|advantage|advantages|disadvantages?
    |cost|costs|price|prices|effect|effects|difference|scheme|court|committee|commission
    |board)\b(?! (?:of|for|that|which|who|in|on|with|behind|between|from|to)\b)`,
  'i',
);
const SAID_BY =
  longPattern(String.raw`, (?:it|he|she|they) (?:argues?|says?|said|adds?|writes?|reports?|claims?|notes?)\b
    |\bthe (?:first|second|third|other|others)(?=[,.;]| (?:is
    |was|one|case)\b)`);
const PERSONAL = /^(?:it|its|itself|they|them|their|theirs|themselves|he|him|his|himself|she|her|hers|herself)$/;
const MALE_FEMALE = /^(?:he|him|his|himself|she|her|hers|herself)$/;
/** `The landlord must keep it apart from his own assets`. */
const PERSON = longPattern(
  String.raw`^(?:\p{L}{3,}(?:er|or|ist|ant|ent|lord|man|woman)|child|person|patient|tenant|king
      |queen|author|nurse|judge|boy|girl)$`,
  'u',
);
const POSSESSIVE = /^(?:its|their|his|her)$/;
const TIME = /^(?:century|decade|day|era|age|period|time|stage|point|millennium|year|point|purpose)$/;
const VAGUE_BACK = longPattern(
  String.raw`\b(?:the former|the latter|respectively the
    |that (?:year|month|day|time|period|study|report|same)|these (?:results|findings|figures
    |data|numbers|reasons|factors|changes|measures)|this (?:reason|means|way|result|finding
    |approach|case)|in (?:both|all|these|those) cases|the two|either case|at that point
    |by then|until then|since then|from then on|thereafter|doing so|do so|does so|did so
    |the above)\b`,
  'i',
);

const NAMED_TIME = longPattern(
  String.raw`\b(?:(?:mon|tues|wednes|thurs|fri|satur|sun)days?|(?:1[5-9]|20)\d\d|summer|winter|spring|autumn|night
    |evening|morning|weekend)\b`,
  'i',
);

/** `Friday is dear, because customers are lost on that day`: the sentence itself names it. */
function isVague(text: string): boolean {
  const found = VAGUE_BACK.exec(text);
  if (found === null) return false;
  const isTime = /^that (?:year|month|day|time|period)$/i.test(found[0]);
  return !(isTime && NAMED_TIME.test(text.slice(0, found.index)));
}

const SAME = /(?<!\bat )\bthe same (?!(?:as|way as|\w{1,20} as)\b)([\p{L}-]+)/giu;
const OF_ANY = /^(?:amount|number|quantity|kind|sort|share)$/;

/** `the same hours` where no hours were named before; `the same amount of water` says itself of what. */
function isSameAsWhat(text: string): boolean {
  if (/(?<!\bat )\bthe same[,.]/i.test(text)) return true;
  return Array.from(text.matchAll(SAME)).some(({ index, 0: whole, 1: named = '' }) => {
    const noun = named.toLowerCase();
    if (OF_ANY.test(noun) && text.slice(index + whole.length).startsWith(' of ')) return false;
    const stem = stemOf(noun);
    return !tagWords(text.slice(0, index)).some(({ lower }) => stemOf(lower) === stem);
  });
}

/** Points outside of the sentence, as far as words can tell. `known` are the terms of the article's subject: `The
 *  battery` needs no sentence before it where batteries are what all of it is about. */
export function isLost(
  text: string,
  known: ReadonlySet<string>,
  before = '',
  own: ReadonlySet<string> = new Set(),
): boolean {
  if (EXPLETIVE.test(text)) return isLostInside(text, 1);
  if (START.test(text) || isVague(text) || isSameAsWhat(text) || pointsElsewhere(text)) return true;
  if (isBareNoun(text, known, own) || namesAgain(text, before, known)) return true;
  return SAID_BY.test(text) || hasPronounSubject(text) || isLostInside(text, 0);
}

/** `In old buildings it remains rare`: the subject is a pronoun, and no clause stands before it that could name it. */
function hasPronounSubject(text: string): boolean {
  const words = tagWords(text);
  const at = words.findIndex(({ lower }) => /^(?:it|they|he|she)$/.test(lower));
  if (at <= 0 || EXPLETIVE.test(text.slice(words[at]?.at).replace(/^it/, 'It'))) return false;
  return (
    /^(?:preposition|adverb)$/.test(words[0]?.kind ?? '') &&
    // `the English-speaking world it is`: only a finite verb makes a clause.
    !words.slice(0, at).some(({ kind, lower }) => (kind === 'verb' && !lower.endsWith('ing')) || kind === 'auxiliary')
  );
}

const AGAIN =
  /^(?:The|Each|Every|All|Both|Most|Some|Many|None|Half|One|Several|Few)(?: of the)? ([\p{L}-]{3,24})\b(?! of\b)/u;

/** `The pump lifted water` behind `A steam pump was added`: the noun is that of the sentence before. */
function namesAgain(text: string, before: string, known: ReadonlySet<string>): boolean {
  const noun = AGAIN.exec(text)?.[1];
  if (noun === undefined || before === '') return false;
  const next = tagWords(text)[2];
  if (next?.kind === 'noun' || next?.kind === 'name') return false;
  const stem = stemOf(noun);
  const isKnown = text.startsWith('The ') && known.has(stem);
  return !isKnown && tagWords(before).some(({ lower }) => stemOf(lower) === stem);
}

/** `The company sold`, but not `The company Northern Heat` and `The rate of growth`. */
function isBareNoun(text: string, known: ReadonlySet<string>, own: ReadonlySet<string>): boolean {
  const [lead = '', ...more] = BARE_NOUN.exec(text)?.[0].split(' ') ?? [];
  const noun = more.at(-1);
  if (noun === undefined || known.has(stemOf(noun)) || own.has(meaningOf(noun))) return false;
  const next = tagWords(text.slice(lead.length + 1 + noun.length))[0];
  return next === undefined || !/^(?:noun|name|preposition)$/.test(next.kind) || next.lower === ',';
}

function isLostInside(text: string, from: number): boolean {
  const words = tagWords(text);
  return words.some((word, at) => {
    if (at < from) return false;
    if (/^(?:these|those|this)$/.test(word.lower) && at > 0) return isLostNoun(words, at);
    if (isThatOne(words, at)) return isLostNoun(words, at);
    if (!PERSONAL.test(word.lower)) return false;
    const before = words.slice(0, at);
    if (OBJECT.test(word.lower) && isObjectOfOnlyName(words, at)) return true;
    if (/^(?:it|them)$/.test(word.lower) && isObjectOfFirstVerb(words, at)) return true;
    if (MALE_FEMALE.test(word.lower))
      return !before.some(
        ({ kind, lower }, place) =>
          (kind === 'name' && place > 0 && canBePerson(words, place)) || (kind === 'noun' && PERSON.test(lower)),
      );
    const isMany = PLURAL.test(word.lower);
    if (before.some((each) => canBeMeant(each, isMany)) || (isMany && hasPair(before))) return false;
    // `In its report, the agency`: what it means comes after it.
    return !(POSSESSIVE.test(word.lower) && words.slice(at + 1, at + 8).some(({ lower }) => lower === ','));
  });
}

const OBJECT = /^(?:him|her)$/;

/** `Spyridon Louis passed him`: somebody else than the only one who is named. */
function isObjectOfOnlyName(words: readonly TaggedWord[], at: number): boolean {
  const next = words[at + 1];
  if (next?.kind === 'noun' || next?.kind === 'adjective' || words[at - 1]?.kind === 'preposition') return false;
  const verb = words.findIndex(({ kind }) => kind === 'verb' || kind === 'auxiliary');
  return verb >= 0 && !words.slice(verb, at).some(({ kind }) => kind === 'name' || kind === 'noun');
}

/** `Newspapers reported it`: what does something is not what it is done to. */
function isObjectOfFirstVerb(words: readonly TaggedWord[], at: number): boolean {
  const verb = words.findIndex(({ kind }) => kind === 'verb' || kind === 'auxiliary');
  if (verb < 1 || verb >= at) return false;
  const isObject = words
    .slice(verb, at)
    .every(({ kind, lower }) => /^(?:verb|auxiliary|adverb|particle)$/.test(kind) || lower === 'to');
  return isObject && !words.slice(0, verb).some(({ lower }) => CLAUSE_BEGINS.test(lower));
}

const CLAUSE_BEGINS = /^(?:,|if|when|where|while|as|since|because|although|though|once|who|which|that|and|or|but)$/;

/** `in Athens` and `the Games` are nobody. */
function canBePerson(words: readonly TaggedWord[], at: number): boolean {
  let first = at;
  while (words[first - 1]?.kind === 'name') first--;
  const before = words[first - 1]?.lower ?? '';
  if (before === 'of') return words[first + 1]?.kind === 'name';
  return !/^(?:the|in|at|from|near|to|on)$/.test(before);
}

/** `on that first trip`; not `to that of the vans` and `in that the plant is old`. */
function isThatOne(words: readonly TaggedWord[], at: number): boolean {
  const [before, word, next] = [words[at - 1], words[at], words[at + 1]];
  if (word?.lower !== 'that' || before?.kind !== 'preposition' || /^(?:in|except|so)$/.test(before.lower)) return false;
  return /^(?:adjective|noun|number)$/.test(next?.kind ?? '');
}

const hasPair = (words: readonly TaggedWord[]): boolean =>
  words.some(({ lower }, at) => lower === 'and' && words[at - 1]?.kind === 'name' && words[at + 1]?.kind === 'name');

const PLURAL = /^(?:they|them|their|theirs|themselves)$/;
const MEASURE = longPattern(`^(?:percent|cent|euros?|dollars?|pounds|hours?|minutes?|seconds?|days?|weeks?|months?
      |years?|decades?|times|metres|kilometres|degrees|kilograms|ago)$`);

const MANY = longPattern(`[^aious]s$|^(?:people|men|women|children|mice|staff|police|half|third|majority|team|group
      |family|couple|anyone|everybody)$`);

/** `Minutes` are not what `their` means, and no single thing is. */
function canBeMeant({ kind, lower }: TaggedWord, isMany: boolean): boolean {
  if ((kind !== 'noun' && kind !== 'name') || MEASURE.test(lower)) return false;
  if (kind === 'name') return !isMany || lower.endsWith('s');
  return isMany ? MANY.test(lower) : !/[^su]s$/.test(lower);
}

/** `these batteries` where no batteries were named before in the sentence. */
function isLostNoun(words: readonly TaggedWord[], at: number): boolean {
  if (words[at]?.lower === 'those' && /^(?:who|which|that|of|in|with|from|at|for)$/.test(words[at + 1]?.lower ?? ''))
    return false;
  const noun = words.slice(at + 1, at + 4).find(({ kind }) => kind === 'noun' || kind === 'name');
  if (noun === undefined) return true;
  if (TIME.test(noun.lower)) return false;
  const stem = stemOf(noun.lower);
  return !words.slice(0, at).some(({ lower }) => stemOf(lower) === stem);
}
