-- What people need to look after their own sign-in: codes on paper for a lost phone, another sign-in address, and a
-- warning before an unused account is shut.

-- Each code works once; only its keyed hash is kept.
create table recovery_codes (
  id uuid primary key,
  user_id uuid not null references users (id),
  code_hash bytea not null,
  used_at timestamptz,
  created_at timestamptz not null default now()
);
create unique index recovery_codes_code on recovery_codes (user_id, code_hash);

alter table link_tokens drop constraint link_tokens_purpose_check;
alter table link_tokens add constraint link_tokens_purpose_check
  check (purpose in ('join', 'reset', 'delivery', 'store-order', 'preferences', 'first-admin', 'report', 'sign-in-address'));

-- The address that a link of the purpose 'sign-in-address' proves.
create table sign_in_address_changes (
  link_token_id uuid primary key references link_tokens (id) on delete cascade,
  email text not null,
  created_at timestamptz not null default now(),
  constraint sign_in_address_changes_email_lower check (email = lower(email))
);

alter table users add column inactivity_warned_at timestamptz;
