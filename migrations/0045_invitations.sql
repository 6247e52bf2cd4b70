-- Nobody is attached to a company without their own yes. An invited person is a row of users that holds what the inviter
-- typed and nothing else: it has no password and an address that nobody can have. It is the same for known and unknown
-- addresses. The yes either makes it an account or moves what hangs on it to the account of the address.
alter table users add column invited boolean not null default false;
alter table users add constraint users_invited_cannot_sign_in
  check (not invited or (password_hash is null and email like '%@invited.invalid'));

create table invitations (
  id uuid primary key,
  -- The invited person's own row; after a yes the account, after a no nobody.
  user_id uuid references users (id),
  -- Null for an account that staff make before its company is known.
  company_id uuid references companies (id),
  kind text not null check (kind in ('EMPLOYEE', 'EMPLOYER', 'ACCOUNT')),
  email text not null check (email = lower(email)),
  status text not null default 'OPEN' check (status in ('OPEN', 'ACCEPTED', 'DECLINED', 'WITHDRAWN', 'EXPIRED')),
  invited_by uuid references users (id),
  expires_at timestamptz not null,
  answered_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now()
);
create unique index invitations_open_key on invitations (email, coalesce(company_id, '00000000-0000-0000-0000-000000000000'), kind)
  where status = 'OPEN';
create index invitations_user_idx on invitations (user_id) where user_id is not null;
create index invitations_expiry_idx on invitations (expires_at) where status = 'OPEN';

alter table link_tokens drop constraint link_tokens_purpose_check;
alter table link_tokens add constraint link_tokens_purpose_check
  check (purpose in ('join', 'reset', 'delivery', 'store-order', 'preferences', 'first-admin', 'report', 'sign-in-address',
                     'invitation', 'identity-change'));

-- INVITED waits for the person's yes; ENDED is a bond that the person has ended: its history stays with the employer.
alter table beneficiary_employees drop constraint beneficiary_employees_status_check;
alter table beneficiary_employees add constraint beneficiary_employees_status_check
  check (status in ('INVITED', 'PENDING', 'ACCEPTED', 'REJECTED', 'ENDED'));

create or replace view memberships as
  select user_id, company_id from user_roles where company_id is not null
  union select user_id, company_id from beneficiary_employees where status <> 'ENDED'
  union select u.id, u.home_company_id from users u
         where u.home_company_id is not null and not exists (select 1 from user_roles r where r.user_id = u.id);
drop trigger beneficiary_employees_people on beneficiary_employees;
create trigger beneficiary_employees_people after insert or delete or update of user_id, company_id, status on beneficiary_employees
  for each row execute function carry_people_of_row();

-- The people of the release before keep their bonds and are told once where to see and end them (job tell-bonds).
alter table users add column bonds_told_at timestamptz default now();
update users set bonds_told_at = null where exists (select 1 from memberships m where m.user_id = users.id);
