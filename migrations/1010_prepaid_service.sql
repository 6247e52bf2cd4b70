-- Prepaid service: the rule of a billing table from its first day on, and what a lease keeps of it. Without one a lease has
-- no service, whatever its price contains.
alter table billing_tables
  -- WHOLE: the service of the whole term from its first day on; YEARLY: each year's share as the year begins.
  add column service_release text check (service_release in ('WHOLE', 'YEARLY')),
  -- For how many days after a buy-out what is left can still be used; with none it lapses.
  add column service_days_after integer check (service_days_after between 0 and 730),
  add constraint billing_tables_service_rule check (num_nulls(service_release, service_days_after) in (0, 2));

alter table leasing_agreements
  add column service_terms jsonb
    constraint leasing_agreements_service_terms check ((service_terms ->> 'cents')::bigint > 0 and (service_terms ->> 'months')::integer > 0);

-- A voucher by which any shop of the register does the service of one leased bicycle, once.
create table service_vouchers (
  id uuid primary key,
  company_id uuid not null references companies (id),
  agreement_id uuid not null,
  beneficiary_employee_id uuid not null,
  -- What the QR code carries, and what is read out at the counter.
  code text not null unique check (code ~ '^[A-HJ-NP-Z2-9]{8}$'),
  state text not null default 'OPEN' check (state in ('OPEN', 'TAKEN', 'BILLED', 'CANCELLED', 'EXPIRED')),
  valid_until date not null,
  bike_store_id uuid references bike_stores (id),
  taken_at timestamptz,
  work text,
  billed_cents bigint check (billed_cents > 0),
  billed_at timestamptz,
  invoice_id uuid unique,
  closed_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (company_id, id),
  foreign key (company_id, agreement_id) references leasing_agreements (company_id, id),
  foreign key (company_id, beneficiary_employee_id) references beneficiary_employees (company_id, id),
  foreign key (company_id, invoice_id) references invoices (company_id, id),
  constraint service_vouchers_taken check (state not in ('TAKEN', 'BILLED') or (bike_store_id is not null and taken_at is not null)),
  constraint service_vouchers_billed check ((state = 'BILLED') = (invoice_id is not null) and num_nulls(work, billed_cents, billed_at, invoice_id) in (0, 4))
);
create unique index service_vouchers_open_key on service_vouchers (agreement_id) where state in ('OPEN', 'TAKEN');
create index service_vouchers_agreement_idx on service_vouchers (agreement_id, created_at desc);
create index service_vouchers_employee_idx on service_vouchers (beneficiary_employee_id);
create index service_vouchers_store_idx on service_vouchers (bike_store_id) where bike_store_id is not null;

-- What shops have billed of the service of a bicycle, whoever has leased it in turn: an invoice that is void or credited
-- gives back what it took.
create function service_used_cents(chain uuid) returns bigint language sql stable as $$
  select coalesce(sum(greatest(i.total_cents - i.credited_cents, 0)), 0)::bigint
    from service_vouchers v
    join leasing_agreements a on a.id = v.agreement_id
    join invoices i on i.id = v.invoice_id
   where a.chain_id = chain and v.state = 'BILLED' and i.stage not in ('INVALIDATED', 'DELETED')
$$;

-- The balance never goes below zero, whatever the application has read: those who bill of one bicycle take turns here.
create function service_balance_holds() returns trigger language plpgsql as $$
declare
  lease record;
begin
  select a.chain_id, (a.service_terms ->> 'cents')::bigint as granted into lease
    from leasing_agreements a where a.id = new.agreement_id;
  perform pg_advisory_xact_lock(hashtext('service-balance'), hashtext(lease.chain_id::text));
  if service_used_cents(lease.chain_id) > coalesce(lease.granted, 0) then
    raise exception 'The service billed of lease % is more than its terms grant', new.agreement_id
      using errcode = 'check_violation', constraint = 'service_vouchers_balance';
  end if;
  return null;
end $$;
create trigger service_balance_holds after insert or update of state, billed_cents, invoice_id on service_vouchers
  for each row when (new.state = 'BILLED') execute function service_balance_holds();

-- What has been billed by a voucher is not taken back from it.
create function service_voucher_stays() returns trigger language plpgsql as $$
begin
  if old.state = 'BILLED' and (new.state, new.invoice_id, new.billed_cents, new.agreement_id) is distinct from (old.state, old.invoice_id, old.billed_cents, old.agreement_id) then
    raise exception 'A billed service voucher does not change' using errcode = 'check_violation', constraint = 'service_vouchers_stay';
  end if;
  return new;
end $$;
create trigger service_voucher_stays before update on service_vouchers for each row execute function service_voucher_stays();

-- A shop bills a voucher behind a link of its own.
do $$
declare
  purposes text;
begin
  select pg_get_constraintdef(oid) into purposes from pg_constraint where conname = 'link_tokens_purpose_check';
  alter table link_tokens drop constraint link_tokens_purpose_check;
  execute 'alter table link_tokens add constraint link_tokens_purpose_check '
    || replace(purposes, 'ARRAY[', 'ARRAY[''service-bill''::text, ');
end $$;
