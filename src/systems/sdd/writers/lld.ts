// The low-level design, section by section: endpoints, models, the map, schemas, examples, rules and errors.

import type { Column, Domain, Endpoint, Entity } from '../../../documents/design/domain.ts';
import { listed } from '../../../documents/design/find-components.ts';
import { article, snake } from '../../../documents/design/nouns.ts';
import { type DraftInput, domainOf, from, lines, RULES_WROTE } from './draft-input.ts';
import { entityNamed, errorsOf, requestText, responseText } from './endpoint-text.ts';
import { examples, schemas } from './lld-examples.ts';
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

function integrations(domain: Domain): readonly string[] {
  const { outside, channels, components, useCases } = domain;
  const ofKind = (kind: string): string => components.find((each) => each.kind === kind)?.id ?? '';
  const rows = outside.map(({ name, use, origin }) => {
    const said =
      useCases
        .flatMap(({ rules, said: own }) => [...rules.map(({ text }) => text), ...own])
        .find((text) => text.includes(name)) ?? '';
    return (
      `| ${name} | ${ofKind(use === 'payments' ? 'payments' : 'exchange')} | ` +
      `${said.replace(/\.$/, '').replaceAll('|', '/')}${from(origin)} | 10 s, then tried again; the ` +
      'record stays as it was |'
    );
  });
  const sent = channels.map((channel) => {
    const telling = useCases
      .filter(({ said }) => said.some((text) => CHANNEL_WORDS[channel]?.test(text) ?? false))
      .map(({ id }) => id);
    return (
      `| ${channel} gateway | ${ofKind('messages')} | ` +
      `${telling.join(', ') || 'told by the rules of the use cases'} | 5 attempts over an hour, then ` +
      `\`sent_at\` stays empty for the operator to see |`
    );
  });
  const files = components.find(({ kind }) => kind === 'files');
  const stored =
    files === undefined
      ? []
      : [
          `| Object storage | ${files.id} | ${files.useCases.join(', ')} | the request is answered 503 ` +
            'and nothing is kept |',
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
  email: /\be-?mail\b(?! address)/i,
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
    `Handlers call rules and tables; rules are pure functions over records, so that the ` +
      `${new Set(domain.useCases.flatMap((each) => each.rules.map(({ text }) => text))).size} rules ` +
      'of Business Logic are tested without a database.',
    '',
    '| Module | Handlers | Rules | Tables |',
    '| --- | --- | --- | --- |',
    ...rows,
    ...(adapters.length > 0 ? ['', `Adapters, called by handlers and jobs only: ${listed(adapters)}.`] : []),
  ];
}
