// Validation rules, business rules and errors: what the figures and conditions of the sentences ask of endpoints.

import type { Column, Domain, Endpoint, Figure, Rule, UseCase } from '../../../documents/design/domain.ts';
import { USER } from '../../../documents/design/entity-draft.ts';
import { listed, TELLS } from '../../../documents/design/find-components.ts';
import { from } from './draft-input.ts';
import { entityNamed, errorsOf } from './endpoint-text.ts';
import { isMakingJob } from './sql.ts';

const TIME = /^(?:second|minute|hour|day|week|month|year)$/;

export function validationRows(domain: Domain): readonly string[] {
  const rows: string[] = [];
  for (const { rules, id } of domain.useCases)
    for (const rule of rules)
      for (const figure of rule.figures) {
        const row = figureRow(figure, rule, id, domain);
        if (row !== null && !rows.includes(row)) rows.push(row);
      }
  const checked = fieldChecks(domain);
  return [
    ...(rows.length > 0
      ? [
          'Limits that the input names:',
          '',
          '| Limit | Where | Checked on | Refused with |',
          '| --- | --- | --- | --- |',
          ...rows,
          '',
        ]
      : ['The input names no limits; the checks below follow from the types alone.', '']),
    'Checks of fields, before anything is read:',
    '',
    ...checked,
  ];
}

/** One row for a figure that a request can break; what the product has to keep itself is no validation. */
function figureRow(figure: Figure, { text, origin }: Rule, useCase: string, domain: Domain): string | null {
  const own = domain.endpoints.filter(
    ({ useCases, method, kind, assumed }) =>
      useCases.includes(useCase) && method !== 'GET' && kind !== 'job' && assumed === '',
  );
  // Choosing only reads; the limit holds where what was chosen is taken.
  const about = domain.useCases.find(({ id }) => id === useCase)?.entity ?? '';
  const calls =
    own.length > 0
      ? own
      : domain.endpoints.filter(
          ({ kind, body }) => kind === 'create' && body.some(({ references }) => references === about),
        );
  if (calls.length === 0) return null;
  const isMoney = /^(?:EUR|USD|GBP|CHF|euro|dollar|pound|%)$/.test(figure.unit);
  const isCount = !TIME.test(figure.unit) && !isMoney && !/^(?:MB|GB|KB|character)$/.test(figure.unit);
  if (isCount && figure.bound !== 'max' && figure.bound !== 'min') return null;
  const isPromise =
    /\b(?:notif\w*|sends?|answers?|responds?|refunds?|calls?|keeps?|kept|stored)\b[^.;]*$/i.test(
      text.slice(0, text.indexOf(figure.text)),
    ) && TIME.test(figure.unit);
  if (isPromise || (/^(?:hour|minute)$/.test(figure.unit) && /\bwithin\b/i.test(figure.text))) return null;
  const on = checkedOn(figure, text, calls, domain);
  if (on === '') return null;
  const status =
    figure.unit === 'MB' || figure.unit === 'GB'
      ? '413 `too_large`'
      : TIME.test(figure.unit)
        ? '422 `rule_broken`'
        : figure.unit === 'character'
          ? '400 `malformed`'
          : '422 `rule_broken`';
  return (
    `| ${limitText(figure, text)}${from(origin)} | ${calls.map(({ id }) => id).join(', ')} | ${on} ` + `| ${status} |`
  );
}

/** The figure with a few words behind it: `at most 3 reservations at the same time`. */
function limitText({ text }: Figure, sentence: string): string {
  const at = sentence.indexOf(text);
  const rest = sentence.slice(at + text.length).split(/[,.;]| and /)[0] ?? '';
  return `${text}${rest.split(' ').slice(0, 6).join(' ')}`.trim();
}

function checkedOn(figure: Figure, sentence: string, calls: readonly Endpoint[], domain: Domain): string {
  const [first] = calls;
  const entity = entityNamed(domain, first?.entity ?? '');
  const columns = entity?.columns ?? [];
  const has = (...names: readonly string[]): string | undefined =>
    columns.find(
      ({ name, isMade }) => names.includes(name) && (!isMade || name === 'size_bytes' || name === 'started_at'),
    )?.name;
  if (figure.unit === 'character')
    return columns
      .filter(({ maxLength }) => maxLength === figure.amount)
      .map(({ name }) => `\`${name}\``)
      .join(', ');
  if (/^(?:MB|GB|KB)$/.test(figure.unit)) return has('size_bytes') === undefined ? '' : '`size_bytes`';
  if (/^(?:EUR|USD|GBP|CHF|euro|dollar|pound|%)$/.test(figure.unit)) {
    const money = columns.filter(({ type }) => type === 'money').map(({ name }) => `\`${name}\``);
    return money.length > 0 ? money.join(', ') : amountBelow(first?.entity ?? '', domain);
  }
  if (TIME.test(figure.unit)) {
    if (/\bbefore\b/i.test(sentence.slice(sentence.indexOf(figure.text))))
      return [has('starts_at', 'starts_on', 'due_on') ?? '', 'the time of the call']
        .filter(Boolean)
        .map((each) => (each.includes(' ') ? each : `\`${each}\``))
        .join(' and ');
    const end = has('ends_at', 'due_on', 'ends_on', 'expires_at');
    const start = has('starts_at', 'started_at', 'starts_on');
    return end === undefined
      ? ''
      : [start, end]
          .filter((each) => each !== undefined)
          .map((each) => `\`${each}\``)
          .join(' to ');
  }
  const counted = domain.entities.find(
    ({ name }) => name === figure.unit || name.endsWith(` ${figure.unit}`) || figure.unit.endsWith(name),
  );
  const word =
    sentence
      .slice(sentence.indexOf(figure.text) + figure.text.length)
      .trim()
      .split(' ')[0]
      ?.replace(/s?[.,;]?$/, '') ?? '';
  const second = counted ?? domain.entities.find(({ name }) => name === `${figure.unit} ${word}` || name === word);
  // Seats are counted by the holds that a caller has on them.
  if (second !== undefined && entity !== undefined && first?.body.some(({ references }) => references === second.name))
    return `the caller's rows in \`${entity.table}\``;
  return second === undefined ? '' : `the number of rows in \`${second.table}\``;
}

/** A claim has no amount of its own: it is the sum of its items. */
function amountBelow(entity: string, { entities }: Domain): string {
  const below = entities.find(
    ({ columns }) =>
      columns.some(({ references }) => references === entity) && columns.some(({ type }) => type === 'money'),
  );
  const money = below?.columns.find(({ type }) => type === 'money');
  return below === undefined || money === undefined ? '' : `the sum of \`${below.table}.${money.name}\``;
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
    steps.push(`The status must be one from which \`${call.state}\` is allowed: ${beforeState(call.state, values)}.`);
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

function beforeState(state: string, values: readonly string[]): string {
  const at = values.indexOf(state);
  const before = values.slice(0, Math.max(1, at)).filter((value) => value !== state && !END.test(value));
  const isDecision = /^(?:approved|rejected|accepted|declined)$/.test(state) && values.includes('submitted');
  const allowed = isDecision ? ['submitted'] : before.length > 0 ? before : values.slice(0, 1);
  return allowed.map((value) => `\`${value}\``).join(' or ');
}

function statesOf({ entities }: Domain): readonly string[] {
  const stated = entities.flatMap(({ name, columns }) => {
    const values = columns.find((column) => column.name === 'status')?.values ?? [];
    return values.length > 1 ? [{ name, values }] : [];
  });
  if (stated.length === 0) return [];
  const rows = stated.flatMap(({ name, values }) =>
    values.slice(1).map((value) => `| ${name} | ${beforeState(value, values)} | \`${value}\` |`),
  );
  return ['**States**', '', '| Record | From | To |', '| --- | --- | --- |', ...rows, ''];
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
