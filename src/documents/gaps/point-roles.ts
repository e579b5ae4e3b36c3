// Whether a requirement brings a point of a brief about, by the roles of words: who does what, who is told what.

import { readWords, type WordKind } from '../words/read-words.ts';
import { canBeVerb } from '../words/tagger.ts';
import { anyOf } from './any-of.ts';
import { contentWords, stemOf } from './content-words.ts';
import type { PointKind } from './ears-requirement.ts';
import { presentVerb } from './verbs.ts';

export interface PointRoles {
  /** Stems of who does it, or whom it is done for. */
  readonly actors: ReadonlySet<string>;
  readonly words: ReadonlySet<string>;
  /** Stems of the name before its first preposition; of a sentence none. */
  readonly name: ReadonlySet<string>;
  /** Stem of what is done; of a name of a thing, its first telling word. '': it cannot be told. */
  readonly action: string;
  /** Stem of the thing it is done to, of a sentence: `progress` of "follow their child's progress"; '': none. */
  readonly head: string;
  /** Who gets to know which kind of thing: `when`, `where`, `status`; null: nobody is told. */
  readonly told: keyof typeof TOLD | null;
  /** Somebody is to see or know something. */
  readonly isSeen: boolean;
  /** Somebody is to get something. */
  readonly isReceived: boolean;
  /** A state of the world that no single requirement asks for. */
  readonly isOutcome: boolean;
  /** Who must not see or do something. */
  readonly isPermission: boolean;
}

export interface RequirementRoles {
  readonly title: ReadonlySet<string>;
  readonly words: ReadonlySet<string>;
  /** Stems of what it asks for, not of its conditions. */
  readonly actions: ReadonlySet<string>;
  readonly text: string;
  /** What it asks for, without its conditions. */
  readonly main: string;
  /** Of whom it informs. */
  readonly recipients: ReadonlySet<string>;
}

/** "without paper", "instead of asking", "themselves": how it was before, or in which manner, asks for nothing more. */
export function coreOf(text: string): string {
  const core = text
    .replace(
      / (?:in|within) (?:under |less than |at most )?(?:an? |\d+ )(?:seconds?|minutes?|hours?|days?|weeks?)$/i,
      '',
    )
    .replace(/,? (?:without|instead of|rather than|and no longer|and not) [^,;]+$/i, '')
    .replace(
      / (?:any ?more|any longer|themselves|himself|herself|by themselves|on their own|at home|from home)\b/gi,
      '',
    );
  return core.split(' ').length < CORE_WORDS_MIN ? text : core;
}

const CORE_WORDS_MIN = 2;

export function pointRoles(text: string, kind: PointKind): PointRoles {
  const isOutcome = kind === 'goal' && !AT_STAKE.test(text) && OUTCOME.some((form) => form.test(text));
  const isPermission = kind !== 'criterion' && PERMISSION.test(text);
  const told = kind === 'goal' ? toldIn(text) : null;
  const words = contentWords(coreOf(text));
  const isReceived = kind === 'goal' && /\b(?:gets?|receives?|(?:is|are) (?:paid|sent|given))\b/i.test(text);
  const isSeen = kind === 'goal' && KNOWS.test(text);
  if (kind === 'scope') {
    const name = text.split(/ (?:of|for|by|with|from|to|in|on|at|as|after|before|within|per|that|which) /i)[0] ?? '';
    const action = /^\w+ing\b/i.test(name) ? [...words][0] : [...contentWords(name)].at(-1);
    return {
      actors: new Set(),
      words,
      name: contentWords(name),
      action: action ?? '',
      head: '',
      told,
      isSeen,
      isReceived,
      isOutcome,
      isPermission,
    };
  }
  const { actors, action, head } = clauseOf(coreOf(text));
  return {
    actors,
    words,
    name: new Set(),
    action: LIGHT.has(action) ? '' : action,
    head,
    told,
    isSeen,
    isReceived,
    isOutcome,
    isPermission,
  };
}

export function requirementRoles(title: string, description: string): RequirementRoles {
  const main = mainClauses(description);
  const actions = readWords(main).filter(({ kind, text }) => kind === 'verb' || presentVerb(text) !== null);
  const recipients = [...main.matchAll(INFORMS), ...description.matchAll(SEES)].flatMap(([, whom = '']) => [
    ...contentWords(whom),
  ]);
  return {
    title: contentWords(title),
    words: contentWords(`${title} ${description}`),
    actions: new Set(actions.flatMap(({ base, text }) => [stemOf(base), stemOf(text.toLowerCase())])),
    text: `${title}. ${description}`,
    main,
    recipients: new Set(recipients),
  };
}

/** `words`: of the point, without those that stand in the brief's title. */
export function isBroughtAbout(point: PointRoles, words: ReadonlySet<string>, by: RequirementRoles): boolean {
  const { actors, action, told, isPermission } = point;
  if (isPermission) return PERMITS.test(by.text);
  const isActor = [...actors].some((actor) => by.words.has(actor));
  const shared = [...point.words].filter((word) => word !== action && !actors.has(word) && by.words.has(word));
  const objects = shared.filter((word) => words.has(word));
  const isRecipient = [...actors].some((actor) => by.recipients.has(actor));
  if (told !== null && by.recipients.size > 0 && TOLD[told].test(by.text)) {
    const isAnybody = [...actors].every((actor) => ANYBODY.has(actor));
    if (isRecipient || shared.length > 1 || objects.length > 0 || (isAnybody && shared.length > 0)) return true;
  }
  if (point.isSeen && isRecipient && objects.length > 0) return true;
  if (point.isReceived && isHandedOver(point, by)) return true;
  if (action === '') return false;
  if (by.title.has(action)) {
    const isAll = [...by.title].every((word) => point.words.has(word));
    return objects.length > 0 || isActor || words.size < 2 || (actors.size === 0 && isAll);
  }
  return by.actions.has(action) && (objects.length > 0 || (isActor && actors.size > 0 && words.size < FEW_WORDS));
}

/** "transfer paid amounts to the hospice": whoever is to get something stands where it goes to. */
function isHandedOver({ actors, words, head }: PointRoles, { main }: RequirementRoles): boolean {
  const handed = HANDS_OVER.exec(main);
  if (handed === null) return false;
  const rest = contentWords(main.slice(handed.index));
  const isSame = rest.has(head) || (MONEY.test([...words].join(' ')) && MONEY.test(main));
  return isSame && [...actors].some((actor) => rest.has(actor));
}

/** "the system shall show ... and tell ...": what is asked for, up to the next condition. */
function mainClauses(description: string): string {
  const clauses = description.split(/\bshall\b/i).slice(1);
  return clauses
    .map((clause) => clause.replace(/(?:[,;]|(?<!\s))\s+(?:until|when|if|while|so that|because|unless)\b.*$/is, ''))
    .join('. ');
}

function clauseOf(text: string): Pick<PointRoles, 'actors' | 'action' | 'head'> {
  const words = readWords(text.replace(/^(?:on|in|at) [^,]+, /i, ''));
  const known = words.findIndex(({ kind, text: word }, index) => {
    // "Team leads see ...": the verb is the second.
    const next = words[index + 1];
    if (/[^s]s$/.test(word) && next?.kind === 'verb' && next.text === next.base) return false;
    // "Every group has": what follows an article is a noun.
    if (words[index - 1]?.kind === 'determiner') return false;
    return index > 0 && kind !== 'auxiliary' && kind !== 'particle' && (kind === 'verb' || presentVerb(word) !== null);
  });
  // "Passengers contest a fare": what stands between somebody in the plural and an article is a verb.
  const isBare = /s$/.test(words[0]?.text ?? '') && words[2]?.kind === 'determiner' && canBeVerb(words[1]?.base ?? '');
  const at = known < 1 && isBare ? 1 : known;
  if (at < 1) return { actors: new Set(), action: '', head: '' };
  const before = words.slice(0, at).filter(({ kind }) => kind === 'noun' || kind === 'name');
  const last = before.at(-1);
  const verb = words[at];
  const after = words.slice(at + 1);
  const end = after.findIndex(({ kind }) => ENDS_OBJECT.has(kind));
  const object = after
    .slice(0, end < 0 ? after.length : end)
    .findLast(({ kind }) => kind === 'noun' || kind === 'name');
  return {
    head: [...contentWords(object?.text ?? '')][0] ?? '',
    actors: new Set(last === undefined ? [] : contentWords(last.text)),
    action: [...contentWords(verb?.base ?? '')][0] ?? stemOf(verb?.base ?? ''),
  };
}

function toldIn(text: string): PointRoles['told'] {
  const match = KNOWS.exec(text);
  if (match === null) return null;
  const [, word = ''] =
    /\b(when|where|who|which|how far|how many|how much|whether)\b/i.exec(text.slice(match.index)) ?? [];
  const asked = word.toLowerCase();
  if (asked === '') return /\bask/i.test(match[0]) || BECAME.test(text) ? 'whether' : null;
  return asked === 'how much' ? 'how many' : (asked as keyof typeof TOLD);
}

const ENDS_OBJECT = new Set<WordKind>(['preposition', 'conjunction', 'subordinator', 'mark', 'verb', 'auxiliary']);
const FEW_WORDS = 5;
const LIGHT = new Set([
  'get',
  'hav',
  'mak',
  'do',
  'se',
  'see',
  'us',
  'use',
  'tak',
  'go',
  'giv',
  'be',
  'com',
  'need',
  'want',
  'hand',
  'ask',
]);
const BECAME = /\bwhat (?:became|becomes|happened|happens|has become)\b/i;
const HANDS_OVER = /\b(?:sends?|transfers?|pays?|delivers?|emails?|hands?|passes|gives?|issues?|returns?|refunds?)\b/i;
/** In words and in stems. */
const MONEY = /\b(?:mone|amount|fee|paid|pay|refund|price|cash|donat)/i;
const ANYBODY = new Set(['staff', 'people', 'peopl', 'everyone', 'team', 'user']);
const KNOWS = anyOf(
  /\b(?:knows?|sees?|learns?|finds? out|(?:is|are) (?:told|informed|shown))\b/i,
  /\b(?:stops? asking|never (?:have|has) to ask|no longer asks?)\b/i,
);
const TOLD = {
  when: /\b(?:time|date|day|hour|minutes?|arrival|when|deadline)\b/i,
  where: /\b(?:place|position|where|status|state|whether|location|map|date)\b/i,
  who: /\b(?:who|names?|list|participants|members|people)\b/i,
  which: /\b(?:which|list|state|status|each|whether)\b/i,
  'how far': /\b(?:status|state|progress|whether|steps?|percent)\b/i,
  'how many': /\b(?:number|count|how many|share|total|sum|amount|figures|hours|per (?:day|week|month|year))\b/i,
  whether: /\b(?:whether|status|state|which|date)\b/i,
} as const;
const TELL = 'show|send|tell|notify|email|list|display|warn|alarm|remind|inform|report|publish|ask|give|print';
const INFORMS = new RegExp(`(?:^|\\b(?:and|then|also|to|,) )\\s*(?:${TELL})s? ([^.;]{2,80})`, 'gi');
/** "The guide's phone shall show", "Practices see": whoever looks at it is told. */
const SHOWN_ON = 'phone|page|view|screen|list|desk|tablet|app';
const SEES = new RegExp(
  '(?:^|[.;,] )(?:the |an? |each |only )?([\\w-]+(?: [\\w-]+)?)' +
    `(?:['’]s? (?:${SHOWN_ON}) (?:shall )?shows?| (?:can )?sees?)\\b`,
  'gi',
);
const OUTCOME: readonly RegExp[] = [
  /^(?:no|nobody|no one|none)\b(?!\s+but\b)/i,
  /\bnever\b|\bno longer\b|\bstops? \w+ing\b|\bnot have to\b|\b(?:is|are|do|does) not\b|\b(?:turn|show)s? up\b/i,
  /^(?:fewer|less|more|better|faster|lower|higher|happier)\b/i,
  /\b(?:save|lose|waste|spend)s? (?:less |more |no )?(?:time|money|hours)\b/i,
  /^the [\w-]+ (?:closes?|rests?|stays?|falls?|rises?|grows?|shrinks?|drops?|improves?)\b/i,
  /^\w+ (?:fall|rise|grow|drop|shrink|stay)s?\b|^[\w ]+ (?:end|stop|cease|vanish|disappear)s?$/i,
  /\b(?:is|are) (?:always |never |still |really )?(?:free|ready|available|clear|current|safe|full|clean|fresh|fair)\b/i,
  /\bno matter (?:who|what|when|where|how)\b|\bregardless\b|\bthe same [\w-]+ (?:everywhere|each time|for all)\b/i,
  /\b(?:feel|trust|enjoy|rely on|are happy|are satisfied)s?\b/i,
];
/** What is lost or let out is no mere outcome: something must prevent it. */
const AT_STAKE =
  /\b(?:lost|loses?|loss|leak\w*|anonym\w*|private|privacy|secret|confidential\w*|traced|harm\w*|injur\w*)\b/i;
const PERMISSION = anyOf(
  /\b(?:nobody|no one|none) (?:but|else|except)\b/i,
  /\bonly (?:the |their |its )?[\w ,]{1,80} (?:can |may )?(?:sees?|reads?|changes?|access(?:es)?)\b/i,
);
const PERMITS = anyOf(
  /\bonly (?:the |its |an? |signed|registered|those|members|staff|by|to)/i,
  /\b(?:let|lets|allow|see|sees|show)\b[^.]{0,80}\bonly\b|\bown\b[^.]{0,40}\bonly\b/i,
  /\bhides?\b|\brefuses?\b[^.]{0,60}\b(?:access|request)|\broles?\b|\bpermissions?\b|\baccess\b/i,
);
