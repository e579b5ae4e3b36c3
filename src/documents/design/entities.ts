// The records that a text asks to keep: which things, with which columns, and how they hang together.

import { addDomainAction } from './add-domain-actions.ts';
import { attributeKind, isKnownKind } from './attribute-kinds.ts';
import type { Entity, Origin } from './domain.ts';
import { type DomainAction, isAttribute, type Reading, recordMade } from './domain-actions.ts';
import { attributeColumn, type Draft, isCode, isMoney, put, USER } from './entity-draft.ts';
import { addMessages, entityFrom, finish, inOrder } from './finish-entities.ts';
import { isDerived, isOrganisation, isPerson, isThing } from './nouns.ts';
import { addOwnings, addRelations, linkTheAlone } from './relate-entities.ts';

export interface Records {
  readonly entities: readonly Entity[];
  /** Roles of people who act, by name. */
  readonly roles: readonly string[];
  /** The entity that a deed is about; '' for none. */
  readonly entityOf: (deed: DomainAction) => string;
  /** Whether records of it are made by somebody's deed. */
  readonly makers: ReadonlyMap<string, string>;
}

export function findEntities(reading: Reading, channels: readonly string[]): Records {
  const roles = rolesOf(reading);
  const drafts = new Map<string, Draft>();
  const open = (name: string, origin: Origin): Draft => {
    const draft = drafts.get(name) ?? { name, origin, columns: new Map(), states: [], unique: [], guards: [] };
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
    addDomainAction(draft, deed, { drafts, roles, reading, last, makers });
    last = name;
  }
  addOwnings(drafts, reading, entityOf);
  addRelations(drafts, reading, roles);
  linkTheAlone(drafts, reading, entityOf, makers);
  if (roles.length > 0) {
    const people = open(USER, 'assumed');
    for (const deed of reading.deeds) if (entityOf(deed) === USER) addOfPerson(people, deed);
  }
  if (channels.length > 0) addMessages(open('outgoing message', 'assumed'), channels);
  finish(drafts, roles, reading);
  return { entities: inOrder(drafts).map(entityFrom), roles, entityOf, makers };
}

/** `register patients with their date of birth`: of the people of that role, so that others have none. */
function addOfPerson(people: Draft, deed: DomainAction): void {
  if (deed.meaning.kind !== 'create' && deed.meaning.kind !== 'change') return;
  for (const phrase of deed.attributes) {
    const column = attributeColumn(phrase, deed, false);
    if (column.name !== 'name') put(people, { ...column, isPersonal: true, isUnique: false });
  }
}

function rolesOf({ deeds }: Reading): readonly string[] {
  const roles = deeds.filter(({ actor }) => isPerson(actor)).map(({ actor }) => actor);
  const told = deeds
    .filter(({ meaning }) => meaning.kind === 'tell')
    .flatMap(({ clause }) => clause.objects.filter(({ noun }) => isPerson(noun)).map(({ noun }) => noun));
  const assigned = deeds
    .filter(({ verb }) => verb === 'assign')
    .flatMap(({ others }) => others.filter(({ noun }) => isPerson(noun)).map(({ noun }) => noun));
  return [...new Set([...roles, ...told, ...assigned])];
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
    for (const { noun, before, isMany } of deed.others)
      if (
        meaning.kind === 'create' &&
        (isPartOf(before, noun, isMany) || (/^(?:to|for|in|of)$/.test(before) && isKnownOften(reading, noun)))
      )
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

const isKnownOften = ({ phrases, canonical }: Reading, noun: string): boolean =>
  phrases.filter((each) => canonical(each.noun) === canonical(noun)).length > 1 && isThing(noun);

/** `a quiz with questions`. */
const isPartOf = (before: string, noun: string, isMany: boolean): boolean =>
  before === 'with' && isMany && isThing(noun) && attributeKind(noun) === null;

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
  const own = new Map<DomainAction, string>();
  let last = '';
  for (const deed of reading.deeds) {
    const name = nameFor(deed, drafts, roles, reading, last);
    own.set(deed, name);
    if (name !== '') last = name;
  }
  return (deed: DomainAction): string => own.get(deed) ?? '';
}

function nameFor(
  deed: DomainAction,
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
  // `Students may cancel until the day before`: what they made.
  if (deed.meaning.kind === 'state' && deed.clause.objects.length === 0 && !deed.clause.isCondition) {
    const own = deeds.find((each) => each.actor === deed.actor && each.meaning.kind === 'create');
    if (own !== undefined && drafts.has(recordMade(own))) return recordMade(own);
  }
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
function transactionOn(deed: DomainAction, drafts: ReadonlyMap<string, Draft>, deeds: readonly DomainAction[]): string {
  if (!/^(?:collect|return|extend|renew|check-in|check-out|redeem)$/.test(deed.verb)) return '';
  const found = deeds.filter(
    (each) => each.meaning.makes !== undefined && each.object === deed.object && isPerson(each.actor),
  );
  const fitting = /^(?:return|extend|renew)$/.test(deed.verb) ? found.toReversed() : found;
  const record = fitting.map(recordMade).find((name) => name !== deed.object && drafts.has(name));
  return record ?? '';
}
