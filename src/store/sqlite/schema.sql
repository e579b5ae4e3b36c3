-- What the migrations make, for reading. Written by open-store.test.ts with UPDATE_GOLDEN=1.

-- schema 3

CREATE TABLE actors (key INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);

CREATE TABLE commits (
  id INTEGER PRIMARY KEY,
  run INTEGER NOT NULL,
  first INTEGER NOT NULL,
  last INTEGER NOT NULL,
  at INTEGER NOT NULL,
  actor INTEGER NOT NULL,
  channel INTEGER NOT NULL,
  text TEXT,
  text_hash BLOB
) STRICT;

CREATE UNIQUE INDEX commits_run ON commits (run, first);

CREATE TABLE meta (name TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID;

CREATE TABLE outbox (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  run INTEGER NOT NULL,
  process INTEGER NOT NULL,
  kind TEXT NOT NULL,
  content TEXT NOT NULL
) STRICT;

CREATE INDEX outbox_process ON outbox (process);

CREATE INDEX outbox_run ON outbox (run);

CREATE TABLE payload_uses (
  run INTEGER NOT NULL,
  payload INTEGER NOT NULL,
  PRIMARY KEY (run, payload)
) STRICT, WITHOUT ROWID;

CREATE INDEX payload_uses_payload ON payload_uses (payload);

CREATE TABLE payloads (
  key INTEGER PRIMARY KEY,
  hash ANY NOT NULL UNIQUE,
  used INTEGER NOT NULL,
  bytes INTEGER NOT NULL,
  text TEXT NOT NULL
) STRICT;

CREATE TABLE processes (
  key INTEGER PRIMARY KEY AUTOINCREMENT,
  role TEXT NOT NULL,
  host TEXT NOT NULL,
  pid INTEGER NOT NULL,
  born_at TEXT NOT NULL,
  beat INTEGER NOT NULL,
  reads INTEGER NOT NULL,
  hosts TEXT NOT NULL,
  started_at INTEGER NOT NULL
) STRICT;

CREATE TABLE records (
  kind TEXT NOT NULL,
  name TEXT NOT NULL,
  content TEXT NOT NULL,
  PRIMARY KEY (kind, name)
) STRICT, WITHOUT ROWID;

CREATE TABLE requests (
  actor TEXT NOT NULL,
  operation TEXT NOT NULL,
  key TEXT NOT NULL,
  request_hash TEXT NOT NULL,
  answer TEXT NOT NULL,
  at INTEGER NOT NULL
) STRICT;

CREATE UNIQUE INDEX requests_key ON requests (key, actor, operation);

CREATE TABLE runs (
  key INTEGER PRIMARY KEY,
  id ANY NOT NULL UNIQUE,
  workflow INTEGER NOT NULL,
  status INTEGER NOT NULL,
  live INTEGER NOT NULL,
  head INTEGER NOT NULL,
  hash BLOB NOT NULL,
  starter INTEGER NOT NULL,
  started_at INTEGER NOT NULL,
  changed_at INTEGER NOT NULL,
  ended_at INTEGER,
  parent_run ANY,
  parent_task INTEGER,
  forked_from ANY,
  reported_outcome TEXT,
  reported_cost REAL,
  reported_tokens INTEGER,
  title TEXT
) STRICT;

CREATE INDEX runs_open ON runs (status) WHERE status < 3;

CREATE INDEX runs_parent ON runs (parent_run) WHERE parent_run IS NOT NULL;

CREATE INDEX runs_workflow ON runs (workflow);

CREATE TABLE seals (
  id INTEGER PRIMARY KEY,
  at INTEGER NOT NULL,
  through INTEGER NOT NULL,
  hash BLOB NOT NULL,
  text TEXT NOT NULL
) STRICT;

CREATE TABLE shared (name TEXT PRIMARY KEY, content TEXT NOT NULL) STRICT, WITHOUT ROWID;

CREATE TABLE snapshots (
  run INTEGER NOT NULL,
  part TEXT NOT NULL,
  number INTEGER,
  format INTEGER,
  text TEXT
) STRICT;

CREATE UNIQUE INDEX snapshots_run ON snapshots (run, part);

CREATE TABLE spending (
  day TEXT NOT NULL,
  agent TEXT NOT NULL,
  provider TEXT NOT NULL,
  model TEXT NOT NULL,
  workflow TEXT NOT NULL,
  calls INTEGER NOT NULL,
  cost REAL NOT NULL,
  unknown INTEGER NOT NULL,
  tokens_in INTEGER NOT NULL,
  tokens_out INTEGER NOT NULL,
  tokens_cached INTEGER NOT NULL,
  PRIMARY KEY (day, agent, provider, model, workflow)
) STRICT, WITHOUT ROWID;

CREATE TABLE tasks (
  run INTEGER NOT NULL,
  task INTEGER NOT NULL,
  step TEXT NOT NULL,
  kind INTEGER NOT NULL,
  execution INTEGER,
  status INTEGER NOT NULL,
  ready INTEGER NOT NULL,
  for_people INTEGER NOT NULL,
  queue TEXT NOT NULL,
  assignee TEXT,
  title TEXT,
  urgency INTEGER,
  tags TEXT,
  due INTEGER,
  item INTEGER,
  items INTEGER,
  parent INTEGER,
  attempt INTEGER NOT NULL,
  fence INTEGER NOT NULL,
  worker TEXT,
  holder INTEGER,
  lease_kind INTEGER,
  beat INTEGER NOT NULL DEFAULT 0,
  opened_at INTEGER NOT NULL,
  changed_at INTEGER NOT NULL,
  ended_at INTEGER,
  verdict TEXT,
  ended_by INTEGER,
  PRIMARY KEY (run, task)
) STRICT, WITHOUT ROWID;

CREATE INDEX tasks_assigned ON tasks (assignee, opened_at)
  WHERE for_people = 1 AND ended_at IS NULL AND assignee IS NOT NULL;

CREATE INDEX tasks_held ON tasks (holder, lease_kind) WHERE holder IS NOT NULL;

CREATE INDEX tasks_people ON tasks (opened_at) WHERE for_people = 1 AND ended_at IS NULL;

CREATE INDEX tasks_ready ON tasks (queue, opened_at) WHERE ready = 1 AND for_people = 0;

CREATE TABLE timers (
  run INTEGER NOT NULL,
  timer INTEGER NOT NULL,
  kind INTEGER NOT NULL,
  due INTEGER NOT NULL,
  task INTEGER,
  PRIMARY KEY (run, timer)
) STRICT, WITHOUT ROWID;

CREATE INDEX timers_due ON timers (due);

CREATE TABLE tombstones (
  key INTEGER PRIMARY KEY,
  id ANY NOT NULL,
  head INTEGER NOT NULL,
  hash BLOB NOT NULL,
  removed_at INTEGER NOT NULL
) STRICT;

CREATE TABLE workflows (
  key INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL,
  version TEXT NOT NULL,
  compiler INTEGER NOT NULL,
  place INTEGER NOT NULL,
  origin TEXT,
  added_at INTEGER NOT NULL,
  added_by TEXT NOT NULL,
  workflow TEXT NOT NULL
) STRICT;

CREATE UNIQUE INDEX workflows_place ON workflows (name, place);

CREATE UNIQUE INDEX workflows_version ON workflows (name, version, compiler);
