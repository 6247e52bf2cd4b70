-- One invoice for one redemption or for several of a company; its status follows the invoice.
create table redemption_payments (
  id uuid primary key,
  company_id uuid not null references companies (id),
  status text not null default 'PENDING' check (status in ('PENDING', 'NOT_PAID', 'PAID', 'COMPLETED', 'CANCELLED')),
  payment_method text not null check (payment_method in ('INVOICE', 'SVEA', 'PAYROLL', 'BATCH')),
  due_day date not null,
  amount_cents bigint not null check (amount_cents >= 0),
  invoice_id uuid,
  search_text text not null default '',
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (company_id, id),
  constraint redemption_payments_sent check ((status in ('NOT_PAID', 'PAID', 'COMPLETED')) <= (invoice_id is not null)),
  foreign key (company_id, invoice_id) references invoices (company_id, id)
);
create index redemption_payments_newest_idx on redemption_payments (created_at desc, id desc);
create index redemption_payments_status_idx on redemption_payments (status, created_at desc, id desc);
create index redemption_payments_search_idx on redemption_payments using gin (search_text gin_trgm_ops);
comment on column redemption_payments.search_text is 'personal: employee; kept: contract';

create table redemptions (
  id uuid primary key,
  company_id uuid not null references companies (id),
  beneficiary_employee_id uuid not null,
  agreement_id uuid not null,
  step text not null check (step in ('STARTED', 'OFFERED', 'ACCEPTED', 'USER_PAYMENT_SENT', 'USER_PAYMENT_PAID', 'LESSOR_INVOICE_SENT', 'DONE', 'CANCELLED', 'WITHDRAWN')),
  reason text not null check (reason in ('END_OF_LEASE', 'LEAVING', 'OWN_WISH', 'ABSENCE')),
  buyer text not null default 'EMPLOYEE' check (buyer in ('EMPLOYEE', 'EMPLOYER')),
  end_month text not null check (end_month ~ '^\d{4}-(0[1-9]|1[0-2])$'),
  payment_method text check (payment_method in ('INVOICE', 'SVEA', 'PAYROLL', 'BATCH')),
  price_cents bigint check (price_cents >= 0),
  fee_cents bigint not null default 0 check (fee_cents >= 0),
  fair_value_cents bigint check (fair_value_cents >= 0),
  -- Why staff have set another price or another value than the tables.
  own_price_reason text,
  taxable_cents bigint not null default 0 check (taxable_cents >= 0),
  offer_valid_until date,
  accepted_at timestamptz,
  redemption_payment_id uuid,
  notice_sent_at timestamptz,
  lessor_invoice_id uuid,
  transfer_file_id uuid references files (id),
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
  foreign key (company_id, redemption_payment_id) references redemption_payments (company_id, id),
  foreign key (company_id, lessor_invoice_id) references invoices (company_id, id),
  foreign key (company_id, id) references agreement_endings (company_id, id)
);
create index redemptions_newest_idx on redemptions (created_at desc, id desc);
create index redemptions_company_idx on redemptions (company_id, created_at desc, id desc);
create index redemptions_employee_idx on redemptions (beneficiary_employee_id, created_at desc, id desc);
create index redemptions_step_idx on redemptions (step, created_at desc, id desc);
create index redemptions_method_idx on redemptions (payment_method, created_at desc, id desc);
create index redemptions_payment_idx on redemptions (redemption_payment_id) where redemption_payment_id is not null;
create index redemptions_agreement_idx on redemptions (agreement_id);
create index redemptions_search_idx on redemptions using gin (search_text gin_trgm_ops);
comment on column redemptions.buyer is 'personal: employee; kept: contract';
comment on column redemptions.search_text is 'personal: employee; kept: contract';

create table redemption_offers (
  id uuid primary key,
  company_id uuid not null references companies (id),
  redemption_id uuid not null,
  file_id uuid not null references files (id),
  file_name text not null,
  created_by uuid references users (id),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  unique (company_id, id),
  foreign key (company_id, redemption_id) references redemptions (company_id, id)
);
create index redemption_offers_redemption_idx on redemption_offers (redemption_id, created_at);

-- Which reminders of a lease's end have been sent: 90, 30 and 7 days before it, 7 and 21 after.
create table lease_reminders (
  id uuid primary key,
  company_id uuid not null references companies (id),
  agreement_id uuid not null,
  days_left integer not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  unique (company_id, id),
  unique (agreement_id, days_left),
  foreign key (company_id, agreement_id) references leasing_agreements (company_id, id)
);
create index leasing_agreements_running_end_idx on leasing_agreements (end_day) where lease_state = 'ACTIVE' and ends_by is null;
create index leasing_agreements_ended_term_idx on leasing_agreements (ended_day) where lease_state = 'ENDED' and end_reason = 'TERM' and bike_at = 'EMPLOYEE';
