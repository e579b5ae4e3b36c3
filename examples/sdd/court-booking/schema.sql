-- TBL-001
CREATE TABLE courts (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text NOT NULL UNIQUE,
  created_at timestamptz NOT NULL DEFAULT now()
);

-- TBL-002
CREATE TABLE users (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  subject text NOT NULL UNIQUE,
  full_name bytea NOT NULL,
  email bytea NOT NULL,
  email_hash text NOT NULL UNIQUE,
  role text NOT NULL CHECK (role IN ('member', 'club_manager')),
  created_at timestamptz NOT NULL DEFAULT now()
);

-- TBL-003
CREATE TABLE bookings (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  member_id bigint NOT NULL REFERENCES users (id),
  court_id bigint NOT NULL REFERENCES courts (id),
  starts_at timestamptz NOT NULL,
  ends_at timestamptz NOT NULL,
  status text NOT NULL DEFAULT 'booked' CHECK (status IN ('booked', 'cancelled')),
  created_at timestamptz NOT NULL DEFAULT now(),
  CHECK (ends_at > starts_at),
  CHECK (ends_at - starts_at = interval '1 hour')
);

CREATE UNIQUE INDEX bookings_court_id_starts_at_key ON bookings (court_id, starts_at) WHERE status <> 'cancelled';
CREATE INDEX bookings_member_id_idx ON bookings (member_id);
CREATE INDEX bookings_court_id_idx ON bookings (court_id);
