// Verbs people use in briefs, and their plain form: enough to turn a clause into "The system shall let ...".

const REGULAR = new Set(
  `accept access add adjust alert allow analyse analyze announce answer apply approve archive arrange ask assign
  attach automate backup block book browse calculate call cancel capture categorise change charge chat check
  choose claim close collect combine comment compare complete configure confirm connect contact control convert
  copy count create customise cut deactivate decide declare decline define delete deliver describe design detect
  disable discover discuss display donate download drag draw edit email enable enrol enroll enter estimate
  evaluate exchange exclude expire explain explore export extract fetch fill filter find finish fix follow
  forward generate give go group handle hide highlight host identify import include increase inform inspect
  install integrate invite issue join keep label learn leave let limit link list listen locate lock log lower
  maintain make manage map mark match measure merge message migrate modify monitor move mute navigate note
  notify offer open operate order organise organize park pause pay perform pick place plan play post predict
  prepare present prevent preview print process propose protect provide publish purchase push put query rate
  reach read receive recommend record recover redeem reduce refine refund refuse register reject release reload
  remember remind remove rename renew rent repair repeat replace reply report request reschedule reserve reset
  resolve respond restore restrict retrieve return review revoke run save scan schedule score search see select
  sell send separate serve set share ship show sign skip sort specify split start stop store stream submit
  subscribe suggest support swap switch sync synchronise synchronize tag take tap teach tell test touch track
  trade train transfer translate trigger try turn type undo unlock unsubscribe update upgrade upload use
  validate verify view visit vote wait warn watch withdraw work write
  adopt attend bookmark clean compress crop draft enforce flag grade hear help improve load lose meet pin
  practise refresh reorder rotate scroll solve speak star study talk transcribe walk zoom`.split(/\s+/),
);
const ODD: Readonly<Record<string, string>> = {
  bought: 'buy',
  chosen: 'choose',
  found: 'find',
  given: 'give',
  kept: 'keep',
  known: 'know',
  made: 'make',
  paid: 'pay',
  read: 'read',
  seen: 'see',
  sent: 'send',
  shown: 'show',
  sold: 'sell',
  told: 'tell',
  written: 'write',
  taken: 'take',
  has: 'have',
  have: 'have',
  gets: 'get',
  get: 'get',
  knows: 'know',
  know: 'know',
  buy: 'buy',
  buys: 'buy',
  goes: 'go',
  does: 'do',
  getting: 'get',
  having: 'have',
  buying: 'buy',
  begin: 'begin',
  begins: 'begin',
};

/** The plain form of a verb in the present: `sees` gives `see`; null: not one we know. */
export function presentVerb(word: string): string | null {
  const lower = word.toLowerCase();
  if (REGULAR.has(lower)) return lower;
  if (ODD[lower] !== undefined && !/(?:ing|en|ght|und|ept|aid|ent|old|own|wn)$/.test(lower)) return ODD[lower] ?? null;
  return firstKnown(lower, [/s$/, /es$/], '') ?? firstKnown(lower, [/ies$/], 'y');
}

/** Of `reminded` or `sent`. */
export function participle(word: string): string | null {
  const lower = word.toLowerCase();
  return ODD[lower] ?? bySuffix(lower, 'ed');
}

/** Of `editing`. */
export function gerund(word: string): string | null {
  const lower = word.toLowerCase();
  return lower.endsWith('ing') ? (ODD[lower] ?? bySuffix(lower, 'ing')) : null;
}

/** `mark` gives `marking`. */
export function gerundOf(verb: string): string {
  if (/(?:ee|ye|oe)$/.test(verb) || !verb.endsWith('e')) return `${isDoubled(verb) ? verb + verb.at(-1) : verb}ing`;
  return `${verb.replace(/ie$/, 'y').replace(/e$/, '')}ing`;
}

/** As it stands before a noun: `marked articles`, `sent letters`. */
export function participleOf(verb: string): string {
  const odd = PAST[verb];
  if (odd !== undefined) return odd;
  if (verb.endsWith('e')) return `${verb}d`;
  if (/[^aeiou]y$/.test(verb)) return `${verb.slice(0, -1)}ied`;
  return `${isDoubled(verb) ? verb + verb.at(-1) : verb}ed`;
}

/** `mark` gives `marks`. */
export function thirdOf(verb: string): string {
  if (verb === 'be') return 'is';
  if (verb === 'have') return 'has';
  if (/[^aeiou]y$/.test(verb)) return `${verb.slice(0, -1)}ies`;
  return `${verb}${/(?:s|x|z|ch|sh|o)$/.test(verb) ? 'es' : 's'}`;
}

/** One stressed vowel before one consonant; of two syllables only those that are listed. */
function isDoubled(verb: string): boolean {
  return (
    /^[^aeiou]*[aeiou][bdgklmnprt]$/.test(verb) ||
    /^(?:submit|permit|refer|control|begin|forget|reset|admit|commit|unplug)$/.test(verb)
  );
}

const PAST: Readonly<Record<string, string>> = {
  ...{ begin: 'begun', buy: 'bought', choose: 'chosen', cut: 'cut', do: 'done', draw: 'drawn', find: 'found' },
  ...{ get: 'received', give: 'given', hear: 'heard', hide: 'hidden', keep: 'kept', know: 'known', leave: 'left' },
  ...{ lose: 'lost', make: 'made', meet: 'met', pay: 'paid', put: 'put', read: 'read', run: 'run', see: 'seen' },
  ...{ sell: 'sold', send: 'sent', set: 'set', show: 'shown', speak: 'spoken', split: 'split', take: 'taken' },
  ...{ teach: 'taught', tell: 'told', undo: 'undone', withdraw: 'withdrawn', write: 'written', reset: 'reset' },
};

function bySuffix(word: string, suffix: string): string | null {
  if (!word.endsWith(suffix)) return null;
  const stem = word.slice(0, -suffix.length);
  const forms = [stem, `${stem}e`, stem.replace(/(.)\1$/, '$1'), stem.replace(/i$/, 'y')];
  return forms.find((form) => REGULAR.has(form)) ?? null;
}

function firstKnown(word: string, endings: readonly RegExp[], by: string): string | null {
  for (const ending of endings) {
    const plain = word.replace(ending, by);
    if (plain !== word && REGULAR.has(plain)) return plain;
  }
  return null;
}
