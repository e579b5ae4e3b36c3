CREATE TABLE members (
  id uuid PRIMARY KEY,
  name varchar(120) NOT NULL,
  email varchar(254) NOT NULL UNIQUE
);

CREATE TABLE slots (
  id uuid PRIMARY KEY,
  starts_at timestamptz NOT NULL UNIQUE
);

CREATE TABLE bookings (
  id uuid PRIMARY KEY,
  slot_id uuid NOT NULL UNIQUE REFERENCES slots (id),
  member_id uuid NOT NULL REFERENCES members (id),
  created_at timestamptz NOT NULL
);

-- API-003: the bookings of a member
CREATE INDEX bookings_member ON bookings (member_id);
