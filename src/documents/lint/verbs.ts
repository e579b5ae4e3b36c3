// The verbs that requirements are written with, and their forms. A word list in place of a tagger: small, exact, fast.

/** Words that are hardly ever anything but a verb. */
const VERBS = words(`
  accept accompany acknowledge activate adapt add adjust allow announce anonymise append apply approve archive ask
  assign associate attach attract authenticate authorise avoid become begin block broadcast browse build buy calculate
  categorise choose collect combine compare compile compress compute configure confirm connect contain continue
  convert create decide decline decrypt deduct define delete deliver depend deploy describe deselect detect determine
  disable disconnect discover display distribute divide download draw duplicate edit embed emit enable encourage
  encrypt enforce enhance enrich enrol ensure enter erase escalate estimate evaluate exclude execute expand expire
  explain extract facilitate fetch find follow forget format forward generate get give go group guarantee guide
  handle happen hash hear hide highlight identify ignore implement import improve include increase inform inherit
  initialise insert inspect install integrate invalidate invite invoke join keep know launch leave let lock log
  lose maintain make manage maximise measure merge migrate minimise modify move mute navigate notify obtain occur
  offer omit optimise overwrite paste pay perform permit persist populate post postpone predict prefill prepare
  present preserve prevent print prioritise proceed process produce prohibit prompt propose protect prove provide
  publish purchase read realise recalculate receive recognise recommend reconcile recover redact redirect reduce
  refer refresh refund refuse register reject reload remain remember remind remove rename render renew reopen repeat
  replace reply reproduce require reserve resize resolve respond restore restrict resume retain retrieve retry
  return reuse reveal revert revoke rotate round save scan scroll search see select send separate serve set share
  show simplify skip sort speak specify spend start stay store streamline strip submit subscribe subtract suggest
  summarise suppress suspend sync synchronise take tell terminate throw toggle track transcribe transfer translate
  transmit trigger try turn type unblock undo uninstall unlock unpublish unsubscribe update upgrade upload use
  validate verify visit wait warn weigh withdraw write
`);

/** Words that are as often a noun or an adjective: a verb only where the words around say so. */
const EITHER = words(`
  abort access accommodate act address aim alarm alert answer assist audit award back backup balance ban bill book
  call cancel capture change charge chart check claim clean clear click close code commit complete comply consider
  contact control copy cost count cover credit crop cut date debit delay demand design detail display document drag
  drop empty end exchange exit export fail feature file fill filter finish flag focus fold free freeze function
  grade grant guard heat help hold host index interact invoice issue judge label lead level limit link list listen
  live load look map mark match mention message mirror model monitor name note number nudge open operate order own
  pair park pass pause permit pick place plan play point poll preview price promote protest pull push put query queue
  quote rank rate react recall record release repair report request reset rest result review reward route run sample
  scale schedule score sell sequence ship shuffle sign signal sound split stamp start state stop stream
  structure style support swap switch tag tap target test text time total trace trade train transition
  treat update value vibrate view vote watch weight win wipe work wrap zip zoom
`);

const PARTICIPLES: Readonly<Record<string, string>> = {
  ...{ begun: 'begin', bought: 'buy', broken: 'break', brought: 'bring', built: 'build', chosen: 'choose' },
  ...{ cut: 'cut', done: 'do', drawn: 'draw', driven: 'drive', forgotten: 'forget', found: 'find', frozen: 'freeze' },
  ...{ given: 'give', got: 'get', heard: 'hear', held: 'hold', hidden: 'hide', kept: 'keep', known: 'know' },
  ...{ laid: 'lay', led: 'lead', left: 'leave', lent: 'lend', let: 'let', lost: 'lose', made: 'make', met: 'meet' },
  ...{ overwritten: 'overwrite', paid: 'pay', put: 'put', read: 'read', reset: 'reset', run: 'run', seen: 'see' },
  ...{ sent: 'send', set: 'set', shown: 'show', shut: 'shut', sold: 'sell', sought: 'seek', spent: 'spend' },
  ...{ split: 'split', spoken: 'speak', sung: 'sing', taken: 'take', taught: 'teach', thrown: 'throw', told: 'tell' },
  ...{ undone: 'undo', withdrawn: 'withdraw', won: 'win', worn: 'wear', written: 'write', rebuilt: 'rebuild' },
};

/** End in -ed and are no participles, or describe how things are rather than what somebody does to them. */
const NO_PARTICIPLES = words(`
  red need speed feed seed shed bed hundred indeed exceed proceed succeed embed
  based composed located related interested supposed experienced advanced detailed dedicated concerned aged
  unlimited unused uninterrupted outdated
`);

const DOUBLED = /([bdgklmnprt])\1ed$/;

export const isVerb = (word: string): boolean => VERBS.has(british(word)) || EITHER.has(british(word));

/** Of VERBS, those that are nouns too. */
const NOUNS_TOO = words(`
  block display download draw format group guide hash import launch lock log measure move offer post present print
  process purchase read refund reply reserve return round scan search set share start store track transfer trigger
  turn type update upgrade upload use visit wait write
`);

/** A verb whatever stands around it. */
export const isPlainVerb = (word: string): boolean =>
  VERBS.has(british(word)) && !EITHER.has(british(word)) && !NOUNS_TOO.has(british(word));

/** `lists` -> `list`; null when it is no third person of a known verb. */
export function baseOfThird(word: string): string | null {
  const lower = word.toLowerCase();
  if (!/[a-z]s$/.test(lower) || lower.endsWith('ss')) return null;
  const forms = [lower.slice(0, -1), lower.replace(/es$/, ''), lower.replace(/ies$/, 'y')];
  return forms.find((form) => form !== lower && isVerb(form)) ?? null;
}

/** `sent` -> `send`, `validated` -> `validate`; null when it is no participle. */
export function baseOfParticiple(word: string): string | null {
  const lower = word.toLowerCase();
  const irregular = PARTICIPLES[lower];
  if (irregular !== undefined) return irregular;
  if (!/^[a-z-]{2,}ed$/.test(lower) || NO_PARTICIPLES.has(lower)) return null;
  const forms = [lower.slice(0, -1), lower.slice(0, -2), lower.replace(/ied$/, 'y'), lower.replace(DOUBLED, '$1')];
  return forms.find((form) => form !== lower && isVerb(form)) ?? guessBase(lower);
}

/** For verbs that are not in the list: an -e is put back where English spelling has one. */
function guessBase(lower: string): string {
  if (lower.endsWith('ied')) return `${lower.slice(0, -3)}y`;
  const stem = lower.slice(0, -2);
  if (/[^aeiou]([bdgmnprt])\1$/.test(stem) === false && /([bdgmnprt])\1$/.test(stem)) return stem.slice(0, -1);
  return /(?:at|iz|is|as|us|v|c|g|u|[^aeiou]l|in|ir|ur|od|id|ad|uc)$/.test(stem) ? `${stem}e` : stem;
}

function british(word: string): string {
  return word.toLowerCase().replace(/iz(e|es|ed|ing)$/, 'is$1');
}

function words(text: string): ReadonlySet<string> {
  return new Set(text.trim().split(/\s+/));
}
