// Validation rules, business rules and errors: what the figures and conditions of the sentences ask of endpoints.

import type { Column, Domain, Endpoint, Guard, UseCase } from '../../../documents/design/domain.ts';
import { USER } from '../../../documents/design/entity-draft.ts';
import { listed, TELLS } from '../../../documents/design/find-components.ts';
import { findLimits } from '../../../documents/design/find-limits.ts';
import { from } from './draft-input.ts';
import { entityNamed, errorsOf } from './endpoint-text.ts';
import { isMakingJob } from './sql.ts';

export function validationRows(domain: Domain): readonly string[] {
  const limits = findLimits(domain);
  const refused = limits.filter(({ status }) => status !== '');
  const kept = limits.filter(({ status }) => status === '');
  const checked = fieldChecks(domain);
  return [
    ...(refused.length > 0
      ? [
          ...['Limits that a request can break:', '', '| Limit | Where | Checked on | Refused with |'],
          '| --- | --- | --- | --- |',
          ...refused.map(
            ({ text, origin, endpoints, on, status }) =>
              `| ${text}${from(origin)} | ${endpoints.join(', ')} | ${on} | ${status} |`,
          ),
          '',
        ]
      : []),
    ...(kept.length > 0
      ? [
          ...['Figures that the service keeps by itself; no request is refused for them:', ''],
          ...['| Figure | Kept by |', '| --- | --- |'],
          ...kept.map(({ text, origin, on }) => `| ${text}${from(origin)} | ${on} |`),
          '',
        ]
      : []),
    ...(limits.length === 0 ? withoutLimits(domain) : []),
    'Checks of fields, before anything is read:',
    '',
    ...checked,
  ];
}

/** A figure that rules could not read is still a figure. */
function withoutLimits({ statements }: Domain): readonly string[] {
  const figured = statements.filter(({ text }) => /\d/.test(text)).map(({ text }) => `"${text.replace(/\.$/, '')}"`);
  return figured.length === 0
    ? ['The input names no limits; the checks below follow from the types alone.', '']
    : [`Open: figures that rules could not read as limits: ${listed(figured)}.`, ''];
}

function fieldChecks(domain: Domain): readonly string[] {
  const bodies = new Map<string, { readonly column: Column; readonly at: Set<string> }>();
  for (const { id, body } of domain.endpoints)
    for (const column of body) {
      const key = `${column.name}|${column.type}|${column.check}|${column.maxLength}`;
      const known = bodies.get(key) ?? { column, at: new Set<string>() };
      bodies.set(key, known);
      known.at.add(id);
    }
  return [...bodies.values()].flatMap(({ column, at }) => {
    const places = domain.endpoints.filter(({ id }) => at.has(id)).map(({ entity }) => entity);
    const check = checkText(
      column,
      domain,
      places.some((name) => AHEAD.test(name)),
    );
    return check === '' ? [] : [`- \`${column.name}\` (${[...at].join(', ')}): ${check}`];
  });
}

/** Planned for later; a claim is for a trip that was made. */
const AHEAD = /(?:booking|reservation|appointment|event|shift|duty|lesson|class|meeting)$/;

function checkText(
  { type, check, maxLength, references, name, isUnique }: Column,
  domain: Domain,
  isAhead: boolean,
): string {
  const role = references === USER ? name.replace(/_id$/, '') : '';
  if (role !== '') return `a row of \`users\` with the role \`${role}\``;
  if (type === 'reference') return `exists in \`${entityNamed(domain, references)?.table ?? references}\``;
  const parts: string[] = [];
  if (maxLength !== null) parts.push(`1 to ${maxLength} characters`);
  if (check !== '') parts.push(`\`${check}\``);
  if (isUnique) parts.push('not in use yet');
  if (isAhead && /^starts_(?:at|on)$/.test(name)) parts.push('not in the past');
  if (name === 'currency') parts.push('a code of three letters (ISO 4217)');
  if (name === 'content_type') parts.push('one of the types that the use case names');
  return parts.join(', ');
}

export function businessRules(domain: Domain): readonly string[] {
  const told = new Set<string>();
  const blocks = domain.useCases.flatMap((useCase) => {
    const steps = stepsOf(useCase, domain, told);
    return steps.length === 0 ? [] : [`**${useCase.id} ${useCase.title}**`, '', ...steps, ''];
  });
  return [...blocks, ...statesOf(domain)];
}

/** What a handler does in its order, where it is more than to store the request. */
function stepsOf({ id, rules, actor }: UseCase, domain: Domain, told: Set<string>): readonly string[] {
  const [call] = domain.endpoints.filter(
    ({ useCases, method, assumed }) => useCases.includes(id) && method !== 'GET' && assumed === '',
  );
  const entity = entityNamed(domain, call?.entity ?? '');
  const own = rules.filter(({ text }) => !told.has(text));
  for (const { text } of own) told.add(text);
  if (call === undefined && own.length === 0) return [];
  const steps: string[] = [];
  if (call?.kind === 'job' && !isMakingJob(call))
    steps.push(
      `Select the rows of \`${entity?.table ?? 'the tables named'}\` that are due and were not handled before.`,
    );
  if (call !== undefined && call.ownRoles.length > 0)
    steps.push(`Read the ${readFirst(call, domain)}; it must be the ${actor.toLowerCase()}'s own.`);
  const values = entity?.columns.find(({ name }) => name === 'status')?.values ?? [];
  if (call !== undefined && call.state !== '')
    steps.push(
      `The status must be one from which \`${call.state}\` is allowed: ` +
        `${beforeState(call.state, values, entity?.guards)}.`,
    );
  for (const { text, origin } of own) steps.push(`${text}${from(origin)}`);
  if (call !== undefined && call.state !== '')
    steps.push(`Set \`status\` to \`${call.state}\` in one statement that names the status before.`);
  if (own.some(({ text }) => TELLS.test(text)) && domain.channels.length > 0 && call?.kind !== 'job')
    steps.push('Write the message to `outgoing_messages` in the same transaction.');
  return steps.length < 2 && own.length === 0 ? [] : steps.map((step, at) => `${at + 1}. ${step}`);
}

/** What the path names: of an item that is added to a claim, the claim. */
const readFirst = ({ path, entity }: Endpoint, { entities }: Domain): string =>
  entities.find(({ table }) => path.startsWith(`/${table.replaceAll('_', '-')}/{`))?.name ?? entity;

const END = /^(?:cancelled|rejected|returned|closed|refunded|retired|used|archived|completed|paid|declined)$/;

function beforeState(state: string, values: readonly string[], guards: readonly Guard[] = []): string {
  const at = values.indexOf(state);
  const isForbidden = (value: string): boolean => guards.some(({ from, to }) => from === value && to === state);
  const before = values
    .slice(0, Math.max(1, at))
    .filter((value) => value !== state && !END.test(value) && !isForbidden(value));
  const isDecision = /^(?:approved|rejected|accepted|declined)$/.test(state) && values.includes('submitted');
  const allowed = isDecision ? ['submitted'] : before.length > 0 ? before : values.slice(0, 1);
  return allowed.map((value) => `\`${value}\``).join(' or ');
}

function statesOf({ entities }: Domain): readonly string[] {
  const stated = entities.flatMap(({ name, columns, guards = [] }) => {
    const values = columns.find((column) => column.name === 'status')?.values ?? [];
    return values.length > 1 ? [{ name, values, guards }] : [];
  });
  if (stated.length === 0) return [];
  const rows = stated.flatMap(({ name, values, guards }) =>
    values.slice(1).map((value) => `| ${name} | ${beforeState(value, values, guards)} | \`${value}\` |`),
  );
  const never = stated.flatMap(({ name, guards }) =>
    guards.map(
      ({ from, to, text }) => `- Never from \`${from}\` to \`${to}\` (${name}): "${text.replace(/\.$/, '')}".`,
    ),
  );
  return [
    ...['**States**', '', '| Record | From | To |', '| --- | --- | --- |', ...rows, ''],
    ...(never.length > 0 ? [...never, ''] : []),
  ];
}

export function errorCodes(domain: Domain): readonly string[] {
  const by = new Map<string, string[]>();
  for (const endpoint of domain.endpoints)
    for (const error of errorsOf(endpoint, domain)) by.set(error, [...(by.get(error) ?? []), endpoint.id]);
  const rows = [...by]
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([error, ids]) => {
      const [status = '', code = ''] = error.split(' ');
      const all =
        ids.length === domain.endpoints.length ? 'all' : ids.length > 8 ? `${ids.length} endpoints` : ids.join(', ');
      return `| ${status} | ${code} | ${all} | ${meaningOf(code.replaceAll('`', ''))} |`;
    });
  const others = [...domain.outside.map(({ name }) => name), ...domain.channels.map((name) => `the ${name} gateway`)];
  return [
    'An error is `{"error": "code", "message": "a sentence for people"}`; a 400 and a 422 also ' +
      'name the `field`. Nothing is stored when a request is refused.',
    '',
    '| Status | Code | Endpoints | When |',
    '| --- | --- | --- | --- |',
    ...rows,
    '',
    ...(others.length > 0
      ? [
          `Faults of ${listed(others)} never undo what a person did: the record is stored, ` +
            'and the call is made again later.',
        ]
      : []),
  ];
}

function meaningOf(code: string): string {
  if (code.startsWith('unknown_'))
    return `the ${code.slice('unknown_'.length).replaceAll('_', ' ')} that the request names does not exist`;
  const meanings: Readonly<Record<string, string>> = {
    ...{
      malformed: 'a field is missing, unknown or of the wrong type',
      not_signed_in: 'the token is missing or has ended',
    },
    ...{ forbidden: 'the role may not do this', not_found: "there is no such record, or it is not the caller's" },
    ...{
      wrong_status: 'the record is not in a state from which this is allowed',
      taken: 'somebody else has it for that time',
    },
    ...{ rule_broken: 'a limit of Validation is exceeded', exists_already: 'a unique field is in use' },
    ...{ in_use: 'other records refer to it' },
    ...{ provider_away: 'the payment provider does not answer', too_large: 'the file is larger than allowed' },
  };
  return meanings[code] ?? code.replaceAll('_', ' ');
}
