-- Monthly billing of employers: a run drafts the invoices of a month, and sends them once it is approved.
alter table companies
  add column payment_terms_days integer not null default 14 check (payment_terms_days between 1 and 90),
  add column invoice_by_unit boolean not null default false;

create table billing_runs (
  id uuid primary key,
  month text not null unique check (month ~ '^\d{4}-(0[1-9]|1[0-2])$'),
  -- DRAFTING until each company has its drafts, READY to be approved, SENDING until each draft is sent, DONE.
  status text not null check (status in ('DRAFTING', 'READY', 'SENDING', 'DONE')),
  approved_by uuid references users (id),
  approved_at timestamptz,
  version integer not null default 1,
  created_by uuid references users (id),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

alter table invoices add column billing_run_id uuid references billing_runs (id);
create index invoices_run_idx on invoices (billing_run_id, stage) where billing_run_id is not null;
create index invoice_lines_billed_idx on invoice_lines (company_id, agreement_id) where source_key is not null or credits_line_id is not null;
