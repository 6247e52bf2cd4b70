-- Copies of a person's data that they, or staff on their behalf, have ordered. The file goes when its time is up; that a
-- copy was given stays known for a year.
create table personal_copies (
  id uuid primary key,
  -- Whose data it holds: somebody with an account, or whoever wrote from an address.
  user_id uuid references users (id),
  email text,
  -- The member of staff who makes it for somebody without a sign-in, and why; null where the person ordered it.
  made_by uuid references users (id),
  reason text,
  language text not null check (language in ('fi', 'en', 'sv')),
  file_id uuid references files (id),
  expires_at timestamptz not null,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check (user_id is not null or email is not null),
  check ((made_by is null) = (reason is null))
);
create index personal_copies_user_idx on personal_copies (user_id, created_at desc);
create index personal_copies_made_idx on personal_copies (created_at desc) where made_by is not null;
create index personal_copies_expiry_idx on personal_copies (expires_at) where file_id is not null;
comment on column personal_copies.email is 'personal: visitor; kept: contact-form';
comment on column personal_copies.reason is 'personal: visitor; kept: contact-form';
