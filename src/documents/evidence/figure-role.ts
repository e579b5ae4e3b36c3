// What an amount says of its subject: how much there is, or by how much it changed; per what and of what.

import type { ComparedPassage } from './compared-passage.ts';
import { pattern } from './pattern.ts';
import type { Quantity } from './read-quantities.ts';
import type { StatementWord } from './read-statement.ts';

export interface FigureRole {
  readonly kind: 'level' | 'change';
  /** 1 up, -1 down, 0 where it is not said. */
  readonly direction: number;
}

const UP =
  'more|higher|larger|bigger|longer|faster|greater|better|heavier|hotter|warmer|older|wider|taller|' +
  'above|extra|additional|over';
const DOWN = 'less|fewer|lower|smaller|shorter|slower|worse|cheaper|lighter|cooler|colder|younger|below|under|off';
const RISE =
  'rise|rises|rose|risen|grow|grows|grew|grown|growth|increases?|increased|climb|climbed|gain|' +
  'gains|gained|jumped|surged|raise|raised|raises|boosts?|boosted|improves?|improved|improvement|' +
  'added|expand|expanded|lengthens?|lengthened|(?<!\\bma[kd]es? )up';
const FALL =
  'fall|falls|fell|fallen|drops?|dropped|declines?|declined|decreases?|decreased|reduces?|reduced|' +
  'reduction|cut|cuts|saves?|saved|saving|savings|shrinks?|shrank|shrunk|lose|loses|lost|loss|' +
  'lowers?|lowered|down|shortens?|shortened|dipped';
const AFTER = new RegExp(`^\\s*(?:points? )?(?:as )?(?:(${UP})|(${DOWN}))\\b`, 'i');
const CHANGE_BEFORE = new RegExp(
  `\\b(?:(${RISE})|(${FALL}))(?: [a-z-]+){0,6}? (?:by|of)(?: (?:about|some|around|nearly|almost|` +
    `just|only|up to|more than|as much as|a|an|over|under))*\\s*$`,
  'i',
);
const VERB_BEFORE = new RegExp(
  `\\b(?:(${RISE})|(${FALL}))(?: (?:about|some|around|nearly|almost|just|only|another|a further))*\\s*$`,
  'i',
);
const BY_BEFORE =
  /\b(?:by|another|a further|an additional)(?: (?:about|some|around|nearly|almost|just|only|more than|over))*\s*$/i;
const LEAD = 60;

export function figureRole(
  { start, end, dimension, following, text: own }: Quantity,
  { statement: { text } }: ComparedPassage,
): FigureRole {
  // `more than 40 percent`: what stands before the number belongs to it.
  const lead = text.slice(Math.max(0, start - LEAD), start);
  const after = AFTER.exec(text.slice(end, end + 30));
  if (after !== null && !/^\s*(?:over|under)\b/i.test(after[0]))
    return { kind: 'change', direction: after[1] === undefined ? -1 : 1 };
  const before =
    CHANGE_BEFORE.exec(lead) ?? (dimension === 'share' || dimension === 'points' ? VERB_BEFORE.exec(lead) : null);
  if (before !== null && !/^(?:to)\b/i.test(own))
    return { kind: 'change', direction: before[1] === undefined ? -1 : 1 };
  return {
    kind: BY_BEFORE.test(lead) && dimension !== 'count' && following[0] !== 'of' ? 'change' : 'level',
    direction: 0,
  };
}

const UNITS =
  'day|night|week|month|year|hour|minute|second|kilogram|kilo|litre|metre|kilometre|tonne|hectare|square|cubic|' +
  'kilowatt|head|person|piece|unit|passenger|patient|household|ticket|meal';
const PER_WORDS = `(?:(?:per|for (?:each|every|one)|each|every|/)[ -]|an? (?=(?:${UNITS})))`;
const PER = new RegExp(`^(?: of [a-z]+(?: [a-z]+)?| [a-z]+){0,2}? ${PER_WORDS}([a-z]+)`, 'i');
const NO_PER = /^(?:more|less|time|third|quarter|half|few|little|year\b(?= ago))/;

/** `cubic` of `per cubic metre` and `for each cubic metre`; '' where it is said of the whole. */
export function perOf({ end, per }: Quantity, { statement: { text } }: ComparedPassage): string {
  if (per !== '') return per;
  const found = PER.exec(text.slice(end, end + 60))?.[1]?.toLowerCase() ?? '';
  return NO_PER.test(found) ? '' : found;
}

/** Of `14 euros per metre and year` the end of the year. */
export function unitEnd({ end }: Quantity, { statement: { text } }: ComparedPassage): number {
  const rest = text.slice(end, end + 60);
  const per = PER.exec(rest)?.[0].length ?? 0;
  const more =
    per === 0
      ? 0
      : (/^(?: [a-z]+)? and (?:an? |per |each )?(?:year|month|week|day|hour)\b/.exec(rest.slice(per))?.[0].length ?? 0);
  return end + per + more;
}

const ENDS = pattern(
  '',
  '^(?:in|on|at|by|for|from|to|with|per|and|or|compared|than|against|after|before|a|an|per|over|',
  'under|between|of|is|are|was|were|had|has|have|will|would|can|could|did|do|does|that|who|which|',
  'while|when)$',
);

/** What is counted, or of what it is a share: the nouns right behind the figure. */
export function countedIn(
  { following, dimension, end }: Quantity,
  { statement: { words } }: ComparedPassage,
): readonly StatementWord[] {
  if (dimension !== 'count' && dimension !== 'share') return [];
  const isOf = following[0] === 'of';
  const behind = following.slice(isOf ? 1 : 0);
  const stop = behind.findIndex((word) => ENDS.test(word));
  const named = stop < 0 ? behind : behind.slice(0, stop);
  const reach = dimension === 'share' && !isOf ? named.slice(0, 1) : named.slice(0, 3);
  return words.filter(({ lower, kind, start }) => {
    const isNear = start >= end && start < end + 60;
    return isNear && (kind === 'noun' || kind === 'name' || kind === 'adjective') && reach.includes(lower);
  });
}

/** Of `two thirds of the cost of the harbour` the harbour, too. */
export function countedThings(figure: Quantity, passage: ComparedPassage): readonly StatementWord[] {
  const counted = countedIn(figure, passage);
  const last = counted.at(-1);
  if (last === undefined) return counted;
  const { text, words } = passage.statement;
  const chain =
    /^(?: of(?: (?:the|an?|its|their|all))?(?: [\w-]+){1,2}?(?= (?:of|is|are|was|were|in|on|at|for|\w+ed)\b|[,.;]))+/i;
  const end = last.end + (chain.exec(text.slice(last.end, last.end + 80))?.[0].length ?? 0);
  return [...counted, ...words.filter((word) => word.start >= last.end && word.end <= end)];
}

const SIZED = pattern(
  'i',
  String.raw`\b(?:an?|each|every) (?!(?:total|average|sum|number|price|cost|share|rate|level|mean|factor|`,
  'increase|rise|fall|drop|record|capacity|length|weight|speed|height|depth|maximum|minimum|',
  String.raw`majority|loss|profit|fee|value|yield|score)\b)[a-z-]+ (?:of|with)(?: (?:about|some|up to|at least|only|`,
  'just))? $',
);
/** `by vessels of more than 15,000 tonnes`. */
const SIZED_MANY = /\b(?:by|in|for|on|with|among|to) [a-z]+s of $/;

/** `a nap of 15 minutes`, `a family of four`: says which, and measures nothing. */
export function isSize(
  { start, text: own }: { readonly start: number; readonly text: string },
  { statement: { text, words } }: Pick<ComparedPassage, 'statement'>,
): boolean {
  const verb = words.find(({ kind, lower }) => kind === 'auxiliary' || (kind === 'verb' && !/(?:ing|ed)$/.test(lower)));
  // `tenants over sixty`: an age or a size of theirs.
  if (/^(?:over|under|above|below) /i.test(own) && /\b[a-z]+s $/.test(text.slice(Math.max(0, start - 20), start)))
    return true;
  if (SIZED_MANY.test(text.slice(Math.max(0, start - 40), start)) && /^(?:more|less|fewer|over|under|at)\b/i.test(own))
    return true;
  return SIZED.test(text.slice(Math.max(0, start - 40), start)) && start < (verb?.start ?? 0);
}

const ADDED_TIME = /^(?:ago|earlier|later|before|after|old|of age|into|in a row)\b/;
const SPAN_BEFORE = pattern(
  'i',
  String.raw`\b(?:after|within|over the (?:past|last)|in the (?:past|last|first|next)|every|during|once|`,
  String.raw`first|last|past|next)(?: the)?\s*$`,
);

/** Ordinals and numbers that count off measure nothing, and a time mostly says when: `three years ago`. */
export function isMeasure(
  { dimension, role, low, bound, text, following, start, end }: Quantity,
  { statement }: ComparedPassage,
): boolean {
  if (dimension === 'ordinal' || role === 'from') return false;
  if (/\b(?:these|those|them|the other) $/i.test(statement.text.slice(Math.max(0, start - 12), start))) return false;
  if (dimension === 'count' && low <= 1 && bound === 'exact') return false;
  if (isSize({ start, text }, { statement })) return false;
  const [ahead, behind] = [statement.text.slice(Math.max(0, start - 8), start), statement.text.slice(end, end + 80)];
  // `from 7:50 to 8:50`, `118 species at the start`: what was before.
  if (dimension === 'clock' && /\bfrom $/i.test(ahead) && /^ to \d/.test(behind)) return false;
  if (/\bof $/i.test(ahead) && /^(?: [\w-]+){1,4} (?:at the (?:start|beginning)|at first|originally)\b/.test(behind))
    return false;
  // `the fifteen routes that were put out to tender`: which ones, not how many there are.
  if (dimension === 'count' && /\bthe $/i.test(ahead) && /^(?: [a-z-]+){1,2} (?:that|which|who|whose)\b/.test(behind))
    return false;
  if (dimension !== 'time') return true;
  if (text.includes('-') || ADDED_TIME.test(following.slice(0, 2).join(' '))) return false;
  // `twelve months on, ...`: when it was.
  if (/^ on,/.test(statement.text.slice(end, end + 4))) return false;
  const lead = statement.text.slice(Math.max(0, start - 30), start);
  // `sleep for 7 hours` measures, `stood for 12 years` says when.
  return !SPAN_BEFORE.test(lead) && !/\bover(?: the)? $/i.test(lead);
}

const LIMIT = /\b(?:limits?|ceiling|maximum|minimum|target|goal|cap|quota|at least|at most|up to)\b/i;
const BEYOND = /\b(?:above|below|beyond|threshold(?: of)?|exceed(?:s|ed|ing)?)(?: (?:about|some|the))? $/i;
const ADVICE = /\b(?:you|your|should|ought|recommend\p{L}{0,3}|advise\p{L}{0,2})\b/iu;
const PLAN = pattern(
  'i',
  String.raw`\b(?:plans?|planned|planning|will|would|expects?|expected|forecast|proposed?|intends?|hopes?|`,
  String.raw`aims?|target|due to|(?:is|are) to|(?:can|could) be|from 20\d\d on|by 20[3-9]\d)\b`,
);

/** A limit, advice or a plan and what was measured may differ. */
export function isSameSort(mine: Quantity, theirs: Quantity, one: ComparedPassage, other: ComparedPassage): boolean {
  const before = ({ start }: Quantity, { statement: { text } }: ComparedPassage): string =>
    text.slice(Math.max(0, start - 30), start);
  const near = ({ start, end }: Quantity, { statement: { text } }: ComparedPassage): string =>
    text.slice(Math.max(0, start - 40), end + 10);
  const [here, there] = [near(mine, one), near(theirs, other)];
  if (LIMIT.test(here) !== LIMIT.test(there) || BEYOND.test(before(mine, one)) !== BEYOND.test(before(theirs, other)))
    return false;
  if (PLAN.test(clauseOf(mine, one)) !== PLAN.test(clauseOf(theirs, other))) return false;
  return ADVICE.test(here) === ADVICE.test(there);
}

function clauseOf({ start }: Quantity, { statement: { text, words } }: ComparedPassage): string {
  const clause = words.find(({ end }) => end > start)?.clause;
  const own = words.filter((word) => word.clause === clause);
  return text.slice(own[0]?.start ?? 0, own.at(-1)?.end ?? text.length);
}
