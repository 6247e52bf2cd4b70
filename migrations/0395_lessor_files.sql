-- How a lessor wants its files: form, headers and words. A lessor without a row has the service's own.
create table lessor_file_profiles (
  id uuid primary key,
  leasing_company_id uuid not null unique references leasing_companies (id),
  profile jsonb not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

-- Files between us and a lessor: what we told it, its list of running leases, and its answers.
create table lessor_files (
  id uuid primary key,
  leasing_company_id uuid not null references leasing_companies (id),
  kind text not null check (kind in ('NEWS', 'LIST', 'ANSWERS')),
  name text not null,
  file_id uuid not null references files (id),
  row_count integer not null,
  -- Differences that the file brought, and those that were over with it.
  found_count integer not null default 0,
  gone_count integer not null default 0,
  created_by uuid references users (id),
  created_at timestamptz not null default now()
);
create index lessor_files_newest_idx on lessor_files (created_at desc, id desc);
create index lessor_files_lessor_idx on lessor_files (leasing_company_id, created_at desc, id desc);
create index lessor_files_file_idx on lessor_files (file_id);

-- What a lessor has been told of an agreement, each thing once, and its answer.
create table lessor_news (
  id uuid primary key,
  company_id uuid not null references companies (id),
  agreement_id uuid not null,
  lessor_file_id uuid not null references lessor_files (id),
  kind text not null check (kind in ('ACTIVATED', 'CHANGED', 'REDEEMED', 'ENDED')),
  -- What is told: the agreement, or the change of its payment; no key holds it.
  subject_id uuid not null,
  answer text check (answer in ('ACCEPTED', 'REJECTED')),
  answered_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (company_id, id),
  unique (subject_id, kind),
  foreign key (company_id, agreement_id) references leasing_agreements (company_id, id)
);
create index lessor_news_agreement_idx on lessor_news (agreement_id, kind);
create index lessor_news_file_idx on lessor_news (lessor_file_id);

-- What a lessor's list or answer says otherwise than we do.
create table lessor_differences (
  id uuid primary key,
  leasing_company_id uuid not null references leasing_companies (id),
  lessor_file_id uuid not null references lessor_files (id),
  -- Our agreement of the number; none for a number that we do not have.
  company_id uuid,
  agreement_id uuid,
  agreement_number text not null,
  kind text not null check (kind in ('NOT_ON_LIST', 'NOT_RUNNING', 'UNKNOWN', 'INSTALMENT', 'END_DAY', 'REJECTED', 'END_NOTICE')),
  our_cents integer,
  their_cents integer,
  our_day date,
  their_day date,
  their_words text,
  state text not null default 'OPEN' check (state in ('OPEN', 'TO_TELL', 'TOLD', 'SETTLED', 'GONE')),
  reason text,
  decided_by uuid references users (id),
  decided_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  foreign key (company_id, agreement_id) references leasing_agreements (company_id, id)
);
create unique index lessor_differences_live_key on lessor_differences (leasing_company_id, agreement_number, kind)
  where state in ('OPEN', 'TO_TELL', 'TOLD');
create index lessor_differences_number_idx on lessor_differences (leasing_company_id, agreement_number, kind, created_at desc);
create index lessor_differences_newest_idx on lessor_differences (created_at desc, id desc);
create index lessor_differences_awaited_idx on lessor_differences (created_at, id) where state in ('OPEN', 'TO_TELL');
create index lessor_differences_state_idx on lessor_differences (state, created_at desc, id desc);
create index lessor_differences_lessor_idx on lessor_differences (leasing_company_id, created_at desc, id desc);
create index lessor_differences_file_idx on lessor_differences (lessor_file_id);
create index lessor_differences_agreement_idx on lessor_differences (agreement_id);

-- The leases of a lessor, for its files.
create index leasing_agreements_lessor_running_idx on leasing_agreements (leasing_company_id, start_day) where lease_state = 'ACTIVE';
create index leasing_agreements_lessor_ended_idx on leasing_agreements (leasing_company_id, ended_day) where lease_state = 'ENDED';
create index leasing_agreements_lessor_number_idx on leasing_agreements (leasing_company_id, agreement_number);
