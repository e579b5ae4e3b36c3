// The high-level design, section by section: use cases, components, stack, data flow, and what the figures ask for.

import type { Component, Domain, Quality } from '../../../documents/design/domain.ts';
import { listed } from '../../../documents/design/find-components.ts';
import { pluralOf, snake } from '../../../documents/design/nouns.ts';
import { decisionsOf } from './decisions.ts';
import { type DraftInput, dialectOf, domainOf, from, lines, RULES_WROTE } from './draft-input.ts';
import { assumptionLines, bystanderLines, excludedLines, useCaseLines } from './hld-overview.ts';
import { isMakingJob } from './sql.ts';

export type SectionWriter = (domain: Domain, input: DraftInput) => string;

export const HLD_SECTIONS: Readonly<Record<string, SectionWriter>> = {
  overview: (domain, input) =>
    lines(
      '## Overview and Use Cases',
      '',
      RULES_WROTE,
      '',
      intro(domain, input),
      '',
      ...domain.useCases.flatMap(useCaseLines),
      ...excludedLines(domain),
      ...bystanderLines(domain),
      assumptionLines(domain),
    ),
  components: (domain) =>
    lines(
      '## Components',
      '',
      ...domain.components.flatMap((each) => componentLines(each, domain)),
      architecture(domain),
    ),
  stack: (domain, input) =>
    lines(
      '## Technology Stack',
      '',
      stackRows(domain, input),
      '',
      "Assumption: the language and the framework of the services are the team's choice; " +
        'nothing in the input decides them.',
    ),
  'data-flow': (domain) => lines('## Data Flow', '', dataFlow(domain)),
  scalability: (domain) => lines('## Scalability', '', scalability(domain)),
  security: (domain) => lines('## Security', '', security(domain)),
  reliability: (domain) => lines('## Reliability', '', reliability(domain)),
  options: (domain, input) => lines('## Options Considered', '', ...decisionsOf(domain, dialectOf(input))),
};

export const hldSection = (id: string, input: DraftInput): string | null =>
  HLD_SECTIONS[id]?.(domainOf(input), input) ?? null;

function intro(domain: Domain, input: DraftInput): readonly string[] {
  const said = domain.brief
    .split('\n')
    .filter((line) => !/^\s*(?:#|\*\*|$)/.test(line))
    .join(' ');
  const [first = '', second = ''] = said.split(/(?<=[.!?])\s+/);
  const people = domain.actors.filter((actor) => actor !== 'Scheduler').map((actor) => pluralOf(actor.toLowerCase()));
  const kept = domain.entities
    .filter(({ name }) => name !== 'user' && name !== 'outgoing message')
    .map(({ name }) => pluralOf(name));
  const count = domain.useCases.length;
  if (count === 0)
    return [
      `> ${first}`,
      '',
      'Open: no use case was found, because the input names nobody who does anything. Who uses it and for what ' +
        'is for the product owner to say; the other sections wait for it.',
    ];
  return [
    `> ${[first, first.length < 120 ? second : ''].join(' ').trim()}`,
    '',
    `It is used by ${listed(people)}. ` +
      `${count === 1 ? '1 use case was' : `${count} use cases were`} found in the ` +
      `${domain.hasRequirements ? 'requirements' : 'brief'}; ` +
      `records are kept of ${listed(kept)}, in ${dialectOf(input) === 'sqlite' ? 'SQLite' : 'PostgreSQL'}.`,
  ];
}

function componentLines(
  { id, title, responsibility, useCases, entities }: Component,
  domain: Domain,
): readonly string[] {
  const tables = domain.entities.filter(({ name }) => entities.includes(name)).map(({ table }) => table);
  return [
    `### ${id}: ${title}`,
    '',
    `- **Responsibility**: ${responsibility}`,
    `- **Use cases**: ${useCases.join(', ') || 'none of its own'}`,
    ...(tables.length > 0 ? [`- **Tables**: ${tables.join(', ')}`] : []),
    '',
  ];
}

const node = (title: string): string => `${snake(title)}["${title}"]`;

/** Who calls which component, and what it talks to. */
function architecture({ components, outside, channels }: Domain): readonly string[] {
  const records = components.filter(({ kind }) => kind === 'records' || kind === 'reports');
  const client = components.find(({ kind }) => kind === 'client');
  const jobs = components.find(({ kind }) => kind === 'jobs');
  const other = components.filter(({ kind }) => /^(?:messages|payments|files|exchange)$/.test(kind));
  const edges: string[] = [];
  for (const each of records) {
    if (client !== undefined) edges.push(`  ${snake(client.title)} --> ${snake(each.title)}`);
    edges.push(`  ${snake(each.title)} --> database[("Database")]`);
  }
  if (jobs !== undefined) edges.push(`  ${snake(jobs.title)} --> database`);
  for (const each of other) {
    const users = records.filter(({ useCases }) => useCases.some((id) => each.useCases.includes(id)));
    const callers = users.length > 0 ? users : jobs === undefined ? [] : [jobs];
    edges.push(...callers.map(({ title }) => `  ${snake(title)} --> ${snake(each.title)}`));
    if (jobs !== undefined && users.length > 0 && each.useCases.some((id) => jobs.useCases.includes(id)))
      edges.push(`  ${snake(jobs.title)} --> ${snake(each.title)}`);
  }
  const names = outside.map(({ name, use }) => ({
    name,
    by: use === 'payments' ? 'Payment adapter' : 'Exchange adapter',
  }));
  edges.push(...names.map(({ name, by }) => `  ${snake(by)} --> ${node(name)}`));
  edges.push(...channels.map((name) => `  message_sender --> ${snake(name)}_gateway["${name} gateway"]`));
  return ['```mermaid', 'flowchart LR', ...components.map(({ title }) => `  ${node(title)}`), ...edges, '```'];
}

function stackRows(domain: Domain, input: DraftInput): readonly string[] {
  const said = domain.useCases.flatMap((each) => each.said).join(' ');
  const has = (kind: Component['kind']): Component | undefined => domain.components.find((each) => each.kind === kind);
  const database =
    dialectOf(input) === 'sqlite'
      ? 'SQLite in WAL mode | one file beside the program, no server to run; one writer at a time is ' +
        'enough for the load that is named'
      : 'PostgreSQL | constraints, indexes and transactions hold the rules of the tables below';
  const rows = [
    `| Database | ${database} |`,
    `| Interface | JSON over HTTP | ${domain.endpoints.length} endpoints over ` +
      `${domain.entities.length} tables; every client can call it |`,
  ];
  const client =
    /\b(?:phone|mobile|scan|qr)\b/i.test(said) && !/\bby phone\b/i.test(said)
      ? 'a web page that fits a phone'
      : 'a web page';
  rows.push(
    `| Client | ${client} | used by ` +
      `${listed(domain.actors.filter((actor) => !/^(?:Scheduler|Sensor)$/.test(actor)))}; nothing to install |`,
  );
  const jobs = has('jobs');
  if (jobs !== undefined)
    rows.push(
      `| Jobs | a timer of the platform that calls \`/internal/jobs/...\` | ` +
        `${jobs.useCases.join(', ')} ${jobs.useCases.length === 1 ? 'starts' : 'start'} by the clock |`,
    );
  if (has('messages') !== undefined)
    rows.push(
      `| Messages | a gateway for ${listed(domain.channels)} | ${channelReason(domain)}; which provider is open |`,
    );
  const files = has('files');
  if (files !== undefined)
    rows.push(
      `| Files | object storage | files of ${files.useCases.join(', ')}; a database of photos ` +
        'grows and restores slowly |',
    );
  for (const { name, use, origin } of domain.outside)
    rows.push(`| ${use === 'payments' ? 'Payments' : 'Exchange'} | ${name} | named in the input${from(origin)} |`);
  return ['| Part | Choice | Reason |', '| --- | --- | --- |', ...rows];
}

const CHANNEL_SAID = /\b(?:e-?mail|sms|text message|phone|push|calls?)\b/i;

/** Only what the input says: that somebody is told does not say how. */
const channelReason = ({ statements }: Domain): string =>
  statements.some(({ text }) => CHANNEL_SAID.test(text))
    ? 'named in the input'
    : 'assumed: the input says that people are told, not how';

function dataFlow({ components, useCases, endpoints, entities }: Domain): readonly string[] {
  const edges = new Map<string, string>();
  for (const { useCases: ids, roles, entity, method, path } of endpoints) {
    const component = components.find((each) => each.kind !== 'client' && each.useCases.some((id) => ids.includes(id)));
    const table = entities.find(({ name }) => name === entity)?.table;
    if (component === undefined) continue;
    for (const role of roles)
      edges.set(`${role}>${component.title}`, `  ${snake(role)}(["${role}"]) --> ${node(component.title)}`);
    if (table !== undefined)
      edges.set(
        `${component.title}>${table}>${method === 'GET'}`,
        method === 'GET' || path.includes('/export')
          ? `  ${table}[("${table}")] --> ${snake(component.title)}`
          : `  ${snake(component.title)} --> ${table}[("${table}")]`,
      );
  }
  const steps = useCases.map(({ id, title, rules }) => {
    const calls = endpoints.filter((each) => each.useCases.includes(id));
    const [first] = calls.filter(({ method }) => method !== 'GET');
    const written = first === undefined ? '' : entities.find(({ name }) => name === first.entity)?.table;
    const effect =
      first?.kind === 'job'
        ? undefined
        : rules.find(({ text }) =>
            /\bsystem (?:shall )?(?:notif|send|call|remind|refund|raise|export|hold)/i.test(text),
          );
    const end =
      first === undefined
        ? 'reads only'
        : first.kind === 'job'
          ? isMakingJob(first)
            ? `writes \`${written}\``
            : `${written === undefined || written === '' ? 'finds' : `reads \`${written}\` and acts on`} what is due`
          : `writes \`${written}\`${first.state === '' ? '' : `, status \`${first.state}\``}`;
    return `- ${id} ${title}: ${
      calls.map(({ method, path }) => `\`${method} ${path}\``).join(', ') || 'no call'
    }; ${end}${effect === undefined ? '' : `; then: ${effect.text.replace(/\.$/, '')}`}.`;
  });
  return ['```mermaid', 'flowchart LR', ...edges.values(), '```', '', ...steps];
}

const quoted = ({ text, origin }: Quality): string => `"${text.replace(/\.$/, '')}"${from(origin)}`;
const about = ({ qualities }: Domain, ...kinds: readonly Quality['about'][]): readonly Quality[] =>
  qualities.filter(
    (each, at) =>
      kinds.includes(each.about) &&
      qualities.findIndex(({ text, about: kind }) => text === each.text && kinds.includes(kind)) === at,
  );

function scalability(domain: Domain): readonly string[] {
  const found = about(domain, 'load', 'speed');
  const rows = found.map((each) => `- ${quoted(each)}: ${loadAnswer(each, domain)}`);
  const growing = domain.entities.filter(({ name }) =>
    /(?:reading|measurement|message|ticket|booking|order|claim|loan|appointment|item|event|visit)$/.test(name),
  );
  const kept = about(domain, 'retention').map(quoted);
  return [
    ...(rows.length > 0
      ? rows
      : [
          'No load is named in the input. Open: how many people use it at once, and how many records a ' +
            'year; the product owner decides.',
        ]),
    ...(rows.length > 0 ? [] : ['']),
    ...(growing.length > 0
      ? [
          `- Tables that grow with use: ${growing
            .map(({ table }) => `\`${table}\``)
            .join(', ')}; lists over them are read in pages of 50.`,
        ]
      : []),
    ...(kept.length > 0 ? [`- What bounds them: ${listed(kept)}.`] : []),
  ];
}

function loadAnswer({ figures, text }: Quality, domain: Domain): string {
  const people = figures.find(({ unit }) =>
    /^(?:user|member|visitor|customer|student|patient|employee|guest|people|person)$/.test(unit),
  );
  const pace = figures.find(({ unit }) => unit === 'second' && /\bevery\b/i.test(text));
  if (pace !== undefined) {
    const perDay = Math.round(86_400 / pace.amount);
    return (
      `${perDay.toLocaleString('en')} rows a day from each sender, ` +
      `${(perDay * 365).toLocaleString('en')} a year; ` +
      'the table is written in order of time and read by sender and time.'
    );
  }
  const speed = figures.find(({ unit }) => /second$/.test(unit));
  if (people !== undefined && speed !== undefined)
    return (
      `the services keep no state between calls, so ${people.amount.toLocaleString('en')} callers ` +
      'are shared among several processes; lists answer from an index (see Indexes). To be proved by ' +
      `a load test at ${people.amount.toLocaleString('en')} callers and ${speed.amount} s before release.`
    );
  if (speed !== undefined)
    return (
      `every list of the ${domain.endpoints.length} endpoints is bounded to a page and answers from ` +
      `an index; a test measures the slowest one against ${speed.amount} s.`
    );
  if (people !== undefined) return `small enough for one process and one database; nothing is sharded or cached.`;
  return 'the tables named below are sized for it.';
}

function security(domain: Domain): readonly string[] {
  const rows = domain.actors.map((actor) => {
    const own = domain.endpoints.filter(({ roles }) => roles.includes(actor));
    const mine = own.filter(({ ownRoles }) => ownRoles.includes(actor)).map(({ id }) => id);
    return `| ${actor} | ${own.map(({ id }) => id).join(', ') || 'none'} | ${mine.join(', ') || '-'} |`;
  });
  const personal = domain.entities.flatMap(({ table, columns }) =>
    columns.filter(({ isPersonal }) => isPersonal).map(({ name }) => `\`${table}.${name}\``),
  );
  const access = about(domain, 'access', 'privacy').map((each) => `- ${quoted(each)}.`);
  const isDevice = domain.actors.some((actor) => /Sensor|Device|Scanner|Gateway/.test(actor));
  return [
    '| Actor | May call | Only for their own records |',
    '| --- | --- | --- |',
    ...rows,
    '',
    `The token's role decides: 403 for a role that a row does not name.${ownText(domain)}`,
    '',
    ...access,
    ...(personal.length > 0
      ? [`- Personal data: ${personal.join(', ')}; encrypted as the database part says, and never written to a log.`]
      : []),
    ...(domain.components.some(({ kind }) => kind === 'payments')
      ? ['- Card data is entered at the payment provider; we keep its reference and the amount.']
      : []),
    ...(domain.components.some(({ kind }) => kind === 'files')
      ? [
          '- Files are taken by type and size only, stored under a key that nobody can guess, and given ' +
            'out by links that end after 5 minutes.',
        ]
      : []),
    ...(domain.components.some(({ kind }) => kind === 'jobs')
      ? ["- `/internal/jobs/...` is reachable from the platform's timer alone."]
      : []),
    ...(isDevice ? ['- Devices have a key each, so that one can be withdrawn without the others.'] : []),
  ];
}

/** Which columns say whose a record is. */
function ownText({ endpoints, entities }: Domain): string {
  const owners = endpoints.flatMap(({ entity, ownRoles }) =>
    ownRoles.flatMap((role) => {
      const own = entities.find(({ name }) => name === entity);
      const column = own?.columns.find(({ name }) => name === `${snake(role)}_id`);
      return column === undefined ? [] : [`\`${own?.table}.${column.name}\``];
    }),
  );
  const columns = [...new Set(owners)];
  if (columns.length === 0) return '';
  return (
    ` Whose a record is, ${listed(columns)} ${columns.length === 1 ? 'says' : 'say'}; ` +
    'others get 404, not 403, so that they do not learn that it exists.'
  );
}

function reliability(domain: Domain): readonly string[] {
  const found = about(domain, 'availability').map(
    (each) =>
      `- ${quoted(each)}: the database stands on the same machine, so that writing goes on without a ` +
      'network; what has to leave waits as a row and is sent when the network is back.',
  );
  const rows = domain.components.flatMap(({ kind, title }): readonly string[] => {
    if (kind === 'messages')
      return [
        `- ${title}: a message is a row of \`outgoing_messages\`, written in the same transaction as ` +
          'its cause; it is tried 5 times over an hour, then it stays without `sent_at` for the operator to see.',
      ];
    if (kind === 'payments')
      return [
        `- ${title}: a payment is created with a key of its own, so that a call that is made twice ` +
          `charges once; the provider's notice, not the browser, decides that it is paid.`,
      ];
    if (kind === 'jobs')
      return [
        `- ${title}: each job selects what is due and not yet done, so that a run that was missed is ` +
          'made up by the next.',
      ];
    if (kind === 'files')
      return [`- ${title}: the row is written after the file; files without a row are removed once a day.`];
    if (kind === 'exchange')
      return domain.outside
        .filter(({ use }) => use !== 'payments')
        .map(
          ({ name }) =>
            `- ${name} is away: what depends on it waits and is tried again every 15 minutes; people go on ` +
            'with the rest.',
        );
    return [];
  });
  const races = domain.entities
    .filter(({ columns }) => columns.some(({ name }) => name === 'status'))
    .map(({ table }) => `\`${table}\``);
  const everywhere = about(domain, 'general').map((each) => `- ${quoted(each)}: holds for every endpoint and table.`);
  return [
    ...found,
    ...everywhere,
    ...rows,
    ...(races.length > 0
      ? [
          `- Two people at once: a change of status in ${listed(races)} names the status it starts from; ` +
            'whoever is second gets 409.',
        ]
      : []),
    ...(found.length > 0
      ? []
      : [
          '- Open: how long it may be away, and how much data may be lost. The product owner decides; ' +
            'until then a backup each night is assumed.',
        ]),
  ];
}
