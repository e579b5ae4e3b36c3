// A model under the data models of a low-level design that people or a model changed: its fields become the columns.

import type { ColumnType } from './attribute-kinds.ts';
import type { Column, Domain, Entity } from './domain.ts';
import { plainColumn } from './entity-draft.ts';
import { type Model, readItems } from './items.ts';
import { pluralOf, snake } from './nouns.ts';

/** Every table has the columns of its model; a model that rules do not know gets a table. */
export function alignModels(domain: Domain, lld: string): Domain {
  const models = lld.trim() === '' ? [] : readItems({ hld: '', lld, database: '' }).models;
  if (models.length === 0) return domain;
  const known = new Map(domain.entities.map((entity) => [entity.model.toLowerCase(), entity]));
  const named = (model: Model): Entity => known.get(model.name.toLowerCase()) ?? newEntity(model);
  const entities = models.map((model) => ({ model, entity: named(model) }));
  const names = new Map(entities.map(({ entity }) => [snake(entity.name), entity.name]));
  const aligned = entities.map(({ model, entity }) => withFields(entity, model, names));
  const left = new Set(aligned.map(({ name }) => name));
  // A column of a table that was taken out refers to nothing.
  const whole = aligned.map((entity) => ({
    ...entity,
    columns: entity.columns.filter(({ references }) => references === '' || left.has(references)),
  }));
  return { ...domain, entities: inOrder(whole).map((each, at) => ({ ...each, id: idOf(each, at) })) };
}

const idOf = ({ id }: Entity, at: number): string => (id === '' ? `TBL-${String(at + 1).padStart(3, '0')}` : id);

function newEntity({ name, table }: Model): Entity {
  const words = name.replace(/(?<=[a-z0-9])(?=[A-Z])/g, ' ').toLowerCase();
  const shared = { columns: [], unique: [], origin: 'design' };
  return { ...shared, name: words, id: table, table: snake(pluralOf(words)), model: name };
}

/** Given by the database, whatever the model says of them. */
const GIVEN = /^(?:id|created_at)$/;

function withFields(entity: Entity, model: Model, names: ReadonlyMap<string, string>): Entity {
  if (model.fields.length === 0) return entity;
  const columns = model.fields
    .filter(({ name }) => !GIVEN.test(name) && /^[a-z][a-z0-9_]{0,60}$/.test(name))
    .map((field): Column => {
      const own = entity.columns.find(({ name }) => name === field.name);
      const { isRequired } = field;
      if (own !== undefined) return isRequired === own.isRequired ? own : { ...own, isRequired };
      const references = names.get(field.name.replace(/_id$/, '')) ?? '';
      const isReference = references !== '' && field.name.endsWith('_id');
      return plainColumn(field.name, {
        type: isReference ? 'reference' : typeOf(field.type),
        ...{ origin: 'design', isRequired, references: isReference ? references : '' },
        isPersonal: /\b(?:personal|encrypted)\b/i.test(field.notes),
        isUnique: /\bunique\b/i.test(field.notes),
      });
    });
  const has = new Set(columns.map(({ name }) => name));
  return {
    ...entity,
    columns: columns.map((column) => withoutLost(column, has)),
    unique: entity.unique.filter((together) => together.every((name) => has.has(name))),
  };
}

/** A condition on a column that was renamed holds no more. */
function withoutLost(column: Column, has: ReadonlySet<string>): Column {
  const words = column.check.match(/\b[a-z][a-z0-9_]*\b/g) ?? [];
  const isLost = words.some((word) => /_(?:at|on)$|^lowest_|^highest_/.test(word) && !has.has(word));
  return isLost ? { ...column, check: '' } : column;
}

const TYPES: readonly (readonly [RegExp, ColumnType])[] = [
  [/date-?time|timestamp|moment/i, 'moment'],
  [/\bdate\b/i, 'date'],
  [/\btime\b/i, 'time'],
  [/decimal string|money|amount/i, 'money'],
  [/\bint(?:eger)?\b|\bbigint\b/i, 'integer'],
  [/\bnumber\b|decimal|float|double|numeric/i, 'decimal'],
  [/bool/i, 'boolean'],
];

const typeOf = (type: string): ColumnType => TYPES.find(([form]) => form.test(type))?.[1] ?? 'text';

/** Tables after those that they refer to. */
function inOrder(entities: readonly Entity[]): readonly Entity[] {
  const list: Entity[] = [];
  const visit = (entity: Entity, above: readonly string[]): void => {
    if (list.includes(entity) || above.includes(entity.name)) return;
    for (const { references } of entity.columns) {
      const other = entities.find(({ name }) => name === references);
      if (other !== undefined && other !== entity) visit(other, [...above, entity.name]);
    }
    list.push(entity);
  };
  for (const entity of entities) visit(entity, []);
  return list;
}
