// What an endpoint takes and answers, in words.

import type { Domain, Endpoint, Entity } from '../../../documents/design/domain.ts';
import { isFileKind, USER } from '../../../documents/design/entity-draft.ts';
import { findLimits } from '../../../documents/design/find-limits.ts';
import { headOf, snake } from '../../../documents/design/nouns.ts';

export const entityNamed = ({ entities }: Domain, name: string): Entity | undefined =>
  entities.find((each) => each.name === name);

/** Rows that are sent with their owner: up to 5 photos, prices per category. */
export function childrenOf(entity: Entity, { entities }: Domain): readonly Entity[] {
  return entities.filter(
    ({ name, columns }) =>
      name.startsWith(`${headOf(entity.name)} `) && !name.endsWith(' attachment') && columns.some(({ references }) => references === entity.name),
  );
}

export function requestText(endpoint: Endpoint, domain: Domain): string {
  const { body, filters, method, kind } = endpoint;
  const children =
    kind === 'create' ? childrenOf(entityNamed(domain, endpoint.entity) ?? ({ name: '?' } as Entity), domain) : [];
  const fields = body.map(({ name, isRequired }) =>
    isRequired || method === 'PATCH' || endpoint.state !== '' ? `\`${name}\`` : `\`${name}\` (optional)`,
  );
  for (const child of children) {
    const own = child.columns
      .filter(({ isMade, references }) => !isMade && references !== endpoint.entity)
      .map(({ name }) => name);
    const isFile = isFileKind(` ${child.name}`);
    fields.push(
      isFile
        ? `\`${child.table}\` (files, multipart/form-data)`
        : `\`${child.table}\` (a list of ` + `{${own.join(', ')}})`,
    );
  }
  if (kind === 'job') return 'no body; the job finds what is due by itself';
  if (method === 'GET') {
    const query = [...filters, ...(isList(endpoint) ? ['limit', 'after'] : [])].map((name) => `\`${name}\``);
    return query.length === 0 ? 'no body, no query' : `no body; query ${query.join(', ')}`;
  }
  if (method === 'DELETE') return 'no body';
  if (kind === 'create' && isFileKind(` ${endpoint.entity}`)) fields.unshift('`file` (multipart/form-data)');
  if (fields.some((field) => field.includes('multipart'))) return fields.join(', ');
  return fields.length === 0 ? 'no body' : `JSON with ${fields.join(', ')}`;
}

export const isList = ({ method, path, kind }: Endpoint): boolean =>
  method === 'GET' && kind === 'read' && !path.endsWith('}') && !path.startsWith('/reports/');

export function responseText(endpoint: Endpoint, domain: Domain): string {
  const { kind, method, entity, state, path } = endpoint;
  const model = entityNamed(domain, entity)?.model ?? 'Report';
  if (kind === 'job') return '200 with `found` and `done`, the number of rows';
  if (path.startsWith('/reports/')) return '200 with one row for each line of the report, computed when asked';
  if (kind === 'export') {
    const said = domain.useCases.filter(({ id }) => endpoint.useCases.includes(id)).flatMap((each) => each.said);
    const format = /\b(?:CSV|PDF|Excel|JSON|XML)\b/i.exec(said.join(' '))?.[0].toUpperCase();
    return `200 with ${format === undefined ? 'the file' : `a ${format} file`}, one row for each ${entity}`;
  }
  if (kind === 'import') return '200 with `created` and the rows that were refused, with reasons';
  if (method === 'DELETE') return '204 without a body';
  if (kind === 'create') return `201 with ${model}, its \`id\` included`;
  if (isList(endpoint)) return `200 with a list of ${model} and \`next\``;
  return `200 with ${model}${state === '' ? '' : `, \`status\` is \`${state}\``}`;
}

export function errorsOf(endpoint: Endpoint, domain: Domain): readonly string[] {
  const { method, path, kind, body, state, roles } = endpoint;
  const errors: string[] = [];
  if (method === 'POST' || method === 'PATCH') if (kind !== 'job' && body.length > 0) errors.push('400 `malformed`');
  errors.push('401 `not_signed_in`');
  if (domain.actors.length > roles.length && kind !== 'job') errors.push('403 `forbidden`');
  const parents = body.filter(({ type }) => type === 'reference').map(({ references }) => references);
  if (path.includes('{')) errors.push('404 `not_found`');
  else if (parents.length > 0)
    errors.push(`404 \`unknown_${snake(parents.find((name) => name !== USER) ?? parents[0] ?? '')}\``);
  if (state !== '') errors.push('409 `wrong_status`');
  const isNamed = domain.entities.some(({ columns }) =>
    columns.some(({ references }) => references === endpoint.entity),
  );
  if (method === 'DELETE' && isNamed) errors.push('409 `in_use`');
  const isUnique =
    entityNamed(domain, endpoint.entity)?.columns.some((column) => column.isUnique && body.includes(column)) ?? false;
  const isMoved = method === 'PATCH' && body.some(({ name }) => name === 'starts_at');
  if (isUnique && kind === 'create') errors.push('409 `exists_already`');
  else if ((kind === 'create' || isMoved) && takesPlace(entityNamed(domain, endpoint.entity)))
    errors.push('409 `taken`');
  const limits = findLimits(domain).filter(({ endpoints }) => endpoints.includes(endpoint.id));
  for (const status of new Set(limits.map((limit) => limit.status)))
    if (!errors.includes(status)) errors.push(status);
  if (entityNamed(domain, endpoint.entity)?.name === 'payment' && kind === 'create') errors.push('502 `provider_away`');
  return errors;
}

/** A court or a tool is booked from a moment on; nobody else gets it for the same. */
export const takesPlace = (entity: Entity | undefined): boolean =>
  entity !== undefined &&
  /(?:booking|reservation|appointment|hold)$/.test(entity.name) &&
  placeColumns(entity).length > 0;

export function placeColumns({ columns }: Entity): readonly string[] {
  const start = columns.find(({ name }) => name === 'starts_at');
  const thing = columns.find(({ references }) => references !== '' && references !== USER) ?? undefined;
  const person = columns.find(({ name }) =>
    /^(?:vet|doctor|nurse|trainer|teacher|hairdresser|technician|consultant)_id$/.test(name),
  );
  const what = person ?? thing;
  if (what === undefined) return [];
  return start === undefined
    ? columns.some(({ name }) => name === 'expires_at')
      ? [what.name]
      : []
    : [what.name, start.name];
}
