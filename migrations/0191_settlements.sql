-- Refunds that the payment service has not yet carried out, and the sums in which it pays online payments out.
create table paytrail_refunds (
  -- Also the stamp that the payment service knows it by.
  id uuid primary key,
  company_id uuid not null references companies (id),
  attempt_id uuid not null,
  invoice_id uuid not null,
  transaction_id text not null unique,
  amount_cents bigint not null check (amount_cents > 0),
  state text not null default 'PENDING' check (state in ('PENDING', 'OK', 'FAIL')),
  reason text not null,
  requested_by uuid not null references users (id),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (company_id, id),
  foreign key (company_id, attempt_id) references paytrail_attempts (company_id, id),
  foreign key (company_id, invoice_id) references invoices (company_id, id)
);
comment on column paytrail_refunds.reason is 'personal: payer; kept: bookkeeping';
create index paytrail_refunds_pending_idx on paytrail_refunds (invoice_id) where state = 'PENDING';
create index paytrail_refunds_attempt_idx on paytrail_refunds (attempt_id);

-- The operator's own, of no company.
create table payment_settlements (
  id uuid primary key,
  settlement_reference text not null,
  bank_entry_id uuid not null references bank_entries (id),
  payment_count integer not null,
  gross_cents bigint not null check (gross_cents > 0),
  -- Refunds that the service has taken off.
  withheld_cents bigint not null check (withheld_cents >= 0),
  fee_cents bigint not null check (fee_cents >= 0),
  settled_day date not null,
  reversed_at timestamptz,
  created_at timestamptz not null default now()
);
create unique index payment_settlements_reference_key on payment_settlements (settlement_reference) where reversed_at is null;
create index payment_settlements_entry_idx on payment_settlements (bank_entry_id);
create index paytrail_attempts_settlement_idx on paytrail_attempts (settlement_reference) where settlement_reference is not null;
create index payments_refunded_online_idx on payments (amount_cents) where method = 'PAYTRAIL' and direction = 'OUT';
