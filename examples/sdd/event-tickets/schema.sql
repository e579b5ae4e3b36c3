-- TBL-001
CREATE TABLE users (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  subject text NOT NULL UNIQUE,
  full_name bytea NOT NULL,
  email bytea NOT NULL,
  email_hash text NOT NULL UNIQUE,
  role text NOT NULL CHECK (role IN ('visitor', 'doorkeeper', 'organiser')),
  created_at timestamptz NOT NULL DEFAULT now()
);

-- TBL-002
CREATE TABLE events (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  organiser_id bigint NOT NULL REFERENCES users (id),
  title text NOT NULL,
  genre text NOT NULL,
  starts_at timestamptz NOT NULL,
  status text NOT NULL DEFAULT 'planned' CHECK (status IN ('planned', 'cancelled')),
  created_at timestamptz NOT NULL DEFAULT now()
);

-- TBL-003
CREATE TABLE seats (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  event_id bigint NOT NULL REFERENCES events (id),
  seat_category text NOT NULL,
  row_label text NOT NULL,
  seat_number integer NOT NULL CHECK (seat_number > 0),
  created_at timestamptz NOT NULL DEFAULT now()
);

-- TBL-004
CREATE TABLE discount_codes (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  code text NOT NULL UNIQUE,
  percentage numeric(10, 2) NOT NULL CHECK (percentage BETWEEN 0 AND 100),
  created_at timestamptz NOT NULL DEFAULT now()
);

-- TBL-005
CREATE TABLE orders (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  visitor_id bigint NOT NULL REFERENCES users (id),
  discount_code_id bigint REFERENCES discount_codes (id),
  event_id bigint NOT NULL REFERENCES events (id),
  total numeric(12, 2) NOT NULL CHECK (total >= 0),
  status text NOT NULL DEFAULT 'placed' CHECK (status IN ('placed', 'paid', 'refunded')),
  created_at timestamptz NOT NULL DEFAULT now()
);

-- TBL-006
CREATE TABLE holds (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  visitor_id bigint NOT NULL REFERENCES users (id),
  seat_id bigint NOT NULL REFERENCES seats (id),
  order_id bigint REFERENCES orders (id),
  expires_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);

-- TBL-007
CREATE TABLE payments (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  order_id bigint NOT NULL REFERENCES orders (id),
  amount numeric(12, 2) NOT NULL CHECK (amount > 0),
  provider_reference text UNIQUE,
  paid_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now()
);

-- TBL-008
CREATE TABLE tickets (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  order_id bigint NOT NULL REFERENCES orders (id),
  seat_id bigint NOT NULL REFERENCES seats (id),
  code text NOT NULL UNIQUE,
  used_at timestamptz,
  status text NOT NULL DEFAULT 'valid' CHECK (status IN ('valid', 'used')),
  created_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (order_id, seat_id)
);

-- TBL-009
CREATE TABLE event_prices (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  event_id bigint NOT NULL REFERENCES events (id) ON DELETE CASCADE,
  seat_category text NOT NULL,
  price numeric(12, 2) NOT NULL CHECK (price >= 0),
  created_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (event_id, seat_category)
);

-- TBL-010
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

CREATE INDEX events_organiser_id_idx ON events (organiser_id);
CREATE INDEX events_starts_at_idx ON events (starts_at);
CREATE INDEX events_genre_idx ON events (genre);
CREATE INDEX seats_event_id_idx ON seats (event_id);
CREATE INDEX seats_created_at_idx ON seats (created_at);
CREATE INDEX orders_visitor_id_idx ON orders (visitor_id);
CREATE INDEX orders_discount_code_id_idx ON orders (discount_code_id);
CREATE INDEX orders_event_id_idx ON orders (event_id);
CREATE INDEX holds_seat_id_expires_at_idx ON holds (seat_id, expires_at);
CREATE INDEX holds_visitor_id_idx ON holds (visitor_id);
CREATE INDEX holds_order_id_idx ON holds (order_id);
CREATE INDEX payments_order_id_idx ON payments (order_id);
CREATE INDEX tickets_seat_id_idx ON tickets (seat_id);
CREATE INDEX outgoing_messages_recipient_id_idx ON outgoing_messages (recipient_id);
CREATE INDEX outgoing_messages_due_at_idx ON outgoing_messages (due_at) WHERE sent_at IS NULL;
