// Words that every reader takes differently, what kind of answer each lacks, and names in which they are not vague.

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
    in a timely manner, in a timely fashion, prompt~, immediate~, instant~, instantaneous~, in real time,
    in near real time, near real time, real time, quick~, quicker, fast, faster, rapid~, swift~, speedy, slow~, soon,
    without delay, without undue delay, regular~, periodic, periodically, frequent~, often, occasionally, sometimes,
    from time to time, recently, responsive, for a while, for some time, after a while, after some time, low latency`,
  amount: `
    several, some, many, a few, few, various, numerous, a number of, a large number of, a small number of,
    large numbers of, large amounts of, large volumes of,
    a certain number of, a lot of, lots of, plenty of, a range of, a wide range of, a variety of,
    a wide variety of,
    a bunch of, a couple of, sufficient~, enough, most of, approximately, roughly, circa, large, huge, big, small,
    tiny,
    minor, significant~, substantial~, considerable, considerably, slight~, minimal, minimally, high load,
    high volume,
    high volumes, high traffic, heavy load, heavy traffic, very high, very low, very long, very short, too high,
    too low,
    too long, too short, unusually high, unusually low, unusually long, long running`,
  quality: `
    user friendly, friendly, easy, easy to use, easily, simple, simply, intuitive~, convenient~, comfortable,
    comfortably,
    seamless~, smooth~, graceful~, elegant~, robust~, stable, reliable, reliably, highly available, performant,
    secure~,
    highly secure, safely, scalable, highly scalable, flexible, flexibly, extensible, maintainable, efficient~,
    effective~,
    modern, beautiful~, attractive~, appealing, nice~, pleasant~, good, great, better, excellent, bad, poor~, well,
    best practice, best practices, best possible, state of the art, world class, meaningful~, helpful, useful,
    adequate~,
    acceptable, acceptably, reasonable, reasonably, proper~, correctly, optimal~, high performance, high quality,
    high availability, consistent~, clearly, cleanly, powerful, sophisticated, experienced, similar, important,
    complex,
    understandable, readable, lightweight`,
  list: 'etc, and so on, and so forth, and the like, or similar, and/or, including but not limited to, tbd, tbc',
  condition: `
    if possible, where possible, when possible, whenever possible, wherever possible, as far as possible,
    as much as possible, if necessary, where necessary, when necessary, if needed, where needed, when needed,
    as needed,
    if appropriate, where appropriate, when appropriate, as appropriate, if required, as required, as necessary,
    where applicable, if applicable, as applicable, if feasible, where feasible, as long as necessary,
    as long as needed,
    appropriate~, suitable, suitably, relevant, necessary, applicable, usually, normally, typically, generally,
    mostly,
    ideally, preferably, normal conditions, normal operating conditions, normal operation, normal load, normal use,
    normal circumstances, outdated, unnecessary, desired`,
};

/** `clear` and `clean` are verbs too: vague only where an adjective can stand. */
const ADJECTIVES = new RegExp(
  String.raw`(?<=\b(?:an?|be|is|are|with|look|provide|show|give|display|have) )(?:clear|clean)` +
    String.raw`(?= \w|[,.]|$)(?! (?:the|an?|all|its)\b)`,
  'gi',
);
const ABOUT = /(?<![\w-])(?:about|around)(?= \d)/gi;

/** Named things and fixed expressions: here the word says which, not how. */
const NAMES = [
  /\bquick(?= (?:reply|replies|actions?|start|view|fix)\b)/gi,
  /\bfast(?= (?:lane|track)\b)|\bslow(?= motion\b)|\bsimple(?= interest\b)|\bbig(?= data\b)|\binstant(?= messag)/gi,
  /\b(?:easy|simple)(?= (?:mode|level|difficulty)\b|(?:,| and| or)[^.]*\b(?:modes?|levels?|difficulty)\b)/gi,
  /\bsmall(?= (?:caps|print|business(?:es)?)\b)|\blarge(?= (?:type|print)\b)|\benough(?= to\b)/gi,
  /\bstable(?= (?:release|channel|version|branch|sort)\b)|\bsecure(?= (?:boot|shell|enclave|element)\b)/gi,
  /\bregular(?= (?:expressions?|users?|members?|hours|price)\b)/gi,
  /\bhow (?:many|often|fast|long|soon)\b|\bas (?:many|well|often|large) as\b|\bas soon as\b(?! possible)/gi,
];

const PATTERNS = Object.entries(PHRASES).map(([lack, phrases]) => ({ lack: lack as Lack, form: formOf(phrases) }));

/** Vague words of a text from which quotes are blanked out, in the order they stand. */
export function vagueWordsIn(plain: string): readonly VagueWord[] {
  const masked = NAMES.reduce((text, name) => text.replace(name, (found) => '¤'.repeat(found.length)), plain);
  const all = [...PATTERNS, { lack: 'quality' as Lack, form: ADJECTIVES }, { lack: 'amount' as Lack, form: ABOUT }];
  const found = all
    .flatMap(({ lack, form }) => [...masked.matchAll(form)].map(({ index, 0: word }) => ({ at: index, word, lack })))
    .filter(({ at, word }) => isProse(masked, at, word));
  found.sort((one, other) => one.at - other.at || other.word.length - one.word.length);
  return found.filter((each, index) => found.slice(0, index).every((other) => other.at + other.word.length <= each.at));
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
