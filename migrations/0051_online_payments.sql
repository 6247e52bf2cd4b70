-- Links to the page on which an invoice is paid, and attempts to pay online.
alter table link_tokens drop constraint link_tokens_purpose_check;
alter table link_tokens add constraint link_tokens_purpose_check check (purpose in ('join', 'reset', 'delivery', 'store-order', 'preferences', 'first-admin', 'report', 'sign-in-address', 'invitation', 'identity-change', 'pay'));

create table paytrail_attempts (
  -- Also the stamp that the payment service knows it by.
  id uuid primary key,
  company_id uuid not null references companies (id),
  invoice_id uuid not null,
  transaction_id text unique,
  amount_cents bigint not null check (amount_cents > 0),
  status text not null default 'NEW' check (status in ('NEW', 'OK', 'PENDING', 'DELAYED', 'FAIL')),
  provider text,
  settlement_reference text,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (company_id, id),
  foreign key (company_id, invoice_id) references invoices (company_id, id)
);
create index paytrail_attempts_open_idx on paytrail_attempts (created_at) where status in ('NEW', 'PENDING', 'DELAYED');
create index paytrail_attempts_invoice_idx on paytrail_attempts (invoice_id);
