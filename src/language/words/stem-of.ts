// The one stemmer: cuts a word to what its forms share, so that `notified`, `notifies` and `notification` meet.

import { byWord } from '../../documents/lookup/by-word.ts';
import { once } from '../../documents/lookup/once.ts';
import { remembered } from '../../documents/lookup/remembered.ts';
import { baseOfParticiple, isVerb } from './verbs.ts';

/** Nouns of actions and odd plurals that no ending leads back from. */
const ODD: Readonly<Record<string, string>> = byWord({
  ...{ children: 'child', people: 'person', men: 'man', women: 'woman', feet: 'foot', mice: 'mouse', staff: 'staff' },
  ...{ delivery: 'deliver', discovery: 'discover', recovery: 'recover', inquiry: 'inquire', storage: 'store' },
  ...{ usage: 'use', approval: 'approve', removal: 'remove', refusal: 'refuse', renewal: 'renew', rental: 'rent' },
  ...{ withdrawal: 'withdraw', proposal: 'propose', arrival: 'arrive', retrieval: 'retrieve', disposal: 'dispose' },
  ...{ sale: 'sell', sales: 'sell', choice: 'choose', loss: 'lose', thought: 'think', analysis: 'analyse' },
  ...{ analyses: 'analyse', comparison: 'compare', maintenance: 'maintain', subscription: 'subscribe', paid: 'pay' },
  ...{ description: 'describe', registration: 'register', entry: 'enter', entries: 'enter', advice: 'advise' },
  ...{ proof: 'prove', growth: 'grow', weight: 'weigh', submission: 'submit', permission: 'permit', flight: 'fly' },
  ...{ admission: 'admit', deletion: 'delete', cancellation: 'cancel', decision: 'decide', reception: 'receive' },
  ...{ receipt: 'receipt', went: 'go', gone: 'go', goes: 'go', does: 'do', has: 'have', had: 'have', data: 'data' },
  ...{
    maths: 'math',
    news: 'news',
    series: 'series',
    status: 'status',
    address: 'address',
    pay: 'pay',
    payee: 'payee',
  },
  ...{ diagnosis: 'diagnose', signature: 'sign', failure: 'fail', closure: 'close', departure: 'depart' },
  ...{ recognition: 'recognise', competition: 'compete', repetition: 'repeat', acquisition: 'acquire' },
  ...{ conversion: 'convert', transmission: 'transmit', provision: 'provide', publication: 'publish' },
  ...{ explanation: 'explain', reminder: 'remind', complaint: 'complain', loan: 'lend', referral: 'refer' },
  ...{ dismissal: 'dismiss', denial: 'deny', exclusion: 'exclude', inclusion: 'include', coverage: 'cover' },
  ...{ supervision: 'supervise', revision: 'revise', division: 'divide', assistance: 'assist', belief: 'believe' },
  ...{ facial: 'face', custom: 'customise' },
  ...{ synchronisation: 'sync', synchronise: 'sync', synchronize: 'sync', synchronization: 'sync', begun: 'begin' },
  ...{
    reservation: 'reserve',
    information: 'information',
    evening: 'evening',
    morning: 'morning',
    building: 'building',
  },
});
/** End like nouns of an action and are none. */
const NOT_ACTION_NOUNS = new Set(
  `station nation ration department apartment portion question version
  mention section element moment comment statement`.split(/\s+/),
);

export const stemOf = remembered((word: string): string => cut(word.toLowerCase()));

function cut(lower: string): string {
  const odd = ODD[lower];
  if (odd !== undefined) return ending(spelt(odd));
  if (lower.length < 4 || /\d/.test(lower)) return spelt(lower);
  const word = spelt(singular(lower));
  const base = ODD[word] ?? ofForm(word) ?? ofNoun(word) ?? ofAdverb(word) ?? word;
  return ending(ODD[base] ?? base);
}

/** The verb of the noun of an action: `remove` of `removal`, `export` of `export`; null if it names no action. */
export const verbOfNoun = remembered((noun: string): string | null => {
  const word = singular(noun.toLowerCase());
  const verb = ODD[word] ?? ofForm(word) ?? ofNoun(word) ?? word;
  return !NOT_ACTION_NOUNS.has(word) && isVerb(verb) ? verb : null;
});

/** One spelling for both sides of the Atlantic. */
export function spelt(word: string): string {
  return word
    .replace(/(?<=[a-z]{2})is(?=(?:e|es|ed|ing|ation|ations|er|ers)$)/, 'iz')
    .replace(/(?<=[a-z]{2})ys(?=e[ds]?$|ing$)/, 'yz')
    .replace(/(?<=^(?:col|fav|behavi|hon|neighb|lab|harb|flav|hum|rum))our/, 'or')
    .replace(/(?<=^(?:cent|met|lit|theat|kilomet))re$/, 'er')
    .replace(/(?<=^(?:catal|dial|anal))ogue$/, 'og')
    .replace(/^programme$/, 'program')
    .replace(/(?<=^(?:cance|trave|labe|mode|signa|tota|fue|dia))ll(?=ed$|ing$|er$)/, 'l');
}

function singular(word: string): string {
  if (/(?:ss|us|is)$/.test(word)) return word;
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  if (/(?:ch|sh|ss|x|zz)es$/.test(word)) return word.slice(0, -2);
  return word.endsWith('s') ? word.slice(0, -1) : word;
}

/** `sent`, `notified`, `billing`. */
function ofForm(word: string): string | null {
  if (word.endsWith('ed') || !word.endsWith('ing')) {
    const base = baseOfParticiple(word);
    if (base !== null) return base;
  }
  const stem = /^(.{3,})ing$/.exec(word)?.[1];
  if (stem === undefined || !/[aeiouy]/.test(stem)) return null;
  const forms = [stem, `${stem}e`, stem.replace(/([bdgklmnprt])\1$/, '$1')];
  return forms.find((form) => isVerb(form)) ?? stem;
}

/** `encryption` of `encrypt`, `payment` of `pay`: only where a verb is left. */
function ofNoun(word: string): string | null {
  if (NOT_ACTION_NOUNS.has(word)) return null;
  const [, stem, suffix] = /^(.{2,}?)(ification|ization|ation|ition|tion|sion|ion|ment|ance|ence)$/.exec(word) ?? [];
  if (stem === undefined || suffix === undefined) return null;
  if (word.endsWith('scription')) return `${word.slice(0, -5)}be`;
  if (suffix === 'ification') return `${stem}ify`;
  if (suffix === 'ization') return `${stem}ize`;
  const forms: Readonly<Record<string, readonly string[]>> = {
    ation: [`${stem}ate`, stem, `${stem}e`],
    ition: [`${stem}ish`, `${stem}ite`, `${stem}it`],
    tion: [`${stem}te`, `${stem}t`, `${stem}e`, stem],
    sion: [`${stem}d`, `${stem}de`, `${stem}se`, `${stem}s`],
    ion: [stem, `${stem}e`],
  };
  return (forms[suffix] ?? [stem, `${stem}e`]).find((form) => form.length > 2 && isVerb(form)) ?? null;
}

function ofAdverb(word: string): string | null {
  if (/ically$/.test(word)) return word.slice(0, -4);
  return /[a-z]{3}ly$/.test(word) ? word.slice(0, -2) : null;
}

/** What still differs between the forms of one word: a last -e or -y, a letter written twice. */
function ending(word: string): string {
  if (word.length <= 3) return word;
  const short = word.replace(/(?:e|y|i)$/, '').replace(/(?<=..)([bdglmnprt])\1$/, '$1');
  return short.replace(/^automatic$/, 'automat');
}

/** The stems of a list of words, made when first asked for: they need the tagger, which loads late. */
export const stemsOf = (words: string): (() => ReadonlySet<string>) =>
  once(() => new Set(words.trim().split(/\s+/).map(stemOf)));
