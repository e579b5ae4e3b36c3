// Tables that are asked with any word of a text.

/** Without what every object has: a text may speak of a `constructor`. */
export const byWord = <Value>(table: Readonly<Record<string, Value>>): Readonly<Record<string, Value>> =>
  Object.assign(Object.create(null) as Record<string, Value>, table);
