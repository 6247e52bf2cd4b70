-- The bank: statements that came in with their movements, and payments that go out in files. The operator's own, of no
-- company; what a movement or a payment settles stands in the ledger of payments.
create table bank_files (
  id uuid primary key,
  kind text not null check (kind in ('CAMT053', 'CAMT054', 'PAIN002')),
  name text not null,
  -- The same bytes are taken in once.
  sha256 bytea not null unique,
  entry_count integer not null default 0,
  matched_count integer not null default 0,
  -- Movements that an earlier file had brought.
  known_count integer not null default 0,
  -- Accounts in it that are not ours; their movements are left out.
  skipped_accounts jsonb not null default '[]',
  created_by uuid references users (id),
  created_at timestamptz not null default now()
);
create index bank_files_newest_idx on bank_files (created_at desc, id desc);

create table bank_entries (
  id uuid primary key,
  bank_file_id uuid not null references bank_files (id),
  -- Account, servicer's reference and position of the transaction: what makes a movement itself.
  entry_key text not null unique,
  iban text not null,
  servicer_reference text,
  -- From 1 within its batch; 0 when the bank gave no details.
  position integer not null default 0,
  direction text not null check (direction in ('CREDIT', 'DEBIT')),
  is_reversal boolean not null default false,
  amount_cents bigint not null check (amount_cents >= 0),
  booked_day date not null,
  reference text,
  end_to_end_id text,
  message text,
  counterparty_name text,
  counterparty_iban text,
  -- What stays of the counterparty when the movement turns out to be nobody's we know.
  counterparty_hash bytea,
  state text not null default 'OPEN' check (state in ('OPEN', 'MATCHED', 'ASIDE', 'TOTAL')),
  aside_reason text,
  decided_by uuid references users (id),
  decided_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check ((state = 'ASIDE') = (aside_reason is not null))
);
create index bank_entries_state_idx on bank_entries (state, booked_day desc, id desc);
create index bank_entries_booked_idx on bank_entries (booked_day desc, id desc);
create index bank_entries_file_idx on bank_entries (bank_file_id);
create index bank_entries_batch_idx on bank_entries (iban, servicer_reference) where servicer_reference is not null;
create index bank_entries_search_idx on bank_entries using gin (
  lower(coalesce(reference, '') || ' ' || coalesce(counterparty_name, '') || ' ' || coalesce(message, '')) gin_trgm_ops);

create table payment_files (
  id uuid primary key,
  message_id text not null unique,
  execution_day date not null,
  state text not null default 'MADE' check (state in ('MADE', 'RELEASED', 'WITHDRAWN', 'REJECTED')),
  payment_count integer not null,
  total_cents bigint not null check (total_cents > 0),
  -- The bytes that were made, once; the bank gets these and no others.
  file_id uuid references files (id),
  made_by uuid not null references users (id),
  released_by uuid references users (id),
  released_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index payment_files_newest_idx on payment_files (created_at desc, id desc);

create table payment_orders (
  id uuid primary key,
  company_id uuid not null references companies (id),
  invoice_id uuid not null,
  payment_file_id uuid references payment_files (id),
  payee_name text not null,
  payee_iban text not null,
  payee_city text,
  amount_cents bigint not null check (amount_cents > 0),
  reference text,
  message text,
  state text not null default 'QUEUED' check (state in ('QUEUED', 'SENT', 'PAID', 'REMOVED', 'REJECTED')),
  reason text,
  made_by uuid not null references users (id),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (company_id, id),
  foreign key (company_id, invoice_id) references invoices (company_id, id)
);
-- An invoice is on its way to the bank at most once at a time.
create unique index payment_orders_live_key on payment_orders (invoice_id) where state in ('QUEUED', 'SENT');
create index payment_orders_state_idx on payment_orders (state, created_at desc, id desc);
create index payment_orders_file_idx on payment_orders (payment_file_id) where payment_file_id is not null;
create index payment_orders_invoice_idx on payment_orders (invoice_id, created_at desc);
