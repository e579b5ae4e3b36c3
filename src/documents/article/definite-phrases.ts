// Definite phrases that only name again what a text named before: `the machine`, `the inspected houses`. What all the
// sources speak of, what there is only one of, and what the phrase itself describes needs no sentence before it.

import { stemOf } from '../words/stem-of.ts';
import { meaningOf } from '../words/synonyms.ts';
import { type TaggedWord, tagWords } from '../words/tag-words.ts';
import { longPattern } from './long-pattern.ts';

/** There is one of each, or everybody knows which. */
const UNIQUE = longPattern(
  `^(?:world|earth|sun|moon|sky|sea|ocean|country|nation|state|government|parliament|public|population|economy
    |market|law|constitution|internet|web|media|press|past|present|future|end|beginning|start|middle|time|day|night
    |morning|afternoon|evening|weeks?|months?|years?|days|seasons|winters|summers|decade|century|season|spring
    |summer|autumn|winter|weather|climate
    |north|south|east|west|northern|southern|capital|countryside|city|coast|ground|air|water|body|brain|mind|heart
    |blood|skin|eye|immune|nervous|poor|rich|young|old|elderly|average|majority|minority|rest|way|fact|case
    |question|difference|aim|goal|number|amount|most|least|less|more|better|longer|further|larger|smaller|higher|lower
    |fewer|first|last|same|usual|right|left|whole|top|bottom|police|army|church|reader|industry|environment|nature
    |sciences?|arts?|1[5-9]\\d\\ds|20\\d\\ds|twenties|thirties|forties|fifties|sixties|seventies|eighties|nineties)$`,
  'i',
);
/** Names one of several that were named: `the first winter`, `the remaining cases`. */
const ONE_OF = longPattern(`^(?:first|second|third|fourth|fifth|other|others|remaining|same|former|latter|next
      |previous|new|two|three|four|five|six|seven|eight|nine|ten)$`);
const INSIDE = new Set(['adjective', 'noun', 'name', 'number', 'verb', 'adverb', 'other']);
const DESCRIBES = longPattern(`^(?:of|for|in|on|at|with|between|from|by|behind|among|against|under|over|that|which
      |who|whose|where|when|whether|how)$`);
const IS_DESCRIBED = longPattern(`^(?:main|major|most|largest|biggest|best|worst|highest|lowest|oldest|central|average
      |mean|median|typical|common|key|national|public)$`);

/** However often a source names them, a reader of the article does not know who they are. */
export const SOMEBODY = longPattern(`(?:ist|eer|man|men|woman|women)s?$|^(?:director|mayor|teacher|worker|driver|rider
    |farmer|owner|manager|captain|nurse|doctor|author|founder|president|minister|priest|winner|runner|student)s?$`);

export interface TextContext {
  /** Stems that need no introduction: of the topic, and of what most sources speak of. */
  readonly familiar: ReadonlySet<string>;
  /** Stems that the source used before the sentence. */
  readonly earlier: ReadonlySet<string>;
  /** Stems of the names of who wrote it: `the tribunal` in a report of the Housing Tribunal. */
  readonly own: ReadonlySet<string>;
  /** Stems that the source uses again and again: the things that all of it is about. */
  readonly often?: ReadonlySet<string>;
}

/** In the subject every such phrase must be clear by itself; behind it only what the source named before is unclear. */
export function hasLostDefinite(text: string, { familiar, earlier, own }: TextContext): boolean {
  const words = tagWords(text);
  const verb = words.findIndex(({ kind }, at) => at > 0 && (kind === 'auxiliary' || kind === 'verb'));
  return words.some(({ lower }, at) => {
    if (lower !== 'the') return false;
    const phrase = phraseAt(words, at + 1);
    const head = phrase.at(-1);
    if (head === undefined || isClear(words, at, phrase, familiar) || hasStem(own, head.lower)) return false;
    return at < Math.max(verb, 1) || hasStem(earlier, head.lower);
  });
}

/** The noun of the definite phrase that is the subject, where nothing explains it: `The foreman`. */
export function lostSubject(text: string, { familiar, own }: TextContext): string | null {
  const words = tagWords(text);
  if (words[0]?.lower !== 'the') return null;
  const phrase = phraseAt(words, 1);
  const head = phrase.at(-1);
  if (head === undefined || isClear(words, 0, phrase, familiar) || hasStem(own, head.lower)) return null;
  // `The homeowners' federation`, and `The first marathon` of what all of it is about.
  const isOwned = /^['’]s?$/.test(words[1 + phrase.length]?.text ?? '');
  return isOwned || hasStem(familiar, head.lower) ? null : head.lower;
}

/** `the growth` anywhere, of nothing that the phrase names: no sentence may open a text with it. */
export function hasBareDefinite(text: string, familiar: ReadonlySet<string>): boolean {
  const words = tagWords(text);
  return words.some(({ lower }, at) => {
    const phrase = lower === 'the' ? phraseAt(words, at + 1) : [];
    return phrase.length === 1 && !isClear(words, at, phrase, familiar);
  });
}

function phraseAt(words: readonly TaggedWord[], from: number): readonly TaggedWord[] {
  const phrase: TaggedWord[] = [];
  for (let at = from; at < words.length; at++) {
    const word = words[at];
    if (word === undefined || !INSIDE.has(word.kind)) break;
    // A verb belongs to the phrase only before its noun: `the inspected houses`.
    if (word.kind === 'verb' && !/(?:ed|ing|en)$/.test(word.lower)) break;
    if (word.kind === 'verb' && phrase.some(({ kind }) => kind === 'noun' || kind === 'name')) break;
    if (word.kind === 'adverb' && phrase.length > 0) break;
    phrase.push(word);
  }
  const last = phrase.findLastIndex(({ kind }) => kind === 'noun' || kind === 'name');
  return phrase.slice(0, last + 1);
}

function isClear(
  words: readonly TaggedWord[],
  at: number,
  phrase: readonly TaggedWord[],
  familiar: ReadonlySet<string>,
): boolean {
  const head = phrase.at(-1);
  const next = words[at + 1 + phrase.length];
  if (head === undefined || phrase.some(({ kind }) => kind === 'name')) return true;
  if (UNIQUE.test(head.lower)) return true;
  // `the 58 organisations`, where another source counts 58 organisations, too.
  if (phrase.length === 2 && familiar.has(`${phrase[0]?.lower} ${meaningOf(head.lower)}`)) return true;
  const described = isDescribed(words, at + 1 + phrase.length);
  if (phrase.length > 1 && ONE_OF.test(phrase[0]?.lower ?? '') && !described) return false;
  if (phrase.length > 1 && phrase[0]?.kind === 'verb' && /ed$/.test(phrase[0].lower)) return false;
  if (described) return true;
  if (next?.kind === 'number' || /^[“"‘(]$/.test(next?.text ?? '')) return true;
  if (words.slice(0, at).some(({ lower }) => stemOf(lower) === stemOf(head.lower))) return true;
  if (hasStem(familiar, head.lower)) return true;
  // `The port director` is one of a port that the text named.
  return (
    phrase.length > 1 &&
    !SOMEBODY.test(head.lower) &&
    phrase.slice(0, -1).some(({ lower }) => IS_DESCRIBED.test(lower) || hasStem(familiar, lower))
  );
}

/** `the area covered by seagrass`, `the track to Garrel`, `the fritillary, a butterfly`; not `the drawer to open`. */
function isDescribed(words: readonly TaggedWord[], at: number): boolean {
  const [next, then] = [words[at], words[at + 1]];
  if (DESCRIBES.test(next?.lower ?? '')) return true;
  if (next?.lower === 'to') return then?.kind === 'name' || then?.kind === 'determiner';
  if (next?.lower === ',') return /^(?:an?|who|which|whose)$/.test(then?.lower ?? '');
  return (
    next?.kind === 'verb' && /(?:ed|en|wn)$/.test(next.lower) && /^(?:by|with|in|at|from)$/.test(then?.lower ?? '')
  );
}

const hasStem = (set: ReadonlySet<string>, word: string): boolean => set.has(meaningOf(word));
