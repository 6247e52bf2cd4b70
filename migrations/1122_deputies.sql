-- Who stands in for somebody who acts for an employer, on which days: they hear what is said to the one who is away.
-- Nothing that somebody may do follows from it.
create table deputies (
  id uuid primary key,
  company_id uuid not null references companies (id),
  user_id uuid not null references users (id),
  deputy_user_id uuid not null references users (id),
  from_day date not null,
  to_day date not null,
  -- Of today, kept by the job of the day.
  is_active boolean not null,
  named_by uuid not null references users (id),
  ended_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null,
  unique (company_id, id),
  constraint deputies_days check (from_day <= to_day),
  constraint deputies_other check (user_id <> deputy_user_id)
);
create index deputies_company_idx on deputies (company_id, to_day);
create index deputies_user_idx on deputies (user_id);
create index deputies_deputy_idx on deputies (deputy_user_id);
create index deputies_named_by_idx on deputies (named_by);
create index deputies_active_idx on deputies (company_id) where is_active;
