-- The day of the month by which a company locks the month before: the last day of its task, and of what it is told.
alter table companies add column payroll_day smallint not null default 5 check (payroll_day between 1 and 28);

-- Which calls to lock a month a company has had, so that none goes out twice.
create table payroll_month_calls (
  company_id uuid not null references companies (id),
  month text not null check (month ~ '^\d{4}-\d{2}$'),
  kind text not null check (kind in ('AHEAD', 'DAY')),
  called_at timestamptz not null,
  primary key (company_id, month, kind)
);
