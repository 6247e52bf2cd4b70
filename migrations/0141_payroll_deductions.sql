-- A person's bill that the employer keeps from the pay over some months, and what was kept of it month by month.
create table payroll_deductions (
  id uuid primary key,
  invoice_id uuid not null unique,
  company_id uuid not null,
  beneficiary_employee_id uuid not null,
  created_by uuid references users (id),
  created_at timestamptz not null default now(),
  -- Once nothing more is kept: what is then open stands on the person's invoice.
  ended_at timestamptz,
  version integer not null default 1,
  unique (company_id, id),
  unique (company_id, invoice_id),
  foreign key (company_id, invoice_id) references invoices (company_id, id),
  foreign key (company_id, beneficiary_employee_id) references beneficiary_employees (company_id, id)
);
create index payroll_deductions_running_idx on payroll_deductions (company_id, invoice_id) where ended_at is null;
create index payroll_deductions_employee_idx on payroll_deductions (beneficiary_employee_id);

create table payroll_deduction_months (
  id uuid primary key,
  invoice_id uuid not null,
  company_id uuid not null references companies (id),
  month text not null check (month ~ '^\d{4}-(0[1-9]|1[0-2])$'),
  asked_cents bigint not null check (asked_cents > 0),
  -- What the employer has kept; null until it says so.
  kept_cents bigint check (kept_cents between 0 and asked_cents),
  confirmed_by uuid references users (id),
  confirmed_at timestamptz,
  version integer not null default 1,
  updated_at timestamptz not null default now(),
  unique (company_id, id),
  unique (invoice_id, month),
  foreign key (company_id, invoice_id) references payroll_deductions (company_id, invoice_id)
);
create index payroll_deduction_months_month_idx on payroll_deduction_months (company_id, month);
