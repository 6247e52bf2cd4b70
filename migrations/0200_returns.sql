-- Returning a bicycle before the end: who asked for it and why, when it ends, who pays, what the store and the staff found.
create table bike_returns (
  id uuid primary key,
  company_id uuid not null references companies (id),
  beneficiary_employee_id uuid not null,
  agreement_id uuid not null,
  step text not null check (step in ('REQUESTED', 'APPROVED', 'RECEIVED', 'INSPECTED', 'DONE', 'CANCELLED')),
  reason text not null check (reason in ('RESIGNED', 'DISMISSED', 'LAID_OFF', 'OTHER', 'TERM_OVER')),
  -- Who asked for it; a person may call off their own request alone.
  asked_by text not null check (asked_by in ('EMPLOYEE', 'EMPLOYER', 'STAFF')),
  end_month text not null check (end_month ~ '^\d{4}-(0[1-9]|1[0-2])$'),
  -- Who pays the fee; null until the employer approves.
  payer text check (payer in ('EMPLOYEE', 'EMPLOYER', 'SHARED')),
  -- The price of the agreement's list, as it was when the return was asked for.
  fee_cents bigint not null check (fee_cents >= 0),
  transport_cents bigint not null check (transport_cents >= 0),
  bike_store_id uuid references bike_stores (id),
  received_day date,
  received_note text,
  -- Where the bicycle has been taken to.
  bike_at text check (bike_at in ('STORE', 'LESSOR')),
  objection_until date,
  objection text,
  objection_answer text,
  person_invoice_id uuid,
  employer_invoice_id uuid,
  receipt_file_id uuid references files (id),
  done_day date,
  closed_reason text,
  step_changed_at timestamptz not null default now(),
  search_text text not null default '',
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (company_id, id),
  foreign key (company_id, beneficiary_employee_id) references beneficiary_employees (company_id, id),
  foreign key (company_id, agreement_id) references leasing_agreements (company_id, id),
  foreign key (company_id, person_invoice_id) references invoices (company_id, id),
  foreign key (company_id, employer_invoice_id) references invoices (company_id, id),
  foreign key (company_id, id) references agreement_endings (company_id, id)
);
create index bike_returns_newest_idx on bike_returns (created_at desc, id desc);
create index bike_returns_company_idx on bike_returns (company_id, created_at desc, id desc);
create index bike_returns_employee_idx on bike_returns (beneficiary_employee_id, created_at desc, id desc);
create index bike_returns_step_idx on bike_returns (step, created_at desc, id desc);
create index bike_returns_agreement_idx on bike_returns (agreement_id);
create index bike_returns_search_idx on bike_returns using gin (search_text gin_trgm_ops);
comment on column bike_returns.search_text is 'personal: employee; kept: contract';
comment on column bike_returns.reason is 'personal: employee; kept: contract';
comment on column bike_returns.received_note is 'personal: employee; kept: contract';
comment on column bike_returns.objection is 'personal: employee; kept: contract';
comment on column bike_returns.objection_answer is 'personal: employee; kept: contract';

-- What the staff found broken, a line each; the person pays what still stands after an objection.
create table bike_return_damages (
  id uuid primary key,
  company_id uuid not null references companies (id),
  return_id uuid not null,
  position integer not null,
  description text not null,
  amount_cents bigint not null check (amount_cents > 0),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  unique (company_id, id),
  foreign key (company_id, return_id) references bike_returns (company_id, id)
);
create index bike_return_damages_return_idx on bike_return_damages (return_id, position);

create table bike_return_photos (
  id uuid primary key,
  company_id uuid not null references companies (id),
  return_id uuid not null,
  file_id uuid not null references files (id),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  unique (company_id, id),
  foreign key (company_id, return_id) references bike_returns (company_id, id)
);
create index bike_return_photos_return_idx on bike_return_photos (return_id, created_at);

-- Whether the company's people may ask to return a bicycle before the end.
alter table bike_policies add column allows_return boolean not null default false;
-- The month from which the employer keeps the bicycle and bears its instalments.
alter table leasing_agreements add column kept_from text check (kept_from ~ '^\d{4}-(0[1-9]|1[0-2])$');
alter table link_tokens drop constraint link_tokens_purpose_check;
alter table link_tokens add constraint link_tokens_purpose_check check (purpose in ('join', 'reset', 'delivery', 'store-order', 'preferences', 'first-admin', 'report', 'sign-in-address', 'invitation', 'identity-change', 'pay', 'repayment', 'return'));
-- Months without a benefit also follow from a process, which no user has set.
alter table payroll_payers alter column created_by drop not null;
