-- A large month is locked by a job: who asked, for which rows, and how far it has come.
create table payroll_lock_runs (
  id uuid primary key,
  company_id uuid not null references companies (id),
  month text not null check (month ~ '^\d{4}-(0[1-9]|1[0-2])$'),
  -- The rows that were seen: others are not locked.
  preview_hash text not null,
  row_count integer not null check (row_count >= 0),
  acknowledged text[] not null default '{}',
  requested_by uuid not null references users (id),
  by_staff boolean not null,
  state text not null default 'WAITING' check (state in ('WAITING', 'FILES', 'ROWS', 'DONE', 'REFUSED')),
  done_rows integer not null default 0 check (done_rows >= 0),
  -- The code of the refusal, once it is refused.
  refusal text,
  created_at timestamptz not null default now(),
  done_at timestamptz,
  version integer not null default 1,
  unique (company_id, id),
  constraint payroll_lock_runs_refusal_is_told check ((state = 'REFUSED') = (refusal is not null))
);
create unique index payroll_lock_runs_open_key on payroll_lock_runs (company_id, month) where state in ('WAITING', 'FILES', 'ROWS');
create index payroll_lock_runs_month_idx on payroll_lock_runs (company_id, month, created_at desc);
