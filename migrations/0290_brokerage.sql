-- Whether the company's people may list a leased bicycle for others to take over.
alter table bike_policies add column allows_brokerage boolean not null default false;

-- A leased bicycle that its rider offers to others: drafted, reviewed, listed, reserved, passed on.
create table bike_brokerages (
  id uuid primary key,
  company_id uuid not null references companies (id),
  beneficiary_employee_id uuid not null,
  agreement_id uuid not null,
  step text not null check (step in ('DRAFT', 'REVIEW', 'LISTED', 'RESERVED', 'TRANSFER', 'DONE', 'WITHDRAWN', 'EXPIRED')),
  status text not null generated always as
    (case when step = 'DONE' then 'COMPLETED' when step in ('WITHDRAWN', 'EXPIRED') then 'CANCELLED' else 'PENDING' end) stored,
  -- What the rider tells of the bicycle, and where it can be looked at.
  description text not null,
  municipality text not null,
  -- The bicycle and its lease as they are listed, so that a list of what is offered reads one table.
  bike text not null,
  bike_kind text check (bike_kind in ('CITY', 'ELECTRIC', 'ROAD', 'GRAVEL', 'MOUNTAIN', 'CARGO', 'OTHER')),
  frame_size text,
  monthly_cents bigint not null check (monthly_cents >= 0),
  residual_cents bigint not null check (residual_cents >= 0),
  lease_end_day date not null,
  tax_regime text check (tax_regime in ('EXEMPT_GRANDFATHERED', 'EXEMPT_2025', 'TAXABLE')),
  listed_at timestamptz,
  expires_on date,
  -- Who has reserved it, possibly in another company, so no key holds the person's row.
  taker_company_id uuid references companies (id),
  taker_employee_id uuid,
  reserved_until date,
  closed_reason text,
  step_changed_at timestamptz not null default now(),
  search_text text not null default '',
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (company_id, id),
  constraint bike_brokerages_taker check (num_nulls(taker_company_id, taker_employee_id) in (0, 2)),
  foreign key (company_id, beneficiary_employee_id) references beneficiary_employees (company_id, id),
  foreign key (company_id, agreement_id) references leasing_agreements (company_id, id)
);
-- A lease is offered once at a time.
create unique index bike_brokerages_open_key on bike_brokerages (agreement_id) where step in ('DRAFT', 'REVIEW', 'LISTED', 'RESERVED', 'TRANSFER');
create index bike_brokerages_newest_idx on bike_brokerages (created_at desc, id desc);
create index bike_brokerages_company_idx on bike_brokerages (company_id, created_at desc, id desc);
create index bike_brokerages_employee_idx on bike_brokerages (beneficiary_employee_id, created_at desc, id desc);
create index bike_brokerages_taker_idx on bike_brokerages (taker_employee_id, created_at desc, id desc) where taker_employee_id is not null;
create index bike_brokerages_taker_company_idx on bike_brokerages (taker_company_id, created_at desc, id desc) where taker_company_id is not null;
create index bike_brokerages_step_idx on bike_brokerages (step, created_at desc, id desc);
create index bike_brokerages_agreement_idx on bike_brokerages (agreement_id);
create index bike_brokerages_search_idx on bike_brokerages using gin (search_text gin_trgm_ops);
-- What is on offer, by each way in which it is sorted.
create index bike_brokerages_listed_idx on bike_brokerages (listed_at desc, id desc) where step = 'LISTED';
create index bike_brokerages_listed_price_idx on bike_brokerages (monthly_cents, id) where step = 'LISTED';
create index bike_brokerages_listed_end_idx on bike_brokerages (lease_end_day, id) where step = 'LISTED';
comment on column bike_brokerages.description is 'personal: employee; kept: contract';
comment on column bike_brokerages.municipality is 'personal: employee; kept: contract';
comment on column bike_brokerages.closed_reason is 'personal: employee; kept: contract';
comment on column bike_brokerages.search_text is 'personal: employee; kept: contract';

create table bike_brokerage_photos (
  id uuid primary key,
  company_id uuid not null references companies (id),
  brokerage_id uuid not null,
  file_id uuid not null references files (id),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  unique (company_id, id),
  foreign key (company_id, brokerage_id) references bike_brokerages (company_id, id)
);
create index bike_brokerage_photos_brokerage_idx on bike_brokerage_photos (brokerage_id, created_at, id);
