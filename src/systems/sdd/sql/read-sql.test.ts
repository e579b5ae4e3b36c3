import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { readSql } from './read-sql.ts';

const part = (sql: string): string => `# Database\n\n## Tables\n\n\`\`\`sql\n${sql}\n\`\`\`\n`;

const POSTGRES = `-- größer; not the end
CREATE TABLE members (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  card char(12) NOT NULL,
  fee numeric(10, 2)
);
CREATE TABLE loans (
  member_id bigint NOT NULL REFERENCES members (id),
  note text DEFAULT 'a;b',
  PRIMARY KEY (member_id)
);
CREATE INDEX loans_note ON loans (lower(note)) WHERE member_id > 0;`;

test('tables, keys and indexes of PostgreSQL come with types and lines of the part', async () => {
  const { isChecked, problems, tables } = await readSql(part(POSTGRES), 'postgres');
  assert.deepEqual({ isChecked, problems }, { isChecked: true, problems: [] });
  assert.deepEqual(tables, [
    {
      name: 'members',
      line: 7,
      columns: [
        { name: 'id', type: 'bigint', isNullable: false },
        { name: 'card', type: 'char(12)', isNullable: false },
        { name: 'fee', type: 'numeric(10, 2)', isNullable: true },
      ],
      primaryKey: ['id'],
      foreignKeys: [],
      indexes: [],
    },
    {
      name: 'loans',
      line: 12,
      columns: [
        { name: 'member_id', type: 'bigint', isNullable: false },
        { name: 'note', type: 'text', isNullable: true },
      ],
      primaryKey: ['member_id'],
      foreignKeys: [{ columns: ['member_id'], table: 'members', references: ['id'], line: 13 }],
      indexes: [{ name: 'loans_note', columns: ['note', 'member_id'], line: 17 }],
    },
  ]);
});

test('a syntax error of PostgreSQL has its line, and the statements around it are read', async () => {
  const broken = POSTGRES.replace('NOT NULL,\n  fee', 'NOT NULL\n  fee');
  const { problems, tables } = await readSql(part(broken), 'postgres');
  assert.deepEqual(problems, [{ line: 10, message: 'syntax error at or near "fee"' }]);
  assert.deepEqual(
    tables.map(({ name }) => name),
    ['loans'],
  );
});

test('a key that ALTER TABLE adds belongs to its table; an index on no table is a problem', async () => {
  const { problems, tables } = await readSql(
    part(`CREATE TABLE a (id uuid PRIMARY KEY, b integer);
ALTER TABLE a ADD FOREIGN KEY (b) REFERENCES c (id);
CREATE INDEX lost ON nowhere (x);`),
    'postgres',
  );
  assert.deepEqual(tables[0]?.foreignKeys, [{ columns: ['b'], table: 'c', references: ['id'], line: 7 }]);
  assert.deepEqual(problems, [{ line: 8, message: 'relation "nowhere" of index "lost" does not exist' }]);
});

const SQLITE = `CREATE INDEX ticks_day ON ticks (day);
CREATE TABLE habits (id INTEGER PRIMARY KEY, title TEXT NOT NULL UNIQUE);
CREATE TABLE ticks (
  habit_id INTEGER NOT NULL REFERENCES habits (id),
  day TEXT
);
CREATE TRIGGER once BEFORE INSERT ON ticks BEGIN SELECT 1; SELECT 2; END;`;

test('tables, keys and indexes of SQLite are what the database says', async () => {
  const { problems, tables } = await readSql(part(SQLITE), 'sqlite');
  assert.deepEqual(problems, []);
  assert.deepEqual(tables[1], {
    name: 'ticks',
    line: 8,
    columns: [
      { name: 'habit_id', type: 'integer', isNullable: false },
      { name: 'day', type: 'text', isNullable: true },
    ],
    primaryKey: [],
    foreignKeys: [{ table: 'habits', columns: ['habit_id'], references: ['id'], line: 9 }],
    indexes: [{ name: 'ticks_day', columns: ['day'], line: 6 }],
  });
});

test('a fault of SQLite has the line of the word that it stopped at', async () => {
  const { problems } = await readSql(part(SQLITE.replace('(id),\n  day', '(id)\n  day')), 'sqlite');
  assert.deepEqual(
    problems.find(({ message }) => message.startsWith('near')),
    { line: 10, message: 'near "day": syntax error' },
  );
});

test('an index of SQLite on a column that is not there is kept for the rule', async () => {
  const { problems, tables } = await readSql(part(SQLITE.replace('(day)', '(moment)')), 'sqlite');
  assert.deepEqual(problems, []);
  assert.deepEqual(tables[1]?.indexes, [{ name: 'ticks_day', columns: ['moment'], line: 6 }]);
});

test('nothing in a design makes SQLite write a file or run a query', async () => {
  const { problems } = await readSql(
    part(`ATTACH DATABASE '/nowhere/else.db' AS other;
VACUUM INTO '/nowhere/copy.db';
CREATE TABLE endless AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n;
PRAGMA user_version = 4;`),
    'sqlite',
  );
  assert.deepEqual(problems, []);
});

for (const [how, before, after] of [
  ['brackets', "CREATE TABLE [it's] (a);", " --'"],
  ['backticks', "CREATE TABLE `it's` (a);", " --'"],
  ['dollars', 'CREATE TABLE d$$x (a);', ''],
  ['a virtual table', 'CREATE VIRTUAL TABLE v USING fts5(a);', ''],
] as const)
  test(`no file is written by what hides behind ${how} of SQLite`, async (context) => {
    const folder = await mkdtemp(join(tmpdir(), 'signoff-sql-'));
    context.after(() => rm(folder, { recursive: true }));
    const rest = [
      `ATTACH DATABASE '${join(folder, 'a.db')}' AS y; CREATE TABLE IF NOT EXISTS y.loot(a);${after}`,
      `VACUUM INTO '${join(folder, 'b.db')}';${after}`,
    ];
    for (const statements of rest) await readSql(part(`${before}\n${statements}`), 'sqlite');
    assert.deepEqual(await readdir(folder), []);
  });

test('queries that never end, or double with each name, are not run by SQLite', async () => {
  const doubled = Array.from(
    { length: 40 },
    (_, at) => `c${at + 1} AS (SELECT x.a FROM c${at} x, c${at} y GROUP BY 1)`,
  );
  const views = Array.from({ length: 40 }, (_, at) => `CREATE VIEW v${at + 1} AS SELECT x.a FROM v${at} x, v${at} y;`);
  const { isChecked, problems, tables } = await readSql(
    part(`CREATE TABLE "a(" AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n;
WITH c0 AS (SELECT 1 a), ${doubled.join(', ')} SELECT * FROM c40;
CREATE TABLE v0 (a INTEGER);
${views.join('\n')}
SELECT * FROM v40;
ALTER TABLE v0 RENAME COLUMN a TO b;`),
    'sqlite',
  );
  assert.deepEqual([isChecked, problems, tables.map(({ name }) => name)], [true, [], ['v0']]);
});

test('SQL that takes too long is not checked, and what comes next is', async () => {
  const long = Array.from({ length: 20_000 }, (_, at) => `CREATE TABLE t${at} (id int PRIMARY KEY);`).join('\n');
  for (const dialect of ['sqlite', 'postgres']) {
    const { isChecked, notReadBecause } = await readSql(part(long), dialect, { workMs: 20 });
    assert.deepEqual([isChecked, notReadBecause], [false, 'reading it took longer than 0.02 s']);
    const { isChecked: isNextChecked } = await readSql(part('CREATE TABLE a (b int);'), dialect);
    assert.equal(isNextChecked, true);
  }
});

test('an expression of any depth is read or is a problem with its line', async () => {
  const index = (expression: string): string => `CREATE TABLE a (b int);\nCREATE INDEX i ON a ((${expression}));`;
  const of = async (expression: string) => {
    const { problems, tables } = await readSql(part(index(expression)), 'postgres');
    return [problems, tables[0]?.indexes.map(({ columns }) => columns)];
  };
  assert.deepEqual(await of(`b${' + 1'.repeat(5_000)}`), [[], [['b']]]);
  assert.deepEqual(await of(`${'NOT '.repeat(5_000)}(b > 1)`), [[], [['b']]]);
  const [problems] = await of(`${'('.repeat(200_000)}b${')'.repeat(200_000)}`);
  assert.deepEqual(problems, [{ line: 7, message: 'memory exhausted at or near "("' }]);
});

test('a quote that nobody closes has the line it opens at; too much SQL is not checked', async () => {
  for (const dialect of ['postgres', 'sqlite']) {
    const { problems } = await readSql(
      part(`CREATE TABLE a (b int);\nSELECT 1,\n  'x${' y'.repeat(100_000)}`),
      dialect,
    );
    assert.deepEqual([problems.map(({ line }) => line), (problems[0]?.message.length ?? 0) < 400], [[8], true]);
  }
  const { isChecked, notReadBecause } = await readSql(part(`SELECT '${'x'.repeat(10_000_000)}`), 'postgres');
  assert.deepEqual([isChecked, notReadBecause], [false, 'it has 10.0 MB, and 4.0 MB are read at most']);
});

test('a trigger that is never closed and many columns are read in time', async () => {
  const trigger = `CREATE TABLE a (b);\nCREATE TRIGGER x AFTER INSERT ON a BEGIN ${'SELECT 1;'.repeat(40_000)}`;
  const { problems } = await readSql(part(trigger), 'sqlite');
  assert.deepEqual(problems, [{ line: 7, message: 'near ";": syntax error' }]);
  const columns = Array.from({ length: 20_000 }, (_, at) => `c${at} int unique`);
  const { tables } = await readSql(part(`CREATE TABLE t (\n${columns.join(',\n')});`), 'postgres');
  assert.equal(tables[0]?.indexes.at(-1)?.line, 20_006);
});

test('4 MB of SQL in one line is read in time that grows with its length, while the program goes on', async () => {
  const made = 'CREATE TABLE t(a);'.repeat(20_000);
  for (const sql of [';'.repeat(3_900_000), made]) {
    const begun = process.cpuUsage();
    const { isChecked, problems } = await readSql(part(sql), 'sqlite', { workMs: 60_000 });
    const { user, system } = process.cpuUsage(begun);
    assert.ok(user + system < 1_500_000, `${(user + system) / 1_000} ms of our own for ${sql.slice(0, 20)}`);
    const faults = sql === made ? ['table t already exists', 'and 19799 more statements have faults'] : [];
    assert.deepEqual([isChecked, [problems[0], problems[200]].flatMap((each) => each?.message ?? [])], [true, faults]);
  }
});

test('more tables and columns than a design can have are not checked', async () => {
  const columns = Array.from({ length: 1_000 }, (_, at) => `c${at} int`).join(',');
  const tables = Array.from({ length: 101 }, (_, at) => `CREATE TABLE t${at} (${columns});`).join('');
  const { isChecked, notReadBecause } = await readSql(part(tables), 'sqlite', { workMs: 60_000 });
  assert.deepEqual(
    [isChecked, notReadBecause],
    [false, 'it has 101 tables with 101101 columns, keys and indexes, and 100000 are read at most'],
  );
});

test('another dialect is not checked', async () => {
  assert.deepEqual(await readSql(part('CREATE TABLE x (a INT) ENGINE=InnoDB;'), 'mysql'), {
    dialect: 'mysql',
    isChecked: false,
    problems: [],
    tables: [],
  });
});

test('SQL outside of fences and fences of another language are not read', async () => {
  const block = (language: string, sql: string): string => `\`\`\`${language}\n${sql}\n\`\`\`\n\n`;
  const text =
    'CREATE TABLE a (b int);\n\n' +
    block('text', 'CREATE TABEL') +
    block('sql', 'CREATE TABLE c (d int)') +
    block('sql', 'CREATE TABLE e (f int)');
  const { problems, tables } = await readSql(text, 'postgres');
  assert.deepEqual(
    [problems, tables.map(({ name, line }) => [name, line])],
    [
      [],
      [
        ['c', 8],
        ['e', 12],
      ],
    ],
  );
});
