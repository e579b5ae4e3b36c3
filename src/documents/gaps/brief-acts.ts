// Who does what to what in a brief, as far as the order of its words tells: the topics of people's actions ask for it.

import { contentWords } from './content-words.ts';

export interface Act {
  /** Stem of who does it; '': nobody is named. */
  readonly actor: string;
  /** Base form: `book` of "booking". */
  readonly verb: string;
  /** Stem of what it is done to; '': nothing is named. */
  readonly object: string;
  /** As it was said. */
  readonly text: string;
  /** Stands right after who does it, not after another action of theirs. */
  readonly isPlain: boolean;
}

/** What a brief and its kept requirements say, for topics that look at more than single words. */
export interface Facts {
  /** What is asked for: without what is left out, assumed, or only told of today. */
  readonly said: string;
  /** All that the brief tells, how things are today too. */
  readonly told: string;
  readonly kept: readonly string[];
}

/** All actions with one of these verbs that somebody is said to do. */
export function actsOf(text: string, verbs: ReadonlySet<string>): readonly Act[] {
  return text.split(/(?<=[.!?;:])\s+|\n/).flatMap((sentence) => actsIn(sentence, verbs));
}

function actsIn(sentence: string, verbs: ReadonlySet<string>): readonly Act[] {
  const words = sentence.match(/[\p{L}\p{N}][\p{L}\p{N}'’-]*|[,()]/gu) ?? [];
  // Who is named first does what is said after "and", until somebody else does something.
  let last = words.find((word) => isSomebody(word) && MANY.test(word)) ?? words.find(isSomebody) ?? '';
  return words.flatMap((word, at): readonly Act[] => {
    const before = words.slice(0, at);
    const subject = before.findLast((each) => !HELPING.test(each)) ?? '';
    const verb = baseIn(word.toLowerCase(), verbs);
    // "rents out": whoever offers a thing does not take it.
    if (verb === null || /^(?:of|out)$/.test(words[at + 1] ?? '')) return [];
    const object = objectOf(words.slice(at + 1));
    const act = (actor: string, isPlain = false): readonly Act[] => [
      { actor: stem(actor), verb, object: stem(object.at(-1) ?? ''), text: [word, ...object].join(' '), isPlain },
    ];
    if (/ing$/i.test(word)) return at === 0 ? act('') : [];
    if (/^(?:,|and|or|to|then|who|that)$/i.test(subject)) return last === '' ? [] : act(last);
    const isHelped = before.at(-1) !== subject;
    const isMany = MANY.test(subject);
    // "the parcel list" names a thing, "the clerk lists" and "clerks list" say what is done.
    const agrees = isHelped || isMany !== /s$/i.test(word) || GROUP.test(subject);
    // "the studio shall reject it": what shall do something is mostly the product.
    const isProduct = /^(?:shall|must)$/i.test(before.at(-1) ?? '') && !isMany && !GROUP.test(subject);
    // "write notes" and "session notes" name things; "the clerk notes" says who does it.
    const isNamed = isHelped || isMany || before.slice(-4, -1).some((each) => ARTICLE.test(each));
    if (!isSomebody(subject) || !agrees || !isNamed || isProduct) return [];
    last = subject;
    return act(subject, true);
  });
}

const oneOf = (...lists: readonly string[]): RegExp => new RegExp(`^(?:${lists.join('|')})$`, 'i');
const HELPING = oneOf(
  'can|may|should|could|would|will|shall|must|wants?|needs?|likes?|to',
  'also|both|then|only|just|always|online|not',
);
const MANY = /[^s]s$|^(?:people|staff|they|them|we|everyone|anyone|everybody|anybody|children)$/i;
const ARTICLE = /^(?:an?|the|each|every|any|one|our|my|your|their|its)$/i;
const GROUP = /^(?:team|staff|office|crew|board|family|department|desk)$/i;
const NOBODY = oneOf(
  'an?|the|this|that|these|those|each|every|any|no|all|our|their|its|his|her|my|your|it|system|app|site|portal|service',
  'of|for|in|on|at|by|from|with|as|is|are|was|were|be|been|when|if|how|where|what|which|\\d.*',
);

const isSomebody = (word: string): boolean =>
  /^\p{L}/u.test(word) &&
  !NOBODY.test(word) &&
  !/['’]|ing$|ed$/.test(word) &&
  !/^(?:,|and|or|to|then|who)$/i.test(word);
const stem = (word: string): string => [...contentWords(word)][0] ?? '';

function baseIn(word: string, verbs: ReadonlySet<string>): string | null {
  const forms = [
    ...[word, word.replace(/s$/, ''), word.replace(/es$/, ''), word.replace(/ies$/, 'y')],
    ...[word.replace(/ing$/, ''), word.replace(/ing$/, 'e'), word.replace(/(\p{L})\1ing$/u, '$1')],
  ];
  return forms.find((form) => verbs.has(form)) ?? null;
}

const ENDS = oneOf(
  ',|\\(|\\)|and|or|but|of|for|in|on|at|by|from|with|as|to|up|when|if|until|before|after|within|that|which|who',
  'per|through|via|into|without|is|are',
);
const LEADS = /^(?:an?|the|this|that|each|every|any|one|our|their|its|his|her|my|own|free|new|for)$/i;

/** The words of what follows a verb, up to where it ends. */
function objectOf(after: readonly string[]): readonly string[] {
  const from = after.findIndex((word) => !LEADS.test(word));
  const own = from < 0 ? [] : after.slice(from);
  const end = own.findIndex((word) => ENDS.test(word));
  return own.slice(0, Math.min(end < 0 ? own.length : end, OBJECT_WORDS_MAX));
}

const OBJECT_WORDS_MAX = 4;
