-- What agents cost, by day and by what it was for; and small facts that processes share.

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

CREATE TABLE shared (name TEXT PRIMARY KEY, content TEXT NOT NULL) STRICT, WITHOUT ROWID;
