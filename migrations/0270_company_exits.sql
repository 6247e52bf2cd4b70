-- A company that leaves or goes bankrupt: from which day, until when its people choose, and what has become of its leases.
create table company_exits (
  id uuid primary key,
  company_id uuid not null references companies (id),
  kind text not null check (kind in ('LEAVES', 'BANKRUPT', 'MERGED')),
  from_day date not null,
  -- The last day on which each person chooses; the lessor takes back what nobody has chosen for.
  choose_until date not null,
  reason text not null,
  -- The last month of which something is kept from the pay, as the employer or the estate has confirmed it.
  last_deduction_month text check (last_deduction_month ~ '^\d{4}-(0[1-9]|1[0-2])$'),
  confirmed_by text check (confirmed_by in ('EMPLOYER', 'ESTATE')),
  worked_off_at timestamptz,
  withdrawn_at timestamptz,
  withdrawn_reason text,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (company_id, id),
  constraint company_exits_confirmed check ((last_deduction_month is null) = (confirmed_by is null))
);
create unique index company_exits_open_key on company_exits (company_id) where withdrawn_at is null;
create index company_exits_newest_idx on company_exits (created_at desc, id desc);
create index company_exits_company_idx on company_exits (company_id, created_at desc, id desc);
create index company_exits_due_idx on company_exits (choose_until) where withdrawn_at is null and worked_off_at is null;

-- The leases that ran when the company was marked; what becomes of each stands on its agreement.
create table company_exit_leases (
  id uuid primary key,
  company_id uuid not null references companies (id),
  exit_id uuid not null,
  agreement_id uuid not null,
  -- The order in which staff work them off.
  position integer not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (company_id, id),
  unique (exit_id, position),
  unique (exit_id, agreement_id),
  foreign key (company_id, exit_id) references company_exits (company_id, id),
  foreign key (company_id, agreement_id) references leasing_agreements (company_id, id)
);
create index company_exit_leases_agreement_idx on company_exit_leases (agreement_id);
