-- A chain of events is shorter than it was, or a kept file of its heads is not what it was; open until all is whole again.
create table record_alarms (
  id uuid primary key,
  faults integer not null check (faults > 0),
  found_at timestamptz not null,
  closed_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index record_alarms_open on record_alarms ((closed_at is null)) where closed_at is null;
