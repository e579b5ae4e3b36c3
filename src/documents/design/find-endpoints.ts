// Operations as endpoints of a REST interface: method, path, body, filters, who may call it.

import type { Column, Endpoint, Entity, UseCase } from './domain.ts';
import { kindOfDomainAction } from './domain-actions.ts';
import type { Records } from './entities.ts';
import { attributeColumn, USER } from './entity-draft.ts';
import { neededEndpoints } from './needed-endpoints.ts';
import { headOf, isDerived, kebab, snake, upperFirst } from './nouns.ts';
import { isServed, type Operation, SCHEDULER } from './use-cases.ts';

type Draft = Omit<Endpoint, 'id'>;

export function findEndpoints(
  useCases: readonly UseCase[],
  operations: readonly Operation[],
  records: Records,
): readonly Endpoint[] {
  const drafts = new Map<string, Draft>();
  const titles = new Map(useCases.map(({ id, title }) => [id, title]));
  for (const operation of operations) {
    const entity = records.entities.find(({ name }) => name === operation.entity);
    add(drafts, endpointOf(operation, entity, records, titles.get(operation.useCase) ?? ''));
  }
  const byUseCase = new Map(useCases.map((useCase) => [useCase.id, useCase]));
  for (const needed of neededEndpoints([...drafts.values()], records, byUseCase)) add(drafts, needed);
  return [...drafts.values()].map((draft, at) => ({ ...draft, id: `API-${String(at + 1).padStart(3, '0')}` }));
}

/** Two use cases may call the same endpoint. */
function add(drafts: Map<string, Draft>, draft: Draft): void {
  const key = `${draft.method} ${draft.path}`;
  const old = drafts.get(key);
  const names = new Set(old?.body.map(({ name }) => name));
  drafts.set(
    key,
    old === undefined
      ? draft
      : {
          ...old,
          useCases: [...new Set([...old.useCases, ...draft.useCases])],
          roles: [...new Set([...old.roles, ...draft.roles])],
          body: [...old.body, ...draft.body.filter(({ name }) => !names.has(name))],
          filters: [...new Set([...old.filters, ...draft.filters])],
          ownRoles: [...new Set([...old.ownRoles, ...draft.ownRoles])],
        },
  );
}

function endpointOf(operation: Operation, entity: Entity | undefined, records: Records, title: string): Draft {
  const { useCase, deed, isJob } = operation;
  const plain: Draft = {
    ...{ method: 'GET', path: '/', kind: deed.meaning.kind, entity: entity?.name ?? '', useCases: [useCase] },
    ...{ roles: [upperFirst(deed.actor)], body: [], filters: [], state: '', assumed: '', ownRoles: [] },
  };
  if (isJob)
    return {
      ...plain,
      method: 'POST',
      path: `/internal/jobs/${kebab(jobName(title))}`,
      kind: 'job',
      roles: [SCHEDULER],
    };
  const isReport = deed.clause.objects.some(({ noun }) => isDerived(noun));
  if (entity === undefined || isReport) {
    const per = deed.clause.objects.find(({ of }) => records.entities.some(({ name }) => name === of))?.of;
    const rows = records.entities.find(({ name }) => name === per)?.table;
    return { ...plain, path: `/reports/${kebab(rows ?? reportName(title))}`, filters: rows === undefined ? [] : ['from', 'to'] };
  }
  const path = `/${kebab(entity.table)}`;
  const kind = kindOfDomainAction(deed);
  const ownRoles = isOwnOf(entity, deed.actor, records) ? [upperFirst(deed.actor)] : [];
  const attached = attachmentOf(deed, entity, records);
  if (attached !== undefined)
    return {
      ...{ ...plain, method: 'POST', kind: 'create', entity: attached.name, ownRoles },
      path: `${path}/{${camel(entity.name)}Id}/attachments`,
    };
  if (kind === 'create') {
    const made = creation(deed, entity, records);
    return { ...plain, ...made, method: 'POST', ownRoles: made.path.includes('{') ? ownRoles : [] };
  }
  if (kind === 'import') return { ...plain, method: 'POST', path: `${path}/import` };
  if (kind === 'export') return { ...plain, path: `${path}/export`, filters: filtersOf(deed, entity, records.entities) };
  if (kind === 'remove') return { ...plain, method: 'DELETE', path: `${path}/{id}`, ownRoles };
  if (kind === 'change' && /^(?:extend|renew)$/.test(deed.verb) && /\bby \w+ (?:day|week|month)s?\b/.test(deed.clause.sentence))
    return { ...plain, method: 'POST', path: `${path}/{id}/${kebab(deed.verb)}`, kind, ownRoles };
  if (kind === 'change')
    return { ...plain, method: 'PATCH', path: `${path}/{id}`, kind, body: changed(deed, entity), ownRoles };
  if (kind === 'state') {
    const state = deed.clause.state === '' ? (deed.meaning.state ?? '') : snake(deed.clause.state);
    const verb = deed.clause.state === '' ? kebab(deed.verb) : `${kebab(deed.verb)}-${kebab(state)}`;
    return { ...plain, method: 'POST', path: `${path}/{id}/${verb}`, state, body: stated(deed, entity), ownRoles };
  }
  return { ...plain, ...reading(deed, entity, records, path), ownRoles };
}

/** Files come when there is something to attach them to. */
const attachmentOf = ({ verb }: DomainAction, { name }: Entity, { entities }: Records): Entity | undefined =>
  /^(?:attach|upload)$/.test(verb)
    ? entities.find((each) => each.name === `${headOf(name)} attachment`)
    : undefined;

const reportName = (title: string): string => title.replace(/^(?:See|View|Show) |\b(?:the|an?|and|of) | report$/g, '');
const jobName = (title: string): string => title.replace(/ after their retention$| (?:an?|the)(?= )/g, '');

/** A member's own booking, an employee's own item through the claim that it belongs to. */
function isOwnOf(entity: Entity, role: string, { entities }: Records, depth = 3): boolean {
  if (!isServed(role)) return false;
  if (ownerColumn(entity, role) !== undefined) return true;
  return entity.columns.some(({ references, isRequired }) => {
    const above = entities.find(({ name }) => name === references);
    return above !== undefined && isRequired && depth > 0 && isOwnOf(above, role, { entities } as Records, depth - 1);
  });
}

const ownerColumn = ({ columns }: Entity, role: string): Column | undefined =>
  columns.find(({ name }) => name === `${snake(role)}_id`);

type DomainAction = Operation['deed'];

function creation(deed: DomainAction, entity: Entity, { entities }: Records): Pick<Draft, 'path' | 'body'> {
  const parent = entities.find(
    ({ name }) =>
      deed.others.some(({ noun, before }) => /^(?:to|of)$/.test(before) && (noun === name || headOf(name) === noun)) &&
      entity.columns.some(({ references, isRequired }) => references === name && isRequired),
  );
  const body = entity.columns.filter(
    ({ isMade, type, name, references }) =>
      !isMade &&
      type !== 'status' &&
      name !== `${snake(deed.actor)}_id` &&
      !/_by$/.test(name) &&
      references !== parent?.name,
  );
  const said = body.filter(({ name, isRequired }) => isRequired || !/^(?:rejection|cancellation)_/.test(name));
  // What a later step fills in is no part of the first request.
  const named = new Set(deed.attributes.map((phrase) => attributeColumn(phrase, deed, false).name));
  const first = said.filter(
    ({ isRequired, origin, name }) =>
      isRequired || (/^REQ-/.test(origin) && origin === deed.origin) || (entity.name === USER && named.has(name)),
  );
  const own = `/${kebab(entity.table)}`;
  return { path: parent === undefined ? own : `/${kebab(parent.table)}/{${camel(parent.name)}Id}${own}`, body: first };
}

const camel = (name: string): string => snake(name).replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

function changed(deed: DomainAction, entity: Entity): readonly Column[] {
  const free = entity.columns.filter(({ isMade, type }) => !isMade && type !== 'status');
  const times = free.filter(({ name }) => /^(?:starts_at|ends_at|starts_on|ends_on|due_on|on_date)$/.test(name));
  if (/^(?:extend|renew)$/.test(deed.verb)) return times.filter(({ name }) => /^(?:ends_|due_)/.test(name)).slice(-1);
  if (/^(?:move|reschedule)$/.test(deed.verb) && times.length > 0) return times;
  const named = [...deed.attributes, ...deed.clause.objects].map(({ noun }) => snake(noun));
  const said = free.filter(({ name }) => named.some((noun) => name === noun || name.endsWith(`_${noun}`)));
  if (said.length > 0) return said;
  const limits = free.filter(({ name }) => /^(?:lowest|highest|minimum|maximum)_/.test(name));
  if (named.includes('limit') && limits.length > 0) return limits;
  return free.filter(({ type }) => type !== 'reference');
}

function stated(deed: DomainAction, entity: Entity): readonly Column[] {
  if (deed.verb === 'assign') {
    const names = deed.others.map(({ noun }) => `${snake(noun)}_id`);
    return entity.columns.filter(({ name }) => names.includes(name));
  }
  const named = deed.attributes.map(({ noun }) => snake(noun));
  const stem = deed.verb.slice(0, 5);
  return entity.columns.filter(
    ({ name, type, isMade }) =>
      !isMade &&
      type !== 'reference' &&
      (named.includes(name) || (/_(?:reason|note)$/.test(name) && name.startsWith(stem))),
  );
}

function reading(deed: DomainAction, entity: Entity, { entities }: Records, path: string): Partial<Draft> {
  if (
    deed.verb === 'scan' ||
    (deed.phrase?.isMany === false && !deed.clause.asks && deed.phrase.of === '' && deed.object !== '')
  )
    return { path: `${path}/{id}` };
  const parent = entities.find(
    ({ name }) =>
      deed.clause.around.some(({ noun, before }) => before === 'of' && (noun === name || headOf(name) === noun)) &&
      entity.columns.some(({ references }) => references === name),
  );
  const own = parent === undefined ? path : `/${kebab(parent.table)}/{${camel(parent.name)}Id}${path}`;
  const filters = filtersOf(deed, entity, entities).filter((name) => name !== `${snake(parent?.name ?? '')}_id`);
  return { path: own, filters };
}

/** The readings of a cold room are those of its sensors. */
function above({ columns }: Entity, noun: string, entities: readonly Entity[]): boolean {
  const parents = entities.filter(({ name }) => columns.some(({ references }) => references === name));
  return parents.some((parent) => parent.columns.some(({ references }) => references === noun && noun !== ''));
}

/** `by date and genre`, `for a period`, `of a month`. */
function filtersOf(deed: DomainAction, entity: Entity, entities: readonly Entity[]): readonly string[] {
  const by = deed.clause.around.filter(({ before }) => /^(?:by|per|for|of|in)$/.test(before)).map(({ noun }) => noun);
  const filters: string[] = [];
  for (const noun of by) {
    if (/^(?:period|month|week|year|date|day)$/.test(noun)) filters.push('from', 'to');
    const column = entity.columns.find(
      ({ name }) => name === snake(noun) || name === `${snake(noun)}_id` || name.endsWith(`_${snake(noun)}_id`),
    );
    if (column !== undefined && !/^(?:month|date)$/.test(noun)) filters.push(column.name);
    else if (above(entity, noun, entities)) filters.push(`${snake(noun)}_id`);
  }
  if (deed.clause.asks === 'who')
    for (const { name, references } of entity.columns) if (references !== '') filters.push(name);
  if (entity.columns.some(({ name }) => name === 'status') && /^(?:see|view|show)$/.test(deed.verb))
    filters.push('status');
  return [...new Set(filters)];
}
