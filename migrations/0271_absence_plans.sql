-- How the months of an absence without pay are borne: agreed by the person and the employer, month by month.
create table absence_plans (
  id uuid primary key,
  company_id uuid not null references companies (id),
  beneficiary_employee_id uuid not null,
  agreement_id uuid not null,
  state text not null check (state in ('PROPOSED', 'CONFIRMED', 'CHANGED', 'CANCELLED', 'ENDED')),
  -- Null once it is forgotten: it may be a matter of health.
  absence_kind text check (absence_kind in ('SICK', 'PARENTAL', 'STUDY', 'LAY_OFF', 'OTHER')),
  absence_text text check (absence_text is null or absence_kind = 'OTHER'),
  from_day date not null,
  to_day date not null,
  -- Another last day that one side has asked for and the other has not confirmed.
  asked_to_day date,
  -- Who has asked for what stands to be confirmed.
  asked_by text not null check (asked_by in ('EMPLOYEE', 'EMPLOYER')),
  -- Days from the first one on for which the employer bears the lease.
  employer_days integer not null check (employer_days >= 0),
  employee_signed_at timestamptz,
  employer_signed_at timestamptz,
  employer_signed_by uuid references users (id),
  closed_reason text,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (company_id, id),
  check (from_day <= to_day),
  foreign key (company_id, beneficiary_employee_id) references beneficiary_employees (company_id, id),
  foreign key (company_id, agreement_id) references leasing_agreements (company_id, id)
);
create unique index absence_plans_open_key on absence_plans (agreement_id) where state in ('PROPOSED', 'CONFIRMED', 'CHANGED');
create index absence_plans_newest_idx on absence_plans (created_at desc, id desc);
create index absence_plans_company_idx on absence_plans (company_id, created_at desc, id desc);
create index absence_plans_employee_idx on absence_plans (beneficiary_employee_id, created_at desc, id desc);
create index absence_plans_agreement_idx on absence_plans (agreement_id);
create index absence_plans_over_idx on absence_plans (to_day) where state in ('CONFIRMED', 'CHANGED');
create index absence_plans_kept_idx on absence_plans (to_day) where absence_kind is not null;
create index absence_plans_signer_idx on absence_plans (employer_signed_by) where employer_signed_by is not null;
comment on column absence_plans.absence_kind is 'personal: employee; kept: employment';
comment on column absence_plans.absence_text is 'personal: employee; kept: employment';
comment on column absence_plans.closed_reason is 'personal: employee; kept: employment';

-- A month of a confirmed plan: who bears it, and what the person bears of it.
create table absence_plan_months (
  id uuid primary key,
  company_id uuid not null references companies (id),
  plan_id uuid not null,
  agreement_id uuid not null,
  month text not null check (month ~ '^\d{4}-(0[1-9]|1[0-2])$'),
  payer text not null check (payer in ('EMPLOYER', 'EMPLOYEE')),
  -- What the person bears; the employer bears the rest.
  person_cents bigint not null default 0 check (person_cents >= 0),
  -- The person's bill, where the lessor is the operator.
  invoice_id uuid,
  -- The person has not paid, so the employer's next run bills the rest.
  handed_back_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (company_id, id),
  unique (agreement_id, month),
  foreign key (company_id, plan_id) references absence_plans (company_id, id),
  foreign key (company_id, agreement_id) references leasing_agreements (company_id, id),
  foreign key (company_id, invoice_id) references invoices (company_id, id)
);
create index absence_plan_months_plan_idx on absence_plan_months (plan_id, month);
create index absence_plan_months_due_idx on absence_plan_months (month) where payer = 'EMPLOYEE' and invoice_id is null;
create index absence_plan_months_invoice_idx on absence_plan_months (invoice_id) where invoice_id is not null;
