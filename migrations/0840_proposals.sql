-- What one person has proposed and another confirms: until then nothing of it holds.
create table proposals (
  id uuid primary key,
  kind text not null,
  -- What it would change, for the event log; no key holds it.
  subject_type text not null,
  subject_id uuid not null,
  -- Of one kind one proposal about the same thing is open at a time.
  key text not null,
  -- On whose timeline it stands.
  company_id uuid references companies (id),
  body jsonb not null,
  -- What it would do, in words: the key of a text with its values, and what stands now beside what would stand.
  effect jsonb not null,
  changes jsonb not null default '[]',
  why text,
  file_id uuid references files (id),
  state text not null default 'OPEN' check (state in ('OPEN', 'DONE', 'REFUSED', 'WITHDRAWN', 'EXPIRED')),
  made_by uuid not null references users (id),
  -- Since when nobody else of the staff may confirm it; null while somebody may.
  alone_since timestamptz,
  -- The yes of the staff. Whoever has proposed it gives none, save where there was nobody else.
  confirmed_by uuid references users (id),
  confirmed_at timestamptz,
  confirmed_alone boolean not null default false,
  closed_by uuid references users (id),
  closed_at timestamptz,
  closed_reason text,
  expires_at timestamptz not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (id, made_by),
  constraint proposals_second_person check (confirmed_by <> made_by or confirmed_alone),
  constraint proposals_confirmed_whole check ((confirmed_by is null) = (confirmed_at is null)),
  constraint proposals_closed_whole check ((state = 'OPEN') = (closed_at is null))
);
create unique index proposals_open_key on proposals (kind, key) where state = 'OPEN';
create index proposals_open_idx on proposals (expires_at, id) where state = 'OPEN';
create index proposals_newest_idx on proposals (created_at desc, id desc);
create index proposals_company_idx on proposals (company_id) where company_id is not null;
create index proposals_file_idx on proposals (file_id) where file_id is not null;

-- The companies whose own yes a proposal asks for.
create table proposal_companies (
  proposal_id uuid not null,
  company_id uuid not null references companies (id),
  made_by uuid not null,
  confirmed_by uuid references users (id),
  confirmed_at timestamptz,
  version integer not null default 1,
  primary key (proposal_id, company_id),
  foreign key (proposal_id, made_by) references proposals (id, made_by),
  constraint proposal_companies_second_person check (confirmed_by <> made_by),
  constraint proposal_companies_confirmed_whole check ((confirmed_by is null) = (confirmed_at is null))
);
create index proposal_companies_company_idx on proposal_companies (company_id, proposal_id);
