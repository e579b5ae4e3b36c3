CREATE TABLE people (
  id uuid PRIMARY KEY,
  name varchar(120) NOT NULL CHECK (name <> ''),
  email varchar(254) NOT NULL UNIQUE CHECK (email = lower(email)),
  password_hash varchar(200) NOT NULL,
  role varchar(10) NOT NULL DEFAULT 'member' CHECK (role IN ('member', 'volunteer', 'treasurer'))
);

CREATE TABLE tools (
  id uuid PRIMARY KEY,
  name varchar(100) NOT NULL CHECK (name <> ''),
  description varchar(1000) NOT NULL,
  category varchar(50) NOT NULL CHECK (category <> ''),
  serial_number varchar(60) NOT NULL UNIQUE CHECK (serial_number <> ''),
  deposit_cents integer NOT NULL CHECK (deposit_cents BETWEEN 500 AND 10000),
  retired_at timestamptz
);

CREATE TABLE reservations (
  id uuid PRIMARY KEY,
  tool_id uuid NOT NULL REFERENCES tools (id) ON DELETE RESTRICT,
  member_id uuid REFERENCES people (id) ON DELETE SET NULL,
  first_day date NOT NULL,
  last_day date NOT NULL CHECK (last_day >= first_day),
  status varchar(10) NOT NULL DEFAULT 'open' CHECK (status IN ('open', 'lent', 'ended', 'cancelled'))
);

CREATE TABLE loans (
  id uuid PRIMARY KEY,
  reservation_id uuid NOT NULL UNIQUE REFERENCES reservations (id) ON DELETE RESTRICT,
  tool_id uuid NOT NULL REFERENCES tools (id) ON DELETE RESTRICT,
  member_id uuid REFERENCES people (id) ON DELETE SET NULL,
  started_at timestamptz NOT NULL DEFAULT now(),
  due_on date NOT NULL,
  is_extended boolean NOT NULL DEFAULT false,
  deposit_cents integer NOT NULL CHECK (deposit_cents BETWEEN 500 AND 10000),
  returned_at timestamptz CHECK (returned_at >= started_at),
  condition varchar(10) CHECK (condition IN ('good', 'worn', 'damaged')),
  refund_cents integer CHECK (refund_cents = deposit_cents),
  CHECK ((returned_at IS NULL) = (condition IS NULL) AND (returned_at IS NULL) = (refund_cents IS NULL))
);

CREATE TABLE damage_reports (
  id uuid PRIMARY KEY,
  loan_id uuid NOT NULL UNIQUE REFERENCES loans (id) ON DELETE CASCADE,
  description varchar(1000) NOT NULL CHECK (description <> ''),
  created_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE damage_photos (
  id uuid PRIMARY KEY,
  report_id uuid NOT NULL REFERENCES damage_reports (id) ON DELETE CASCADE,
  position integer NOT NULL CHECK (position BETWEEN 1 AND 5),
  file_path varchar(200) NOT NULL,
  UNIQUE (report_id, position)
);

CREATE TABLE reminders (
  id uuid PRIMARY KEY,
  loan_id uuid NOT NULL REFERENCES loans (id) ON DELETE CASCADE,
  remind_on date NOT NULL,
  sent_at timestamptz,
  UNIQUE (loan_id, remind_on)
);

CREATE TABLE reserved_days (
  tool_id uuid NOT NULL REFERENCES tools (id) ON DELETE RESTRICT,
  day date NOT NULL,
  reservation_id uuid NOT NULL REFERENCES reservations (id) ON DELETE CASCADE,
  PRIMARY KEY (tool_id, day)
);

-- API-001: tools of a category
CREATE INDEX tools_category ON tools (category, name) WHERE retired_at IS NULL;

-- API-002: the open reservations of a member; API-003 too
CREATE INDEX reservations_member ON reservations (member_id, status);

-- API-002 and API-010: the reservations of a tool
CREATE INDEX reservations_tool ON reservations (tool_id, first_day);

-- API-004 and API-006: the days that a reservation gives back
CREATE INDEX reserved_days_reservation ON reserved_days (reservation_id);

-- API-005: one loan at a time for each tool
CREATE UNIQUE INDEX loans_out ON loans (tool_id) WHERE returned_at IS NULL;

-- API-008: the loans of a member
CREATE INDEX loans_member ON loans (member_id, due_on);

-- API-011: deposits and refunds of a month
CREATE INDEX loans_started ON loans (started_at);
CREATE INDEX loans_returned ON loans (returned_at);

-- API-013: reminders that wait
CREATE INDEX reminders_unsent ON reminders (remind_on) WHERE sent_at IS NULL;
