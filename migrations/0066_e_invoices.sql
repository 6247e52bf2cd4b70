-- E-invoices: ours on their way to the buyer's operator, and what sellers have sent us until it is entered for an order.
create table e_invoice_messages (
  id uuid primary key,
  company_id uuid not null references companies (id),
  invoice_id uuid not null,
  -- LOCAL stays here, because no gateway is configured; WAITING is to be handed over.
  state text not null check (state in ('LOCAL', 'WAITING', 'SENT', 'ACKNOWLEDGED', 'REJECTED')),
  file_id uuid not null references files (id),
  to_address text not null,
  attempts integer not null default 0,
  next_attempt_at timestamptz not null default now(),
  reason text,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (company_id, id),
  foreign key (company_id, invoice_id) references invoices (company_id, id)
);
-- An invoice travels once; after a rejection it may be sent again.
create unique index e_invoice_messages_live_key on e_invoice_messages (invoice_id) where state <> 'REJECTED';
create index e_invoice_messages_due_idx on e_invoice_messages (next_attempt_at) where state in ('WAITING', 'SENT');
create index e_invoice_messages_newest_idx on e_invoice_messages (created_at desc, id desc);

create table received_e_invoices (
  id uuid primary key,
  state text not null default 'WAITING' check (state in ('WAITING', 'ENTERED', 'REFUSED')),
  seller_name text not null,
  seller_business_id text,
  number text not null,
  issue_day date not null,
  due_day date,
  total_cents bigint not null,
  is_credit_note boolean not null,
  original_number text,
  -- What the document says, as it was read.
  content jsonb not null,
  file_id uuid not null references files (id),
  sha256 bytea not null unique,
  bike_store_id uuid references bike_stores (id),
  proposed_order_id uuid,
  -- Why the order is proposed: its number or its security code stands in the invoice, or its store and price fit it alone.
  proposed_by text check (proposed_by in ('ORDER_NUMBER', 'SECURITY_CODE', 'STORE_AND_SUM')),
  invoice_id uuid,
  reason text,
  decided_by uuid references users (id),
  decided_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
-- A seller's number is taken in once, whatever its file looks like.
create unique index received_e_invoices_number_key on received_e_invoices (coalesce(seller_business_id, seller_name), number) where state <> 'REFUSED';
create index received_e_invoices_state_idx on received_e_invoices (state, created_at desc, id desc);
