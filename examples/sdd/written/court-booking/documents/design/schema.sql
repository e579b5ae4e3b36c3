CREATE TABLE members (
  id uuid PRIMARY KEY,
  name varchar(120) NOT NULL CHECK (name <> ''),
  email varchar(254) NOT NULL UNIQUE CHECK (email = lower(email)),
  password_hash varchar(200) NOT NULL,
  role varchar(10) NOT NULL DEFAULT 'member' CHECK (role IN ('member', 'manager'))
);

CREATE TABLE courts (
  id uuid PRIMARY KEY,
  name varchar(40) NOT NULL UNIQUE CHECK (name <> '')
);

CREATE TABLE bookings (
  id uuid PRIMARY KEY,
  court_id uuid NOT NULL REFERENCES courts (id) ON DELETE RESTRICT,
  member_id uuid NOT NULL REFERENCES members (id) ON DELETE RESTRICT,
  starts_at timestamptz NOT NULL CHECK (extract(minute FROM starts_at) = 0 AND extract(second FROM starts_at) = 0),
  created_at timestamptz NOT NULL DEFAULT now(),
  cancelled_at timestamptz CHECK (cancelled_at >= created_at)
);

-- API-002: one standing booking for each court and hour; also API-001 and API-005, which read a day
CREATE UNIQUE INDEX bookings_standing ON bookings (starts_at, court_id) WHERE cancelled_at IS NULL;

-- API-003 and API-004: the bookings of a member
CREATE INDEX bookings_member ON bookings (member_id, starts_at);

-- API-002: the court of a booking
CREATE INDEX bookings_court ON bookings (court_id);
