-- TBL-001
CREATE TABLE users (
  id INTEGER PRIMARY KEY,
  subject TEXT NOT NULL UNIQUE,
  full_name BLOB NOT NULL,
  phone BLOB NOT NULL,
  role TEXT NOT NULL CHECK (role IN ('owner', 'receptionist', 'vet')),
  created_at TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))
) STRICT;

-- TBL-002
CREATE TABLE pets (
  id INTEGER PRIMARY KEY,
  owner_id INTEGER NOT NULL REFERENCES users (id),
  name TEXT NOT NULL,
  species TEXT NOT NULL,
  breed TEXT NOT NULL,
  date_of_birth TEXT NOT NULL,
  created_at TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))
) STRICT;

-- TBL-003
CREATE TABLE appointments (
  id INTEGER PRIMARY KEY,
  vet_id INTEGER NOT NULL REFERENCES users (id),
  pet_id INTEGER NOT NULL REFERENCES pets (id),
  starts_at TEXT NOT NULL,
  ends_at TEXT NOT NULL,
  status TEXT NOT NULL DEFAULT 'planned' CHECK (status IN ('planned', 'cancelled')),
  created_at TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')),
  CHECK (ends_at > starts_at)
) STRICT;

-- TBL-004
CREATE TABLE visits (
  id INTEGER PRIMARY KEY,
  appointment_id INTEGER NOT NULL REFERENCES appointments (id),
  diagnosis TEXT NOT NULL,
  treatment TEXT NOT NULL,
  price INTEGER NOT NULL CHECK (price >= 0),
  visited_at TEXT NOT NULL,
  created_at TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))
) STRICT;

-- TBL-005
CREATE TABLE vaccinations (
  id INTEGER PRIMARY KEY,
  pet_id INTEGER NOT NULL REFERENCES pets (id),
  vaccine TEXT NOT NULL,
  given_on TEXT,
  due_on TEXT NOT NULL,
  created_at TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))
) STRICT;

-- TBL-006
CREATE TABLE outgoing_messages (
  id INTEGER PRIMARY KEY,
  recipient_id INTEGER NOT NULL REFERENCES users (id),
  template TEXT NOT NULL,
  due_at TEXT NOT NULL,
  sent_at TEXT,
  attempts INTEGER NOT NULL DEFAULT 0 CHECK (attempts >= 0),
  channel TEXT NOT NULL CHECK (channel IN ('sms')),
  created_at TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))
) STRICT;

CREATE INDEX pets_owner_id_idx ON pets (owner_id);
CREATE UNIQUE INDEX appointments_vet_id_starts_at_key ON appointments (vet_id, starts_at) WHERE status <> 'cancelled';
CREATE INDEX appointments_vet_id_idx ON appointments (vet_id);
CREATE INDEX appointments_pet_id_idx ON appointments (pet_id);
CREATE INDEX appointments_starts_at_idx ON appointments (starts_at);
CREATE INDEX visits_appointment_id_idx ON visits (appointment_id);
CREATE INDEX vaccinations_pet_id_idx ON vaccinations (pet_id);
CREATE INDEX outgoing_messages_recipient_id_idx ON outgoing_messages (recipient_id);
CREATE INDEX outgoing_messages_due_at_idx ON outgoing_messages (due_at) WHERE sent_at IS NULL;
