// Figures that a column can hold to: a range of money, the size of a file, the length of a text or of a period.

import type { Column, Entity, Figure, Rule, UseCase } from './domain.ts';
import { pluralOf } from './nouns.ts';

export const MONEY = /^(?:EUR|USD|GBP|CHF|euro|dollar|pound)$/;
export const TIME = /^(?:second|minute|hour|day|week|month|year)$/;
export const BYTES: Readonly<Record<string, number>> = { KB: 1024, MB: 1024 ** 2, GB: 1024 ** 3 };

/** The records with the checks that the rules of their use cases ask for. */
export function boundColumns(
  entities: readonly Entity[],
  useCases: readonly UseCase[],
  statements: readonly Rule[],
): readonly Entity[] {
  return entities.map((entity) => {
    const rules = [
      ...useCases.filter((each) => isOf(entity, each.entity)).flatMap((each) => each.rules),
      ...statements.filter(({ text }) => isSaidOf(entity, text)),
    ];
    const bounded = rules.reduce(withRule, entity);
    return { ...bounded, columns: bounded.columns.map((column) => inOrder(column, bounded.columns)) };
  });
}

/** `An appointment lasts 20 minutes`: nobody does anything, and it is a rule of appointments all the same. */
export const isSaidOf = ({ name }: Pick<Entity, 'name'>, sentence: string): boolean =>
  [name, pluralOf(name)].some((noun) =>
    ['', 'an ', 'a ', 'each ', 'every ', 'the '].some((lead) =>
      sentence.toLowerCase().startsWith(`${lead}${noun} `),
    ),
  );

/** A photo is bounded where its report is: the rule names both. */
const isOf = ({ name, columns }: Entity, about: string): boolean =>
  about !== '' &&
  (name === about ||
    (columns.some((column) => column.name === 'size_bytes') &&
      columns.some(({ references, isRequired }) => references === about && isRequired)));

function withRule(entity: Entity, { text, figures }: Rule): Entity {
  const low = figures.find(({ unit, bound }) => MONEY.test(unit) && bound === 'min');
  const high = figures.find(({ unit, bound }) => MONEY.test(unit) && bound === 'max');
  const size = figures.find(({ unit, bound }) => unit in BYTES && bound === 'max');
  const least = figures.find(({ unit, bound }) => unit === 'character' && bound === 'min');
  const period = figures.find((figure) => isPeriod(figure, text));
  const hasPeriod = entity.columns.some(({ name }) => name === 'ends_at');
  return {
    ...entity,
    ...(period !== undefined && hasPeriod && entity.period === undefined ? { period } : {}),
    columns: entity.columns.map((column) => {
      const { type, name } = column;
      if (type === 'money' && (low !== undefined || high !== undefined))
        return { ...column, check: rangeOf(name, low?.amount ?? 0, high?.amount) };
      if (name === 'size_bytes' && size !== undefined)
        return { ...column, check: rangeOf(name, 1, size.amount * (BYTES[size.unit] ?? 1)) };
      if (type === 'long-text' && least !== undefined && text.includes(lastWord(name)))
        return { ...column, check: `length(${name}) >= ${least.amount}` };
      return column;
    }),
  };
}

const rangeOf = (name: string, low: number, high: number | undefined): string =>
  high === undefined ? `${name} >= ${low}` : `${name} BETWEEN ${low} AND ${high}`;
const lastWord = (name: string): string => name.slice(name.lastIndexOf('_') + 1);

/** `book a court for one hour`, `lasts 20 minutes`; not `for 2 years` of keeping, nor `2 hours ahead`. */
export function isPeriod({ unit, text: figure }: Figure, sentence: string): boolean {
  if (!TIME.test(unit) || /^(?:year|second)$/.test(unit)) return false;
  const at = sentence.indexOf(figure);
  const before = sentence.slice(0, at);
  const after = sentence.slice(at + figure.length);
  if (/\b(?:hold|holds|keep|keeps|kept|stored?|nothing|blocked|offline)\b/i.test(before)) return false;
  if (/^[^,.;]{0,30}\b(?:before|after|ahead|in advance|later)\b/i.test(after)) return false;
  return /^for /i.test(figure) || /\b(?:for|lasts?|takes?)(?: up to| at most)?\s*$/i.test(before.slice(-20));
}

/** A lowest value lies under the highest. */
function inOrder(column: Column, columns: readonly Column[]): Column {
  const low = column.name.replace(/^(?:highest|maximum)_/, (word) => (word === 'highest_' ? 'lowest_' : 'minimum_'));
  const isPair = low !== column.name && columns.some(({ name }) => name === low);
  return isPair && column.check === '' ? { ...column, check: `${column.name} > ${low}` } : column;
}
