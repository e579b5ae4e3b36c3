// Whether types fit: of a model's field and a column, and of two columns that a foreign key joins.

const FAMILIES: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['binary', /^(?:bytea|blob|binary|bytes)/],
  ['uuid', /^(?:uuid|guid)/],
  ['boolean', /^bool/],
  ['timestamp', /^(?:timestamp|datetime|instant|moment)/],
  ['date', /^(?:date|day)\b/],
  ['time', /^(?:time|interval|duration)\b/],
  ['json', /^(?:json|object|map|record)/],
  ['integer', /^(?:(?:big|small|tiny)?(?:int|serial)|integer|long|short|int\d)/],
  ['number', /^(?:number|numeric|decimal|money|float|double|real)/],
  ['text', /^(?:text|string|varchar|char|citext|email|url|uri|enum|phone|slug)/],
];

/** null: a type that is not known here, which fits everything. */
function familyOf(type: string): string | null {
  const plain = type.toLowerCase().trim();
  if (plain.endsWith('[]')) return null;
  return FAMILIES.find(([, pattern]) => pattern.test(plain))?.[0] ?? null;
}

/** What a field's type may be kept in. JSON has no dates: they travel as strings. What is encrypted becomes bytes. */
const POSTGRES: Readonly<Record<string, readonly string[]>> = {
  text: ['text', 'uuid', 'timestamp', 'date', 'time', 'json'],
  integer: ['integer', 'number'],
  number: ['number', 'integer'],
  uuid: ['uuid', 'text'],
  boolean: ['boolean'],
  timestamp: ['timestamp', 'date'],
  date: ['date', 'timestamp'],
  time: ['time', 'integer', 'text'],
  json: ['json', 'text'],
  binary: ['binary', 'text'],
};

/** SQLite keeps dates, ids and documents as text, moments as numbers too, and truth as 0 and 1. */
const SQLITE: Readonly<Record<string, readonly string[]>> = {
  ...POSTGRES,
  number: ['number', 'integer', 'text'],
  boolean: ['integer', 'boolean', 'number'],
  timestamp: ['text', 'integer', 'number', 'timestamp', 'date'],
  date: ['text', 'integer', 'date', 'timestamp'],
};

export function fitsColumn(fieldType: string, columnType: string, dialect: string): boolean {
  const field = familyOf(fieldType);
  const column = familyOf(columnType);
  if (field === null || column === null || column === 'binary') return true;
  return (dialect === 'sqlite' ? SQLITE : POSTGRES)[field]?.includes(column) ?? true;
}

/** Of a column and the one that it refers to: whole numbers fit whole numbers, text fits text. */
export function fitsReference(one: string, other: string): boolean {
  const [first, second] = [familyOf(one), familyOf(other)];
  return first === null || second === null || first === second;
}
