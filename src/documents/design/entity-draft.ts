// A record while it is being found: its columns, references and states, and what kind of thing it is.

import { attributeKind, usualColumns } from './attribute-kinds.ts';
import type { Column, Guard, Origin } from './domain.ts';
import { type DomainAction, fullNoun } from './domain-actions.ts';
import { snake } from './nouns.ts';
import { readFigures } from './read-figures.ts';
import type { Phrase } from './sentence-pieces.ts';

export { isServedName } from './served-people.ts';

export const USER = 'user';

export const STATE_BY = /^(?:approved|rejected|acknowledged|verified|signed)$/;

export interface Draft {
  readonly name: string;
  readonly origin: Origin;
  readonly columns: Map<string, Column>;
  readonly states: string[];
  readonly unique: (readonly string[])[];
  readonly guards: Guard[];
}

/** `discount code`, where something is said of it. */
export const isCode = (noun: string): boolean => /\S (?:code|voucher|card)$/.test(noun) && !/^qr /.test(noun);

export const isMoney = (noun: string): boolean => attributeKind(noun)?.type === 'money';

/** Kept whoever entered it: courts, tools, sensors. */
export const isStock = (name: string): boolean =>
  usualColumns(` ${name}`).some((column) => column.name === 'name' || column.name === 'serial_number');

export const isFile = (phrase: Phrase): boolean => attributeKind(fullNoun(phrase))?.type === 'file';

export function attributeColumn(phrase: Phrase, { origin, clause }: DomainAction, isRequired: boolean): Column {
  const noun = fullNoun(phrase);
  const kind = attributeKind(noun);
  const name = kind?.name ?? (kind?.type === 'file' ? `${snake(noun)}_key` : columnName(snake(noun)));
  const length = readFigures(clause.sentence).find(({ unit, bound }) => unit === 'character' && bound === 'max');
  return plainColumn(name, {
    ...kind,
    ...{ type: kind?.type ?? 'text', origin, isRequired },
    maxLength: kind?.type === 'long-text' ? (length?.amount ?? null) : null,
  });
}

/** Words that SQL keeps for itself, or that say too little. */
const columnName = (name: string): string =>
  ({ date: 'on_date', time: 'at_time', end: 'ends_at', start: 'starts_at', order: 'order_no' })[name] ?? name;

export function plainColumn(name: string, given: Partial<Column> & Pick<Column, 'type' | 'origin'>): Column {
  const { check = '' } = given;
  return {
    ...{ isRequired: true, isUnique: false, isPersonal: false, isMade: false, references: '', maxLength: null },
    ...{ values: [], ...given, name, check: check.replaceAll('$', name) },
  };
}

export const put = (draft: Draft, column: Column): void => {
  if (!draft.columns.has(column.name)) draft.columns.set(column.name, column);
};

export function refer(draft: Draft, as: string, entity: string, origin: Origin, isRequired: boolean): void {
  const name = /_by$/.test(as) ? as : `${snake(as)}_id`;
  if (draft.name === entity) return;
  put(draft, plainColumn(name, { type: 'reference', origin, isRequired, references: entity }));
}

export const isFileKind = (name: string): boolean => usualColumns(name).some((column) => column.name === 'storage_key');

export const refersTo = ({ columns }: Draft, name: string): boolean =>
  [...columns.values()].some(({ references }) => references === name);

/** Over references, the other one is already known. */
export function reaches(drafts: ReadonlyMap<string, Draft>, from: string, to: string, depth = 4): boolean {
  if (from === to && from !== '') return true;
  if (depth === 0) return false;
  const columns = drafts.get(from)?.columns.values() ?? [];
  return [...columns].some(
    ({ references }) => references !== '' && references !== from && reaches(drafts, references, to, depth - 1),
  );
}
