-- What somebody has said of a month that a person pays outside the pay: collected, or not. Without a word, it is not.
create table payroll_collections (
  id uuid primary key,
  company_id uuid not null references companies (id),
  agreement_id uuid not null,
  month text not null check (month ~ '^\d{4}-(0[1-9]|1[0-2])$'),
  is_collected boolean not null,
  -- Null: reported as collected by a month that was locked before anybody was asked.
  created_by uuid references users (id),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (company_id, id),
  unique (agreement_id, month),
  foreign key (company_id, agreement_id) references leasing_agreements (company_id, id)
);
create index payroll_collections_company_idx on payroll_collections (company_id);
create index payroll_collections_created_by_idx on payroll_collections (created_by) where created_by is not null;

-- What has been reported stays as it was reported.
insert into payroll_collections (id, company_id, agreement_id, month, is_collected, created_at, updated_at)
select gen_random_uuid(), r.company_id, r.agreement_id, r.month, true, m.locked_at, m.locked_at
  from payroll_rows r join payroll_months m on m.id = r.payroll_month_id
 where r.corrects_month is null and r.facts -> 'notes' @> '[{"code": "EMPLOYEE_PAYS_OUTSIDE"}]'
    on conflict do nothing;
