// What records of a kind have, said or not: usual columns, a status, users and outgoing messages.

import { usualColumns } from './attribute-kinds.ts';
import { isSaidOf } from './bound-columns.ts';
import type { Column, Entity } from './domain.ts';
import { type DomainAction, isAttribute, type Reading } from './domain-actions.ts';
import { attributeColumn, type Draft, isCode, isMoney, plainColumn, put, refer, USER } from './entity-draft.ts';
import { headOf, isPerson, pascal, pluralOf, snake } from './nouns.ts';

export function finish(drafts: ReadonlyMap<string, Draft>, roles: readonly string[], reading: Reading): void {
  joinHolds(drafts);
  const said = reading.sentences.map(({ text }) => text).join(' ');
  for (const draft of drafts.values()) {
    if (draft.name === USER) addUser(draft, roles, said);
    else if (isPerson(draft.name))
      put(draft, plainColumn('full_name', { type: 'text', isPersonal: true, origin: 'assumed' }));
    const hasMoney = [...draft.columns.values()].some(({ type }) => type === 'money');
    if (isMoney(draft.name) && !hasMoney)
      put(draft, plainColumn('amount', { type: 'money', check: '$ >= 0', origin: 'assumed' }));
    if (draft.name === 'outgoing message') continue;
    const isMeasured = [...draft.columns.values()].some(({ type }) => type === 'decimal' || type === 'integer');
    const hasDay = [...draft.columns.keys()].some((name) => /^(?:starts_(?:at|on)|on_date)$/.test(name));
    for (const { name, isOptional = false, ...column } of usualColumns(
      headOf(draft.name) === draft.name ? draft.name : ` ${draft.name}`,
    )) {
      if (hasDay && /^(?:starts_at|ends_at)$/.test(name)) continue;
      // A reading that names what it measures has its value there.
      if (isMeasured && /^(?:value|unit)$/.test(name)) continue;
      if (name === 'name' && [...draft.columns.keys()].some((each) => /^(?:name|title|serial_number)$/.test(each)))
        continue;
      put(draft, plainColumn(name, { ...column, isRequired: !isOptional, origin: 'assumed' }));
    }
    addOfCode(draft, reading);
    if (![...draft.columns.values()].some(({ type }) => type !== 'reference'))
      put(draft, plainColumn('name', { type: 'text', origin: 'assumed' }));
    if (!isAboutPeople(draft)) dropPrivacy(draft);
    mendPeriod(draft);
    dropRepeated(draft, drafts);
    addStateTime(draft, reading);
    letForget(draft, reading);
    if (draft.states.length > 0) putStatus(draft);
  }
}

/** What was held is bought: an order takes the caller's holds, and a ticket is for what one of them was on. */
function joinHolds(drafts: ReadonlyMap<string, Draft>): void {
  const hold = drafts.get('hold');
  const order = [...drafts.values()].find(({ name }) => /(?:order|purchase)$/.test(name));
  if (hold === undefined || order === undefined) return;
  refer(hold, order.name, order.name, 'assumed', false);
  const held = [...hold.columns.values()].find(
    ({ references }) => references !== '' && references !== USER && references !== order.name,
  );
  for (const ticket of drafts.values())
    if (held !== undefined && /(?:ticket|pass)$/.test(ticket.name)) {
      refer(ticket, held.references, held.references, 'assumed', true);
      ticket.unique.push([`${snake(order.name)}_id`, held.name]);
    }
}

/** `show the time of the first scan`: when it came to its last state is kept. */
function addStateTime(draft: Draft, { sentences }: Reading): void {
  const state = draft.states.at(-1);
  const isAsked = sentences.some(
    ({ text }) => /\b(?:time|date|moment) of the\b/i.test(text) && text.toLowerCase().includes(draft.name),
  );
  if (state === undefined || !isAsked) return;
  const origin = sentences.find(({ text }) => /\b(?:time|date|moment) of the\b/i.test(text))?.origin ?? 'brief';
  put(draft, plainColumn(`${state}_at`, { type: 'moment', isRequired: false, isMade: true, origin }));
}

/** `Loans are kept for 3 years, then the member's name is removed`: the loan outlives whose it was. */
function letForget({ name, columns }: Draft, { sentences }: Reading): void {
  for (const { text } of sentences.filter((each) => isSaidOf({ name }, each.text))) {
    const [, who = ''] =
      /\bthen (?:the )?(\w{3,30})'s [\w ]{3,30} (?:is|are) (?:removed|deleted|erased)\b/i.exec(text) ?? [];
    const column = columns.get(`${who.toLowerCase()}_id`);
    if (column !== undefined) columns.set(column.name, { ...column, isRequired: false });
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
      put(draft, attributeColumn(phrase, { origin: draft.origin, clause: { sentence: '' } } as DomainAction, true));
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
  const isServed = draft.states.includes('in_service');
  const values = [...new Set([isServed ? 'in_service' : first, ...draft.states])];
  const status = plainColumn('status', { type: 'status', values, isMade: true, origin: draft.origin });
  draft.columns.delete('status');
  draft.columns.set('status', status);
}

/** What is to be sent is written in the commit that causes it, and sent after. */
export function addMessages(draft: Draft, channels: readonly string[]): void {
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
export function inOrder(drafts: ReadonlyMap<string, Draft>): readonly Draft[] {
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

export function entityFrom(draft: Draft, at: number): Entity {
  return {
    ...{ name: draft.name, origin: draft.origin, unique: draft.unique },
    ...(draft.guards.length > 0 && { guards: draft.guards }),
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
