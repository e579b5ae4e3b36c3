// What a sentence is about: its words without endings and fillers, its figures with their units, its polarity.

import { baseOfParticiple } from './verbs.ts';

export interface Content {
  /** The text in one spelling: equal texts say the same. */
  readonly spelling: string;
  /** Stems without fillers, one word for each small group of synonyms. */
  readonly stems: ReadonlySet<string>;
  /** `2s 95%`, sorted: a different figure is a different requirement. */
  readonly figures: string;
  readonly negative: boolean;
  /** `min`, `max`, `before`, `after` as far as they occur, sorted. */
  readonly bounds: string;
}

const NUMBERS: Readonly<Record<string, string>> = {
  ...{ two: '2', three: '3', four: '4', five: '5', six: '6', seven: '7', eight: '8', nine: '9', ten: '10' },
  ...{ eleven: '11', twelve: '12', twenty: '20', thirty: '30', sixty: '60', hundred: '100', thousand: '1000' },
};
const UNITS: readonly (readonly [RegExp, string])[] = [
  [/^(?:ms|msecs?|milliseconds?)$/, 'ms'],
  [/^(?:s|secs?|seconds?)$/, 's'],
  [/^(?:mins?|minutes?)$/, 'min'],
  [/^(?:h|hrs?|hours?)$/, 'h'],
  [/^(?:d|days?)$/, 'd'],
  [/^(?:weeks?|months?|years?)$/, ''],
  [/^(?:%|percent)$/, '%'],
  [/^(?:kb|mb|gb|tb|kg|g|km|m|cm|mm|°c|°f|am|pm|eur|usd|euros?|dollars?)$/, ''],
];
const FILLERS = new Set(
  `a an the this that these those its it they them their his her he she i we our my each every all any own
  shall must should will can may might could would ought need has have had having do does be is are was were been being
  able possible allow let permit want wish like
  of in on at to for from with by as into onto through via per over between during within using use about than then
  also and or but so when whenever if while where once upon given which who whose whom what how
  more most other another there here only just same`.split(/\s+/),
);
/** Small on purpose: each group means the same in every domain. */
const SYNONYMS: Readonly<Record<string, string>> = {
  ...{ display: 'show', eras: 'delet', remov: 'delet', refus: 'reject', declin: 'reject', inform: 'notif' },
  ...{ alert: 'notif', answer: 'respond', repl: 'respond', respons: 'respond', react: 'respond', purchas: 'buy' },
  ...{ pay: 'pay', paid: 'pay', buy: 'pay', select: 'choos', pick: 'choos', edit: 'chang', modif: 'chang' },
  ...{
    receiv: 'send',
    get: 'send',
    image: 'photo',
    pictur: 'photo',
    applicat: 'app',
    begin: 'start',
    migrat: 'import',
  },
  ...{ multipl: 'several', various: 'several', man: 'several', languag: 'languag', permitt: 'allow' },
};
const NEGATION = /\b(?:not|never|no|without|cannot|neither|nor|none)\b|n't\b/;
const BOUNDS: readonly (readonly [RegExp, string])[] = [
  [/\b(?:at least|minimum|more than|above|exceeds?|larger than|greater than|longer than)\b/, 'min'],
  [/\b(?:at most|maximum|less than|under|within|below|up to|no more than|fewer than)\b/, 'max'],
  [/\bbefore\b/, 'before'],
  [/\bafter\b/, 'after'],
];

export function contentOf(text: string): Content {
  const spelling = spell(text);
  const words = spelling.split(' ').filter((word) => word !== '');
  const figures: string[] = [];
  const stems = new Set<string>();
  for (const [index, word] of words.entries()) {
    if (/^\d/.test(word)) figures.push(withUnit(word, words[index + 1] ?? ''));
    else if (!FILLERS.has(word) && !isUnitOf(word, words[index - 1] ?? '')) stems.add(stem(word));
  }
  const negative = NEGATION.test(spelling);
  for (const each of ['not', 'never', 'no', 'without', 'before', 'after', 'under', 'above', 'below'])
    stems.delete(stem(each));
  const bounds = BOUNDS.filter(([form]) => form.test(spelling)).map(([, bound]) => bound);
  return { spelling, stems, figures: figures.sort().join(' '), negative, bounds: bounds.join(' ') };
}

function spell(text: string): string {
  const words = text
    .toLowerCase()
    .replace(/[*_`"“”]+/g, ' ')
    .replace(/(\d)[,](?=\d{3}\b)/g, '$1')
    .replace(/\be-mail/g, 'email')
    .replace(/\b(?:log|sign)(?:s|ged|ging|ing|ed)?[ -]?(?:in|on)(s?)\b/g, 'signin$1')
    .replace(/\b(?:log|sign)(?:s|ged|ging|ing|ed)?[ -]?(?:out|off)\b/g, 'signout')
    .replace(/(\d)\s*([%°])/g, '$1 $2')
    .replace(/(\d)(ms|s|min|h|kb|mb|gb|tb|kg|km|m|cm|mm)\b/g, '$1 $2')
    .replace(/'s\b|'(?=\s|$)/g, '')
    .replace(/[^\p{L}\p{N}%°.' -]+/gu, ' ')
    .replace(/\.(?=\s|$)/g, ' ')
    .replace(/(?<=\p{L})-(?=\p{L})/gu, ' ')
    .split(/\s+/);
  return words
    .map(
      (word, index) =>
        NUMBERS[word] ?? (/^\d/.test(words[index - 1] ?? '') || NUMBERS[words[index - 1] ?? ''] ? unit(word) : word),
    )
    .join(' ')
    .trim();
}

const unit = (word: string): string => UNITS.find(([form, to]) => to !== '' && form.test(word))?.[1] ?? word;
const isUnit = (word: string): boolean => UNITS.some(([form]) => form.test(word));
const isUnitOf = (word: string, before: string): boolean => /^\d/.test(before) && isUnit(word);
const withUnit = (figure: string, next: string): string =>
  isUnit(next) ? `${figure}${next.replace(/s$/, '') || 's'}` : figure;

/** Endings off, so that `notified`, `notifies` and `notification` meet. */
export function stem(word: string): string {
  const irregular = /ed$/.test(word) ? null : baseOfParticiple(word);
  const root = strip(irregular ?? word);
  return SYNONYMS[root] ?? root;
}

const ENDINGS: readonly (readonly [RegExp, string])[] = [
  [/ifications?$|ifie[sd]$|ifying$|ify$/, 'if'],
  [/i[sz]ations?$|i[sz]ing$|i[sz]e[sd]?$/, 'is'],
  [/ations?$|ating$|ate[sd]?$/, 'at'],
  [/ptions?$/, 'b'],
  [/ously$|ous$/, ''],
  [/ments?$/, ''],
  [/ies$|ied$/, ''],
  [/(?:ch|sh|ss|x)es$/, ''],
  [/ings?$|ed$|es$|ly$/, ''],
  [/(?<=[^su])s$/, ''],
];

function strip(word: string): string {
  if (word.length < 4) return word;
  const rule = ENDINGS.find(([form]) => form.test(word) && word.replace(form, '').length >= 3);
  const cut = rule === undefined ? word : restore(word, rule[0], rule[1]);
  return cut.length > 3 ? cut.replace(/(?<=[^aeiou])y$|e$/, '').replace(/([bdgmnprt])\1$/, '$1') : cut;
}

function restore(word: string, form: RegExp, ending: string): string {
  const kept = /(?:ch|sh|ss|x)es$/.test(word) && ending === '' ? word.slice(0, -2) : word.replace(form, ending);
  return kept;
}
