// The low-level design, section by section: endpoints, models, the map, schemas, examples, rules and errors.

import type { Column, Domain, Endpoint, Entity } from '../../../documents/design/domain.ts';
import { isFileKind, USER } from '../../../documents/design/entities.ts';
import { listed } from '../../../documents/design/find-components.ts';
import { article, headOf, pluralOf, snake } from '../../../documents/design/nouns.ts';
import { type DraftInput, domainOf, from, lines, RULES_WROTE } from './draft-input.ts';
import { businessRules, errorCodes, validationRows } from './lld-rules.ts';

type SectionWriter = (domain: Domain) => string;

export const LLD_SECTIONS: Readonly<Record<string, SectionWriter>> = {
  endpoints: (domain) =>
    lines('## API Endpoints', '', RULES_WROTE, '', ...domain.endpoints.flatMap((each) => endpointLines(each, domain))),
  models: (domain) => lines('## Data Models', '', ...domain.entities.flatMap((each) => modelLines(each, domain))),
  'api-map': (domain) => lines('## Use Case to API Map', '', mapRows(domain)),
  schema: (domain) => lines('## Request and Response Schemas', '', ...schemas(domain)),
  examples: (domain) => lines('## Examples', '', ...examples(domain)),
  validation: (domain) => lines('## Validation', '', ...validationRows(domain)),
  integrations: (domain) => lines('## Integrations', '', ...integrations(domain)),
  layers: (domain) => lines('## Layers', '', ...layers(domain)),
  'business-logic': (domain) => lines('## Business Logic', '', ...businessRules(domain)),
  errors: (domain) => lines('## Error Handling', '', ...errorCodes(domain)),
};

export const lldSection = (id: string, input: DraftInput): string | null => LLD_SECTIONS[id]?.(domainOf(input)) ?? null;

export const entityNamed = ({ entities }: Domain, name: string): Entity | undefined =>
  entities.find((each) => each.name === name);

/** Rows that are sent with their owner: up to 5 photos, prices per category. */
export function childrenOf(entity: Entity, { entities }: Domain): readonly Entity[] {
  return entities.filter(
    ({ name, columns }) =>
      name.startsWith(`${headOf(entity.name)} `) && columns.some(({ references }) => references === entity.name),
  );
}

function endpointLines(endpoint: Endpoint, domain: Domain): readonly string[] {
  const { id, method, path, useCases, assumed, roles, ownRoles } = endpoint;
  const component = componentOf(endpoint, domain);
  return [
    `### ${id}: ${method} ${path}`,
    '',
    `- **Use cases**: ${useCases.join(', ')}`,
    ...(component === '' ? [] : [`- **Component**: ${component}`]),
    `- **Callers**: ${listed(roles.map((role) => (ownRoles.includes(role) ? `${role} (own records only)` : role)))}`,
    `- **Request**: ${requestText(endpoint, domain)}`,
    `- **Response**: ${responseText(endpoint, domain)}`,
    `- **Errors**: ${errorsOf(endpoint, domain).join(', ')}`,
    ...(assumed === '' ? [] : ['', `Assumption: ${assumed}.`]),
    '',
  ];
}

function componentOf({ entity, useCases, path }: Endpoint, { components }: Domain): string {
  const byKind = path.startsWith('/internal/') ? 'jobs' : path.startsWith('/reports/') ? 'reports' : '';
  const found =
    components.find(({ kind }) => kind === byKind) ??
    components.find(({ kind, entities }) => kind === 'records' && entities.includes(entity)) ??
    components.find(({ kind, useCases: ids }) => kind !== 'client' && ids.some((id) => useCases.includes(id)));
  return found?.id ?? '';
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
      isFile ? `\`${child.table}\` (files, multipart/form-data)` : `\`${child.table}\` (a list of {${own.join(', ')}})`,
    );
  }
  if (kind === 'job') return 'no body; the job finds what is due by itself';
  if (method === 'GET')
    return `no body; query ${[...filters, ...(isList(endpoint) ? ['limit', 'after'] : [])].map((name) => `\`${name}\``).join(', ') || 'none'}`;
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
  if (kind === 'export') return `200 with the file, one row for each ${entity}`;
  if (kind === 'import') return '200 with `created` and the rows that were refused, with reasons';
  if (method === 'DELETE') return '204 without a body';
  if (kind === 'create') return `201 with ${model}, its \`id\` included`;
  if (isList(endpoint)) return `200 with a list of ${model} and \`next\``;
  return `200 with ${model}${state === '' ? '' : `, \`status\` is \`${state}\``}`;
}

export function errorsOf(endpoint: Endpoint, domain: Domain): readonly string[] {
  const { method, path, kind, body, state, useCases, roles } = endpoint;
  const errors: string[] = [];
  if (method === 'POST' || method === 'PATCH') if (kind !== 'job' && body.length > 0) errors.push('400 `malformed`');
  errors.push('401 `not_signed_in`');
  if (domain.actors.length > roles.length && kind !== 'job') errors.push('403 `forbidden`');
  const parents = body.filter(({ type }) => type === 'reference').map(({ references }) => references);
  if (path.includes('{')) errors.push('404 `not_found`');
  else if (parents.length > 0)
    errors.push(`404 \`unknown_${snake(parents.find((name) => name !== USER) ?? parents[0] ?? '')}\``);
  const rules = domain.useCases.filter(({ id }) => useCases.includes(id)).flatMap((each) => each.rules);
  if (state !== '') errors.push('409 `wrong_status`');
  const isNamed = domain.entities.some(({ columns }) =>
    columns.some(({ references }) => references === endpoint.entity),
  );
  if (method === 'DELETE' && isNamed) errors.push('409 `in_use`');
  const isUnique =
    entityNamed(domain, endpoint.entity)?.columns.some((column) => column.isUnique && body.includes(column)) ?? false;
  if (isUnique && kind === 'create') errors.push('409 `exists_already`');
  else if (kind === 'create' && takesPlace(entityNamed(domain, endpoint.entity))) errors.push('409 `taken`');
  if (rules.some(({ figures }) => figures.length > 0) && method !== 'GET' && kind !== 'job')
    errors.push('422 `rule_broken`');
  if (rules.some(({ figures }) => figures.some(({ unit }) => /^(?:MB|GB|KB)$/.test(unit))) && method === 'POST')
    errors.push('413 `too_large`');
  const isFile = rules.some(({ figures }) => figures.some(({ unit }) => /^(?:MB|GB|KB)$/.test(unit)));
  if (isFile && method === 'POST') errors.push('413 `too_large`');
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

const API_TYPES: Readonly<Record<Column['type'], string>> = {
  ...{
    text: 'string',
    'long-text': 'string',
    integer: 'integer',
    decimal: 'number',
    money: 'decimal string',
    date: 'date',
  },
  ...{
    time: 'time',
    moment: 'date-time',
    boolean: 'boolean',
    file: 'string',
    key: 'integer',
    reference: 'integer',
    status: 'string',
  },
};
export const apiType = ({ type }: Column): string => API_TYPES[type];

function modelLines(entity: Entity, domain: Domain): readonly string[] {
  const rows = entity.columns.map(
    (column) =>
      `| ${column.name} | ${apiType(column)} | ${column.isRequired ? 'yes' : 'no'} | ${notesOf(column, domain)} |`,
  );
  return [
    `### ${entity.model}`,
    '',
    `- **Table**: ${entity.id} ${entity.table}`,
    '',
    '| Field | Type | Required | Notes |',
    '| --- | --- | --- | --- |',
    '| id | integer | yes | given by the database |',
    ...rows,
    '| created_at | date-time | yes | given by the database |',
    '',
  ];
}

function notesOf(column: Column, domain: Domain): string {
  const { values, references, isPersonal, isMade, origin, maxLength, check, name } = column;
  const notes: string[] = [];
  if (values.length > 0) notes.push(values.map((value) => `\`${value}\``).join(', '));
  if (references !== '') notes.push(`${article(references)} ${entityNamed(domain, references)?.model ?? references}`);
  if (maxLength !== null) notes.push(`at most ${maxLength} characters`);
  if (check !== '' && values.length === 0) notes.push(`\`${check}\``);
  if (isPersonal) notes.push('personal, encrypted');
  if (isMade && values.length === 0)
    notes.push(name === 'email_hash' ? 'keyed hash of the email, to find it' : 'set by the service');
  notes.push(origin === 'assumed' ? 'assumed' : /^REQ-/.test(origin) ? origin : 'from the brief');
  return notes.join('; ');
}

const mapRows = ({ useCases, endpoints }: Domain): readonly string[] => [
  '| Use case | API |',
  '| --- | --- |',
  ...useCases.map(
    ({ id, title }) =>
      `| ${id} ${title} | ${endpoints
        .filter((each) => each.useCases.includes(id))
        .map((each) => each.id)
        .join(', ')} |`,
  ),
];

/** JSON Schema of what each writing endpoint takes. */
function schemas(domain: Domain): readonly string[] {
  const writing = domain.endpoints.filter(({ body, method }) => body.length > 0 && method !== 'GET');
  const blocks = writing.map((endpoint) => {
    const { body, id, method, path } = endpoint;
    const properties = Object.fromEntries(body.map((column) => [column.name, schemaOf(column)]));
    const required = body.filter(({ isRequired }) => isRequired || endpoint.state !== '').map(({ name }) => name);
    const schema = {
      type: 'object',
      ...(method === 'PATCH' ? { minProperties: 1 } : required.length > 0 ? { required } : {}),
      properties,
      additionalProperties: false,
    };
    return [`Request of ${id}, ${method} ${path}:`, '', '```json', compact(schema), '```', ''];
  });
  return [
    'Every response holds the fields of its model (see Data Models). A list is `{"items": [...], "next": "..."}`; `next` is absent on the last page. Moments are in UTC, amounts are strings with two decimals.',
    '',
    ...blocks.flat(),
  ];
}

/** A line for each property. */
const compact = (schema: Record<string, unknown>): string => {
  const rows = Object.entries(schema).map(([key, value]) => {
    if (key !== 'properties') return `  ${JSON.stringify(key)}: ${JSON.stringify(value)}`;
    const own = Object.entries(value as object).map(
      ([name, each]) => `    ${JSON.stringify(name)}: ${JSON.stringify(each)}`,
    );
    return `  "properties": {\n${own.join(',\n')}\n  }`;
  });
  return `{\n${rows.join(',\n')}\n}`;
};

function schemaOf(column: Column): Record<string, unknown> {
  const { type, maxLength, check, name } = column;
  if (type === 'date') return { type: 'string', format: 'date' };
  if (type === 'moment') return { type: 'string', format: 'date-time' };
  if (type === 'money') return { type: 'string', pattern: String.raw`^\d+\.\d{2}$` };
  if (type === 'integer' || type === 'reference' || type === 'key')
    return {
      type: 'integer',
      ...(check.startsWith(`${name} > 0`) || type === 'reference'
        ? { minimum: 1 }
        : check.startsWith(`${name} >= 0`)
          ? { minimum: 0 }
          : {}),
    };
  if (type === 'decimal') return { type: 'number' };
  return { type: 'string', minLength: 1, maxLength: maxLength ?? (type === 'long-text' ? 4000 : 200) };
}

const SAMPLES: Readonly<Record<Column['type'], unknown>> = {
  ...{
    text: 'text',
    'long-text': 'As agreed.',
    integer: 3,
    decimal: 4.5,
    money: '25.00',
    date: '2027-03-01',
    time: '09:00',
  },
  ...{ moment: '2027-03-01T09:00:00Z', boolean: true, file: 'f3a9', key: 1, reference: 12, status: 'open' },
};

function sampleOf({ name, type }: Column): unknown {
  if (/^(?:ends_at|due_at)$/.test(name)) return '2027-03-01T10:00:00Z';
  if (/^(?:ends_on|due_on)$/.test(name)) return '2027-03-04';
  if (name === 'size_bytes') return 184_320;
  if (name === 'content_type') return 'image/jpeg';
  if (name === 'currency') return 'EUR';
  if (/temperature$/.test(name)) return name.startsWith('highest') ? 7 : 2.5;
  return type === 'text' ? `example ${name.replaceAll('_', ' ')}` : SAMPLES[type];
}

/** The first request of each kind, and what it answers when it is refused. */
function examples(domain: Domain): readonly string[] {
  const kinds = new Set<string>();
  const chosen = domain.endpoints.filter(({ kind, body, method }) => {
    const isFirst = !kinds.has(kind) && method !== 'GET' && kind !== 'job' && (body.length > 0 || kind === 'state');
    if (isFirst) kinds.add(kind);
    return isFirst;
  });
  return chosen.flatMap((endpoint) => {
    const { id, method, path, body, state } = endpoint;
    const sent = Object.fromEntries(body.map((column) => [column.name, sampleOf(column)]));
    const answered = { id: 41, ...sent, ...(state === '' ? {} : { status: state }) };
    const refused = errorsOf(endpoint, domain).find((error) => /^4(?:09|22|04)/.test(error)) ?? '400 `malformed`';
    const [code = '', name = ''] = refused.replaceAll('`', '').split(' ');
    return [
      `${id}:`,
      '',
      '```http',
      `${method} ${path.replace(/\{[^}]*\}/g, '41')}`,
      ...(body.length > 0 ? ['Content-Type: application/json', '', JSON.stringify(sent)] : []),
      '```',
      '',
      `Answer ${endpoint.kind === 'create' ? 201 : 200}:`,
      '',
      '```json',
      JSON.stringify(answered),
      '```',
      '',
      `Refused with ${code}:`,
      '',
      '```json',
      JSON.stringify({ error: name, message: refusalText(name, endpoint) }),
      '```',
      '',
    ];
  });
}

function refusalText(code: string, { entity, state, body }: Endpoint): string {
  if (code === 'taken') return `Somebody else has it for this time. Choose another.`;
  if (code === 'wrong_status') return `This ${entity} cannot become ${state.replaceAll('_', ' ')} now.`;
  if (code === 'rule_broken') return `A limit for ${pluralOf(entity)} is exceeded.`;
  if (code.startsWith('unknown_')) return `There is no such ${code.slice('unknown_'.length).replaceAll('_', ' ')}.`;
  if (code === 'exists_already') return `Such ${article(entity)} ${entity} exists already.`;
  if (code === 'malformed') return `${body[0]?.name ?? 'A field'} is missing.`;
  return `There is no such ${entity}.`;
}

function integrations(domain: Domain): readonly string[] {
  const { outside, channels, components, useCases } = domain;
  const ofKind = (kind: string): string => components.find((each) => each.kind === kind)?.id ?? '';
  const rows = outside.map(({ name, use, origin }) => {
    const said =
      useCases
        .flatMap(({ rules, said: own }) => [...rules.map(({ text }) => text), ...own])
        .find((text) => text.includes(name)) ?? '';
    return `| ${name} | ${ofKind(use === 'payments' ? 'payments' : 'exchange')} | ${said.replace(/\.$/, '').replaceAll('|', '/')}${from(origin)} | 10 s, then tried again; the record stays as it was |`;
  });
  const sent = channels.map((channel) => {
    const telling = useCases
      .filter(({ said }) => said.some((text) => CHANNEL_WORDS[channel]?.test(text) ?? false))
      .map(({ id }) => id);
    return `| ${channel} gateway | ${ofKind('messages')} | ${telling.join(', ') || 'told by the rules of the use cases'} | 5 attempts over an hour, then \`sent_at\` stays empty and staff see it |`;
  });
  const files = components.find(({ kind }) => kind === 'files');
  const stored =
    files === undefined
      ? []
      : [
          `| Object storage | ${files.id} | ${files.useCases.join(', ')} | the request is answered 503 and nothing is kept |`,
        ];
  const all = [...rows, ...sent, ...stored];
  if (all.length === 0)
    return [
      'The input names no other system, and no use case needs one.',
      '',
      'Open: which identity provider signs people in. The operator decides.',
    ];
  return ['| System | Component | Used for | When it does not answer |', '| --- | --- | --- | --- |', ...all];
}

const CHANNEL_WORDS: Readonly<Record<string, RegExp>> = {
  email: /\be-?mail\b/i,
  SMS: /\bsms\b/i,
  'phone call': /\bcalls?\b|\bby phone\b/i,
  'push message': /\bpush\b/i,
};

function layers(domain: Domain): readonly string[] {
  const records = domain.components.filter(({ kind }) => kind === 'records');
  const rows = records.map(({ title, entities }) => {
    const name = snake(title.replace(/ service$/, ''));
    const own = domain.endpoints
      .filter(({ entity, kind }) => entities.includes(entity) && kind !== 'job')
      .map(({ id }) => id);
    const tables = domain.entities.filter((each) => entities.includes(each.name)).map(({ table }) => table);
    const rules = domain.useCases.filter(({ entity }) => entities.includes(entity)).flatMap((each) => each.rules);
    return `| ${name} | ${own.join(', ')} | ${new Set(rules.map(({ text }) => text)).size} | ${tables.join(', ')} |`;
  });
  const adapters = domain.components
    .filter(({ kind }) => /^(?:messages|payments|files|exchange)$/.test(kind))
    .map(({ title }) => title);
  return [
    'Each module has three layers: handlers (read and check the request, choose the status), rules (pure functions over records, the limits of Validation and Business Logic), and tables (SQL, one file for each table). Handlers call rules, rules call nothing.',
    '',
    '| Module | Handlers | Rules | Tables |',
    '| --- | --- | --- | --- |',
    ...rows,
    ...(adapters.length > 0 ? ['', `Adapters, called by handlers and jobs only: ${listed(adapters)}.`] : []),
  ];
}
