-- TBL-001
CREATE TABLE tools (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  condition text,
  name text NOT NULL,
  description text NOT NULL,
  category text NOT NULL,
  serial_number text NOT NULL UNIQUE,
  deposit numeric(12, 2) NOT NULL CHECK (deposit BETWEEN 5 AND 100),
  status text NOT NULL DEFAULT 'available' CHECK (status IN ('available', 'retired')),
  created_at timestamptz NOT NULL DEFAULT now()
);

-- TBL-002
CREATE TABLE users (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  subject text NOT NULL UNIQUE,
  full_name bytea NOT NULL,
  email bytea NOT NULL,
  email_hash text NOT NULL UNIQUE,
  role text NOT NULL CHECK (role IN ('member', 'volunteer', 'treasurer')),
  created_at timestamptz NOT NULL DEFAULT now()
);

-- TBL-003
CREATE TABLE loans (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  tool_id bigint NOT NULL REFERENCES tools (id),
  member_id bigint NOT NULL REFERENCES users (id),
  volunteer_id bigint NOT NULL REFERENCES users (id),
  started_at timestamptz NOT NULL,
  due_on date NOT NULL,
  returned_at timestamptz,
  status text NOT NULL DEFAULT 'out' CHECK (status IN ('out', 'returned')),
  created_at timestamptz NOT NULL DEFAULT now()
);

-- TBL-004
CREATE TABLE reservations (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  member_id bigint NOT NULL REFERENCES users (id),
  tool_id bigint NOT NULL REFERENCES tools (id),
  starts_at timestamptz NOT NULL,
  ends_at timestamptz NOT NULL,
  status text NOT NULL DEFAULT 'booked' CHECK (status IN ('booked', 'collected')),
  created_at timestamptz NOT NULL DEFAULT now(),
  CHECK (ends_at > starts_at),
  CHECK (ends_at - starts_at <= interval '14 days')
);

-- TBL-005
CREATE TABLE damage_reports (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  volunteer_id bigint NOT NULL REFERENCES users (id),
  tool_id bigint NOT NULL REFERENCES tools (id),
  description text NOT NULL CHECK (length(description) <= 1000),
  created_at timestamptz NOT NULL DEFAULT now()
);

-- TBL-006
CREATE TABLE deposits (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  tool_id bigint NOT NULL REFERENCES tools (id),
  amount numeric(12, 2) NOT NULL CHECK (amount >= 0),
  status text NOT NULL DEFAULT 'taken' CHECK (status IN ('taken', 'refunded')),
  created_at timestamptz NOT NULL DEFAULT now()
);

-- TBL-007
CREATE TABLE report_photos (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  damage_report_id bigint NOT NULL REFERENCES damage_reports (id) ON DELETE CASCADE,
  storage_key text NOT NULL UNIQUE,
  content_type text NOT NULL,
  size_bytes integer NOT NULL CHECK (size_bytes > 0),
  created_at timestamptz NOT NULL DEFAULT now()
);

-- TBL-008
CREATE TABLE outgoing_messages (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  recipient_id bigint NOT NULL REFERENCES users (id),
  template text NOT NULL,
  due_at timestamptz NOT NULL,
  sent_at timestamptz,
  attempts integer NOT NULL DEFAULT 0 CHECK (attempts >= 0),
  channel text NOT NULL CHECK (channel IN ('email')),
  created_at timestamptz NOT NULL DEFAULT now()
);

CREATE INDEX tools_category_idx ON tools (category);
CREATE INDEX loans_tool_id_idx ON loans (tool_id);
CREATE INDEX loans_member_id_idx ON loans (member_id);
CREATE INDEX loans_volunteer_id_idx ON loans (volunteer_id);
CREATE INDEX loans_due_on_idx ON loans (due_on);
CREATE INDEX loans_started_at_idx ON loans (started_at);
CREATE UNIQUE INDEX reservations_tool_id_starts_at_key ON reservations (tool_id, starts_at);
CREATE INDEX reservations_member_id_idx ON reservations (member_id);
CREATE INDEX damage_reports_volunteer_id_idx ON damage_reports (volunteer_id);
CREATE INDEX damage_reports_tool_id_idx ON damage_reports (tool_id);
CREATE INDEX deposits_tool_id_idx ON deposits (tool_id);
CREATE INDEX deposits_created_at_idx ON deposits (created_at);
CREATE INDEX report_photos_damage_report_id_idx ON report_photos (damage_report_id);
CREATE INDEX outgoing_messages_recipient_id_idx ON outgoing_messages (recipient_id);
CREATE INDEX outgoing_messages_due_at_idx ON outgoing_messages (due_at) WHERE sent_at IS NULL;
