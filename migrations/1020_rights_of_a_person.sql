-- What people ask about their own data, and what became of it. No key holds the account: it may be gone meanwhile.
create table rights_requests (
  id uuid primary key,
  kind text not null check (kind in ('ERASURE', 'CORRECTION', 'OBJECTION', 'RESTRICTION')),
  state text not null default 'OPEN' check (state in ('OPEN', 'ERASING', 'DONE', 'REFUSED', 'WITHDRAWN')),
  -- Whose data it is: somebody with an account, or whoever writes from an address.
  user_id uuid,
  email text,
  wish text,
  -- The member of staff who wrote it down, and how they knew who asks; null where the person asked signed in.
  made_by uuid references users (id),
  checked_how text,
  language text not null check (language in ('fi', 'en', 'sv')),
  -- A month from its day; two more where the person has been told why.
  due_day date not null,
  extended_reason text,
  answer text,
  closed_by uuid references users (id),
  closed_at timestamptz,
  -- Two members of staff have confirmed the erasure: from when on it is done.
  erase_at timestamptz,
  erased_at timestamptz,
  -- The next look at what had to be kept; null once nothing is.
  next_day date,
  -- What went, what is kept, and what a search found afterwards: tables, counts and days, no value of the person.
  report jsonb,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check (user_id is not null or email is not null or state not in ('OPEN', 'ERASING')),
  check (state <> 'ERASING' or erase_at is not null)
);
create unique index rights_requests_open_key on rights_requests (kind, coalesce(user_id::text, email)) where state in ('OPEN', 'ERASING');
create index rights_requests_newest_idx on rights_requests (created_at desc, id desc);
create index rights_requests_user_idx on rights_requests (user_id, created_at desc);
create index rights_requests_next_idx on rights_requests (next_day) where next_day is not null;
comment on column rights_requests.email is 'personal: visitor; kept: contact-form';
comment on column rights_requests.wish is 'personal: visitor; kept: contact-form';
comment on column rights_requests.checked_how is 'personal: visitor; kept: contact-form';
comment on column rights_requests.answer is 'personal: visitor; kept: contact-form';
comment on column rights_requests.extended_reason is 'personal: visitor; kept: contact-form';

-- Who has been erased, by ids and keyed hashes alone; the same stands in sealed files beside the database, which a restored
-- backup does not take back.
create table erasures (
  request_id uuid primary key,
  user_id uuid,
  address_hashes text[] not null,
  erased_at timestamptz not null
);

-- Since when the person's data is used for nothing that is not necessary.
alter table users add column restricted_at timestamptz;
