// Endpoints that nobody names and that what is named cannot do without: to cancel a booking, one has to find it.

import type { Endpoint, Entity, UseCase } from './domain.ts';
import type { Records } from './entities.ts';
import { isStock, USER } from './entity-draft.ts';
import { article, isPerson, kebab, pluralOf, snake } from './nouns.ts';
import { isServed } from './use-cases.ts';

type Draft = Omit<Endpoint, 'id'>;

const NOTHING = { filters: [], state: '', body: [], ownRoles: [], assumed: '' } as const;

export function neededEndpoints(
  drafts: readonly Draft[],
  { entities, makers }: Records,
  useCases: ReadonlyMap<string, UseCase>,
): readonly Draft[] {
  return entities.flatMap((entity) => {
    const { name } = entity;
    if (name === USER) return peopleToChoose(entity, drafts);
    if (isPerson(name)) return [];
    const changing = drafts.filter((each) => each.entity === name && /^(?:change|remove|state)$/.test(each.kind));
    const naming = drafts.filter(
      ({ kind, body }) => kind === 'create' && body.some(({ references }) => references === name),
    );
    const isMade = makers.has(name) || drafts.some((each) => each.entity === name && each.kind === 'create');
    return [
      ...creationOf(entity, changing.length > 0 ? changing : naming, isMade, useCases),
      ...listOf(entity, changing, drafts, `whoever does this has to find the ${name} first`),
      ...listOf(entity, naming, drafts, `the request names one of the ${pluralOf(name)}, so somebody has to see them`),
    ];
  });
}

/** `book an appointment with a vet`: the owner has to see the vets. */
function peopleToChoose({ name, table }: Entity, drafts: readonly Draft[]): readonly Draft[] {
  const naming = drafts.filter(
    ({ kind, body }) => kind === 'create' && body.some(({ references }) => references === USER),
  );
  if (naming.length === 0) return [];
  const chosen = [...new Set(naming.flatMap(({ body }) => body.filter(({ references }) => references === USER)))];
  const people = [...new Set(chosen.map((column) => pluralOf(column.name.replace(/_id$/, '').replaceAll('_', ' '))))];
  return [
    {
      ...NOTHING,
      ...{ method: 'GET', path: `/${kebab(table)}`, kind: 'read', entity: name, filters: ['role'] },
      ...{ useCases: idsOf(naming), roles: rolesOf(naming) },
      assumed: `the request names one of the ${people.join(' or ')}, so the caller has to see their names`,
    },
  ];
}

const rolesOf = (list: readonly Draft[]): readonly string[] => [...new Set(list.flatMap((each) => each.roles))];
const idsOf = (list: readonly Draft[]): readonly string[] => [...new Set(list.flatMap((each) => each.useCases))];
const isOwnedBy = ({ columns }: Entity, role: string): boolean =>
  isServed(role.toLowerCase()) && columns.some(({ name }) => name === `${snake(role)}_id`);

/** An order is paid, but nobody says how it comes about. */
function creationOf(
  { name, table, columns }: Entity,
  users: readonly Draft[],
  isMade: boolean,
  useCases: ReadonlyMap<string, UseCase>,
): readonly Draft[] {
  const isKept = /(?:order|cart|claim|application|request)$/.test(name) && !isStock(name);
  if (isMade || users.length === 0 || !isKept) return [];
  const [role = ''] = rolesOf(users);
  const title = useCases.get(idsOf(users)[0] ?? '')?.title ?? '';
  return [
    {
      ...NOTHING,
      ...{ method: 'POST', path: `/${kebab(table)}`, kind: 'create', entity: name },
      ...{ useCases: idsOf(users), roles: rolesOf(users) },
      body: columns.filter(
        (column) => !column.isMade && column.type !== 'status' && column.name !== `${snake(role)}_id`,
      ),
      assumed: `nobody says how ${article(name)} ${name} comes about; "${title}" needs one`,
    },
  ];
}

/** A list that exists is opened to the roles that need it too. */
function listOf(entity: Entity, users: readonly Draft[], drafts: readonly Draft[], assumed: string): readonly Draft[] {
  if (users.length === 0) return [];
  const { name, table, columns } = entity;
  const path = `/${kebab(table)}`;
  const isSeen = (role: string): boolean =>
    drafts.some(
      ({ entity: own, method, kind, roles, path: at }) =>
        own === name && method === 'GET' && kind === 'read' && roles.includes(role) && !at.endsWith('/{id}'),
    );
  // Whoever scans a ticket has it in front of them.
  const isScanned = /(?:ticket|voucher|card|pass)$/.test(name) && drafts.some((each) => each.path === `${path}/{id}`);
  if (isScanned) return [];
  const missing = users.filter(({ roles }) => roles.some((role) => !isSeen(role)));
  if (missing.length === 0) return [];
  const roles = rolesOf(missing).filter((role) => !isSeen(role));
  return [
    {
      ...NOTHING,
      ...{ method: 'GET', path, kind: 'read', entity: name, useCases: idsOf(missing), roles, assumed },
      ownRoles: roles.filter((role) => isOwnedBy(entity, role)),
      filters: columns.some((column) => column.name === 'status') ? ['status'] : [],
    },
  ];
}
