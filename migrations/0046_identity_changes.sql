-- A sign-in address, a number or a lost second factor that somebody else changes is a proposal first: it takes effect when
-- its person has confirmed it, a second staff member has, or 72 hours have passed with every address told.
create table identity_changes (
  id uuid primary key,
  user_id uuid not null references users (id),
  kind text not null check (kind in ('CONTACT', 'SECOND_FACTOR')),
  -- Null where the value stays; a number may also be taken away, which removes_phone says.
  new_email text check (new_email = lower(new_email)),
  new_phone text,
  removes_phone boolean not null default false,
  proposed_by uuid not null references users (id),
  by_staff boolean not null,
  -- Only with a second eligible staff member is that one's yes waited for, and without an end.
  needs_second_staff boolean not null default false,
  confirmed_by uuid references users (id),
  new_confirmed_at timestamptz,
  old_confirmed_at timestamptz,
  takes_effect_at timestamptz,
  status text not null default 'OPEN' check (status in ('OPEN', 'DONE', 'REFUSED', 'SUPERSEDED')),
  done_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  constraint identity_changes_second_is_another check (confirmed_by is null or confirmed_by <> proposed_by)
);
create unique index identity_changes_open_key on identity_changes (user_id, kind) where status = 'OPEN';
create index identity_changes_due_idx on identity_changes (takes_effect_at) where status = 'OPEN';
create index identity_changes_user_idx on identity_changes (user_id, created_at desc);

alter table users
  -- When somebody else's change of the identity took effect, and when a password was recovered by a mail alone.
  add column identity_changed_at timestamptz,
  add column recovered_at timestamptz,
  add column personal_email_verified_at timestamptz;

alter table sessions add column stepped_up_at timestamptz;

-- By what a signature was confirmed and since when its person has held that.
alter table signatures
  add column proof text check (proof in ('PASSWORD', 'SMS', 'EMAIL', 'TOTP')),
  add column proof_since timestamptz;

alter table verification_codes drop constraint verification_codes_purpose_check;
alter table verification_codes add constraint verification_codes_purpose_check
  check (purpose in ('SIGN_IN', 'PHONE', 'JOIN', 'EMAIL', 'SIGNING'));
