// Rewrites a vague sentence: each vague word is taken out or replaced by what its author has to fill in.

import { toActive } from './active-voice.ts';
import { ears, responseOf, stateOf } from './ears.ts';
import { splitStatement } from './split-statement.ts';
import type { Statement } from './statement.ts';
import { listed } from './useful-suggestion.ts';
import type { Lack, VagueWord } from './vague-words.ts';

/** The statement in EARS form, with `<...>` where a figure, a list or a condition is missing. */
export function exactly(statement: Statement, words: readonly VagueWord[]): string {
  const parts = splitStatement(statement).map(toActive);
  return listed(
    parts.map((part) =>
      exactPart(
        part,
        words.filter(({ word }) => `${part.lead} ${part.response}`.includes(word)),
      ),
    ),
  );
}

function exactPart(statement: Statement, words: readonly VagueWord[]): string {
  if (/^(?:be|look|feel|seem)\s/i.test(responseOf(statement))) {
    const isTime = words[0]?.lack === 'time';
    return ears(statement, { response: isTime ? 'respond within <number> seconds' : stateOf(statement) });
  }
  const response = words.reduce(replaceWord, responseOf(statement));
  const lead = words.reduce(replaceWord, statement.lead);
  const limits = words.map(limitOf).find((limit) => limit !== '') ?? '';
  const { head, tail } = beforeCondition(response);
  return ears(statement, { lead, response: `${head}${limits}${tail}` });
}

const INLINE = /^recently$/i;
const MANNER = /ly$|^well$/i;
const ADVERB = /ly$|^(?:soon|often|sometimes|fast|faster|slow|asap|as |in |from |without |for |after )/i;
const SIZE = /^(?:large|huge|big|small|tiny)$/i;

/** What takes the place of an adverb, at the end of the response. */
function limitOf({ lack, word }: VagueWord): string {
  if (lack === 'quality') return MANNER.test(word) ? ' with <figure and unit>' : '';
  if (lack !== 'time' || !ADVERB.test(word) || INLINE.test(word)) return '';
  if (/^(?:regular|period|frequent|often|occasion|sometimes|from time)/i.test(word)) return ' every <number> <unit>';
  if (/^(?:after|for) /i.test(word)) return ` ${word.split(' ')[0]?.toLowerCase()} <number> <unit>`;
  return ' within <number> seconds';
}

/** Up to where the noun that an adjective belongs to ends. */
const PREPOSITIONS = 'for|to|in|on|with|by|at|from|and|or|when|if|while|after|before|as|where|about';
const NOUN = String.raw`((?!(?:${PREPOSITIONS})\b)[\w-]+(?: (?!(?:${PREPOSITIONS})\b)[\w-]+)*)`;

function replaceWord(text: string, { word, lack }: VagueWord): string {
  const vague = `(?<![\\w-])${word.replace(/[.*+?^$()|[\]\\/]/g, '\\$&')}(?![\\w-])`;
  if (/^reasonable$/i.test(word) && /reasonable (?:time|period)/i.test(text))
    return text.replace(/(?:an? )?reasonable (?:time|period)/i, '<number> <unit>');
  const described = new RegExp(`(\\ban? )?${vague} ${NOUN}`, 'i');
  if ((SIZE.test(word) || (lack === 'quality' && !MANNER.test(word))) && described.test(text))
    return text.replace(described, (_, article: string | undefined, noun: string) => property(article, noun, word));
  const ending = lack === 'list' ? '\\.?' : '';
  return text.replace(new RegExp(`(?:\\ban? (?=${vague}))?${vague}${ending}`, 'i'), (found) => {
    const filling = fillingFor(word, lack);
    return /^an? /i.test(found) && !/^an? /i.test(word) && filling !== '' ? `a ${filling}` : filling;
  });
}

function property(article: string | undefined, noun: string, word: string): string {
  const a = article === undefined ? '' : /^[aeio]|^u(?!se|ni)/i.test(noun) ? 'an ' : 'a ';
  if (!SIZE.test(word)) return `${a}${noun} with <which measurable property>`;
  return `${a}${noun} ${/^(?:small|tiny)$/i.test(word) ? 'smaller' : 'larger'} than <size>`;
}

function fillingFor(word: string, lack: Lack): string {
  if (INLINE.test(word)) return 'within the last <number> days';
  if (lack === 'time') return ADVERB.test(word) ? '' : '<within which time>';
  if (lack === 'amount') return amountFor(word);
  if (/^best practice/i.test(word)) return '<the standard by name>';
  if (/^high\W/i.test(word)) return `${word.slice(5)} with <figure and unit>`;
  if (lack === 'quality') return MANNER.test(word) ? '' : '<what can be measured>';
  if (lack === 'list') return word.toLowerCase() === 'and/or' ? 'or' : 'and <the rest of the list>';
  return /^(?:if|where|when|as) |ly$/i.test(word) ? 'where <condition>' : '<which>';
}

function amountFor(word: string): string {
  if (/^(?:about|around|circa|approximately|roughly)$/i.test(word)) return '';
  if (/^(?:sufficient|enough)/i.test(word)) return '<how much>';
  return /ly$/i.test(word) ? 'by <figure and unit>' : '<number>';
}

function beforeCondition(response: string): { head: string; tail: string } {
  const at = response.search(/,?\s(?:when|whenever|while|if|unless|until|after|before)\s/i);
  return at < 0 ? { head: response, tail: '' } : { head: response.slice(0, at), tail: response.slice(at) };
}
