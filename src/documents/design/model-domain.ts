// From the texts that were given to all that a design by rules speaks of. Deterministic: equal texts give equal models.

import { NAMED, PAID_THROUGH } from '../gaps/outside-names.ts';
import { boundColumns } from './bound-columns.ts';
import { bystandersOf } from './bystanders.ts';
import type { Domain, Entity, Quality, UseCase } from './domain.ts';
import { type Reading, readDomainActions, recordMade, type SaidSentence } from './domain-actions.ts';
import { findEntities } from './entities.ts';
import { isStock, USER } from './entity-draft.ts';
import { findComponents } from './find-components.ts';
import { findEndpoints } from './find-endpoints.ts';
import { isGeneral } from './general-statement.ts';
import { isPerson, pluralOf, upperFirst } from './nouns.ts';
import { readFigures } from './read-figures.ts';
import { type GivenTexts, readSources } from './read-sources.ts';
import { findUseCases } from './use-cases.ts';

export function modelDomain(given: GivenTexts): Domain {
  const sources = readSources(given);
  const reading = readDomainActions(sources);
  const channels = channelsOf(reading);
  const found = findEntities(reading, channels);
  const qualities = reading.sentences.flatMap(qualitiesOf);
  const { useCases: own, operations } = findUseCases(reading, found);
  const useCases = withQualities(own, qualities);
  const statements = reading.sentences.map(({ text, origin }) => ({ text, origin, figures: readFigures(text) }));
  const records = { ...found, entities: boundColumns(found.entities, useCases, statements) };
  const endpoints = findEndpoints(useCases, operations, records);
  const outside = outsideOf(reading);
  const actors = [...new Set(useCases.flatMap(({ actor }) => actor.split(', ')))];
  return {
    ...{ title: titleOf(given.brief), brief: given.brief.trim(), actors, useCases, endpoints, outside, channels },
    hasRequirements: sources.some(({ id }) => id !== ''),
    entities: records.entities,
    components: findComponents(records.entities, useCases, endpoints, { channels, outside }),
    qualities,
    ...{
      statements,
      excluded: reading.excluded,
      bystanders: bystandersOf(reading, [...actors, ...useCases.map(({ title }) => title)]),
    },
    assumptions: assumptionsOf(records.entities, endpoints, useCases, reading),
  };
}

function titleOf(brief: string): string {
  const heading = /^#\s+(?!Feature Brief)(.+)$/m.exec(brief)?.[1];
  const feature = /\*\*Feature ID:?\*\*:?\s*([\w-]+)/.exec(brief)?.[1];
  return heading?.trim() ?? upperFirst((feature ?? '').replaceAll('-', ' '));
}

const CHANNELS: readonly (readonly [RegExp, string])[] = [
  [/\be-?mails?\b(?! address)/i, 'email'],
  [/\bsms\b|\btext messages?\b/i, 'SMS'],
  [/\bcalls? (?:the|an?|its|their)\b|\bby phone\b/i, 'phone call'],
  [/\bpush (?:message|notification)s?\b/i, 'push message'],
];

function channelsOf({ sentences, deeds }: Reading): readonly string[] {
  const said = sentences.map(({ text }) => text).join(' ');
  const found = CHANNELS.filter(([form]) => form.test(said)).map(([, name]) => name);
  const isTold = deeds.some(({ verb }) => /^(?:notify|remind|alert|warn|inform)$/.test(verb));
  return found.length === 0 && isTold ? ['email'] : found;
}

function outsideOf({ sentences }: Reading): Domain['outside'] {
  const found = new Map<string, Domain['outside'][number]>();
  const add = (name: string, use: string, origin: string): void => {
    if (name !== '' && !found.has(name)) found.set(name, { name, use, origin });
  };
  for (const { text, origin } of sentences) {
    add(PAID_THROUGH.exec(text)?.[0] ?? '', 'payments', origin);
    const plain = text.replace(PAID_THROUGH, '');
    add(/\b(?:of|from|to|with) the ((?:[A-Z][a-z]+ ){1,3}[A-Z][a-z]+)/.exec(plain)?.[1] ?? '', 'data', origin);
    add(
      /\b(?:payroll|accounting|booking|identity|warehouse|billing|till|shop) system\b/i.exec(plain)?.[0] ?? '',
      'data',
      origin,
    );
    add(
      NAMED.exec(plain.replace(/\b(?:of|from|to|with) the (?:[A-Z][a-z]+ ){1,3}[A-Z][a-z]+/, ''))?.[0] ?? '',
      'data',
      origin,
    );
  }
  return [...found.values()];
}

const QUALITIES: readonly (readonly [RegExp, Quality['about']])[] = [
  [/\b(?:keep|kept|store[ds]?|retain(?:ed)?)\b.{0,500}\b(?:year|month|week|day)s?\b/i, 'retention'],
  [
    /\b(?:delete[ds]?|remove[ds]?|erased?|anonymi[sz]ed?)\b.{0,500}\b(?:name|email|data|address|visitor|member)/i,
    'privacy',
  ],
  [/\bonly (?:to|by|the)\b|\bnobody (?:but|else)\b/i, 'access'],
  [/\b(?:at the same time|concurrent\w*|expected|per (?:day|second|minute|hour))\b/i, 'load'],
  [/\b(?:answers?|responds?|loads?|opens?|react\w*)\b.{0,500}\bwithin\b|\bwithin \d+ (?:milli)?seconds\b/i, 'speed'],
  [/\b(?:without (?:an? )?(?:internet|network)|offline|available \d|uptime|around the clock|99\.\d)/i, 'availability'],
  [/\bevery (?:\d+ )?(?:second|minute)s?\b/i, 'load'],
  // `Our school has about 900 pupils`
  [/^(?:our|we)\b.{0,80}\b(?:has|have|operates?|runs?|employs?|serves?)\b.{0,80}\d/i, 'load'],
];

function qualitiesOf({ text, origin, clauses }: SaidSentence): readonly Quality[] {
  const figures = readFigures(text);
  if (isGeneral(text)) return [{ text, origin, figures, about: 'general' }];
  // `at most 3 reservations at the same time` bounds a person, not the load.
  const isLimit = clauses.some(({ verb, actor }) => verb === 'have' && isPerson(actor));
  return QUALITIES.filter(([form]) => form.test(text) && !isLimit).map(([, about]) => ({
    text,
    origin,
    figures,
    about,
  }));
}

const EVERYWHERE: readonly Quality['about'][] = ['general', 'load', 'speed', 'availability'];

/** What holds for everything is asked of each use case, unless it is asked of one. */
function withQualities(useCases: readonly UseCase[], qualities: readonly Quality[]): readonly UseCase[] {
  const named = new Set(useCases.flatMap(({ requirements }) => requirements));
  const ids = qualities
    .filter(({ about, origin }) => EVERYWHERE.includes(about) && /^REQ-/.test(origin) && !named.has(origin))
    .map(({ origin }) => origin);
  if (ids.length === 0) return useCases;
  return useCases.map((each) => ({ ...each, requirements: [...new Set([...each.requirements, ...ids])].sort() }));
}

function assumptionsOf(
  entities: readonly Entity[],
  endpoints: Domain['endpoints'],
  useCases: readonly UseCase[],
  { sentences, deeds }: Reading,
): readonly string[] {
  const said = sentences.map(({ text }) => text).join(' ');
  const list: string[] = [];
  if (
    entities.some(({ name }) => name === USER) &&
    !/\b(?:log in|sign in|password|single sign-on|SSO|OAuth)\b/i.test(said)
  )
    list.push(
      'people sign in with an identity provider (OpenID Connect) that exists already; the brief does not say how.',
    );
  for (const { name } of entities) {
    const isMade = endpoints.some(({ entity, kind }) => entity === name && (kind === 'create' || kind === 'import'));
    const isBySystem = /(?:ticket|alarm|alert|invoice|message|attachment)$/.test(name);
    const isPart = entities.some((each) => name.startsWith(`${each.name.split(' ').at(-1)} `));
    const isSaid = deeds.some(
      (deed) => recordMade(deed) === name && deed.actor !== '' && /^(?:create|import)$/.test(deed.meaning.kind),
    );
    if (!isMade && !isSaid && !isBySystem && !isPart && name !== USER)
      list.push(
        isStock(name) || useCases.some(({ entity }) => entity === name)
          ? `nobody is said to enter ${pluralOf(name)}; they are loaded once by a seed script.`
          : `nobody is said to enter ${pluralOf(name)}; who does is open.`,
      );
  }
  return list;
}
