// Words that every reader takes differently, what kind of answer each lacks, and names in which they are not vague.

import { tagWords } from '../words/tag-words.ts';
import { judgingAdjectives } from './judging-adjectives.ts';
import { vagueByKind } from './vague-kinds.ts';

/** What would make it exact: a time, a number, an observable quality, a closed list, a condition. */
export type Lack = 'time' | 'amount' | 'quality' | 'list' | 'condition';

export interface VagueWord {
  /** Where it begins in the text that was given. */
  readonly at: number;
  readonly word: string;
  readonly lack: Lack;
}

/** A space in a phrase stands for a space or a hyphen; `~` for the word with and without -ly. */
const PHRASES: Readonly<Record<Lack, string>> = {
  time: `
    as soon as possible, as quickly as possible, as fast as possible, as early as possible, asap, timely,
    in a timely manner, in a timely fashion, almost instant~, almost immediate~, prompt~,
    immediate~, instant~, instantaneous~, in real time,
    in near real time, near real time, real time, quick~, quicker, fast, faster, rapid~, swift~, speedy, slow~, soon,
    without delay, without undue delay, regular~, periodic, periodically, frequent~, often, occasional~, sometimes,
    from time to time, recent~, responsive, for a while, for some time, after a while, after some time, low latency,
    in due time, in due course, in good time, every now and then, now and then, every so often, once in a while,
    every once in a while, at intervals, shortly, before long, briefly, urgent~, lately, eventually, sooner or later,
    sooner, in the near future, within a short time, in a short time, a short time, a short while, a short period,
    for a short time, a long time, for long, a long period, a long while, short notice, repeatedly, rarely, seldom,
    speedily, expeditious~, continually, constantly, at the earliest, ahead of time`,
  amount: `
    several, some, many, a few, few, various, numerous, a number of, a large number of, a small number of,
    large numbers of, large amounts of, large volumes of, a handful of, dozens of, hundreds of, thousands of,
    millions of, a great many, a great deal of, loads of, tons of, a bit of, a bit, a little, a limited number of,
    a certain number of, a lot of, lots of, plenty of, a range of, a wide range of, a variety of, a wide variety of,
    a bunch of, a couple of, a multitude of, a majority of, the majority of, a minimum of effort, sufficient~, enough,
    most of, approximately, roughly, circa, large, larger amounts of, huge, big, small, tiny, vast, ample, extensive~,
    minor, significant~, substantial~, considerable, considerably, slight~, minimal, minimally, high load,
    high volume, high volumes, high traffic, heavy load, heavy traffic, heavy, excessive~, overly, unduly, moderate~,
    noticeable, noticeably, markedly, drastic, drastically, dramatic, dramatically, long running, lengthy,
    multiple times, too many, too much, too few, as few as possible, as little as possible`,
  quality: `
    user friendly, friendly, easy, easier, easy to use, easily, simple, simpler, simply, intuitive~, convenient~,
    comfortable, comfortably, seamless~, smooth~, graceful~, elegant~, robust~, stable, stably, reliable, reliably,
    highly available, performant, secure~, highly secure, safely, scalable, highly scalable, flexible, flexibly,
    extensible, maintainable, efficient~, effective~, modern, beautiful~, attractive~, appealing, nice~, pleasant~,
    good, great, better, excellent, bad, poor~, well, best practice, best practices, best possible, state of the art,
    world class, meaningful~, helpful, useful, adequate~, acceptable, acceptably, reasonable, reasonably, proper~,
    correctly, optimal~, high performance, high quality, high availability, consistent~, clearly, cleanly, powerful,
    sophisticated, experienced, similar, important, complex, understandable, readable, lightweight, straightforward,
    self explanatory, trustworthy, professional, professionally, future proof, ergonomic, ergonomically, handy,
    stylish, sleek, comprehensive~, thorough~, careful~, resilient, fluid~, snappy, sensible, sensibly, practical,
    versatile, adaptable, comprehensible, legible, concise~, coherent~, innovative, cutting edge, high end,
    first class, superb, outstanding, perfect~, satisfactory, satisfactorily, unobtrusive~, tasteful~, welcoming,
    suspicious, suspiciously, unusual, abnormal, odd, strange, blurry, inappropriate~, user oriented, user centric,
    customer friendly, family friendly, hassle free, painless~, effortless~, neat~, tidy, logical~, decent, fancy,
    politely, softly, gently, quietly, fresh, fairly, wise~, diligent~, conscientious~`,
  list: `
    etc, and so on, and so forth, and the like, or the like, or similar, and/or, including but not limited to, tbd, tbc,
    among others, amongst others, among other things, and others, and more, and suchlike, inter alia,
    or something similar`,
  condition: `
    if possible, if at all possible, where possible, when possible, whenever possible, wherever possible,
    as far as possible, as much as possible, if necessary, where necessary, when necessary, if needed, where needed,
    when needed, as needed, if need be, if appropriate, where appropriate, when appropriate, as appropriate,
    if required, as required, as necessary, where applicable, if applicable, as applicable, if feasible,
    where feasible, as long as necessary, as long as needed, if practical, if practicable, where practicable,
    where reasonable, if reasonable, if sensible, where sensible, if desired, where useful, if useful, if convenient,
    when it makes sense, where it makes sense, if it makes sense, at their discretion, at its discretion,
    appropriate~, suitable, suitably, relevant, necessary, applicable, usually, normally, typically, generally,
    mostly, ideally, preferably, as a rule, in general, largely, to some extent, to a large extent, by and large,
    in exceptional cases, in exceptional circumstances, in special cases, in certain cases, in some cases,
    in rare cases, in most cases, in many cases, in justified cases, under certain circumstances,
    under certain conditions, under special circumstances, in certain circumstances, in certain situations,
    normal conditions, normal operating conditions, normal operation, normal load, normal use,
    normal circumstances, outdated, unnecessary, unnecessarily, desired, certain`,
};

/** `clear` and `clean` are verbs too: vague only where an adjective can stand. */
const ADJECTIVES = new RegExp(
  String.raw`(?<=\b(?:an?|be|is|are|with|look|provide|show|give|display|have) )(?:clear|clean)` +
    String.raw`(?= \w|[,.]|$)(?! (?:the|an?|all|its)\b)`,
  'gi',
);
const MOST = /(?<!\b(?:the|at) )\bmost(?= [a-z]{3,}[^su]s\b)/gi;
const ABOUT = /(?<![\w-])(?:about|around)(?= \d)/gi;
/** Of things that have a degree: vague where they say how something is, and before several things of a kind. */
const DEGREES = new RegExp(
  String.raw`(?<=\b(?:is|are|be|was|were|gets?|becomes?|too|very|remains?|stays?) )` +
    '(?:high|low|long|short|hot|cold|warm|strong|weak|loud|bright|dark|noisy|old|deep|wide|thick|heavy)' +
    String.raw`(?=[,.;]|$| (?:and|or|when|if|while|for|in|on|at)\b)(?! (?:for|in|on|at) \d)` +
    String.raw`|\blong(?= [a-z]{3,}[^su]s\b)`,
  'gi',
);
const MORE_OR_LESS = new RegExp(
  String.raw`(?<![\w-])(?:too|very|extremely|fairly|rather|quite|relatively|unusually|exceptionally|particularly` +
    String.raw`|extraordinarily) (?!than\b|low-)([a-z]+)`,
  'gi',
);
const AS_POSSIBLE = /(?<![\w-])as [a-z]+ as (?:possible|necessary|needed|feasible|practicable)\b/gi;

/** Named things and fixed expressions: here the word says which, not how. */
const NAMES = [
  /\bquick(?= (?:reply|replies|actions?|start|view|fix)\b)/gi,
  /\bfast(?= (?:lane|track|charg\w+|forward)\b)|\bslow(?= motion\b)|\bsimple(?= interest\b)|\bbig(?= data\b)/gi,
  /\binstant(?= (?:messag|coffee|win))|\burgent(?= (?:care)\b)|\bheavy(?= (?:goods|duty|metals?)\b)/gi,
  /\b(?:easy|simple|normal|hard)(?= (?:mode|level|difficulty)\b)/gi,
  /\b(?:easy|simple)(?=(?:,| and| or)[^.]{0,200}\b(?:modes?|levels?|difficulty)\b)/gi,
  /\bsmall(?= (?:caps|print|business(?:es)?)\b)|\blarge(?= (?:type|print)\b)|\benough(?= (?:to|that)\b)/gi,
  /\bstable(?= (?:release|channel|version|branch|sort)\b)|\bsecure(?= (?:boot|shell|enclave|element)\b)/gi,
  /\bregular(?= (?:expressions?|users?|members?|hours|price|customers?|opening)\b)/gi,
  /\bprofessional(?= (?:association|body|licen[cs]e|experience|title|users?)\b)|\bcertain(?= (?:that|whether)\b)/gi,
  /\bhow (?:many|often|fast|long|soon|well|much|large|big)\b|\bas (?:many|well|often|large) as\b/gi,
  /\bas soon as\b(?! possible)|\b(?:and|the) some(?=one|thing)|\bvery (?:first|last|same)\b|\bno (?:sooner|longer)\b/gi,
  /\bmark(?:s|ed)? [^.]{0,80}\bas (?:important|urgent|useful|helpful|suspicious|outdated)\b/gi,
  /\bthe (?:small|large|big|simple|short|long) (?!(?:amount|number|volume|quantity|size)\b)[a-z]+[^s\W](?= |[.,]|$)/gi,
  /\bit (?:is|shall be|must be|will be) necessary\b/gi,
  /\b(?:least|most) recent\w*|\bmore or less than\b/gi,
];

const PATTERNS: readonly { readonly lack: Lack; readonly form: RegExp }[] = [
  ...(['time', 'amount', 'quality', 'list', 'condition'] as const).map((lack) => ({
    lack,
    form: formOf(PHRASES[lack]),
  })),
  { lack: 'quality', form: ADJECTIVES },
  { lack: 'amount', form: ABOUT },
  { lack: 'amount', form: MOST },
  { lack: 'amount', form: DEGREES },
  { lack: 'condition', form: AS_POSSIBLE },
];

/** Vague words of a text from which quotes are blanked out, in the order they stand. */
export function vagueWordsIn(plain: string): readonly VagueWord[] {
  const masked = NAMES.reduce((text, name) => text.replace(name, (found) => '¤'.repeat(found.length)), plain);
  const listed = PATTERNS.flatMap(({ lack, form }) =>
    [...masked.matchAll(form)].map(({ index, 0: word }) => ({ at: index, word, lack })),
  );
  const found = [...listed, ...degreesIn(masked), ...judgingAdjectives(masked), ...vagueByKind(masked)].filter(
    ({ at, word }) => isProse(masked, at, word),
  );
  found.sort((one, other) => one.at - other.at || other.word.length - one.word.length);
  let end = 0;
  return found.filter(({ at, word }) => {
    if (at < end) return false;
    end = at + word.length;
    return true;
  });
}

/** `too hot`, `unusually loud`: before an adjective or an adverb only. */
function degreesIn(plain: string): VagueWord[] {
  const matches = [...plain.matchAll(MORE_OR_LESS)];
  if (matches.length === 0) return [];
  const words = tagWords(plain);
  return matches
    .filter(({ index, 0: { length }, 1: second = '' }) => {
      const word = words.find(({ at }) => at === index + length - second.length);
      return word?.kind === 'adjective' || word?.kind === 'adverb';
    })
    .map(({ index, 0: word }) => ({ at: index, word, lack: 'amount' }));
}

/** A capital in the middle of a sentence makes it a name: `the Quick Pay button`. */
function isProse(text: string, at: number, word: string): boolean {
  return at === 0 || !/^[A-Z][a-z]/.test(word) || /[.:]\s*$/.test(text.slice(0, at));
}

function formOf(phrases: string): RegExp {
  const forms = phrases
    .split(',')
    .map((phrase) => phrase.trim().replaceAll(' ', '[ -]').replace('~', '(?:ly)?'))
    .sort((one, other) => other.length - one.length);
  return new RegExp(`(?<![\\w-])(?:${forms.join('|')})(?![\\w-])`, 'gi');
}
