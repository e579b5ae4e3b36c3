// Schemas and examples of requests.

import type { Column, Domain, Endpoint } from '../../../documents/design/domain.ts';
import { article, pluralOf } from '../../../documents/design/nouns.ts';
import { childrenOf, entityNamed, errorsOf } from './endpoint-text.ts';

/** JSON Schema of what each writing endpoint takes. */
export function schemas(domain: Domain): readonly string[] {
  const writing = domain.endpoints.filter(({ body, method }) => body.length > 0 && method !== 'GET');
  const blocks = writing.map((endpoint) => {
    const { body, id, method, path } = endpoint;
    const lists = listsOf(endpoint, domain);
    const own = Object.fromEntries(body.map((column) => [column.name, schemaOf(column)]));
    const properties = { ...own, ...Object.fromEntries(lists) };
    const required = [
      ...body.filter(({ isRequired }) => isRequired || endpoint.state !== '').map(({ name }) => name),
      ...lists.map(([name]) => name),
    ];
    const schema = {
      type: 'object',
      ...(method === 'PATCH' ? { minProperties: 1 } : required.length > 0 ? { required } : {}),
      properties,
      additionalProperties: false,
    };
    return [`Request of ${id}, ${method} ${path}:`, '', '```json', compact(schema), '```', ''];
  });
  return [
    'Every response holds the fields of its model (see Data Models). A list is `{"items": [...], ' +
      '"next": "..."}`; `next` is absent on the last page. Moments are in UTC, amounts are strings with two decimals.',
    '',
    ...blocks.flat(),
  ];
}

/** Rows that are sent with their owner, as an array; files come as parts of the form. */
function listsOf({ kind, entity }: Endpoint, domain: Domain): readonly (readonly [string, unknown])[] {
  const owner = entityNamed(domain, entity);
  if (kind !== 'create' || owner === undefined) return [];
  return childrenOf(owner, domain)
    .filter(({ columns }) => !columns.some(({ name }) => name === 'storage_key'))
    .map(({ table, columns }) => {
      const fields = columns.filter(({ isMade, references }) => !isMade && references !== entity);
      const properties = Object.fromEntries(fields.map((column) => [column.name, schemaOf(column)]));
      const required = fields.filter(({ isRequired }) => isRequired).map(({ name }) => name);
      return [table, { type: 'array', minItems: 1, items: { type: 'object', required, properties } }];
    });
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
  if (name === 'currency') return { type: 'string', pattern: '^[A-Z]{3}$' };
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
export function examples(domain: Domain): readonly string[] {
  const kinds = new Set<string>();
  const chosen = domain.endpoints.filter(({ kind, body, method }) => {
    const isFirst = !kinds.has(kind) && method !== 'GET' && kind !== 'job' && (body.length > 0 || kind === 'state');
    if (isFirst) kinds.add(kind);
    return isFirst;
  });
  return chosen.flatMap((endpoint) => {
    const { id, method, path, body, state } = endpoint;
    const sent = Object.fromEntries(body.map((column) => [column.name, sampleOf(column)]));
    const answered = { ...answerOf(endpoint, domain), ...sent, ...(state === '' ? {} : { status: state }) };
    const refused = errorsOf(endpoint, domain).find((error) => /^4(?:09|22|04)/.test(error)) ?? '400 `malformed`';
    const [code = '', name = ''] = refused.replaceAll('`', '').split(' ');
    return [
      `${id}:`,
      '',
      '```http',
      `${method} ${path.replace(/\{[^{}]*\}/g, '41')}`,
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

/** All fields of its model, as they are read back. */
function answerOf({ entity }: Endpoint, domain: Domain): Record<string, unknown> {
  const columns = entityNamed(domain, entity)?.columns ?? [];
  const fields = columns.map((column) => [
    column.name,
    column.values[0] ?? (column.isRequired ? sampleOf(column) : null),
  ]);
  return { id: 41, ...Object.fromEntries(fields), created_at: '2027-02-14T08:30:00Z' };
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
