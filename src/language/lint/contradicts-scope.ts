// Rule `contradicts-scope`: demands what the brief puts out of scope.

import { once } from '../../documents/lookup/once.ts';
import type { Brief } from '../../documents/prd/brief.ts';
import type { Requirement } from '../../documents/requirements/requirement.ts';
import { type ContentWord, contentWordsOf } from '../words/content-words.ts';
import { joinSignIn } from '../words/spelling.ts';
import { stemOf, stemsOf } from '../words/stem-of.ts';
import { tagWords } from '../words/tag-words.ts';
import type { Finding } from './finding.ts';
import { oneOf } from './one-of.ts';
import { responseOf, splitCondition } from './response-of.ts';
import { blankQuotes, type Statement } from './statement.ts';

/** Say nothing about which thing is meant. */
const general = stemsOf(
  `support integration management handling feature functionality system mode version release module user part option
  first initial phase future later full advanced kind new service app solution any use using
  allow permit let want like several multiple`,
);
const kept = stemsOf('app several');
const FRAME =
  /\b(?:(?:is|are|will be|stays?|remains?) (?:not|out|left|excluded).*|(?:for|in|from|of) (?:this|the first|v\d).*)$/is;
const REFUSING = new RegExp(
  `^${oneOf(`reject, refuse, hide, disable, remove, prevent, block, prohibit, forbid, exclude, omit, ignore, skip,
    suppress, strip, discard, decline, deny, avoid, leave out, do without, forgo`)}\\b`,
  'i',
);
/** Verbs that software is described with: they say little about the noun of the same form. */
const technical = stemsOf(
  `return note state list show display address record report order present issue process print store open
  check mark name point place`,
);
/** Here a word is part of an idiom and means something else. */
const IDIOMS =
  /\bin (?:[a-z]+ )?order(?: of| to)?\b|\b(?:into account|on account of|takes? place|in terms of|by means of)\b/gi;

/** Nouns that have little to do with the action of the same stem: `a book` is no booking. */
const APART = new Set(
  `book account market train park ship board house bank brand land host star time load dress ring plant state
  match mine cast`.split(/\s+/),
);
/** Two sides of one deal: who excludes the sale of tickets excludes that visitors buy them. */
const deals = once(
  () =>
    new Map([
      [stemOf('sell'), stemOf('buy')],
      [stemOf('lend'), stemOf('borrow')],
    ]),
);
/** From here on the clause says when, or what something is like. */
const CIRCUMSTANCE =
  /,?\s(?:after|before|until|unless|because|whether|like|as if)\s(?:an?|the|its|all|each|it|they|every)\s.*$/is;

/** What an alternative is about, by meaning. */
interface Keys {
  readonly words: ReadonlyMap<string, ContentWord>;
  /** Stands for the thing itself, or sets it apart from others of its kind: it may not be missing. */
  readonly needed: ReadonlySet<string>;
  /** Only a general word was said about it: `integration with insurers`. */
  readonly isBare: boolean;
}

export type ExcludedItem = { readonly item: string; readonly alternatives: readonly Keys[] };

/** What the brief excludes, read once for all requirements. */
export function excludedBy(brief: Brief): readonly ExcludedItem[] {
  return brief.outOfScope
    .map((item) => ({ item, alternatives: alternativesOf(item) }))
    .filter((each) => each.alternatives.length > 0);
}

export function contradictsScope(
  item: Requirement,
  statements: readonly Statement[],
  excluded: readonly ExcludedItem[],
  brief: Brief,
): readonly Finding[] {
  if (excluded.length === 0) return [];
  const titled = byMeaning(contentWordsOf(item.title));
  for (const statement of statements) {
    if (isLimit(statement)) continue;
    const { said, verb, owners } = demandOf(statement);
    const hit = excluded.find(({ alternatives }) =>
      alternatives.some(
        (keys) =>
          demands(said, keys, keys.isBare ? [verb, ...owners] : [verb]) ||
          (keys.words.size > 1 && demands(titled, keys, [])),
      ),
    );
    if (hit === undefined || isInScope(said, hit, brief)) continue;
    return [
      {
        id: item.id,
        rule: 'contradicts-scope',
        found: hit.item,
        message: `Expected nothing that the brief puts out of scope, found "${hit.item}".`,
        suggestion: "Mark it out of scope, or change the brief's scope. If the limit itself is meant, say so.",
      },
    ];
  }
  return [];
}

/** A requirement that keeps the thing out agrees with the brief. */
function isLimit(statement: Statement): boolean {
  const response = responseOf(statement);
  if (statement.negated || REFUSING.test(response)) return true;
  return /\b(?:not|no|never)\b/i.test(blankQuotes(response));
}

/** What the main clause asks for: not its conditions, nor what it does without, nor how a thing merely is. */
function demandOf(statement: Statement): {
  said: ReadonlyMap<string, ContentWord>;
  verb: string;
  /** Whose something is: `the name of the insurer`. */
  owners: readonly string[];
} {
  const response = responseOf(statement);
  const main = splitCondition(response).response.replace(CIRCUMSTANCE, '');
  const text = joinSignIn(blankQuotes(`${statement.subject || 'It'} shall ${main}`))
    .replace(IDIOMS, (idiom) => '¤'.repeat(idiom.length))
    .replace(/\bwithout\b[^,]*/i, ' ');
  const words = tagWords(text);
  const shall = words.find(({ lower }) => lower === 'shall')?.at ?? 0;
  const content = contentWordsOf(text).filter(({ index, kind, lower }) => {
    const before = words[index - 1];
    const isDescribing = /^(?:verb|adjective)$/.test(kind) && lower.endsWith('ed') && before?.kind === 'noun';
    return lower !== 'shall' && !isDescribing;
  });
  const first = content.find(({ at }) => at > shall);
  const isTechnical = first !== undefined && technical().has(first.meaning) && !isLeave(statement);
  const isOwner = ({ index }: ContentWord): boolean =>
    words[index - 1]?.lower === 'of' || (words[index - 1]?.kind === 'determiner' && words[index - 2]?.lower === 'of');
  const owners = content.filter(isOwner).map(({ meaning }) => meaning);
  return { said: byMeaning(content), verb: isTechnical ? first.meaning : '', owners };
}

/** The first word of each meaning. */
function byMeaning(words: readonly ContentWord[]): ReadonlyMap<string, ContentWord> {
  const found = new Map<string, ContentWord>();
  for (const word of words) {
    const meaning = deals().get(word.meaning) ?? word.meaning;
    if (!found.has(meaning) || word.kind === 'verb') found.set(meaning, word);
  }
  return found;
}

/** Where a person may do it, the verb says what they do. */
const isLeave = ({ modal, form, text }: Statement): boolean =>
  /^(?:can|may|could|might)$/.test(modal) || form === 'possible' || / able to\b/.test(text);

/** All that the item is about; of three and more words one that is not needed may be missing. */
function demands(said: ReadonlyMap<string, ContentWord>, keys: Keys, but: readonly string[]): boolean {
  const missing = [...keys.words].filter(([meaning, key]) => !isSame(said.get(meaning), key));
  if (keys.words.size === 1) return missing.length === 0 && ![...keys.words.keys()].some((key) => but.includes(key));
  if (missing.length === 0) return true;
  return keys.words.size >= 3 && missing.length === 1 && missing.every(([meaning]) => !keys.needed.has(meaning));
}

/** `Booking` is not what `a book` is, though both come from one stem. */
function isSame(said: ContentWord | undefined, key: ContentWord): boolean {
  if (said === undefined) return false;
  const isThing = ({ kind, lower }: ContentWord): boolean =>
    (kind === 'noun' || kind === 'name') && APART.has(lower.replace(/s$/, ''));
  const isAction = ({ kind, lower }: ContentWord): boolean => kind === 'verb' || lower.endsWith('ing');
  return !(isThing(said) && isAction(key)) && !(isThing(key) && isAction(said));
}

/** In scope is more exact: `a cache on disk` is in, `a cache` is out. */
function isInScope(said: ReadonlyMap<string, ContentWord>, hit: ExcludedItem, brief: Brief): boolean {
  return brief.inScope.some((item) =>
    alternativesOf(item).some(
      ({ words }) =>
        [...words.keys()].every((key) => said.has(key)) &&
        hit.alternatives.some(
          (out) => out.words.size < words.size && [...out.words.keys()].every((key) => words.has(key)),
        ),
    ),
  );
}

/** `Social login (Google, Facebook)` is also `Google login` and `Facebook login`. */
function alternativesOf(item: string): readonly Keys[] {
  const examples =
    /\(([^)]{0,1000})\)/
      .exec(item)?.[1]
      ?.replace(/^(?:e\.g\.|such as|like|including)\s*/i, '')
      .split(/,|\bor\b|\band\b/) ?? [];
  const text =
    item
      .replace(/\([^)]{0,1000}\)/g, ' ')
      .replace(/^no\s+|^not?\b/i, '')
      .replace(FRAME, '')
      .split(/[:–—]/)[0] ?? '';
  const of = /\s(?:of|for|to|from)\s.*$/is.exec(text)?.[0] ?? '';
  const main = text
    .split(/,|;|\/|\band\b|\bor\b/)
    .map((part, index, all) => (index < all.length - 1 ? `${part} ${of}` : part));
  const last = [...keysOf(main[0] ?? '').words].at(-1);
  const fromExamples = examples.map((example) => {
    const own = keysOf(example);
    return { ...own, words: new Map([...own.words, ...(last === undefined ? [] : [last])]) };
  });
  return [...main.map(keysOf), ...fromExamples.filter(({ words }) => words.size > 1)].filter(
    ({ words }) => words.size > 0,
  );
}

function keysOf(text: string): Keys {
  const all = contentWordsOf(joinSignIn(text.trim()));
  const exact = all.filter(({ meaning }) => !general().has(meaning));
  const isCut = exact.length > 0 && exact.length < all.length;
  const words = isCut ? [...exact, ...all.filter(({ meaning }) => kept().has(meaning))] : exact;
  return { words: byMeaning(words), needed: neededOf(text, words), isBare: isCut && /\b(?:with|of|for)\b/i.test(text) };
}

/** What follows a preposition (`text messages to senders`), else the head. */
function neededOf(text: string, words: readonly ContentWord[]): ReadonlySet<string> {
  const cut = /\s(?:to|from|for|between|by|with|in|on|via|without)\s/i.exec(text)?.index ?? text.length;
  const after = words.filter(({ at }) => at > cut);
  const needed = after.length > 0 ? after : words.slice(-1);
  return new Set(needed.map(({ meaning }) => deals().get(meaning) ?? meaning));
}
