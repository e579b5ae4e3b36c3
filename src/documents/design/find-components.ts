// The parts a product is made of: one for each group of records, and one for each kind of work around them.

import type { Component, Endpoint, Entity, UseCase } from './domain.ts';
import { isFileKind, isStock, USER } from './entity-draft.ts';
import { pluralOf, upperFirst } from './nouns.ts';

type Draft = Omit<Component, 'id'>;

export interface ProductContext {
  readonly channels: readonly string[];
  readonly outside: readonly { readonly name: string; readonly use: string }[];
}

export function findComponents(
  entities: readonly Entity[],
  useCases: readonly UseCase[],
  endpoints: readonly Endpoint[],
  around: ProductContext,
): readonly Component[] {
  const roots = rootsOf(entities, endpoints);
  const jobs = endpoints.filter(({ kind }) => kind === 'job').flatMap((each) => each.useCases);
  const reports = endpoints.filter(({ path }) => path.startsWith('/reports/')).flatMap((each) => each.useCases);
  const records = [...new Set(roots.values())].map((root): Draft => {
    const own = entities.filter(({ name }) => roots.get(name) === root).map(({ name }) => name);
    const ids = useCases.filter(
      ({ entity, id }) => own.includes(entity) && !jobs.includes(id) && !reports.includes(id),
    );
    return {
      ...{ title: `${upperFirst(root)} service`, kind: 'records', entities: own, useCases: ids.map(({ id }) => id) },
      responsibility: `Keeps ${listed(own.map(pluralOf))} and decides who may read and change them.`,
    };
  });
  const used = records.filter((each) => each.useCases.length > 0);
  return [...used, ...aroundRecords(useCases, endpoints, entities, around, jobs, reports)].map((draft, at) => ({
    ...draft,
    id: `CMP-${String(at + 1).padStart(3, '0')}`,
  }));
}

function aroundRecords(
  useCases: readonly UseCase[],
  endpoints: readonly Endpoint[],
  entities: readonly Entity[],
  { channels, outside }: ProductContext,
  jobs: readonly string[],
  reports: readonly string[],
): readonly Draft[] {
  const drafts: Draft[] = [];
  const add = (title: string, kind: Component['kind'], responsibility: string, ids: readonly string[]): void => {
    drafts.push({ title, kind, responsibility, useCases: [...new Set(ids)], entities: [] });
  };
  const titles = (ids: readonly string[]): string =>
    listed([...new Set(ids)].map((id) => `"${useCases.find((each) => each.id === id)?.title ?? id}"`));
  if (reports.length > 0)
    add('Reports', 'reports', `Computes on request, and stores nothing: ${titles(reports)}.`, reports);
  if (jobs.length > 0) add('Job runner', 'jobs', `Starts what time starts, not a person: ${titles(jobs)}.`, jobs);
  const telling = useCases.filter(({ said }) => said.some((text) => TELLS.test(text))).map(({ id }) => id);
  if (channels.length > 0)
    add('Message sender', 'messages', `Sends by ${listed(channels)}, tries again, and notes what was sent.`, telling);
  const paying = endpoints.filter(({ entity }) => entity === 'payment').flatMap((each) => each.useCases);
  const provider = outside.find(({ use }) => use === 'payments')?.name ?? 'a payment provider';
  if (paying.length > 0)
    add('Payment adapter', 'payments', `Talks to ${provider}; card data never reaches our own database.`, paying);
  const files = entities.filter(({ name }) => isFileKind(` ${name}`)).map(({ name }) => name);
  const filed = useCases.filter(
    ({ entity }) => files.includes(entity) || files.some((name) => name.startsWith(`${entity.split(' ').at(-1)} `)),
  );
  if (files.length > 0)
    add(
      'File store',
      'files',
      `Keeps the content of ${listed(files.map(pluralOf))}; tables hold only their keys.`,
      filed.map(({ id }) => id),
    );
  const systems = outside.filter(({ use }) => use !== 'payments').map(({ name }) => name);
  const exchanged = useCases.filter(({ said }) =>
    said.some((text) => systems.some((name) => text.toLowerCase().includes(name.toLowerCase()))),
  );
  if (systems.length > 0)
    add(
      'Exchange adapter',
      'exchange',
      `Exchanges data with ${listed(systems)}, in one place for each of them.`,
      exchanged.map(({ id }) => id),
    );
  const byPersons = useCases.filter(({ id, actor }) => !jobs.includes(id) && !DEVICE.test(actor));
  add(
    'Web client',
    'client',
    `Pages for ${listed([...new Set(byPersons.flatMap(({ actor }) => actor.split(', ')))])}; ` +
      'holds no rule that the services do not check again.',
    byPersons.map(({ id }) => id),
  );
  return drafts;
}

const DEVICE = /^(?:Sensor|Device|Meter|Scanner|Gateway|Robot|Machine)$/;

export const TELLS = /\b(?:e-?mails?(?! address)|sms|notif\w*|remind\w*|sends?|calls?|alerts?|warns?|informs?)\b/i;

export const listed = (items: readonly string[]): string =>
  items.length < 2 ? (items[0] ?? '') : `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`;

/** What belongs to another record is kept with it; what nobody asks for alone, with what refers to it. */
function rootsOf(entities: readonly Entity[], endpoints: readonly Endpoint[]): ReadonlyMap<string, string> {
  const kept = entities.filter(({ name }) => name !== USER && name !== 'outgoing message');
  const parentOf = ({ name, columns }: Entity): string => {
    const isAsked = endpoints.some(({ entity, assumed }) => entity === name && assumed === '');
    const above = columns.find(({ references, isRequired }) => references !== '' && references !== USER && isRequired);
    const isPart =
      isFileKind(` ${name}`) || /(?:item|line|photo|price|payment|ticket|hold|deposit|receipt)$/.test(name);
    if (isPart && above !== undefined) return above.references;
    if (!isAsked && isStock(name) === false && above !== undefined) return above.references;
    if (isAsked) return '';
    return kept.find((each) => each.columns.some(({ references }) => references === name))?.name ?? '';
  };
  const parents = new Map(kept.map((entity) => [entity.name, parentOf(entity)]));
  const rootOf = (name: string, depth = 6): string => {
    const parent = parents.get(name) ?? '';
    return parent === '' || depth === 0 ? name : rootOf(parent, depth - 1);
  };
  return new Map(kept.map(({ name }) => [name, rootOf(name)]));
}
