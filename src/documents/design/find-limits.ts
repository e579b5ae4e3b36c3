// Every figure of the input and what keeps it: a request that is refused, or the service by itself. None is lost.

import { BYTES, isPeriod, isSaidOf, MONEY, TIME } from './bound-columns.ts';
import type { Column, Domain, Endpoint, Entity, Figure, Rule, UseCase } from './domain.ts';
import { pluralOf } from './nouns.ts';

export interface Limit {
  /** With a few words behind it: `at most 3 reservations at the same time`. */
  readonly text: string;
  readonly origin: string;
  /** Ids of the endpoints that refuse what breaks it; none where nobody can break it by a request. */
  readonly endpoints: readonly string[];
  /** What it is checked on, or who keeps it. */
  readonly on: string;
  /** `422 rule_broken`; '' where no request is refused. */
  readonly status: string;
}

const found = new WeakMap<Domain, readonly Limit[]>();

export function findLimits(domain: Domain): readonly Limit[] {
  const known = found.get(domain);
  if (known !== undefined) return known;
  const limits = new Map<string, Limit>();
  for (const statement of domain.statements)
    for (const figure of [...statement.figures, ...daysIn(statement.text)]) {
      const limit = limitOf(figure, statement, domain);
      const key = `${limit.origin} ${limit.text}`;
      if (!limits.has(key)) limits.set(key, limit);
    }
  const list = [...limits.values()];
  found.set(domain, list);
  return list;
}

/** `on the 20th of each month`. */
const daysIn = (sentence: string): readonly Figure[] =>
  [...sentence.matchAll(/\bon the (\d{1,2})(?:st|nd|rd|th)\b/gi)].map(([text, day = '']) => ({
    ...{ bound: 'exactly', amount: Number(day), unit: 'day', text },
  }));

interface Place {
  readonly figure: Figure;
  readonly sentence: string;
  readonly before: string;
  readonly after: string;
  readonly useCases: readonly UseCase[];
  /** Requests that could break it. */
  readonly calls: readonly Endpoint[];
  readonly jobs: readonly Endpoint[];
  readonly domain: Domain;
}

type Check = Pick<Limit, 'on' | 'status'> & { readonly calls?: readonly Endpoint[] };

function limitOf(figure: Figure, { text, origin }: Rule, domain: Domain): Limit {
  const at = Math.max(0, text.indexOf(figure.text));
  const saying = domain.useCases.filter((each) => says(each, text, figure));
  const subject = domain.entities.find((entity) => isSaidOf(entity, text))?.name ?? '';
  const useCases =
    saying.length > 0
      ? saying
      : domain.useCases.filter(({ entity, id }) => entity === subject && subject !== '' && makes(id, domain));
  const own = domain.endpoints.filter((each) => each.useCases.some((id) => useCases.some((known) => known.id === id)));
  const writing = own.filter(({ method, kind, assumed }) => method !== 'GET' && kind !== 'job' && assumed === '');
  const abouts = useCases.map(({ entity }) => entity);
  const place: Place = {
    ...{ figure, sentence: text, before: text.slice(0, at), after: text.slice(at + figure.text.length) },
    ...{ useCases, domain, jobs: own.filter(({ kind }) => kind === 'job') },
    // Choosing only reads; the limit holds where what was chosen is taken.
    calls:
      writing.length > 0
        ? writing
        : domain.endpoints.filter(
            ({ kind, body }) => kind === 'create' && body.some(({ references }) => abouts.includes(references)),
          ),
  };
  const check = place.calls.length > 0 ? checkOf(place) : null;
  const shared = { text: limitText(figure, text), origin };
  if (check === null) return { ...shared, endpoints: [], on: keptBy(place), status: '' };
  const ids = (check.calls ?? place.calls).map(({ id }) => id);
  return { ...shared, endpoints: check.status === '' ? [] : ids, on: check.on, status: check.status };
}

const makes = (useCase: string, { endpoints }: Domain): boolean =>
  endpoints.some(({ kind, useCases }) => kind === 'create' && useCases.includes(useCase));

const says = ({ rules, said }: UseCase, sentence: string, { text }: Figure): boolean =>
  [...rules.map((rule) => rule.text), ...said].some(
    (piece) => piece === sentence || (piece.includes(text) && sentence.includes(piece.slice(-24, -1))),
  );

function limitText({ text }: Figure, sentence: string): string {
  const at = sentence.indexOf(text);
  const rest = at < 0 ? '' : (sentence.slice(at + text.length).split(/[,.;:]| and /)[0] ?? '');
  const words = rest.split(' ').slice(0, 6);
  while (words.length > 1 && /^(?:on|in|of|to|the|an?|with|for|by|at|and|each|is|are)?$/.test(words.at(-1) ?? ''))
    words.pop();
  const before = /\b(?:each|every|after|for|within|until|by) $/i.exec(sentence.slice(0, Math.max(0, at)))?.[0] ?? '';
  return `${before}${text}${words.join(' ')}`.trim();
}

const REFUSED = '422 `rule_broken`';

/** null: no request can break it. */
function checkOf(place: Place): Check | null {
  const { figure } = place;
  if (figure.unit === 'character') return onText(place);
  if (figure.unit in BYTES) return onFile(place);
  if (MONEY.test(figure.unit)) return onMoney(place);
  if (TIME.test(figure.unit)) return onTime(place);
  return onCount(place);
}

const entityOf = (name: string, { entities }: Domain): Entity | undefined =>
  entities.find((each) => each.name === name);

/** The columns of what the calls write, parts of it included. */
function columnsOf({ calls, domain }: Place): readonly { readonly table: string; readonly column: Column }[] {
  const names = new Set(calls.map(({ entity }) => entity));
  const near = domain.entities.filter(
    ({ name, columns }) => names.has(name) || columns.some(({ references }) => names.has(references)),
  );
  return near.flatMap(({ table, columns }) => columns.map((column) => ({ table, column })));
}

function onText(place: Place): Check | null {
  const { amount } = place.figure;
  const texts = columnsOf(place).filter(
    ({ column }) => column.maxLength === amount || column.check.includes(`>= ${amount}`),
  );
  const names = [...new Set(texts.map(({ column }) => `\`${column.name}\``))];
  return names.length === 0 ? null : { on: names.join(', '), status: '400 `malformed`' };
}

function onFile(place: Place): Check | null {
  const file = columnsOf(place).find(({ column }) => column.name === 'size_bytes');
  return file === undefined ? null : { on: `\`${file.table}.size_bytes\``, status: '413 `too_large`' };
}

/** `an expense item above 25 EUR`: each item; a claim has no amount of its own, it is the sum of its items. */
function onMoney({ figure, sentence, before, calls, domain }: Place): Check | null {
  const isCondition = figure.bound === 'over';
  if (isCondition && !/\b(?:refuse|reject|prevent|not)\b/i.test(sentence)) return null;
  const near = ` ${before.slice(-60).trimEnd().toLowerCase()}`;
  const named = domain.entities.find(({ name }) => near.endsWith(` ${name}`) || near.endsWith(` ${pluralOf(name)}`));
  const entity = named ?? entityOf(calls[0]?.entity ?? '', domain);
  const money = entity?.columns.find(({ type }) => type === 'money');
  if (entity !== undefined && money !== undefined)
    return { on: `${named === undefined ? '' : 'each '}\`${entity.table}.${money.name}\``, status: REFUSED };
  const below = domain.entities.find(
    ({ columns }) =>
      columns.some(({ references }) => references === entity?.name) && columns.some(({ type }) => type === 'money'),
  );
  const sum = below?.columns.find(({ type }) => type === 'money');
  if (below === undefined || sum === undefined) return null;
  return { on: `the sum of \`${below.table}.${sum.name}\``, status: REFUSED };
}

const PROMISE =
  /\b(?:notif\w*|sends?|answers?|responds?|refunds?|calls?|posts?|keeps?|kept|stored|remind\w*)\b[^.;]*$/i;

function onTime(place: Place): Check | null {
  const { figure, before, after, sentence, calls, useCases } = place;
  if (PROMISE.test(before) || /\b(?:remind\w*|sends? .{0,200}? by (?:email|sms))\b/i.test(sentence)) return null;
  if (useCases.every(({ actor }) => actor === 'Scheduler') || /^(?:within|every|after) /i.test(figure.text))
    return null;
  const columns = calls.flatMap(({ entity }) => entityOf(entity, place.domain)?.columns ?? []);
  const has = (...names: readonly string[]): string | undefined =>
    columns.find(({ name }) => names.includes(name))?.name;
  const start = has('starts_at', 'starts_on', 'due_on');
  const isAhead = /\b(?:ahead|in advance)\b/i.test(sentence) && !isPeriod(figure, sentence);
  if (isAhead || /^[^,.;]{0,30}\bbefore\b/i.test(after))
    return start === undefined ? null : { on: `\`${start}\` and the time of the call`, status: REFUSED };
  const end = has('ends_at', 'due_on', 'ends_on');
  if (!isPeriod(figure, sentence) || end === undefined) return null;
  const from = has('starts_at', 'started_at', 'starts_on');
  return { on: [from, end].flatMap((each) => (each === undefined ? [] : `\`${each}\``)).join(' to '), status: REFUSED };
}

function onCount({ figure, sentence, after, calls, domain }: Place): Check | null {
  if (figure.bound !== 'max' && figure.bound !== 'min') return null;
  const word =
    after
      .trim()
      .split(/[\s,.;]/)[0]
      ?.replace(/s$/, '') ?? '';
  const counted = domain.entities.find(
    ({ name }) =>
      name === figure.unit ||
      name === word ||
      name === `${figure.unit} ${word}` ||
      name.endsWith(` ${figure.unit}`) ||
      (figure.unit === 'file' && name.endsWith(' attachment')),
  );
  if (counted === undefined || !calls.some(({ kind }) => kind === 'create')) return null;
  const making = calls.filter(
    ({ entity, body }) => entity === counted.name || body.some(({ references }) => references === counted.name),
  );
  const [first] = making.length > 0 ? making : calls;
  const own = entityOf(first?.entity ?? '', domain);
  // Seats are counted by the holds that a caller has on them.
  if (own !== undefined && first?.body.some(({ references }) => references === counted.name))
    return { on: `the caller's rows in \`${own.table}\``, status: REFUSED, calls: making };
  const each = /\b(?:a|an|each|every|one|no|the) (\w+) (?:may|can|has|must|have)\b/i.exec(sentence)?.[1] ?? '';
  const owner = each === '' ? '' : ` of one ${each.toLowerCase()}`;
  return {
    on: `the number of rows in \`${counted.table}\`${owner}`,
    status: REFUSED,
    ...(making.length > 0 ? { calls: making } : {}),
  };
}

/** What the service does by itself with a figure that no request can break. */
function keptBy(place: Place): string {
  const { figure, sentence, before, jobs, domain, useCases } = place;
  const ids = useCases.map(({ id }) => id).join(', ');
  const isTime = TIME.test(figure.unit);
  const about = domain.qualities.find(({ text }) => text === sentence)?.about;
  if (isTime && /\bholds?\b/i.test(before)) {
    const hold = domain.entities.find(({ columns }) => columns.some(({ name }) => name === 'expires_at'));
    if (hold !== undefined) return `\`${hold.table}.expires_at\` is set to it; after that the row blocks nobody`;
  }
  if (/\bby $/i.test(before.slice(-4)) && isTime && ids !== '')
    return `the date moves by it, whatever the caller sends (${ids})`;
  if (/^every /i.test(figure.text) && jobs.length === 0 && isTime) return 'the load that Scalability counts with';
  if (about === 'availability' && isTime) return 'Reliability: a test takes the network away for that long';
  if (jobs.length > 0 && isTime) return `${jobs.map(({ id }) => id).join(', ')} selects by it`;
  if (about === 'load' || about === 'speed') return 'a load test before release (Scalability)';
  if (isTime && /^within /i.test(figure.text) && ids !== '')
    return `measured from the cause to its effect; an alert of the operator when it is missed (${ids})`;
  if (about === 'retention') return 'nothing is deleted earlier';
  if (ids !== '') return `a rule of ${ids}: Business Logic`;
  if (isSize(place)) return 'a size that the tables have to carry; no rule';
  return 'Open: nothing in this design keeps it; the author decides';
}

/** `six doctors`, `400 lockers`. */
function isSize({ figure, domain }: Place): boolean {
  const names = [...domain.actors.map((actor) => actor.toLowerCase()), ...domain.entities.map(({ name }) => name)];
  return (
    figure.bound === 'exactly' && names.some((name) => name === figure.unit || pluralOf(name).endsWith(figure.unit))
  );
}
