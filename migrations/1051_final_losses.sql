-- A written-off bill of which it is certain that nobody will pay it: its VAT is taken back (VAT Act, section 78).
create table credit_losses (
  id uuid primary key,
  company_id uuid not null references companies (id),
  invoice_id uuid not null unique,
  ground text not null check (ground in ('BANKRUPTCY', 'ENFORCEMENT', 'DEBT_ARRANGEMENT', 'TIME_BARRED', 'SMALL')),
  -- What proves it.
  evidence text not null,
  day date not null,
  gross_cents bigint not null check (gross_cents > 0),
  -- The VAT of it by rate: vatBasisPoints, vatCents.
  vat jsonb not null,
  decided_by uuid not null references users (id),
  created_at timestamptz not null default now(),
  unique (company_id, id),
  foreign key (company_id, invoice_id) references invoices (company_id, id)
);
create trigger credit_losses_append_only before update or delete on credit_losses for each row execute function refuse_change();
create trigger credit_losses_no_truncate before truncate on credit_losses execute function refuse_change();
create index invoices_written_off_idx on invoices (due_day, id) where written_off_cents > 0;
