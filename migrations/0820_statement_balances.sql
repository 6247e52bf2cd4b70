-- What a statement says of its account: its balances are kept and compared with its entries and with the statement before.
create table bank_statements (
  id uuid primary key,
  bank_file_id uuid not null references bank_files (id),
  iban text not null,
  statement_id text not null,
  -- The bank's running number of its statements of the account, and the statement's place in its file.
  sequence bigint,
  position integer not null,
  from_day date not null,
  to_day date not null,
  -- Booked balances in euros; a statement without both proves nothing.
  opening_cents bigint,
  closing_cents bigint,
  -- The sum of its booked entries in euros, with their signs.
  booked_cents bigint not null,
  -- What is wrong, judged anew with each statement of the account: SUM_DIFFERS, GAP, OVERLAP.
  problems text[] not null default '{}',
  -- What somebody has looked into and explained.
  explained text[] not null default '{}',
  explanation text,
  explained_by uuid references users (id),
  explained_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (problems <@ array['SUM_DIFFERS', 'GAP', 'OVERLAP']),
  check ((explained_at is null) = (explanation is null))
);
create index bank_statements_file_idx on bank_statements (bank_file_id);
create index bank_statements_newest_idx on bank_statements (to_day desc, id desc);
create index bank_statements_chain_idx on bank_statements (iban, to_day) where opening_cents is not null and closing_cents is not null;
create index bank_statements_problem_idx on bank_statements (created_at, id) where not (problems <@ explained);

-- What a file brought that could not be taken as it stood: kept as the bank wrote it, until somebody decides.
create table bank_doubts (
  id uuid primary key,
  -- Null for a whole file of the bank's folder that was refused.
  bank_file_id uuid references bank_files (id),
  bank_statement_id uuid references bank_statements (id) deferrable initially deferred,
  file_name text not null,
  kind text not null check (kind in ('ENTRY', 'REPORT', 'FILE')),
  -- The same thing in another file is put aside once.
  doubt_key text not null unique,
  reason text not null,
  line integer not null,
  iban text,
  direction text check (direction in ('CREDIT', 'DEBIT')),
  -- In euros where it could be read as such, and as the bank wrote it, with its currency.
  amount_cents bigint,
  amount_text text,
  booked_day date,
  reference text,
  message text,
  counterparty_name text,
  -- Paths and texts of the file, in its order; empty once somebody has decided.
  raw jsonb not null,
  -- The movements as they would be taken in; null where they cannot be.
  movements jsonb,
  state text not null default 'OPEN' check (state in ('OPEN', 'TAKEN', 'DISMISSED')),
  note text,
  decided_by uuid references users (id),
  decided_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check ((state = 'OPEN') = (decided_at is null))
);
create index bank_doubts_newest_idx on bank_doubts (created_at desc, id desc);
create index bank_doubts_open_idx on bank_doubts (created_at, id) where state = 'OPEN';
create index bank_doubts_file_idx on bank_doubts (bank_file_id);
create index bank_doubts_statement_idx on bank_doubts (bank_statement_id) where bank_statement_id is not null;

alter table bank_files drop constraint bank_files_kind_check,
  add constraint bank_files_kind_check check (kind in ('CAMT052', 'CAMT053', 'CAMT054', 'PAIN002')),
  add column doubt_count integer not null default 0;
-- The statement that told of a movement first (its row is written when it has been read to its end), and what was paid in another currency, as the bank wrote it.
alter table bank_entries add column bank_statement_id uuid references bank_statements (id) deferrable initially deferred,
  add column foreign_amount text;
create index bank_entries_statement_idx on bank_entries (bank_statement_id) where bank_statement_id is not null;

comment on column bank_doubts.counterparty_name is 'personal: payer; kept: bookkeeping';
comment on column bank_doubts.reference is 'personal: payer; kept: bookkeeping';
comment on column bank_doubts.message is 'personal: payer; kept: bookkeeping';
comment on column bank_doubts.raw is 'personal: payer; kept: bookkeeping';
comment on column bank_doubts.movements is 'personal: payer; kept: bookkeeping';
comment on column bank_doubts.note is 'personal: payer; kept: bookkeeping';
