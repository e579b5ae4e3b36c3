// An empty SQLite in memory for SQL that a stranger wrote: SQLite itself refuses what is more than making tables.

import { constants, DatabaseSync } from 'node:sqlite';

type Row = Readonly<Record<string, string | number | null>>;

/** They change the schema of the database in memory, and run. */
const MAKING = new Set([
  ...[constants.SQLITE_CREATE_TABLE, constants.SQLITE_CREATE_INDEX, constants.SQLITE_CREATE_VIEW],
  ...[constants.SQLITE_CREATE_TEMP_TABLE, constants.SQLITE_CREATE_TEMP_INDEX, constants.SQLITE_CREATE_TRIGGER],
  ...[constants.SQLITE_CREATE_VTABLE, constants.SQLITE_ALTER_TABLE],
  ...[constants.SQLITE_DROP_TABLE, constants.SQLITE_DROP_INDEX, constants.SQLITE_DROP_VIEW],
  ...[constants.SQLITE_DROP_TRIGGER, constants.SQLITE_DROP_VTABLE],
]);
/** Statements that do these never run: a query may never end. */
const QUERYING = new Set([constants.SQLITE_SELECT, constants.SQLITE_RECURSIVE]);
/** What making tables is made of. What is in none of the three sets is refused. */
const NEEDED = new Set([
  ...[constants.SQLITE_READ, constants.SQLITE_INSERT, constants.SQLITE_UPDATE, constants.SQLITE_DELETE],
  ...[constants.SQLITE_REINDEX, constants.SQLITE_FUNCTION],
]);
const NO_FUNCTIONS = new Set(['load_extension', 'readfile', 'writefile', 'edit', 'fts3_tokenizer']);
/** Modules that keep what they hold in tables of the same database. */
const MODULES = new Set(['fts3', 'fts4', 'fts5', 'rtree', 'rtree_i32', 'geopoly']);

/** SQLite's defaults are far above what a design needs. */
const LIMITS = { attach: 0, vdbeOp: 250_000, length: 5_000_000, sqlLength: 5_000_000, triggerDepth: 10 };
/** One statement asks for a handful. */
const ACTIONS_MAX = 200_000;
const MESSAGE_MAX = 300;

export class GuardedDatabase {
  readonly #database: DatabaseSync;
  #done: Set<number> = new Set();
  #count = 0;
  #wasRefused = false;
  /** Queries over views and WITH may double with each that they name, already when they are only looked at. */
  #mayQuery = true;
  #hasViews = false;

  /** Throws where this Node cannot refuse. */
  constructor() {
    this.#database = new DatabaseSync(':memory:', { allowExtension: false, limits: LIMITS });
    // Node has both from 24.15 on.
    if (typeof this.#database.setAuthorizer !== 'function' || this.#database.limits?.attach !== 0)
      throw new Error('SQLite is checked with Node 24.15 or newer');
    this.#database.exec('PRAGMA temp_store = MEMORY');
    this.#guard();
  }

  /** What SQLite says against the text, null for nothing. Nothing outside of the database is read or written. */
  take(text: string): string | null {
    let rest = text;
    while (rest.trim() !== '') {
      this.#done = new Set();
      this.#count = 0;
      this.#wasRefused = false;
      this.#mayQuery = !this.#hasViews && !/\bwith\b/i.test(rest);
      try {
        const statement = this.#database.prepare(rest);
        const { sourceSQL } = statement;
        if (this.#makesOnly()) statement.run();
        if (this.#done.has(constants.SQLITE_CREATE_VIEW) || this.#done.has(constants.SQLITE_CREATE_TRIGGER))
          this.#hasViews = true;
        if (sourceSQL === '') return null;
        rest = rest.slice(sourceSQL.length).replace(/^[;\s]+/, '');
      } catch (error) {
        if (/contains no statements/.test((error as Error).message)) return null;
        // What may not run is no fault of grammar.
        return this.#wasRefused ? null : shortened((error as Error).message);
      }
    }
    return null;
  }

  /** A query of our own, to ask as often as needed. From the first on, nothing is taken any more. */
  read(sql: string): (...values: string[]) => readonly Row[] {
    this.#database.setAuthorizer(null);
    const statement = this.#database.prepare(sql);
    return (...values) => statement.all(...values) as readonly Row[];
  }

  close(): void {
    this.#database.close();
  }

  #guard(): void {
    this.#database.setAuthorizer((action, subject, name) => {
      this.#done.add(action);
      this.#count += 1;
      const isQuery = QUERYING.has(action) && !this.#mayQuery;
      if (this.#count <= ACTIONS_MAX && !isQuery && mayDo(action, subject, name)) return constants.SQLITE_OK;
      this.#wasRefused = true;
      return constants.SQLITE_DENY;
    });
  }

  /** ALTER TABLE asks the schema by queries of SQLite's own. */
  #makesOnly(): boolean {
    const does = (actions: ReadonlySet<number>): boolean => [...this.#done].some((action) => actions.has(action));
    if (!does(MAKING)) return false;
    return !does(QUERYING) || this.#done.has(constants.SQLITE_ALTER_TABLE);
  }
}

function mayDo(action: number, subject: string | null, name: string | null): boolean {
  // The arguments of a virtual table are its name and its module, those of a function nothing and its name.
  if (action === constants.SQLITE_CREATE_VTABLE) return MODULES.has((name ?? '').toLowerCase());
  if (action === constants.SQLITE_FUNCTION) return !NO_FUNCTIONS.has((name ?? subject ?? '').toLowerCase());
  return MAKING.has(action) || QUERYING.has(action) || NEEDED.has(action);
}

/** SQLite quotes the whole word it stopped at. */
const shortened = (message: string): string =>
  message.length <= MESSAGE_MAX ? message : `${message.slice(0, MESSAGE_MAX)} ...`;
