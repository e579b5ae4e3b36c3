-- TBL-001
CREATE TABLE users (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  subject text NOT NULL UNIQUE,
  full_name bytea NOT NULL,
  email bytea NOT NULL,
  email_hash text NOT NULL UNIQUE,
  role text NOT NULL CHECK (role IN ('employee', 'line_manager', 'finance_director', 'accountant')),
  created_at timestamptz NOT NULL DEFAULT now()
);

-- TBL-002
CREATE TABLE claims (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  employee_id bigint NOT NULL REFERENCES users (id),
  approved_by bigint REFERENCES users (id),
  rejected_by bigint REFERENCES users (id),
  purpose text NOT NULL,
  starts_on date NOT NULL,
  ends_on date NOT NULL,
  rejection_reason text,
  rejected_at timestamptz,
  status text NOT NULL DEFAULT 'draft' CHECK (status IN ('draft', 'submitted', 'approved', 'rejected')),
  created_at timestamptz NOT NULL DEFAULT now(),
  CHECK (ends_on >= starts_on)
);

-- TBL-003
CREATE TABLE expense_items (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  claim_id bigint NOT NULL REFERENCES claims (id) ON DELETE CASCADE,
  on_date date NOT NULL,
  category text NOT NULL,
  amount numeric(12, 2) NOT NULL CHECK (amount >= 0),
  currency text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);

-- TBL-004
CREATE TABLE receipts (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  expense_item_id bigint NOT NULL REFERENCES expense_items (id) ON DELETE CASCADE,
  storage_key text NOT NULL UNIQUE,
  content_type text NOT NULL,
  size_bytes integer NOT NULL CHECK (size_bytes BETWEEN 1 AND 10485760),
  created_at timestamptz NOT NULL DEFAULT now()
);

-- TBL-005
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

CREATE INDEX claims_employee_id_idx ON claims (employee_id);
CREATE INDEX claims_created_at_idx ON claims (created_at);
CREATE INDEX expense_items_claim_id_idx ON expense_items (claim_id);
CREATE INDEX receipts_expense_item_id_idx ON receipts (expense_item_id);
CREATE INDEX outgoing_messages_recipient_id_idx ON outgoing_messages (recipient_id);
CREATE INDEX outgoing_messages_due_at_idx ON outgoing_messages (due_at) WHERE sent_at IS NULL;
