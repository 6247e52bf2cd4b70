-- One end of a lease: what will end it, when and how; the end-leases job alone makes it happen.
alter table leasing_agreements drop constraint leasing_agreements_end_reason_check;
alter table leasing_agreements
  add constraint leasing_agreements_end_reason_check
    check (end_reason in ('TERM', 'REDEEMED', 'TRANSFERRED', 'INSURANCE', 'CANCELLED', 'RETURNED')),
  add column ends_on date check (ends_on = (date_trunc('month', ends_on) + interval '1 month - 1 day')::date),
  add column ends_as text check (ends_as in ('REDEEMED', 'TRANSFERRED', 'INSURANCE', 'CANCELLED', 'RETURNED')),
  -- The ending that has set it.
  add column ends_by uuid,
  add column bike_at text check (bike_at in ('STORE', 'EMPLOYEE', 'EMPLOYER', 'LESSOR', 'SOLD', 'LOST')),
  -- The agreements of one bicycle, one after the other: a transferred lease goes on in another company, so no key holds it.
  add column chain_id uuid not null default gen_random_uuid(),
  add column previous_agreement_id uuid,
  -- What each way out costs, frozen when the agreement is made; null on those of earlier releases.
  add column end_prices jsonb,
  alter column order_id drop not null,
  add constraint leasing_agreements_one_end check (num_nulls(ends_on, ends_as, ends_by) in (0, 3));
update leasing_agreements set bike_at = 'EMPLOYEE' where lease_state = 'ACTIVE' or end_reason = 'TERM';
update leasing_agreements set bike_at = 'SOLD' where end_reason = 'REDEEMED';
create index leasing_agreements_due_idx on leasing_agreements (least(ends_on, end_day), id) where lease_state = 'ACTIVE';
create unique index leasing_agreements_previous_key on leasing_agreements (previous_agreement_id) where previous_agreement_id is not null;

-- A process that may end a lease, open or closed. An agreement has one open at a time; a claim opens beside any other.
create table agreement_endings (
  id uuid primary key,
  company_id uuid not null references companies (id),
  agreement_id uuid not null,
  kind text not null check (kind in ('CANCELLATION', 'REDEMPTION', 'RETURN', 'TRANSFER', 'CLAIM')),
  -- Not yet: the lease waits for what the process still needs, such as a payment, however late its last day is.
  is_ready boolean not null default true,
  closed_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (company_id, id),
  foreign key (company_id, agreement_id) references leasing_agreements (company_id, id)
);
create unique index agreement_endings_open_key on agreement_endings (agreement_id) where closed_at is null and kind <> 'CLAIM';
create index agreement_endings_agreement_idx on agreement_endings (agreement_id);
alter table leasing_agreements add foreign key (company_id, ends_by) references agreement_endings (company_id, id);

-- The price list of ends: fees beside the month's redemption price, by the day on which an end must be asked for.
alter table billing_tables
  add column redemption_fee_cents bigint not null default 0 check (redemption_fee_cents >= 0),
  add column transfer_fee_cents bigint not null default 0 check (transfer_fee_cents >= 0),
  -- Null: the lessor takes no bicycle back before the end.
  add column return_fee_cents bigint default 29000 check (return_fee_cents >= 0),
  add column return_transport_cents bigint not null default 5900 check (return_transport_cents >= 0),
  add column end_notice_day integer not null default 20 check (end_notice_day between 1 and 28);
