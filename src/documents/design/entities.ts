// The records that a text asks to keep: which things, with which columns, and how they hang together.

import { verbOfNoun } from '../words/stem-of.ts';
import { attributeKind, isKnownKind, usualColumns } from './attribute-kinds.ts';
import { type Deed, fullNoun, isAttribute, kindOfDeed, type Reading, recordMade } from './deeds.ts';
import type { Column, Entity, Origin } from './domain.ts';
import { headOf, isDerived, isOrganisation, isPerson, isThing, pascal, pluralOf, snake } from './nouns.ts';
import type { Phrase } from './read-clauses.ts';
import { readFigures } from './read-figures.ts';

export const USER = 'user';
const STATE_BY = /^(?:approved|rejected|acknowledged|verified|signed)$/;
/** Whose own records they are, as against the people who work for them. */
export const SERVED =
  /^(?:member|customer|client|visitor|guest|patient|owner|tenant|resident|student|parent|pupil|passenger|buyer|subscriber|donor|applicant|candidate|participant|employee|citizen|traveller|reader|borrower|attendee|shopper|neighbour)$/;

interface Draft {
  readonly name: string;
  readonly origin: Origin;
  readonly columns: Map<string, Column>;
  readonly states: string[];
  readonly unique: (readonly string[])[];
}

export interface Records {
  readonly entities: readonly Entity[];
  /** Roles of people who act, by name. */
  readonly roles: readonly string[];
  /** The entity that a deed is about; '' for none. */
  readonly entityOf: (deed: Deed) => string;
  /** Whether records of it are made by somebody's deed. */
  readonly makers: ReadonlyMap<string, string>;
}

export function findEntities(reading: Reading, channels: readonly string[]): Records {
  const roles = rolesOf(reading);
  const drafts = new Map<string, Draft>();
  const open = (name: string, origin: Origin): Draft => {
    const draft = drafts.get(name) ?? { name, origin, columns: new Map(), states: [], unique: [] };
    drafts.set(name, draft);
    return draft;
  };
  for (const [name, origin] of entityNames(reading, roles)) open(name, origin);
  const entityOf = entityOfDeed(drafts, roles, reading);
  const makers = new Map<string, string>();
  let last = '';
  for (const deed of reading.deeds) {
    const name = entityOf(deed);
    const draft = drafts.get(name);
    if (draft === undefined) continue;
    addDeed(draft, deed, { drafts, roles, reading, last, makers });
    last = name;
  }
  addOwnings(drafts, reading, entityOf);
  addRelations(drafts, reading, roles);
  linkTheAlone(drafts, reading, entityOf, makers);
  if (roles.length > 0) open(USER, 'assumed');
  if (channels.length > 0) addMessages(open('outgoing message', 'assumed'), channels);
  finish(drafts, roles, reading);
  return { entities: inOrder(drafts).map(entityFrom), roles, entityOf, makers };
}

function rolesOf({ deeds }: Reading): readonly string[] {
  const roles = deeds.filter(({ actor }) => isPerson(actor)).map(({ actor }) => actor);
  const told = deeds
    .filter(({ meaning }) => meaning.kind === 'tell')
    .flatMap(({ clause }) => clause.objects.filter(({ noun }) => isPerson(noun)).map(({ noun }) => noun));
  return [...new Set([...roles, ...told])];
}

/** Names in the order in which they are first spoken of. */
function entityNames(reading: Reading, roles: readonly string[]): ReadonlyMap<string, Origin> {
  const names = new Map<string, Origin>();
  const add = (name: string, origin: Origin): void => {
    if (name === '' || names.has(name) || roles.includes(name) || isOrganisation(name) || isDerived(name)) return;
    if (isPerson(name) || isThing(name) || isMoney(name) || isCode(name)) names.set(name, origin);
  };
  for (const deed of reading.deeds) {
    const { meaning, actor, object, origin, verb } = deed;
    const isAsked = actor !== '' || /^(?:raise|create|generate|issue|open)$/.test(verb);
    if (meaning.kind === 'tell' || (meaning.kind === 'rule' && !isKnownKind(object))) {
      if (actor === '' && isKnownKind(object)) add(object, origin);
      continue;
    }
    if (!isAsked && (!isKnownKind(object) || meaning.kind === 'read')) continue;
    if (meaning.makes !== undefined && object !== recordMade(deed)) add(object, origin);
    add(recordMade(deed), origin);
    for (const { noun, before } of deed.others)
      if (/^(?:to|for|in|of)$/.test(before) && meaning.kind === 'create' && isKnownOften(reading, noun))
        add(reading.canonical(noun), origin);
  }
  for (const { owner, owned, origin } of reading.ownings) {
    if (!isPerson(owner)) add(owner, origin);
    for (const phrase of owned) if (!isAttribute(phrase)) add(reading.canonical(phrase.noun), origin);
  }
  for (const { of, noun } of reading.phrases) if (isCode(of) && attributeKind(noun) !== null) add(of, 'brief');
  for (const money of moneyRecords(reading)) add(money, 'brief');
  for (const { noun } of reading.phrases)
    if (/(?:vaccination|invoice|ticket|voucher|visit)$/.test(noun)) add(reading.canonical(noun), 'brief');
  return names;
}

/** `discount code`, where something is said of it. */
const isCode = (noun: string): boolean => /\S (?:code|voucher|card)$/.test(noun) && !/^qr /.test(noun);
const isMoney = (noun: string): boolean => attributeKind(noun)?.type === 'money';
const isKnownOften = ({ phrases, canonical }: Reading, noun: string): boolean =>
  phrases.filter((each) => canonical(each.noun) === canonical(noun)).length > 1 && isThing(noun);

/** A deposit that people take, refund and export is a record of its own. */
function moneyRecords({ deeds }: Reading): readonly string[] {
  const counts = new Map<string, number>();
  for (const { clause, actor, meaning } of deeds)
    for (const { noun, of } of clause.objects)
      if (actor !== '' && isMoney(noun) && !isThing(of) && meaning.kind !== 'read')
        counts.set(noun, (counts.get(noun) ?? 0) + 1);
  return [...counts].filter(([, count]) => count > 1).map(([noun]) => noun);
}

function entityOfDeed(drafts: ReadonlyMap<string, Draft>, roles: readonly string[], reading: Reading) {
  const own = new Map<Deed, string>();
  let last = '';
  for (const deed of reading.deeds) {
    const name = nameFor(deed, drafts, roles, reading, last);
    own.set(deed, name);
    if (name !== '') last = name;
  }
  return (deed: Deed): string => own.get(deed) ?? '';
}

function nameFor(
  deed: Deed,
  drafts: ReadonlyMap<string, Draft>,
  roles: readonly string[],
  { canonical, deeds }: Reading,
  last: string,
): string {
  const made = recordMade(deed);
  if (deed.meaning.kind === 'create' && drafts.has(made)) return made;
  const transaction = transactionOn(deed, drafts, deeds);
  if (transaction !== '') return transaction;
  if (drafts.has(deed.object)) return deed.object;
  if (roles.includes(deed.object)) return USER;
  const money = deed.clause.objects.map(({ noun }) => noun).find((noun) => drafts.has(noun));
  if (money !== undefined) return money;
  const asked = [...deed.clause.around, ...deed.clause.prior].map(({ noun }) => canonical(noun));
  if (deed.clause.asks === 'who') {
    const about = asked.find((noun) => drafts.has(noun)) ?? '';
    const kept = deeds.find((each) => each.object === about && each.meaning.makes !== undefined);
    if (kept !== undefined) return recordMade(kept);
  }
  if (deed.meaning.kind === 'tell' || deed.meaning.kind === 'rule') return '';
  const near = asked.find((noun) => drafts.has(noun));
  const isOfLast = deed.clause.objects.some((phrase) => isAttribute(phrase)) || deed.clause.asks !== '';
  return near ?? (isOfLast ? last : '');
}

/** To collect or to bring back a tool is done to its reservation or its loan. */
function transactionOn(deed: Deed, drafts: ReadonlyMap<string, Draft>, deeds: readonly Deed[]): string {
  if (!/^(?:collect|return|extend|renew|check-in|check-out|redeem)$/.test(deed.verb)) return '';
  const found = deeds.filter(
    (each) => each.meaning.makes !== undefined && each.object === deed.object && isPerson(each.actor),
  );
  const fitting = /^(?:return|extend|renew)$/.test(deed.verb) ? found.toReversed() : found;
  const record = fitting.map(recordMade).find((name) => name !== deed.object && drafts.has(name));
  return record ?? '';
}

interface Around {
  readonly drafts: ReadonlyMap<string, Draft>;
  readonly roles: readonly string[];
  readonly reading: Reading;
  /** The entity spoken of before. */
  readonly last: string;
  readonly makers: Map<string, string>;
}

function addDeed(draft: Draft, deed: Deed, around: Around): void {
  const { meaning, actor, origin } = deed;
  if (meaning.kind === 'create' && !isOrganisation(actor) && !around.makers.has(draft.name))
    around.makers.set(draft.name, actor);
  if (meaning.kind === 'create' && isPerson(actor) && (SERVED.test(headOf(actor)) || !isStock(draft.name)))
    refer(draft, actor, USER, origin, true);
  else if (meaning.kind === 'create' && around.drafts.has(actor)) refer(draft, actor, actor, origin, true);
  if (isPerson(actor) && SERVED.test(headOf(actor)) && /^(?:change|state)$/.test(meaning.kind))
    refer(draft, actor, USER, origin, true);
  const state = deed.clause.state === '' ? meaning.state : snake(deed.clause.state);
  if (meaning.kind === 'state' && state !== undefined && state !== 'assigned') {
    if (!draft.states.includes(state)) draft.states.push(state);
    if (STATE_BY.test(state)) refer(draft, `${state}_by`, USER, origin, false);
  }
  if (meaning.kind === 'create' && deed.object !== draft.name && around.drafts.has(deed.object))
    refer(draft, deed.object, deed.object, origin, true);
  const paid = around.drafts.get(deed.object);
  if (meaning.makes === 'payment' && paid !== undefined && SERVED.test(headOf(actor)))
    refer(paid, actor, USER, origin, true);
  if (actor !== '') addAttributes(draft, deed, around);
  for (const phrase of deed.others) addOther(draft, deed, phrase, around);
}

/** Kept whoever entered it: courts, tools, sensors. */
export const isStock = (name: string): boolean =>
  usualColumns(` ${name}`).some((column) => column.name === 'name' || column.name === 'serial_number');

function addOther(draft: Draft, deed: Deed, phrase: Phrase, { drafts, roles, reading }: Around): void {
  const name = reading.canonical(phrase.noun);
  const isNear = /^(?:to|of|for|in|on|from|per|at|with|against)$/.test(phrase.before);
  if (
    !isNear ||
    name === draft.name ||
    isMoney(phrase.noun) ||
    deed.clause.sentence.includes(`depending on the ${phrase.noun}`)
  )
    return;
  const isMade = deed.meaning.kind === 'create' || deed.verb === 'assign' || deed.verb === 'plan';
  if (roles.includes(name) && isMade && phrase.before !== 'from')
    refer(draft, name, USER, deed.origin, deed.verb !== 'assign');
  else if (drafts.has(name) && isMade) refer(draft, name, name, deed.origin, deed.verb !== 'assign');
}

/** Several of a kind are a table of their own: up to 5 photos, prices per category. */
function addAttributes(draft: Draft, deed: Deed, { drafts, reading }: Around): void {
  const isWritten = /^(?:create|change|state|import)$/.test(deed.meaning.kind);
  if (!isWritten) return;
  for (const phrase of deed.attributes) {
    const isDirect = deed.clause.objects.includes(phrase);
    if (!isDirect && phrase.before !== 'with' && phrase.before !== 'including') continue;
    if (isFile(phrase) && isFileKind(draft.name)) continue;
    if (drafts.has(phrase.noun) && isDirect) continue;
    const owner = reading.canonical(phrase.of);
    const target = drafts.has(owner) ? drafts.get(owner) : draft;
    if (target === undefined || (owner !== draft.name && isDirect && drafts.has(owner) && isFile(phrase))) continue;
    if (phrase.isMany && !/^(?:seat|place|room|point)s?$/.test(phrase.noun)) addMany(drafts, target, phrase, deed);
    else put(target, attributeColumn(phrase, deed, kindOfDeed(deed) === 'create'));
  }
}

const isFile = (phrase: Phrase): boolean => attributeKind(fullNoun(phrase))?.type === 'file';

function addMany(drafts: ReadonlyMap<string, Draft>, owner: Draft, phrase: Phrase, deed: Deed): void {
  const name = `${headOf(owner.name)} ${phrase.noun}`;
  const many: Draft = { name, origin: deed.origin, columns: new Map(), states: [], unique: [] };
  (drafts as Map<string, Draft>).set(name, many);
  refer(many, owner.name, owner.name, deed.origin, true);
  const per = deed.clause.around.find(({ before }) => before === 'per');
  if (per !== undefined) {
    put(many, plainColumn(snake(per.noun), { type: 'text', origin: deed.origin }));
    many.unique.push([`${snake(owner.name)}_id`, snake(per.noun)]);
  }
  if (!isFile(phrase)) put(many, attributeColumn({ ...phrase, isMany: false }, deed, true));
}

function attributeColumn(phrase: Phrase, { origin, clause }: Deed, isRequired: boolean): Column {
  const noun = fullNoun(phrase);
  const kind = attributeKind(noun);
  const name = kind?.name ?? (kind?.type === 'file' ? `${snake(noun)}_key` : columnName(snake(noun)));
  const length = readFigures(clause.sentence).find(({ unit, bound }) => unit === 'character' && bound === 'max');
  return plainColumn(name, {
    ...kind,
    ...{ type: kind?.type ?? 'text', origin, isRequired },
    maxLength: kind?.type === 'long-text' ? (length?.amount ?? null) : null,
  });
}

/** Words that SQL keeps for itself, or that say too little. */
const columnName = (name: string): string =>
  ({ date: 'on_date', time: 'at_time', end: 'ends_at', start: 'starts_at', order: 'order_no' })[name] ?? name;

function plainColumn(name: string, given: Partial<Column> & Pick<Column, 'type' | 'origin'>): Column {
  const { check = '' } = given;
  return {
    ...{ isRequired: true, isUnique: false, isPersonal: false, isMade: false, references: '', maxLength: null },
    ...{ values: [], ...given, name, check: check.replaceAll('$', name) },
  };
}

const put = (draft: Draft, column: Column): void => {
  if (!draft.columns.has(column.name)) draft.columns.set(column.name, column);
};

function refer(draft: Draft, as: string, entity: string, origin: Origin, isRequired: boolean): void {
  const name = /_by$/.test(as) ? as : `${snake(as)}_id`;
  if (draft.name === entity) return;
  put(draft, plainColumn(name, { type: 'reference', origin, isRequired, references: entity }));
}

function addOwnings(drafts: ReadonlyMap<string, Draft>, reading: Reading, entityOf: (deed: Deed) => string): void {
  const { ownings, canonical } = reading;
  for (const { owner, owned, origin, isCondition } of ownings) {
    const draft = drafts.get(owner);
    if (draft === undefined) {
      addOfDeed(drafts, owner, owned, origin, reading, entityOf);
      continue;
    }
    for (const phrase of owned) {
      const other = drafts.get(canonical(phrase.noun));
      if (other !== undefined && phrase.isMany) refer(other, owner, owner, origin, true);
      else if (other !== undefined && isFileKind(other.name)) refer(other, owner, owner, origin, true);
      else if (other !== undefined) refer(draft, other.name, other.name, origin, !isCondition);
      else if (isAttribute(phrase) && !isCondition)
        put(draft, attributeColumn(phrase, { origin, clause: { sentence: '' } } as Deed, true));
    }
  }
}

/** `a rejection needs a reason`: the record that is rejected gets it. */
function addOfDeed(
  drafts: ReadonlyMap<string, Draft>,
  owner: string,
  owned: readonly Phrase[],
  origin: Origin,
  { deeds }: Reading,
  entityOf: (deed: Deed) => string,
): void {
  const verb = verbOfNoun(owner);
  const deed = deeds.find((each) => each.origin === origin && each.verb === verb);
  const draft = deed === undefined ? undefined : drafts.get(entityOf(deed));
  if (draft === undefined || deed === undefined) return;
  for (const phrase of owned.filter(isAttribute)) {
    const column = attributeColumn(phrase, deed, false);
    put(draft, { ...column, name: `${snake(owner)}_${column.name}` });
  }
}

export const isFileKind = (name: string): boolean => usualColumns(name).some((column) => column.name === 'storage_key');

/** `readings of a sensor`, `the duty of the technicians`. */
function addRelations(
  drafts: ReadonlyMap<string, Draft>,
  { phrases, canonical }: Reading,
  roles: readonly string[],
): void {
  for (const { noun, of } of phrases) {
    const draft = drafts.get(canonical(noun));
    const owner = canonical(of);
    if (draft === undefined || of === '' || of === 'own' || owner === draft.name) continue;
    const isNearer = [...draft.columns.values()].some(({ references }) => reaches(drafts, references, owner));
    if (drafts.has(owner) && !isNearer && !reaches(drafts, owner, draft.name))
      refer(draft, owner, owner, 'brief', true);
    else if (isCode(owner)) continue;
    else if (roles.includes(owner)) refer(draft, owner, USER, 'brief', true);
  }
}

/** What is still alone hangs on what was spoken of in the same sentences, else on what was spoken of just before. */
function linkTheAlone(
  drafts: ReadonlyMap<string, Draft>,
  reading: Reading,
  entityOf: (deed: Deed) => string,
  makers: ReadonlyMap<string, string>,
): void {
  const { canonical, deeds, sentences } = reading;
  for (const draft of drafts.values()) {
    if ([...draft.columns.values()].some(({ references }) => references !== '' && references !== USER)) continue;
    if (isStock(draft.name) || isCode(draft.name)) continue;
    const isRoot = [...drafts.values()].some((each) => refersTo(each, draft.name));
    const people = [...draft.columns.values()].filter(({ references }) => references === USER).length;
    const own = deeds.filter((deed) => entityOf(deed) === draft.name);
    const made = own.filter(({ meaning }) => meaning.kind !== 'read' && meaning.kind !== 'export');
    const near = made.flatMap(({ clause }) => [...new Set(clause.prior.map(({ noun }) => canonical(noun)))]);
    const counts = new Map<string, number>();
    for (const noun of near.filter((each) => drafts.has(each) && each !== draft.name))
      counts.set(noun, (counts.get(noun) ?? 0) + (isMoney(noun) ? 1 : isStock(noun) ? 1.5 : 2));
    const [most] = [...counts].sort(([, a], [, b]) => b - a)[0] ?? [];
    // Of a tool and its loan the loan, which somebody made for the occasion.
    const best =
      [...counts.keys()].find(
        (noun) => refersTo(drafts.get(noun) as Draft, most ?? '') && isPerson(makers.get(noun) ?? ''),
      ) ?? most;
    if (people > 1 && !sharesPerson(draft, drafts.get(best ?? ''))) continue;
    const before = deeds.slice(0, Math.max(0, deeds.indexOf(own[0] ?? (deeds[0] as Deed)))).map(entityOf);
    const last =
      isKnownKind(draft.name) && !isRoot && own.length > 0 ? before.findLast((name) => drafts.has(name)) : undefined;
    const parent = best ?? last ?? (own.length === 0 ? nearPerson(drafts, sentences, draft.name) : undefined);
    if (parent !== undefined && !reaches(drafts, parent, draft.name)) refer(draft, parent, parent, 'assumed', true);
  }
}

/** Both are an owner's. */
const sharesPerson = (draft: Draft, other: Draft | undefined): boolean =>
  [...draft.columns.values()].some(({ name, references }) => references === USER && other?.columns.has(name) === true);

const refersTo = ({ columns }: Draft, name: string): boolean =>
  [...columns.values()].some(({ references }) => references === name);

/** `reminds owners when a vaccination is due`: of the first record that an owner has. */
function nearPerson(
  drafts: ReadonlyMap<string, Draft>,
  sentences: Reading['sentences'],
  name: string,
): string | undefined {
  const said = sentences.find(({ text }) => text.toLowerCase().includes(name))?.text.toLowerCase() ?? '';
  return [...drafts.values()].find(({ columns }) =>
    [...columns.values()].some(
      (column) => column.references === USER && said.includes(column.name.replace(/_id$/, '')),
    ),
  )?.name;
}

/** Over references, the other one is already known. */
function reaches(drafts: ReadonlyMap<string, Draft>, from: string, to: string, depth = 4): boolean {
  if (from === to && from !== '') return true;
  if (depth === 0) return false;
  const columns = drafts.get(from)?.columns.values() ?? [];
  return [...columns].some(
    ({ references }) => references !== '' && references !== from && reaches(drafts, references, to, depth - 1),
  );
}

function finish(drafts: ReadonlyMap<string, Draft>, roles: readonly string[], reading: Reading): void {
  const said = reading.sentences.map(({ text }) => text).join(' ');
  for (const draft of drafts.values()) {
    if (draft.name === USER) addUser(draft, roles, said);
    else if (isPerson(draft.name))
      put(draft, plainColumn('full_name', { type: 'text', isPersonal: true, origin: 'assumed' }));
    const hasMoney = [...draft.columns.values()].some(({ type }) => type === 'money');
    if (isMoney(draft.name) && !hasMoney)
      put(draft, plainColumn('amount', { type: 'money', check: '$ >= 0', origin: 'assumed' }));
    if (draft.name === 'outgoing message') continue;
    const hasDay = [...draft.columns.keys()].some((name) => /^(?:starts_(?:at|on)|on_date)$/.test(name));
    for (const { name, isOptional = false, ...column } of usualColumns(
      headOf(draft.name) === draft.name ? draft.name : ` ${draft.name}`,
    )) {
      if (hasDay && /^(?:starts_at|ends_at)$/.test(name)) continue;
      if (name === 'name' && [...draft.columns.keys()].some((each) => /^(?:name|title|serial_number)$/.test(each)))
        continue;
      put(draft, plainColumn(name, { ...column, isRequired: !isOptional, origin: 'assumed' }));
    }
    addOfCode(draft, reading);
    if (!isAboutPeople(draft)) dropPrivacy(draft);
    mendPeriod(draft);
    dropRepeated(draft, drafts);
    if (draft.states.length > 0) putStatus(draft);
  }
}

/** The birthday of a pet is nobody's secret, that of a patient is. */
const isAboutPeople = ({ name, columns }: Draft): boolean =>
  name === USER ||
  isPerson(name) ||
  [...columns.keys()].some((each) => /^(?:patient|child|pupil|student|resident)_id$/.test(each));

function dropPrivacy({ columns }: Draft): void {
  for (const [name, column] of columns)
    if (column.isPersonal && /^(?:date_of_birth|diagnosis|treatment|allergy|symptom|prescription)$/.test(name))
      columns.set(name, { ...column, isPersonal: false });
}

/** `the percentage of the code`. */
function addOfCode(draft: Draft, { phrases }: Reading): void {
  if (!isCode(draft.name)) return;
  for (const phrase of phrases.filter(({ of }) => of === draft.name))
    if (isAttribute(phrase))
      put(draft, attributeColumn(phrase, { origin: draft.origin, clause: { sentence: '' } } as Deed, true));
}

/** Whose an item is, its claim says already; a date beside a start time says it twice. */
function dropRepeated(draft: Draft, drafts: ReadonlyMap<string, Draft>): void {
  if (draft.columns.has('starts_at')) draft.columns.delete('on_date');
  for (const { name, references, isRequired } of [...draft.columns.values()])
    if (references === USER && isRequired && hasAbove(draft, name, drafts, 4)) draft.columns.delete(name);
}

function hasAbove(draft: Draft, column: string, drafts: ReadonlyMap<string, Draft>, depth: number): boolean {
  return [...draft.columns.values()].some(({ references, isRequired }) => {
    const parent = drafts.get(references);
    if (parent === undefined || parent === draft || references === USER || !isRequired || depth === 0) return false;
    return parent.columns.has(column) || hasAbove(parent, column, drafts, depth - 1);
  });
}

/** A start and an end of the same kind bound each other. */
function mendPeriod({ columns }: Draft): void {
  for (const [start, end] of [
    ['starts_at', 'ends_at'],
    ['starts_on', 'ends_on'],
  ] as const) {
    const last = columns.get(end);
    if (columns.has(start) && last !== undefined)
      columns.set(end, { ...last, check: `${end} ${start === 'starts_on' ? '>=' : '>'} ${start}` });
    else if (last !== undefined) columns.set(end, { ...last, check: '' });
  }
}

const FIRST_STATES: readonly (readonly [RegExp, string])[] = [
  [/(?:booking|reservation)$/, 'booked'],
  [/(?:appointment|event|visit|meeting|class|lesson)$/, 'planned'],
  [/(?:order|purchase)$/, 'placed'],
  [/(?:claim|application|request)$/, 'draft'],
  [/(?:loan|rental)$/, 'out'],
  [/(?:tool|product|asset|member|vehicle)$/, 'available'],
  [/(?:ticket)$/, 'valid'],
  [/(?:deposit)$/, 'taken'],
];

function putStatus(draft: Draft): void {
  const first = FIRST_STATES.find(([form]) => form.test(draft.name))?.[1] ?? 'open';
  const values = [...new Set([first, ...draft.states])];
  const status = plainColumn('status', { type: 'status', values, isMade: true, origin: draft.origin });
  draft.columns.delete('status');
  draft.columns.set('status', status);
}

/** What is to be sent is written in the commit that causes it, and sent after. */
function addMessages(draft: Draft, channels: readonly string[]): void {
  const add = (name: string, given: Partial<Column> & Pick<Column, 'type'>): void =>
    put(draft, plainColumn(name, { origin: 'assumed', isMade: true, ...given }));
  refer(draft, 'recipient', USER, 'assumed', true);
  add('template', { type: 'text' });
  add('due_at', { type: 'moment' });
  add('sent_at', { type: 'moment', isRequired: false });
  add('attempts', { type: 'integer', check: '$ >= 0' });
  add('channel', { type: 'status', values: channels.map(snake) });
}

/** Tables after those that they refer to; a reference that closes a circle is dropped. */
function inOrder(drafts: ReadonlyMap<string, Draft>): readonly Draft[] {
  const done = new Set<string>();
  const open = new Set<string>();
  const list: Draft[] = [];
  const visit = (draft: Draft): void => {
    if (done.has(draft.name)) return;
    open.add(draft.name);
    for (const { name, references } of [...draft.columns.values()]) {
      const other = drafts.get(references);
      if (references === '' || references === draft.name) continue;
      if (other === undefined || open.has(references)) draft.columns.delete(name);
      else visit(other);
    }
    open.delete(draft.name);
    done.add(draft.name);
    list.push(draft);
  };
  for (const draft of drafts.values()) visit(draft);
  return list;
}

function addUser(draft: Draft, roles: readonly string[], said: string): void {
  const add = (name: string, given: Partial<Column> & Pick<Column, 'type'>): void =>
    put(draft, plainColumn(name, { origin: 'assumed', ...given }));
  add('subject', { type: 'text', isUnique: true, isMade: true });
  add('full_name', { type: 'text', isPersonal: true });
  if (!/\be-?mail\b/i.test(said) && /\b(?:sms|phone|call)/i.test(said))
    add('phone', { type: 'text', isPersonal: true });
  else {
    add('email', { type: 'text', isPersonal: true });
    add('email_hash', { type: 'text', isUnique: true, isMade: true });
  }
  add('role', { type: 'status', values: roles.map(snake), isRequired: true });
}

function entityFrom(draft: Draft, at: number): Entity {
  return {
    ...{ name: draft.name, origin: draft.origin, unique: draft.unique },
    id: `TBL-${String(at + 1).padStart(3, '0')}`,
    table: snake(pluralOf(draft.name)),
    model: pascal(draft.name),
    columns: orderedColumns([...draft.columns.values()]),
  };
}

const orderedColumns = (columns: readonly Column[]): readonly Column[] => [
  ...columns.filter(({ type }) => type === 'reference'),
  ...columns.filter(({ type }) => type !== 'reference' && type !== 'status'),
  ...columns.filter(({ type }) => type === 'status'),
];
