// The verbs that requirements and briefs are written with, and their forms. What is not listed is asked of the tagger.

import { byWord } from '../../documents/lookup/by-word.ts';
import { canBeVerb } from './tagger.ts';

/** Hardly ever anything but verbs. */
const PLAIN = words(`
  accept accompany acknowledge activate adapt add adjust adopt allow analyse announce anonymise append apply
  approve archive arrange ask assign associate attach attend attract authenticate authorise automate avoid become
  begin broadcast browse build buy calculate categorise choose collect combine compare compile compress compute
  configure confirm connect contain continue convert create customise deactivate decide declare decline decrypt
  deduct define delete deliver depend deploy describe deselect detect determine disable disconnect discover
  discuss distribute divide donate duplicate edit embed emit enable encourage encrypt enforce enhance enrich enrol
  ensure enter erase escalate estimate evaluate exclude execute expand expire explain explore extract facilitate
  fetch find follow forget forward generate get give go guarantee handle happen hear hide highlight identify
  ignore implement improve include increase inform inherit initialise insert inspect install integrate invalidate
  invite invoke join keep know learn leave let locate lose maintain make manage maximise meet merge migrate
  minimise modify mute navigate notify obtain occur omit optimise organise overwrite paste pay perform persist
  populate postpone practise predict prefill prepare preserve prevent prioritise proceed produce prohibit prompt
  propose protect prove provide publish realise recalculate receive recognise recommend reconcile recover redact
  redeem redirect reduce refer refine refresh refuse register reject reload remain remember remind remove rename
  render renew reopen reorder repeat replace reproduce require reschedule resize resolve respond restore restrict
  resume retain retrieve retry reuse reveal revert revoke rotate save scroll see select send separate serve show
  simplify skip solve sort speak specify spend stay streamline strip submit subscribe subtract suggest summarise
  suppress suspend sync synchronise take teach tell terminate throw toggle transcribe translate transmit try
  unblock undo uninstall unlock unpublish unsubscribe validate verify warn weigh withdraw
`);

/** Verbs and nouns alike. */
const BOTH = words(`
  access alert answer backup block book bookmark call cancel capture change charge chat check claim clean close
  comment complete contact control copy count crop cut design display download draft drag draw email exchange
  export fill filter finish fix flag format grade group guide hash help host import issue label launch limit link
  list listen load lock log lower map mark match measure message monitor move note offer open operate order park
  pause pick pin place plan play post present preview print process purchase push put query rate reach read record
  refund release rent repair reply report request reserve reset return review round run scan schedule score search
  sell set share ship sign split star start stop store stream study support swap switch tag talk tap test touch
  track trade train transfer trigger turn type update upgrade upload use view visit vote wait walk watch work
  write zoom
`);

/** More often a noun or an adjective: a verb only where the words around say so. */
const RARE = words(`
  abort accommodate act address aim alarm assist audit award back balance ban bill chart clear click code commit
  comply consider cost cover credit date debit delay demand detail document drop empty end exit fail feature file
  focus fold free freeze function grant guard heat hold index interact invoice judge lead level live look mention
  mirror model name nudge number own pair pass permit point poll price promote protest pull queue quote rank react
  recall rest result reward route sample scale sequence shuffle signal sound stamp state structure style target
  text time total trace transition treat value vibrate weight win wipe wrap zip
`);

const PARTICIPLES: Readonly<Record<string, string>> = byWord({
  ...{ begun: 'begin', bought: 'buy', broken: 'break', brought: 'bring', built: 'build', chosen: 'choose' },
  ...{ cut: 'cut', done: 'do', drawn: 'draw', driven: 'drive', forgotten: 'forget', found: 'find', frozen: 'freeze' },
  ...{ given: 'give', got: 'get', heard: 'hear', held: 'hold', hidden: 'hide', kept: 'keep', known: 'know' },
  ...{ laid: 'lay', led: 'lead', left: 'leave', lent: 'lend', let: 'let', lost: 'lose', made: 'make', met: 'meet' },
  ...{ overwritten: 'overwrite', paid: 'pay', put: 'put', read: 'read', reset: 'reset', run: 'run', seen: 'see' },
  ...{ sent: 'send', set: 'set', shown: 'show', shut: 'shut', sold: 'sell', sought: 'seek', spent: 'spend' },
  ...{ split: 'split', spoken: 'speak', sung: 'sing', taken: 'take', taught: 'teach', thrown: 'throw', told: 'tell' },
  ...{ undone: 'undo', withdrawn: 'withdraw', won: 'win', worn: 'wear', written: 'write', rebuilt: 'rebuild' },
});

/** End in -ed and are no participles, or describe how things are rather than what somebody does to them. */
const NO_PARTICIPLES = words(`
  red need speed feed seed shed bed hundred indeed exceed proceed succeed embed
  based composed located related interested supposed experienced advanced detailed dedicated concerned aged
  unlimited unused uninterrupted outdated
`);

const DOUBLED = /([bdgklmnprt])\1ed$/;

const isListed = (word: string): boolean => PLAIN.has(word) || BOTH.has(word) || RARE.has(word);

export const isVerb = (word: string): boolean =>
  isListed(british(word)) || (/^[a-z]{2,}(?:[^s]|ss)$/i.test(word) && canBeVerb(word.toLowerCase()));

/** A verb whatever stands around it. */
export const isPlainVerb = (word: string): boolean => PLAIN.has(british(word));

/** `lists` -> `list`; null when it is no third person of a known verb. */
export function baseOfThird(word: string): string | null {
  const lower = word.toLowerCase();
  if (!/[a-z]s$/.test(lower) || lower.endsWith('ss')) return null;
  const forms = [lower.slice(0, -1), lower.replace(/es$/, ''), lower.replace(/ies$/, 'y')].filter(
    (form) => form !== lower,
  );
  return forms.find((form) => isListed(british(form))) ?? forms.find(isVerb) ?? null;
}

/** `sent` -> `send`, `validated` -> `validate`; null when it is no participle. */
export function baseOfParticiple(word: string): string | null {
  const lower = word.toLowerCase();
  const irregular = PARTICIPLES[lower];
  if (irregular !== undefined) return irregular;
  if (!/^[a-z-]{2,}ed$/.test(lower) || NO_PARTICIPLES.has(lower)) return null;
  const forms = [lower.slice(0, -1), lower.slice(0, -2), lower.replace(/ied$/, 'y'), lower.replace(DOUBLED, '$1')];
  return forms.find((form) => form !== lower && isListed(british(form))) ?? guessBase(lower);
}

/** For verbs that are not in the list: an -e is put back where English spelling has one. */
function guessBase(lower: string): string {
  if (lower.endsWith('ied')) return `${lower.slice(0, -3)}y`;
  const stem = lower.slice(0, -2);
  if (/[^aeiou]([bdgmnprt])\1$/.test(stem) === false && /([bdgmnprt])\1$/.test(stem)) return stem.slice(0, -1);
  return /(?:at|iz|is|as|us|v|c|g|u|[^aeiou]l|in|ir|ur|od|id|ad|uc)$/.test(stem) ? `${stem}e` : stem;
}

function british(word: string): string {
  return word
    .toLowerCase()
    .replace(/(?<=[a-z]{2})yz(?=e)/, 'ys')
    .replace(/iz(e|es|ed|ing)$/, 'is$1');
}

function words(text: string): ReadonlySet<string> {
  return new Set(text.trim().split(/\s+/));
}
