// The decisions that rules took, each with what else was possible and why it was not taken.

import type { Domain } from '../../../documents/design/domain.ts';
import { USER } from '../../../documents/design/entity-draft.ts';
import { listed } from '../../../documents/design/find-components.ts';
import type { Dialect } from '../../../documents/design/finding.ts';
import { pluralOf } from '../../../documents/design/nouns.ts';
import { indexesOf } from './sql.ts';

interface Choice {
  readonly title: string;
  readonly options: string;
  readonly chosen: string;
  readonly because: string;
}

export function decisionsOf(domain: Domain, dialect: Dialect): readonly string[] {
  return choicesOf(domain, dialect).flatMap(({ title, options, chosen, because }, at) => [
    `### DEC-${String(at + 1).padStart(3, '0')}: ${title}`,
    '',
    `- **Options**: ${options}`,
    `- **Chosen**: ${chosen}`,
    `- **Because**: ${because}`,
    '',
  ]);
}

function choicesOf(domain: Domain, dialect: Dialect): readonly Choice[] {
  const { entities, components, endpoints, actors } = domain;
  const choices: Choice[] = [];
  const services = components.filter(({ kind }) => kind === 'records').map(({ title }) => title);
  if (services.length > 1)
    choices.push({
      title: 'One program or a program for each service',
      options: `one program with ${services.length} modules; ${services.length} programs`,
      chosen: 'one program',
      because:
        `${listed(services)} refer to each other's tables (${crossings(domain)}), and no figure of the ` +
        'input asks to scale one of them alone.',
    });
  const roles = actors.filter((actor) => !/^(?:Scheduler|Sensor)$/.test(actor));
  if (entities.some(({ name }) => name === USER) && roles.length > 1)
    choices.push({
      title: 'How people are kept',
      options:
        `a table for each of ${listed(roles.map((role) => pluralOf(role.toLowerCase())))}; one table ` +
        `\`users\` with a role`,
      chosen: 'one table with a role',
      because: 'nothing is said of any of them that the others do not have; whoever has two roles needs one account.',
    });
  const stated = entities.filter(({ columns }) => columns.some(({ name }) => name === 'status'));
  const [first] = stated;
  if (first !== undefined)
    choices.push({
      title: 'How states change',
      options: 'a PATCH of the status; an endpoint for each step',
      chosen: 'an endpoint for each step',
      because:
        `each step of ${listed(stated.map(({ name }) => pluralOf(name)))} has its own actor and its ` +
        'own conditions, which one PATCH would have to tell apart again.',
    });
  if (endpoints.some(({ kind }) => kind === 'job'))
    choices.push({
      title: 'What starts scheduled work',
      options: 'a timer inside the program; a timer of the platform that calls an internal endpoint',
      chosen: 'a timer of the platform',
      because:
        'a call can be made by hand in a test or after an outage, and several processes do not run the ' +
        'same job twice.',
    });
  choices.push({
    title: 'The database',
    options: 'PostgreSQL; SQLite',
    chosen: dialect === 'sqlite' ? 'SQLite' : 'PostgreSQL',
    because:
      dialect === 'sqlite'
        ? 'it was asked for; it needs no server on the machine, and its one writer at a time is enough here.'
        : `several people write at once, and ${keptBy(domain)} by the database itself.`,
  });
  return choices;
}

/** Only what the tables hold. */
function keptBy(domain: Domain): string {
  const unique = indexesOf(domain).filter(({ isUnique }) => isUnique);
  if (unique.length > 0)
    return `what must not happen twice is refused (${listed(unique.map(({ name }) => `\`${name}\``))})`;
  return 'foreign keys and checks are kept';
}

function crossings({ entities, components }: Domain): string {
  const home = (name: string): string => components.find((each) => each.entities.includes(name))?.title ?? '';
  const crossing = entities.flatMap(({ name, table, columns }) =>
    columns
      .filter(({ references }) => references !== '' && references !== USER && home(references) !== home(name))
      .map((column) => `\`${table}.${column.name}\``),
  );
  return crossing.length === 0 ? 'through users' : crossing.slice(0, 4).join(', ');
}
