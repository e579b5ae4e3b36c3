// Words that people use for one and the same matter: whoever says one of them may mean what another calls otherwise.

import { once } from '../words/once.ts';
import { contentWords } from './content-words.ts';

/**
 * Wider than synonyms on purpose: a requirement with a kindred word may well mean the point, so that the point is not
 * called open. It does not follow that it is covered. Of every trade, not of one.
 */
const MATTERS: readonly string[] = [
  // What becomes of a goal clause.
  'cancel withdraw revoke undo reverse revert retract strike give-up',
  'unsubscribe opt-out leave stop',
  'correct change edit fix mistake typo wrong undo reverse amend adjust replace',
  'approve accept confirm release sign-off consent decide grant agree clear',
  'reject refuse decline deny turn-down',
  'object complain contest dispute appeal challenge',
  'apply request ask propose submit order enquire',
  'register join enrol subscribe apply take choose',
  'free vacant available open unused',
  'position number rank place',
  'book reserve slot appointment',
  'queue waiting-list wait rank list',
  'assign dispatch allot allocate give offer push hand-over route match',
  'plan schedule roster rota timetable calendar',
  'shift duty turn watch roster',
  'swap trade exchange move',
  // Money.
  'pay payment card charge debit checkout fee price cost amount money bill top-up balance',
  'refund reimburse credit repay',
  'bill invoice receipt',
  'budget overspend spending allowance ceiling',
  'quote price offer estimate',
  // Time.
  'deadline due overdue late date cut-off day',
  'remind reminder message email text sms notify nudge alert letter invite push call',
  'alarm alert warn warning message sms push call notify',
  'hear tell notify message email inform learn',
  'status state progress stage track',
  'history log record past earlier version trail',
  // Showing and counting.
  'report figure statistic summary overview',
  'figure number count share total average sum percent amount reading',
  'overview list view page dashboard table show screen board chart sheet count',
  'chart curve graph draw trend develop',
  'form enter submit fill field answer reply entry',
  'find search filter browse look',
  'map position place location route',
  'print pdf paper label code',
  'download export file link pdf csv',
  'upload attach file document import photo',
  'share invite link helper together',
  'publish show release post announce page public',
  'compare comparison difference beside against',
  // Care.
  'check plausible plausibility range refuse invalid inspect examine impossible implausible',
  'checklist tick check-off complete done inspect',
  'attend attendance present absent come came tick arrive',
  'revise review proofread',
  'sign signature sign-off initial stamp',
  'private secret confidential secrecy encrypt',
  'expire expiry best-before use-by shelf-life',
  'defect broken break damage fault repair',
  'deliver delivery hand-over send transport collect ship release',
  'collect pick-up fetch gather deliver',
  'return bring-back back',
  'receive receipt arrive scan intake add',
  'stock quantity inventory shelf level amount',
  'short shortage low below minimum wanted run-out',
  'waste thrown-away surplus left-over',
  'lend borrow loan hire rent',
  'teach lesson course class session',
  'rate review score grade mark judge',
  'translate translation language',
  'sick ill absent',
  'vaccination jab shot',
  'medicine drug medication prescription',
  'customer client buyer guest',
  'staff employee worker team colleague crew',
  'office desk clerk administration',
  'migrate import take-over carry-over existing load',
  'firmware update',
  'renew extend repeat again',
  'availability available hour free opening',
  'profile detail qualification description',
  'note comment remark text diary journal log',
  'rating feedback review survey opinion',
  'route tour trip path stop',
  'issue problem fault trouble incident ticket case',
  'close complete finish done resolve settle',
  'key code badge access unlock open',
  'archive store history keep',
  'merge combine together',
  'sort rank priority first order',
  'prize reward point bonus',
  'discount voucher coupon reduction',
  'certificate licence qualification permit',
  'training course lesson certificate',
  'contract agreement',
  'evidence proof photo receipt',
  'capacity seat headcount place',
  'forecast prediction estimate expected',
  'sample specimen',
  'reading measurement value measure',
  'absence sick ill leave holiday absent',
  'replacement substitute stand-in cover deputy',
  'transfer move hand-over send export',
  'setting configure set preference option',
  'template pattern form',
  'safety danger hazard warning',
  'hand-out distribute issue give pack parcel',
  'supplier vendor wholesaler',
  'tenant renter resident',
  'visitor guest',
  'parent family guardian mother father',
  'child pupil student kid',
  'teacher instructor tutor trainer coach',
  'driver courier',
  'manager lead supervisor head',
  'technician engineer craftsman mechanic',
  'owner holder',
];

const PHRASES: readonly (readonly [RegExp, string])[] = [
  [/\bcall(?:s|ed|ing)? (?:[\w'’]+ ){0,3}off\b/gi, 'cancel'],
  [/\bmoney back\b|\bpa(?:y|ys|id|ying) back\b|\b(?:puts?|gives?) the \w+ back\b/gi, 'refund'],
  [/\bwait(?:ing)?[- ]lists?\b/gi, 'waiting-list'],
  [/\bbest[- ]before\b/gi, 'expire'],
  [/\buse[- ]by\b/gi, 'expire'],
  [/\bshelf[- ]life\b/gi, 'expire'],
  [/\bopt(?:s|ed|ing)?[- ]out\b/gi, 'opt-out'],
  [/\bsign(?:s|ed|ing)?[- ]off\b/gi, 'sign-off'],
  [/\bsign(?:s|ed|ing)?[- ]up\b/gi, 'register'],
  [/\btop(?:s|ped|ping)?[- ]up\b/gi, 'top-up'],
  [/\bhand(?:s|ed|ing)?[- ]over\b/gi, 'hand-over'],
  [/\b(?:tak|carr)(?:e|es|ing|en|y|ies|ied)[- ]over\b/gi, 'take-over'],
  [/\bcut[- ]?off\b/gi, 'cut-off'],
  [/\bcheck(?:s|ed|ing)?[- ]off\b|\btick(?:s|ed|ing)? off\b/gi, 'check-off'],
  [/\bthrow(?:s|n|ing)? away\b/gi, 'thrown-away'],
  [/\bruns? out\b/gi, 'run-out'],
  [/\bleft over\b/gi, 'left-over'],
];

const phraseWords = once(() => new Set(PHRASES.flatMap(([, word]) => [...contentWords(word)])));

/** One of the phrases that count as one word. */
export const isPhrase = (word: string): boolean => phraseWords().has(word);

/** Words that carry the content, phrases of two words as one. */
export function matterWords(text: string): ReadonlySet<string> {
  const joined = PHRASES.reduce((said, [form, word]) => said.replace(form, word), text);
  return contentWords(joined);
}

/** Made when first asked for: stems need the tagger, which loads late. */
const kin = once(() => {
  const all = new Map<string, Set<string>>();
  for (const matter of MATTERS) {
    const stems = matter.split(' ').map((word) => [...contentWords(word)][0] ?? word);
    for (const stem of stems) all.set(stem, new Set([...(all.get(stem) ?? []), ...stems]));
  }
  return all;
});

const FAMILY_LETTERS = 5;

/** Whether a word, one of its family or one for the same matter is in `spoken`. */
export function isSpokenOf(word: string, spoken: ReadonlySet<string>): boolean {
  if (isSpoken(word, spoken)) return true;
  return [...(kin().get(word) ?? [])].some((each) => spoken.has(each));
}

/** Whether a word, or one of its family, is in `spoken`. */
export function isSpoken(word: string, spoken: ReadonlySet<string>): boolean {
  if (spoken.has(word)) return true;
  const start = word.slice(0, FAMILY_LETTERS);
  return start.length === FAMILY_LETTERS && [...spoken].some((other) => other.startsWith(start));
}
