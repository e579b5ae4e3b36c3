-- TBL-001
CREATE TABLE cold_rooms (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  lowest_temperature REAL NOT NULL,
  highest_temperature REAL NOT NULL CHECK (highest_temperature > lowest_temperature),
  created_at TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))
) STRICT;

-- TBL-002
CREATE TABLE sensors (
  id INTEGER PRIMARY KEY,
  cold_room_id INTEGER NOT NULL REFERENCES cold_rooms (id),
  serial_number TEXT NOT NULL UNIQUE,
  created_at TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))
) STRICT;

-- TBL-003
CREATE TABLE readings (
  id INTEGER PRIMARY KEY,
  sensor_id INTEGER NOT NULL REFERENCES sensors (id),
  temperature REAL NOT NULL,
  humidity REAL NOT NULL,
  measured_at TEXT NOT NULL,
  created_at TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))
) STRICT;

-- TBL-004
CREATE TABLE users (
  id INTEGER PRIMARY KEY,
  subject TEXT NOT NULL UNIQUE,
  full_name BLOB NOT NULL,
  phone BLOB NOT NULL,
  role TEXT NOT NULL CHECK (role IN ('technician', 'warehouse_manager', 'inspector')),
  created_at TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))
) STRICT;

-- TBL-005
CREATE TABLE alarms (
  id INTEGER PRIMARY KEY,
  acknowledged_by INTEGER REFERENCES users (id),
  sensor_id INTEGER NOT NULL REFERENCES sensors (id),
  cause TEXT,
  note TEXT,
  raised_at TEXT NOT NULL,
  acknowledged_at TEXT,
  closed_at TEXT,
  status TEXT NOT NULL DEFAULT 'open' CHECK (status IN ('open', 'acknowledged', 'closed')),
  created_at TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))
) STRICT;

-- TBL-006
CREATE TABLE duties (
  id INTEGER PRIMARY KEY,
  warehouse_manager_id INTEGER NOT NULL REFERENCES users (id),
  technician_id INTEGER NOT NULL REFERENCES users (id),
  starts_at TEXT NOT NULL,
  ends_at TEXT NOT NULL,
  created_at TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')),
  CHECK (ends_at > starts_at)
) STRICT;

-- TBL-007
CREATE TABLE outgoing_messages (
  id INTEGER PRIMARY KEY,
  recipient_id INTEGER NOT NULL REFERENCES users (id),
  template TEXT NOT NULL,
  due_at TEXT NOT NULL,
  sent_at TEXT,
  attempts INTEGER NOT NULL DEFAULT 0 CHECK (attempts >= 0),
  channel TEXT NOT NULL CHECK (channel IN ('phone_call')),
  created_at TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))
) STRICT;

CREATE INDEX sensors_cold_room_id_idx ON sensors (cold_room_id);
CREATE INDEX readings_sensor_id_measured_at_idx ON readings (sensor_id, measured_at);
CREATE INDEX readings_measured_at_idx ON readings (measured_at);
CREATE INDEX alarms_sensor_id_idx ON alarms (sensor_id);
CREATE INDEX duties_warehouse_manager_id_idx ON duties (warehouse_manager_id);
CREATE INDEX duties_technician_id_idx ON duties (technician_id);
CREATE INDEX outgoing_messages_recipient_id_idx ON outgoing_messages (recipient_id);
CREATE INDEX outgoing_messages_due_at_idx ON outgoing_messages (due_at) WHERE sent_at IS NULL;
