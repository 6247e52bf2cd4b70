-- Identity, roles, sessions and the platform's own tables. Ids are UUIDv7 made by the application.
-- Tenant tables carry company_id and a unique (company_id, id), so that a reference across companies cannot be stored.
create extension if not exists pg_trgm;

create table users (
  id uuid primary key,
  email text not null,
  password_hash text,
  first_name text not null,
  last_name text not null,
  work_email text not null,
  personal_email text,
  phone_number text,
  phone_verified_at timestamptz,
  -- The person wants a code by SMS at sign-in even where no company asks for it.
  sms_factor boolean not null default false,
  language text not null default 'fi' check (language in ('fi', 'en', 'sv')),
  totp_secret_sealed text,
  totp_confirmed_at timestamptz,
  -- A new app is kept apart until its first code; the last accepted step keeps a code from being used twice.
  totp_pending_sealed text,
  totp_last_step bigint,
  deactivated_at timestamptz,
  deactivation_reason text check (deactivation_reason in ('BY_ADMIN', 'INACTIVITY')),
  second_factor_locked_until timestamptz,
  last_signed_in_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint users_email_lower check (email = lower(email))
);
create unique index users_email_key on users (email);
create index users_name_idx on users (last_name, first_name, id);
create index users_search_idx on users using gin (lower(first_name || ' ' || last_name || ' ' || email || ' ' || work_email || ' ' || coalesce(phone_number, '')) gin_trgm_ops);

create table permissions (
  id uuid primary key,
  name text not null unique
);

create table roles (
  id uuid primary key,
  name text not null unique,
  scope_kind text not null check (scope_kind in ('ALL', 'GROUP', 'COMPANY', 'SELF')),
  tier integer not null check (tier between 0 and 4),
  built_in boolean not null default false,
  version integer not null default 1,
  created_at timestamptz not null default now()
);

create table role_permissions (
  role_id uuid not null references roles (id) on delete cascade,
  permission_id uuid not null references permissions (id),
  primary key (role_id, permission_id)
);

create table leasing_companies (
  id uuid primary key,
  name text not null unique,
  kind text not null check (kind in ('OPERATOR', 'GRENKE', 'LEASE_PLUS', 'OTHER')),
  business_id text,
  vat_number text,
  country text not null default 'FI',
  e_invoice_address text,
  e_invoice_operator text,
  invoice_email text,
  street_address text,
  postal_code text,
  city text,
  payment_terms_days integer not null default 14,
  active boolean not null default true,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table group_companies (
  id uuid primary key,
  name text not null,
  business_id text,
  deleted_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index group_companies_name_key on group_companies (lower(name)) where deleted_at is null;

create table companies (
  id uuid primary key,
  name text not null,
  business_id text not null,
  vat_number text,
  country text not null default 'FI',
  language text not null default 'fi' check (language in ('fi', 'en', 'sv')),
  e_invoice_address text,
  e_invoice_operator text,
  street_address text,
  postal_code text,
  city text,
  contact_name text,
  contact_email text,
  contact_phone text,
  group_company_id uuid references group_companies (id),
  leasing_company_id uuid references leasing_companies (id),
  max_price_cents bigint not null default 450000 check (max_price_cents > 0),
  vat_basis_points integer check (vat_basis_points between 0 and 10000),
  two_factor text not null default 'NONE' check (two_factor in ('NONE', 'EMPLOYER_ROLES', 'EVERYONE')),
  exempt_allocation text not null default 'MONTHLY' check (exempt_allocation in ('MONTHLY', 'YEARLY')),
  extra_operating_cents bigint not null default 0 check (extra_operating_cents >= 0),
  pay_type_codes jsonb not null default '{}',
  signer_user_ids uuid[] not null default '{}',
  active boolean not null default true,
  deleted_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index companies_business_id_key on companies (business_id) where deleted_at is null;
-- The company for which a user was made, until a first role says where they belong.
alter table users add column home_company_id uuid references companies (id);
create index users_home_company_idx on users (home_company_id) where home_company_id is not null;

create index companies_group_idx on companies (group_company_id) where group_company_id is not null;
create index companies_name_idx on companies (name, id);
create index companies_search_idx on companies using gin (lower(name || ' ' || business_id) gin_trgm_ops);

create table user_roles (
  id uuid primary key,
  user_id uuid not null references users (id),
  role_id uuid not null references roles (id),
  company_id uuid references companies (id),
  group_company_id uuid references group_companies (id),
  created_by uuid references users (id),
  created_at timestamptz not null default now(),
  constraint user_roles_one_binding check (company_id is null or group_company_id is null)
);
create unique index user_roles_once_key on user_roles (user_id, role_id, coalesce(company_id, group_company_id, '00000000-0000-0000-0000-000000000000'));
create index user_roles_role_idx on user_roles (role_id, user_id);
create index user_roles_company_idx on user_roles (company_id) where company_id is not null;

-- A session is one family of tokens; tokens are stored as SHA-256 and rotate inside it.
create table sessions (
  id uuid primary key,
  user_id uuid not null references users (id),
  csrf_token text not null,
  absolute_end_at timestamptz not null,
  revoked_at timestamptz,
  revoked_reason text check (revoked_reason in ('SIGNED_OUT', 'REUSE', 'PASSWORD_CHANGED', 'DEACTIVATED', 'BY_ADMIN')),
  signed_in_with text not null check (signed_in_with in ('PASSWORD', 'SMS', 'TOTP', 'LINK')),
  authenticated_at timestamptz not null default now(),
  created_at timestamptz not null default now()
);
create index sessions_user_idx on sessions (user_id) where revoked_at is null;

create table session_tokens (
  hash bytea primary key,
  session_id uuid not null references sessions (id) on delete cascade,
  kind text not null check (kind in ('ACCESS', 'REFRESH')),
  expires_at timestamptz not null,
  replaced_at timestamptz,
  -- The pair that replaced this token, so that a lost reply can be given again for a few seconds.
  successor_sealed text,
  created_at timestamptz not null default now()
);
create index session_tokens_session_idx on session_tokens (session_id, kind, created_at);

-- Between the right password and the second factor.
create table sign_in_tickets (
  id uuid primary key,
  hash bytea not null unique,
  user_id uuid not null references users (id),
  needs_phone boolean not null default false,
  expires_at timestamptz not null,
  used_at timestamptz,
  created_at timestamptz not null default now()
);
create index sign_in_tickets_user_idx on sign_in_tickets (user_id) where used_at is null;

create table verification_codes (
  id uuid primary key,
  purpose text not null check (purpose in ('SIGN_IN', 'PHONE', 'JOIN', 'EMAIL')),
  user_id uuid references users (id),
  ticket_id uuid references sign_in_tickets (id) on delete cascade,
  subject text not null,
  code_hash bytea not null,
  tries integer not null default 0,
  payload jsonb not null default '{}',
  expires_at timestamptz not null,
  used_at timestamptz,
  superseded_at timestamptz,
  created_at timestamptz not null default now()
);
create index verification_codes_subject_idx on verification_codes (purpose, subject, created_at desc);
create index verification_codes_ticket_idx on verification_codes (ticket_id) where ticket_id is not null;

-- Links that act on one object: single purpose, expiring, stored hashed. A registration link is also kept sealed,
-- because the employer may look at it again.
create table link_tokens (
  id uuid primary key,
  purpose text not null check (purpose in ('join', 'reset', 'delivery', 'store-order', 'preferences', 'first-admin', 'report')),
  hash bytea not null unique,
  sealed text,
  company_id uuid references companies (id),
  group_company_id uuid references group_companies (id),
  user_id uuid references users (id),
  subject_id uuid,
  expires_at timestamptz not null,
  used_at timestamptz,
  revoked_at timestamptz,
  created_by uuid references users (id),
  created_at timestamptz not null default now()
);
create index link_tokens_company_idx on link_tokens (company_id, purpose) where company_id is not null;
create index link_tokens_user_idx on link_tokens (user_id, purpose) where user_id is not null;
create index link_tokens_subject_idx on link_tokens (subject_id, purpose) where subject_id is not null;

create table rate_limits (
  action text not null,
  key_hash bytea not null,
  window_start timestamptz not null,
  hits integer not null,
  primary key (action, key_hash, window_start)
);

create table idempotency_keys (
  owner text not null,
  key text not null,
  request_hash bytea not null,
  status integer,
  body text,
  content_type text,
  created_at timestamptz not null default now(),
  primary key (owner, key)
);
create index idempotency_keys_age_idx on idempotency_keys (created_at);

-- Append-only, hash-chained per subject: the chain row is the lock that keeps a chain linear.
create table event_chains (
  subject_type text not null,
  subject_id uuid not null,
  length integer not null,
  head bytea not null,
  primary key (subject_type, subject_id)
);

create table events (
  id uuid primary key,
  subject_type text not null,
  subject_id uuid not null,
  position integer not null,
  type text not null,
  company_id uuid references companies (id),
  order_id uuid,
  beneficiary_employee_id uuid,
  actor_kind text not null check (actor_kind in ('EMPLOYEE', 'EMPLOYER', 'STAFF', 'STORE', 'SYSTEM', 'VISITOR')),
  actor_user_id uuid,
  shared boolean not null default true,
  data jsonb not null default '{}',
  occurred_at timestamptz not null,
  previous_hash bytea not null,
  hash bytea not null,
  unique (subject_type, subject_id, position)
);
create index events_order_idx on events (order_id, occurred_at desc, id desc) where order_id is not null;
create index events_employee_idx on events (beneficiary_employee_id, occurred_at desc, id desc) where beneficiary_employee_id is not null;
create index events_company_idx on events (company_id, occurred_at desc, id desc) where company_id is not null;
create index events_time_idx on events (occurred_at desc, id desc);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name;
end $$;
create trigger events_append_only before update or delete on events for each row execute function refuse_change();
create trigger events_no_truncate before truncate on events execute function refuse_change();

-- Messages are written in the business transaction and delivered by a worker, at least once.
create table outbox (
  id uuid primary key,
  channel text not null check (channel in ('EMAIL', 'SMS')),
  recipient text not null,
  template text not null,
  language text not null check (language in ('fi', 'en', 'sv')),
  subject text not null,
  body_text text not null,
  body_html text,
  links text[] not null default '{}',
  company_id uuid references companies (id),
  user_id uuid references users (id),
  status text not null default 'PENDING' check (status in ('PENDING', 'SENT', 'DEAD')),
  attempts integer not null default 0,
  next_attempt_at timestamptz not null default now(),
  leased_until timestamptz,
  last_error text,
  provider_id text,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  sent_at timestamptz
);
create index outbox_due_idx on outbox (next_attempt_at, id) where status = 'PENDING';
create index outbox_newest_idx on outbox (created_at desc, id desc);
create index outbox_status_idx on outbox (status, created_at desc, id desc);

create table files (
  id uuid primary key,
  company_id uuid references companies (id),
  parent_type text not null,
  parent_id uuid not null,
  storage_key text not null unique,
  sha256 bytea not null,
  bytes bigint not null,
  content_type text not null,
  label text not null,
  created_by uuid references users (id),
  created_at timestamptz not null default now()
);
create index files_parent_idx on files (parent_type, parent_id, created_at desc);

create table settings (
  key text primary key,
  value jsonb not null,
  version integer not null default 1,
  updated_at timestamptz not null default now()
);

create table job_runs (
  job text not null,
  period text not null,
  scope text not null default '',
  done_at timestamptz,
  result jsonb,
  started_at timestamptz not null default now(),
  primary key (job, period, scope)
);

create table user_preferences (
  user_id uuid primary key references users (id),
  preferences jsonb not null default '{}',
  version integer not null default 1,
  updated_at timestamptz not null default now()
);

create table notifications (
  id uuid primary key,
  user_id uuid not null references users (id),
  company_id uuid references companies (id),
  type text not null check (type in ('EMPLOYEE_ORDER', 'EMPLOYEE_REGISTRATION', 'SYSTEM_UPDATE', 'PAYMENT_REMINDER', 'ORDER_STATUS_CHANGE', 'GENERAL')),
  priority text not null default 'NORMAL' check (priority in ('LOW', 'NORMAL', 'HIGH')),
  template text not null,
  template_values jsonb not null default '{}',
  link text,
  read_at timestamptz,
  created_at timestamptz not null default now()
);
create index notifications_user_idx on notifications (user_id, created_at desc, id desc);
create index notifications_unread_idx on notifications (user_id) where read_at is null;

create table contact_forms (
  id uuid primary key,
  sender_role text not null check (sender_role in ('EMPLOYER', 'EMPLOYEE', 'STORE', 'OTHER')),
  name text not null,
  email text not null,
  phone text,
  company text,
  message text not null,
  language text not null default 'fi' check (language in ('fi', 'en', 'sv')),
  checked boolean not null default false,
  checked_by uuid references users (id),
  checked_at timestamptz,
  note text,
  version integer not null default 1,
  created_at timestamptz not null default now()
);
create index contact_forms_newest_idx on contact_forms (created_at desc, id desc);
create index contact_forms_search_idx on contact_forms using gin (lower(name || ' ' || email || ' ' || coalesce(company, '') || ' ' || message) gin_trgm_ops);
create index contact_forms_unchecked_idx on contact_forms (created_at desc) where not checked;

-- Taxes. Rates in basis points, amounts in cents.
create table vat_rates (
  id uuid primary key,
  country text not null,
  basis_points integer not null check (basis_points between 0 and 10000),
  valid_from date not null,
  valid_to date,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  unique (country, valid_from),
  constraint vat_rates_order check (valid_to is null or valid_to >= valid_from)
);

create table province_tax_tables (
  id uuid primary key,
  year integer not null check (year between 2000 and 2100),
  municipality text not null,
  is_aland boolean not null default false,
  municipal_basis_points integer not null check (municipal_basis_points between 0 and 10000),
  church_lutheran_basis_points integer not null check (church_lutheran_basis_points between 0 and 10000),
  church_orthodox_basis_points integer not null check (church_orthodox_basis_points between 0 and 10000),
  version integer not null default 1,
  created_at timestamptz not null default now()
);
create unique index province_tax_tables_one_idx on province_tax_tables (year, lower(municipality));

create table tax_tables (
  id uuid primary key,
  year integer not null unique check (year between 2000 and 2100),
  parameters jsonb not null,
  version integer not null default 1,
  created_at timestamptz not null default now()
);

create table state_income_tax_tables (
  id uuid primary key,
  year integer not null unique check (year between 2000 and 2100),
  steps jsonb not null,
  version integer not null default 1,
  created_at timestamptz not null default now()
);

create table taxpayer_deduction_tables (
  id uuid primary key,
  year integer not null unique check (year between 2000 and 2100),
  parameters jsonb not null,
  version integer not null default 1,
  created_at timestamptz not null default now()
);
