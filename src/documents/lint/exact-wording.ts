// Rewrites a vague sentence: each vague word is taken out or replaced by what its author has to fill in.

import { toActive } from './active-voice.ts';
import { ears, responseOf } from './ears.ts';
import { splitStatement } from './split-statement.ts';
import type { Statement } from './statement.ts';
import type { VagueWord } from './vague-words.ts';

/** In EARS form, with `<...>` where a figure, a list or a condition is missing; empty where none is safe. */
export function exactly(statement: Statement, words: readonly VagueWord[]): string {
  const parts = splitStatement(statement).map(toActive);
  const [part] = parts;
  if (part === undefined || parts.length > 1 || /^(?:be|look|feel|seem)\s/i.test(responseOf(part))) return '';
  let now: Draft = { lead: part.lead, response: responseOf(part), limit: '' };
  for (const word of words) {
    const next = FILLING[word.lack](now, word.word);
    if (next === null) return '';
    now = next;
  }
  const { head, tail } = beforeCondition(now.response);
  return ears(part, { lead: now.lead, response: `${head}${now.limit}${tail}` });
}

interface Draft {
  readonly lead: string;
  readonly response: string;
  /** Comes at the end of the response: ` within <number> seconds`. */
  readonly limit: string;
}

const RECURRING =
  /^(?:(?:regular|periodical|frequent|occasional|repeated)ly|often|sometimes|from time|every |now and|once in|at int)/i;
const SWIFT = /^(?:quick|fast|immediate|instant|prompt|rapid|swift|real|in real|in near|near)/i;
const LATER = new RegExp(
  String.raw`^(?:\w+ly|soon|sooner|asap|as \w+ as possible|in (?:a timely|due|good)\b.*|without .*delay|before long` +
    '|(?:with)?in (?:near )?real.time|within a short time|in a short time|quickly|fast|faster)$',
  'i',
);
const COUNTS =
  /^(?:several|some|many|a few|few|various|numerous|multiple|(?:a|large|dozens|hundreds|thousands) .*of|lots of)$/i;
const SIZE = /^(?:large|huge|big|small|tiny)$/i;
const CONDITION = /^(?:if|where|when|wherever|whenever|as|in|under|at|to) |ly$/i;
const HOW_MANY = /^ (?:number|amount|quantity) of\b/i;
const MEASURED = /^(?:[\w-]+ )?(?:size|time|period|distance|length|speed|price|level|rate)$/i;
const WHICH = /^(?:appropriate|suitable|relevant|necessary|applicable|desired)$/i;
const PREPOSITIONS =
  'between|among|into|through|during|per|within|without|over|under|for|to|in|on|with' +
  '|by|at|from|and|or|when|if|while|after|before|as|where|about|of|that|which|who';
/** Up to where the noun that an adjective belongs to ends. */
const NOUN = String.raw`((?!(?:${PREPOSITIONS})\b)[\w-]+(?: (?!(?:${PREPOSITIONS})\b)[\w-]+){0,2})`;

const FILLING: Readonly<Record<VagueWord['lack'], (draft: Draft, word: string) => Draft | null>> = {
  time(draft, word) {
    if (draft.limit !== '') return null;
    if (RECURRING.test(word)) return withLimit(draft, word, ' every <number> <unit>');
    if (/^recently$/i.test(word)) return replaced(draft, word, 'within the last <number> days');
    const span = /^(after|for) (?:a while|some time)$/i.exec(word)?.[1];
    if (span !== undefined) return withLimit(draft, word, ` ${span.toLowerCase()} <number> <unit>`);
    if (!LATER.test(word)) return null;
    return withLimit(draft, word, SWIFT.test(word) ? ' within <number> seconds' : ' within <number> <unit>');
  },
  amount(draft, word) {
    if (SIZE.test(word)) {
      const than = /^(?:small|tiny)$/i.test(word) ? 'smaller' : 'larger';
      return described(draft, word, (noun) => `${noun} ${than} than <size>`);
    }
    return COUNTS.test(word) ? replaced(draft, word, '<number>') : null;
  },
  quality(draft, word) {
    if (/ly$|^(?:well|better|easier|simpler)$/i.test(word)) return null;
    if (HOW_MANY.test(draft.response.slice(draft.response.indexOf(word) + word.length)))
      return replaced(
        draft,
        `${word} ${/(?:number|amount|quantity) of/i.exec(draft.response)?.[0] ?? ''}`,
        '<number>',
        '',
        true,
      );
    return described(
      draft,
      word,
      (noun) => `${noun} ${MEASURED.test(noun) ? 'of <figure and unit>' : 'with <which measurable property>'}`,
    );
  },
  list: (draft, word) => replaced(draft, word, /^and\/or$/i.test(word) ? 'or' : 'and <the rest of the list>', '\\.?'),
  condition(draft, word) {
    if (WHICH.test(word)) return replaced(draft, word, '<which>');
    if (!CONDITION.test(word)) return null;
    if (OPEN_LEAD.test(draft.lead)) return { ...draft, lead: 'Where <condition>' };
    const cut = replaced(draft, word, '');
    return cut === null || draft.lead !== '' ? null : { ...cut, lead: 'Where <condition>' };
  },
};
const OPEN_LEAD =
  /^(?:if|where|when|whenever|wherever|as) (?:\w+ as )?(?:possible|necessary|needed|required|\w+able|feasible)$/i;

function withLimit(draft: Draft, word: string, limit: string): Draft | null {
  const cut = replaced(draft, word, '');
  return cut === null ? null : { ...cut, limit };
}

/** In the response only: nothing is put in place of a word of the condition. */
function replaced(draft: Draft, word: string, by: string, after = '', isBare = false): Draft | null {
  const form = new RegExp(`,? ?\\b(?:an? (?=<|${escaped(word)}))?(?<![\\w-])${escaped(word)}${after}(?![\\w-]),?`, 'i');
  const found = form.exec(draft.response)?.[0];
  if (found === undefined) return null;
  const article = !isBare && /^ ?an? /i.test(found) && !/^an? /i.test(word) && by !== '' ? 'a ' : '';
  const space = found.startsWith(' ') || found.startsWith(',') ? ' ' : '';
  const response = draft.response.replace(form, () => `${space}${article}${by}`);
  return { ...draft, response: response.replace(/\s+/g, ' ').trim() };
}

function described(draft: Draft, word: string, by: (noun: string) => string): Draft | null {
  const form = new RegExp(`(\\ban? )?(?<![\\w-])${escaped(word)}(?![\\w-]) ${NOUN}`, 'i');
  const match = form.exec(draft.response);
  if (match === null) return null;
  const isPart = / of\b/.test(draft.response.slice(match.index + match[0].length).slice(0, 4));
  if (isPart || /\b(?:most|more|less|least) $/i.test(draft.response.slice(0, match.index))) return null;
  const response = draft.response.replace(form, (_, article: string | undefined, noun: string) => {
    const a = article === undefined ? '' : /^[aeio]|^u(?!se|ni)/i.test(noun) ? 'an ' : 'a ';
    return `${a}${by(noun)}`;
  });
  return { ...draft, response };
}

const escaped = (word: string): string => word.replace(/[.*+?^$()|[\]\\/{}]/g, '\\$&');

function beforeCondition(response: string): { head: string; tail: string } {
  const at = response.search(/,?\s(?:when|whenever|while|if|unless|until|after|before)\s/i);
  return at < 0 ? { head: response, tail: '' } : { head: response.slice(0, at), tail: response.slice(at) };
}
