// Causes in what people do: they take what only one can have, enter what may be wrong, ask what others decide, pay.

import { anyOf } from './any-of.ts';
import { type Act, actsOf, type Facts } from './brief-acts.ts';
import { contentWords } from './content-words.ts';
import type { FoundCause } from './topic.ts';

const verbs = (list: string): ReadonlySet<string> => new Set(list.split(' '));
/** Of these only one can have the thing. */
const TAKING = verbs('book reserve bid enrol enroll borrow rent hire swap trade');
/** Of what people book, calling it off is the other half. */
const BOOKING = verbs('book reserve borrow rent hire enrol enroll');
const ENTERING = verbs(
  'enter type grade rate score bid vote record submit propose request order pre-order apply measure weigh log tick ' +
    'note write upload import create add review sign fill',
);
const ASKING = verbs('request propose apply report submit ask claim complain nominate swap trade');
const REPORTING = verbs('report spot notice flag propose suggest');
const DECIDING = verbs('approve reject grant deny refuse decide accept');
const DECIDED =
  /\b(?:approv|decid|sign(?:s|ed)?[- ]off|fix(?:e[sd])?\b|repair(?:s|ed)?\b|mend(?:s|ed)?\b|resolv|settl)/i;

/** Without what is said under a condition: that may never be done. */
const stated = (kept: readonly string[]): readonly string[] =>
  kept.filter((text) => !/^[^.]*\. (?:if|when|while|once|after)\b/i.test(text));

/** Undone by somebody; what the system deletes when its time has come is none of it. */
const UNDOES = anyOf(
  /\b(?:cancel|undo|revers|revert|withdraw|retract|revok|restor|reopen|resubmi|swap)/i,
  /\b(?:call|tak)(?:e|es|s|ed|en|ing)? (?:[\w'’]+ ){0,3}off\b|\bgiv(?:e|es|en|ing) up\b/i,
  /\b(?:tak|giv|send|put|hand)(?:e|es|s|ed|en|ing)? (?:[\w'’]+ ){0,3}back\b/i,
  /\b(?:can|may|let|lets) (?:[\w'’]+ ){0,6}(?:move|shift|remove|delete|strike|drop|return)s?\b/i,
  /\b(?:deletes|removes|unsubscrib)\w*\b/i,
);
/** Put right: whoever does it, it is right then. */
const CORRECTS = anyOf(
  /\bcorrect(?:s|ed|ing|ion)?\b|\bre-?grad|\bamend|\bundo|\brevers/i,
  /\b(?:can|may|let|lets) (?:[\w'’]+ ){0,6}(?:change|edit|replace|modify|unmark|adjust)s?\b|\b(?:changes|edits)\b/i,
);
const NOT_UNDONE = anyOf(
  /\bencrypt|\b(?:delete|erase|remove)\w* [^.]{0,60}\b(?:after \d+|\d+ (?:days|weeks|months|years) after)\b/i,
  /\bsomeone else['’]s|\bonly\b[^.]{0,40}\bcan\b/i,
);

/** Somebody undoes it: the one who did it, or nobody whom the brief knows as somebody else. */
function isUndone({ actor, object, verb }: Act, others: ReadonlySet<string>, kept: readonly string[]): boolean {
  const done = [...contentWords(verb)][0] ?? '';
  return kept.some((text) => {
    if (NOT_UNDONE.test(text) || !(UNDOES.test(text) || CORRECTS.test(text))) return false;
    const words = contentWords(text);
    if (words.has(actor) || ![...others].some((stem) => words.has(stem))) return true;
    return CORRECTS.test(text) && (words.has(object) || words.has(done));
  });
}

export const undoneBooking = (facts: Facts): FoundCause | null => undone(facts, BOOKING);
export const undoneEntry = (facts: Facts): FoundCause | null => undone(facts, ENTERING);

function undone({ said, kept }: Facts, known: ReadonlySet<string>): FoundCause | null {
  const isAnyUndone = kept.some((text) => !NOT_UNDONE.test(text) && (UNDOES.test(text) || CORRECTS.test(text)));
  const inKept = actsOf(stated(kept).join('\n'), known === BOOKING ? BOOKING : isAnyUndone ? ASKED : WRITTEN).filter(
    ({ isPlain }) => isPlain,
  );
  const chosen = known === BOOKING ? actsOf([said, ...stated(kept)].join('\n'), CHOOSING).filter(isTime) : [];
  const acts = [...actsOf(said, known), ...inKept, ...chosen].filter(({ actor }) => actor !== '');
  const all = actsOf(said, new Set([...ENTERING, ...BOOKING, ...WORKING]));
  const found = acts.map((act) => {
    const others = new Set(all.map(({ actor }) => actor).filter((actor) => actor !== act.actor && actor !== ''));
    return { cause: act.text, isSettled: isUndone(act, others, kept) };
  });
  return found.find(({ isSettled }) => !isSettled) ?? found[0] ?? null;
}

const CHOOSING = verbs('pick choose take claim select');
/** "pick a date", "choose a slot": that is booked too. */
const isTime = ({ text }: Act): boolean => /\b(?:date|slot|time|hour|appointment|seat|place|turn|lesson)$/i.test(text);
/** Asked of others in so many words: what is decided may be called off. */
const ASKED = verbs('request propose apply');
/** Where nothing at all is undone, what somebody writes down gives cause as well. */
const WRITTEN = verbs('request propose apply enter type grade rate score record note log answer tick fill');
const WORKING = verbs('add change edit write see plan check type pick');

export const AT_ONCE = anyOf(
  /\b(?:two|both|several|many|\d[\d,]{0,20})\b[^.]{0,60}\bat once\b/i,
  /\bsame (?:time|moment|second|minute|instant)\b|\bconcurren|\bsimultaneous|\bconflict|\boverlap/i,
  /\b(?:somebody|someone|anybody) else\b[^.]{0,60}\b(?:first|before|earlier|meantime|meanwhile|taken|booked|took)\b/i,
  /\b(?:taken|given|booked|gone|sold)\b[^.]{0,40}\b(?:meantime|meanwhile|moment (?:before|earlier))\b/i,
  /\balready (?:booked|taken|reserved|gone|part|open|sold|assigned|claimed)\b|\bno longer (?:free|available|open)\b/i,
  /\b(?:newer|first|last|later|earlier|higher) (?:\w+ ){0,3}(?:wins|counts)\b|\bonly the first\b/i,
  /\b(?:two|both|several) (?:[\w-]+ ){1,4}(?:the same|one|that)\b/i,
  /\bif (?:two|both)\b[^.]{0,80}\b(?:first|second|other|later)\b/i,
  /\b(?:second|another) (?:[\w-]+ ){0,6}(?:refuse|gets? the message|for (?:the same|it))\b/i,
  /\brefuse (?:a|the|any) (?:second|other|further)\b|\brefuse another\b/i,
  /\bsecond (?:booking|reservation|person|request)\b/i,
  /\b(?:no|never|not) (?:\w+ ){0,2}more (?:\w+ ){1,5}than\b/i,
  /\block(?:s|ed)? (?:it|the \w+) (?:for|against) (?:all |any )?other/i,
  /\bmeantime\b|\bmeanwhile\b|\bat the same\b|\boverwrit|\bno (?:second|other|two)\b|\bonly one\b|\bat most one\b/i,
  /\bone (?:\w+ ){0,4}at a time\b|\blast (?:one|place|seat|slot|copy|item)\b/i,
  /\b(?:has|have|is|was) (?:been )?(?:just )?taken\b/i,
  /\bfirst (?:to|who|come)\b|\bdouble[- ]book/i,
);

export function taken({ said, kept }: Facts): FoundCause | null {
  const [act] = actsOf(said, TAKING).filter(({ actor, object }) => actor !== '' || object !== '');
  return act === undefined ? null : { cause: act.text, isSettled: kept.some((text) => AT_ONCE.test(text)) };
}

const TELLS =
  /\b(?:notif|inform|tell|told|e-?mail|messag|texts?\b|alert|warn|remind|push|hear|(?:send|show|receive)s? )/i;
const OUTCOME = anyOf(
  /\b(?:approv|refus|reject|declin|decid|decision|outcome|result|accept|confirm|sign(?:s|ed)?[- ]off|verdict|reason)/i,
  /\b(?:repair|fix|mend|clos|resolv|settl|complet|finish|status|state\b|chang|cancel)/i,
);

/** What one asks for and another decides: the first wants to know. */
export function outcomeTold({ said, kept }: Facts): FoundCause | null {
  const [asked] = actsOf([said, ...stated(kept)].join('\n'), ASKING).filter(({ actor }) => actor !== '');
  const isDecided =
    DECIDED.test(said) || actsOf(stated(kept).join('\n'), DECIDING).some(({ actor }) => actor !== asked?.actor);
  if (asked === undefined || !isDecided) return null;
  return { cause: asked.text, isSettled: kept.some(tellsOutcome) };
}

function tellsOutcome(text: string): boolean {
  if (OF_A_SERVICE.test(text)) return false;
  const [, when = '', then = ''] = /\b(?:when|once|if|after|as soon as)\b([^,]+),(.+)/is.exec(text) ?? [];
  if (then !== '') return TELLS.test(then) && OUTCOME.test(when) && !/\bfor the (?:clerk|staff|office)\b/i.test(then);
  return TELLS.test(text) && /\b(?:decision|outcome|result|verdict|status)\b/i.test(text);
}

const TELLS_WHOM =
  /\b(?:notif(?:y|ies)|inform|tell|e-?mail|message|text|alert|warn|remind|send|show|push)s?\b([^.,;]{0,60})/i;
const HEARING = verbs('hear learn');
const HEARS_OF =
  /\b(?:hear|learn)s? (?:at once |in time |early |immediately )?(?:when|that|back|about|of|whether|if)\b/i;

/** "Actors hear at once when a rehearsal moves": somebody has to tell just them. */
export function hears({ said, kept }: Facts): FoundCause | null {
  const [act] = HEARS_OF.test(said) ? actsOf(said, HEARING).filter(({ actor }) => actor !== '') : [];
  if (act === undefined) return null;
  const others = new Set(actsOf(said, new Set([...WORKING, ...ENTERING, ...BOOKING])).map(({ actor }) => actor));
  others.delete(act.actor);
  const isSettled = kept.some((text) => {
    const [, whom] = TELLS_WHOM.exec(text) ?? [];
    if (whom === undefined) return false;
    const words = contentWords(whom);
    const isSomebody = /^ (?:the|an?|each|all|both|them|every)\b/i.test(whom);
    return words.has(act.actor) || (isSomebody && ![...others].some((stem) => words.has(stem)));
  });
  return { cause: act.text, isSettled };
}

const WISHES_ANSWER = anyOf(
  /\bhear(?:s|d)? back\b|\bnever hear\b|\btell (?:people|them|everyone) when\b/i,
  /\b(?:wait|left) (?:\w+ ){0,3}without (?:an )?(?:answer|word)\b/i,
);

export function answerWanted(facts: Facts): FoundCause | null {
  const [cause] = WISHES_ANSWER.exec(facts.said) ?? [];
  return cause === undefined ? null : { cause, isSettled: facts.kept.some(tellsOutcome) };
}

const TAKES_MONEY =
  /\b(?:pays?|paid|paying|payments?|(?<!in )charged?s?|fees?|deposits?|checkout|collects? the (?:sum|amount|money))\b/i;
const CALLS_OFF = /\bcancel|\bcall(?:s|ed|ing)? (?:[\w'’]+ ){0,3}off\b|\bno-show|\bgiv(?:e|es|ing) back\b/i;
export const REFUNDS = anyOf(
  /\brefund|\bmoney back\b|\bcredits?\b(?! cards?)|\bcredited\b|\breimburs|\brepa(?:y|id)|\bpa(?:y|ys|id|ying) back\b/i,
  /\bfree of charge\b|\bcharges? (?:nothing|only|no)\b|\bkeeps? the (?:fee|deposit|money)\b|\bnot (?:be )?charged\b/i,
);

/** Money was taken for what somebody may call off. */
export function refunded({ said, kept }: Facts): FoundCause | null {
  const [off] = CALLS_OFF.exec([said, ...kept].join('\n')) ?? [];
  if (off === undefined || !isPaid(said, kept)) return null;
  return { cause: off, isSettled: kept.some((text) => REFUNDS.test(text)) };
}

const isPaid = (said: string, kept: readonly string[]): boolean =>
  (TAKES_MONEY.test(said) || SELLS.test(said)) && kept.some((text) => TAKES_MONEY.test(text));
const SELLS = /\b(?:buys?|bought|sells?|sold|sale)\b/i;
const REQUESTING = verbs('request order buy book reserve');
const BUYING = verbs('order buy book reserve rent hire purchase pre-order');

/** What was paid in advance may be called off, though nobody has said so yet. */
export function paidAhead({ said, kept }: Facts): FoundCause | null {
  const acts = [...actsOf(said, BUYING), ...actsOf(stated(kept).join('\n'), REQUESTING)];
  const act = acts.find(({ actor }) => actor !== '');
  if (act === undefined || !isPaid(said, kept) || PAID_LATER.test([said, ...kept].join('\n'))) return null;
  return { cause: act.text, isSettled: kept.some((text) => REFUNDS.test(text)) };
}

const PAID_LATER = anyOf(
  /\b(?:send|email|mail|issue|create|write)s?\b[^.]{0,60}\b(?:payment link|invoice|bill)\b/i,
  /\brequest (?:for|of) (?:payment|the [\w ]{0,20}fee)\b/i,
  /\b(?:winners?|whoever|bidders?|buyers?)\b[^.]{0,60}\bpays?\b/i,
);
export const UNPAID = anyOf(
  /\b(?:does|do|did|has|have|is|are) not (?:\w+ )?(?:pay|paid|settled)\b|\bunpaid\b|\bno payment\b/i,
  /\boverdue\b|\bdunning\b/i,
  /\b(?:fails? to|never|nobody) pays?\b|\bpayment (?:deadline|reminder|is late|is due)/i,
  /\bnot (?:been )?paid\b|\bafter the due date\b/i,
);

export function paidLate({ said, kept }: Facts): FoundCause | null {
  const [cause] = PAID_LATER.exec([said, ...kept].join('\n')) ?? [];
  return cause === undefined ? null : { cause, isSettled: kept.some((text) => UNPAID.test(text)) };
}

const OFFERED = anyOf(
  /\baccepts? or (?:declin|refus|reject)\w+|\boffers? the (?:place|plot|slot|seat|shift) to\b/i,
  /\binvit(?:e|es|ation)s? [\w ]{0,30}to (?:answer|accept|confirm)/i,
);
/** "If Geldfix declines": what has a name is no person who asked or was asked. */
const OF_A_SERVICE = /\b(?:[Ii]f|[Ww]hen) (?:the )?[A-Z][a-z]+\b/;
export const UNANSWERED = anyOf(
  /\b(?:does|do|did|has|have) not (?:\w+ )?(?:answer|respond|repl|accept|confirm|react|agree|decid|acknowledg)/i,
  /\bno (?:answer|reply|response|decision)\b|\bunanswered\b|\bexpires?\b|\blapses?\b/i,
  /\bnobody (?:takes|answers|accepts)\b|\bescalat|\bunacknowledged\b/i,
  /\bnot (?:\w+ )?(?:acknowledged|accepted|confirmed)\b/i,
);

export function answeredLate({ kept }: Facts): FoundCause | null {
  const [cause] = OFFERED.exec(kept.join('\n')) ?? [];
  return cause === undefined ? null : { cause, isSettled: isUnansweredSettled(kept) };
}

/** To one who must act. */
const HANDED = anyOf(
  /\b(?:push|assign|dispatch|route|forward|offer)(?:es|s)? (?:it|them|(?:the|each) [\w ]{1,30}) to (?:the|an?|one)\b/i,
  /\b(?:alert|call|page|summon)s? (?:the|an?) (?:on-duty|nearest|next|closest|responsible|free)\b/i,
);
const PRESSING = /\b(?:emergenc\w+|alarms?|urgent\w*|right away|immediate\w*|danger\w*|trapped|rescue)\b/i;

/** Where it is pressing, nobody may wait for one who does not answer. */
export function answeredInNeed({ said, kept }: Facts): FoundCause | null {
  const cause = kept.map((text) => HANDED.exec(text)?.[0]).find((found) => found !== undefined);
  if (cause === undefined || !PRESSING.test(said)) return null;
  return { cause, isSettled: isUnansweredSettled(kept) };
}

const isUnansweredSettled = (kept: readonly string[]): boolean =>
  kept.some((text) => UNANSWERED.test(text) && !OF_A_SERVICE.test(text));

export const SAME_AGAIN = anyOf(
  /\bduplicate|\btwice\b|\balready (?:reported|exists?|known|open|stored)\b|\bmerg/i,
  /\bsame (?:hole|spot|place|damage|report|fault|thing|case|defect|sighting)\b|\bnearby\b/i,
);
const OF_MANY = anyOf(
  /\b(?:anyone|anybody|everyone|everybody|people|the public|citizens?|residents?|inhabitants?)\b/i,
  /\b(?:visitors?|passers-by|walkers?|neighbours?)\b/i,
);

/** Many see the same thing, and each reports it. */
export function reportedTwice({ said, kept }: Facts): FoundCause | null {
  const [act] = actsOf(said, REPORTING).filter(({ actor }) => actor !== '');
  if (act === undefined || !OF_MANY.test(said)) return null;
  return { cause: act.text, isSettled: kept.some((text) => SAME_AGAIN.test(text)) };
}

const ABROAD = anyOf(
  /\b(?:in|from|between|at) [A-Z][a-z]+(?:, [A-Z][a-z]+)*,? (?:and|to|or) (?!the\b)[A-Z][a-z]+/,
  /\bworldwide\b|\b(?:around|across|all over) the (?:globe|world)\b|\bcountries\b|\boverseas\b|\bcontinents?\b/,
);
const NO_PLACE = anyOf(
  /\b(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day/,
  /\b(?:January|February|March|April|May|June|July|August|September|October|November|December)\b/,
);
const TIMED = anyOf(
  /\b(?:hours?|deadlines?|dates?|schedul\w+|releases?|live|meetings?|calls?|appointments?|due|shifts?)\b/i,
  /\b\d{1,2}:\d\d\b|\bo'clock\b/i,
);
export const ZONED = /\b[Tt]ime[ -]?zones?\b|\blocal time\b|\bUTC\b|\b[Dd]aylight\b|\b[A-Z]\w+ Time\b/;

/** People in several places read one hour differently. */
export function severalZones({ told, kept }: Facts): FoundCause | null {
  const [cause] = ABROAD.exec(told) ?? [];
  if (cause === undefined || NO_PLACE.test(cause) || !TIMED.test(told)) return null;
  return { cause, isSettled: kept.some((text) => ZONED.test(text)) };
}

export const TAKEN_OVER = anyOf(
  /\bmigrat|\bcarr(?:y|ies|ied) over\b|\btak(?:e|es|en|ing) over\b|\bimport/i,
  /\bload(?:s|ed)? [^.]{0,60}\bfrom\b|\bfetch|\bexisting\b/i,
);

/** What is said when something entered is wrong. */
export const REFUSED_ENTRY = anyOf(
  /\berrors?\b|\bcannot be\b|\binvalid\b|\bnot valid\b|\bfails\b|\bwrong\b/i,
  /\bout(?:side)? (?:of )?(?:its |the )?(?:\w+ )?range\b/i,
  /\brefuses? (?:other|it|the|an?|any|entr\w+|to)\b|\bunknown\b|\bplausib/i,
  /\bif\b[^.]*\b(?:shall|must|will|should) (?:\w+ )?(?:say|name|show|point|ask|tell|refuse|reject|explain|mark)\b/i,
);
