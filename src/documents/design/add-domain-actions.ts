// What a deed says of the record it is done to: who owns it, its states, its attributes.

import { type DomainAction, fieldsOf, kindOfDomainAction, type Reading } from './domain-actions.ts';
import {
  attributeColumn,
  type Draft,
  isFile,
  isFileKind,
  isMoney,
  isServedName,
  isStock,
  plainColumn,
  put,
  refer,
  STATE_BY,
  USER,
} from './entity-draft.ts';
import { headOf, isOrganisation, isPerson, snake } from './nouns.ts';
import type { Phrase } from './sentence-pieces.ts';

interface Around {
  readonly drafts: ReadonlyMap<string, Draft>;
  readonly roles: readonly string[];
  readonly reading: Reading;
  /** The entity spoken of before. */
  readonly last: string;
  readonly makers: Map<string, string>;
}

export function addDomainAction(draft: Draft, deed: DomainAction, around: Around): void {
  const { meaning, actor, origin } = deed;
  if (meaning.kind === 'create' && !isOrganisation(actor) && !around.makers.has(draft.name))
    around.makers.set(draft.name, actor);
  if (meaning.kind === 'create' && isPerson(actor) && (isServedName(headOf(actor)) || !isStock(draft.name)))
    refer(draft, actor, USER, origin, true);
  else if (meaning.kind === 'create' && around.drafts.has(actor)) refer(draft, actor, actor, origin, true);
  if (isPerson(actor) && isServedName(headOf(actor)) && /^(?:change|state)$/.test(meaning.kind))
    refer(draft, actor, USER, origin, true);
  // What must not be done is a guard, no way into a state.
  if (deed.clause.isNegated && meaning.kind === 'state') {
    addGuards(draft, deed);
    return;
  }
  const state = deed.clause.state === '' ? meaning.state : snake(deed.clause.state);
  if (meaning.kind === 'state' && state !== undefined && state !== 'assigned') {
    if (!draft.states.includes(state)) draft.states.push(state);
    if (STATE_BY.test(state)) refer(draft, `${state}_by`, USER, origin, false);
  }
  if (meaning.kind === 'create' && deed.object !== draft.name && around.drafts.has(deed.object))
    refer(draft, deed.object, deed.object, origin, true);
  const paid = around.drafts.get(deed.object);
  if (meaning.makes === 'payment' && paid !== undefined) {
    if (isServedName(headOf(actor))) refer(paid, actor, USER, origin, true);
    if (!paid.states.includes('paid')) paid.states.push('paid');
  }
  if (deed.verb === 'refund' && actor === '' && !draft.states.includes('refunded')) draft.states.push('refunded');
  if (actor !== '') addAttributes(draft, deed, around);
  for (const phrase of deed.others) addOther(draft, deed, phrase, around);
}

/** `A blocked batch must not be delivered`. */
function addGuards(draft: Draft, { phrase, meaning, clause }: DomainAction): void {
  for (const how of phrase?.how ?? []) {
    if (meaning.state === undefined || !/(?:ed|en)$/.test(how)) continue;
    if (!draft.states.includes(how)) draft.states.unshift(how);
    draft.guards.push({ from: snake(how), to: meaning.state, text: clause.sentence });
  }
}

function addOther(draft: Draft, deed: DomainAction, phrase: Phrase, { drafts, roles, reading }: Around): void {
  const name = reading.canonical(phrase.noun);
  const isNear = /^(?:to|of|for|in|on|from|per|at|with|against)$/.test(phrase.before) || deed.verb === 'assign';
  if (
    !isNear ||
    name === draft.name ||
    isMoney(phrase.noun) ||
    deed.clause.sentence.includes(`depending on the ${phrase.noun}`)
  )
    return;
  const part = drafts.get(name);
  if (phrase.before === 'with' && phrase.isMany && part !== undefined) {
    refer(part, draft.name, draft.name, deed.origin, true);
    return;
  }
  const isMade = deed.meaning.kind === 'create' || deed.verb === 'assign' || deed.verb === 'plan';
  if (roles.includes(name) && isMade && phrase.before !== 'from')
    refer(draft, name, USER, deed.origin, deed.verb !== 'assign');
  else if (drafts.has(name) && isMade) refer(draft, name, name, deed.origin, deed.verb !== 'assign');
}

/** Several of a kind are a table of their own: up to 5 photos, prices per category. */
function addAttributes(draft: Draft, deed: DomainAction, { drafts, reading }: Around): void {
  const isWritten = /^(?:create|change|state|import)$/.test(deed.meaning.kind);
  if (!isWritten) return;
  for (const phrase of deed.attributes) {
    const isDirect = deed.clause.objects.includes(phrase);
    // `upload a prescription as a photo`
    const isForm = phrase.before === 'as' && isFile(phrase);
    if (!isDirect && !isForm && phrase.before !== 'with' && phrase.before !== 'including') continue;
    if (isFile(phrase) && isFileKind(draft.name)) continue;
    if (drafts.has(phrase.noun) && isDirect) continue;
    const owner = reading.canonical(phrase.of);
    const target = drafts.has(owner) ? drafts.get(owner) : draft;
    if (target === undefined || (owner !== draft.name && isDirect && drafts.has(owner) && isFile(phrase))) continue;
    if (phrase.isMany && !/^(?:seat|place|room|point)s?$/.test(phrase.noun))
      addMany(drafts, target, phrase, deed, reading);
    else put(target, attributeColumn(phrase, deed, kindOfDomainAction(deed) === 'create'));
  }
  // `an inspection with its date and weather`: what no record is kept of is a field.
  for (const phrase of fieldsOf(deed))
    if (!drafts.has(reading.canonical(phrase.noun)))
      put(draft, attributeColumn(phrase, deed, kindOfDomainAction(deed) === 'create'));
}

function addMany(
  drafts: ReadonlyMap<string, Draft>,
  owner: Draft,
  phrase: Phrase,
  deed: DomainAction,
  reading: Reading,
): void {
  const name = `${headOf(owner.name)} ${phrase.noun}`;
  const many: Draft = { name, origin: deed.origin, columns: new Map(), states: [], unique: [], guards: [] };
  (drafts as Map<string, Draft>).set(name, many);
  refer(many, owner.name, owner.name, deed.origin, true);
  const per = deed.clause.around.find(({ before }) => before === 'per');
  if (per !== undefined) {
    put(many, plainColumn(snake(per.noun), { type: 'text', origin: deed.origin }));
    // Prices per seat category: each seat is of one.
    const of = drafts.get(reading.canonical(per.noun.split(' ')[0] ?? ''));
    if (of !== undefined && per.noun.includes(' '))
      put(of, plainColumn(snake(per.noun), { type: 'text', origin: deed.origin }));
    many.unique.push([`${snake(owner.name)}_id`, snake(per.noun)]);
  }
  if (!isFile(phrase)) put(many, attributeColumn({ ...phrase, isMany: false }, deed, true));
}
