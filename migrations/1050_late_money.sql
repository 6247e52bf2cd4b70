-- What a late payment costs: interest by the reference rate of each half-year, and 40 € of a company.
alter table invoices drop constraint invoices_purpose_check,
  add constraint invoices_purpose_check check (purpose in ('LESSOR', 'INSTALMENT', 'FEE', 'REDEMPTION', 'DEDUCTIBLE', 'EXCESS', 'ABSENCE', 'RETURN_FEE', 'OTHER', 'LATE'));
alter table invoice_lines drop constraint invoice_lines_purpose_check,
  add constraint invoice_lines_purpose_check check (purpose in ('LESSOR', 'INSTALMENT', 'FEE', 'REDEMPTION', 'DEDUCTIBLE', 'EXCESS', 'ABSENCE', 'RETURN_FEE', 'OTHER', 'LATE'));
-- Bills that were paid after their due day.
create index invoices_paid_late_idx on invoices (due_day, id) where direction = 'SALES' and paid_day > due_day;

-- The reference rate of the Interest Act, one row a half-year.
create table reference_rates (
  id uuid primary key,
  from_day date not null unique check (to_char(from_day, 'MM-DD') in ('01-01', '07-01')),
  basis_points integer not null check (basis_points between 0 and 5000),
  source text not null,
  -- Null for the rates that come with the service.
  entered_by uuid references users (id),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

-- What has been decided about the cost of a late payment, never changed: billed or waived. Interest is decided up to a day.
create table late_charges (
  id uuid primary key,
  company_id uuid not null references companies (id),
  invoice_id uuid not null,
  part text not null check (part in ('INTEREST', 'COMPENSATION')),
  outcome text not null check (outcome in ('BILLED', 'WAIVED')),
  until_day date not null,
  amount_cents bigint not null check (amount_cents >= 0),
  reason text,
  -- The invoice by which it was billed.
  bill_id uuid,
  decided_by uuid not null references users (id),
  created_at timestamptz not null default now(),
  foreign key (company_id, invoice_id) references invoices (company_id, id),
  foreign key (company_id, bill_id) references invoices (company_id, id),
  unique (company_id, id),
  constraint late_charges_whole check ((outcome = 'BILLED') = (bill_id is not null) and (outcome = 'WAIVED') = (reason is not null))
);
create index late_charges_invoice_idx on late_charges (invoice_id);
create unique index late_charges_one_compensation on late_charges (invoice_id) where part = 'COMPENSATION';
create trigger late_charges_append_only before update or delete on late_charges for each row execute function refuse_change();
create trigger late_charges_no_truncate before truncate on late_charges execute function refuse_change();

create or replace function turns_follow_reference_rates() returns trigger language plpgsql as $$begin
  insert into turns_to_refresh (process, subject_id) select distinct 'reference-rate', s.id from (select a.* from (select md5('reference-rate ' || s.day)::uuid from (values (new.from_day), ((new.from_day + interval '6 months')::date)) s (day)) a union select b.* from (select md5('reference-rate ' || s.day)::uuid from (values (old.from_day), ((old.from_day + interval '6 months')::date)) s (day)) b) s (id) where s.id is not null;
  return null;
end$$;
comment on function turns_follow_reference_rates() is null;
create or replace trigger turns_follow_rows after insert or delete on reference_rates for each row execute function turns_follow_reference_rates();
create or replace trigger turns_follow_changes after update on reference_rates for each row execute function turns_follow_reference_rates();

insert into reference_rates (id, from_day, basis_points, source) values
  (gen_random_uuid(), '2024-07-01', 450, 'Suomen Pankin ilmoitus viitekorosta ja viivästyskoroista 25.6.2024 (korkolaki 633/1982, 12 a §)'),
  (gen_random_uuid(), '2025-01-01', 350, 'Suomen Pankin tiedote, korkolain mukainen viitekorko 1.1.–30.6.2025'),
  (gen_random_uuid(), '2025-07-01', 250, 'Suomen Pankin tiedote, korkolain mukainen viitekorko 1.7.–31.12.2025'),
  (gen_random_uuid(), '2026-01-01', 250, 'Suomen Pankin tiedote, korkolain mukainen viitekorko 1.1.–30.6.2026');
