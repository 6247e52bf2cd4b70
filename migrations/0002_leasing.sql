-- The bike benefit itself: stores, pricing, people, orders, agreements, invoices, payroll.
create table bike_store_groups (
  id uuid primary key,
  name text not null unique,
  version integer not null default 1,
  created_at timestamptz not null default now()
);

create table bike_stores (
  id uuid primary key,
  group_id uuid references bike_store_groups (id),
  name text not null,
  business_id text,
  email text not null,
  phone text,
  website text,
  street_address text,
  postal_code text,
  city text,
  iban text,
  payment_terms_days integer not null default 14,
  is_online boolean not null default false,
  active boolean not null default true,
  deleted_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index bike_stores_name_idx on bike_stores (name, id);

create table billing_tables (
  id uuid primary key,
  leasing_company_id uuid not null references leasing_companies (id),
  company_id uuid references companies (id),
  name text not null,
  instalment_cents bigint not null check (instalment_cents > 0),
  insurance_cents bigint not null default 0 check (insurance_cents >= 0),
  service_cents bigint not null default 0 check (service_cents >= 0),
  yearly_interest_basis_points integer not null check (yearly_interest_basis_points between 0 and 10000),
  residual_basis_points integer not null default 500 check (residual_basis_points between 0 and 10000),
  admin_fee_cents bigint not null default 1500 check (admin_fee_cents >= 0),
  min_months integer not null default 12,
  max_months integer not null default 60,
  min_price_cents bigint not null default 50000,
  max_price_cents bigint not null default 450000,
  campaign_discount_basis_points integer check (campaign_discount_basis_points between 1 and 10000),
  campaign_min_months integer,
  campaign_from date,
  campaign_to date,
  valid_from date not null,
  valid_to date,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  constraint billing_tables_months check (min_months between 1 and max_months),
  constraint billing_tables_prices check (min_price_cents <= max_price_cents),
  constraint billing_tables_valid check (valid_to is null or valid_to >= valid_from)
);
create index billing_tables_lessor_idx on billing_tables (leasing_company_id, company_id, valid_from) where deleted_at is null;

create table company_units (
  id uuid primary key,
  company_id uuid not null references companies (id),
  name text not null,
  deleted_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  unique (company_id, id)
);
create unique index company_units_name_key on company_units (company_id, lower(name)) where deleted_at is null;

-- Policies are never edited: a change is a new version, so that what a person accepted can be shown for ever.
create table bike_policies (
  id uuid primary key,
  company_id uuid not null references companies (id),
  number integer not null,
  max_price_cents bigint check (max_price_cents > 0),
  order_count integer not null default 1 check (order_count between 0 and 10),
  requires_trial_over boolean not null default false,
  allows_leave_before_end boolean not null default false,
  benefit_model text not null default 'FROM_SALARY' check (benefit_model in ('FROM_SALARY', 'ON_TOP', 'EMPLOYEE_PAYS')),
  home_delivery boolean not null default true,
  body text not null default '',
  created_by uuid references users (id),
  created_at timestamptz not null default now(),
  unique (company_id, id),
  unique (company_id, number)
);

create table payroll_recipients (
  company_id uuid not null references companies (id),
  user_id uuid not null references users (id),
  created_at timestamptz not null default now(),
  primary key (company_id, user_id)
);

create table group_payroll_recipients (
  group_company_id uuid not null references group_companies (id),
  user_id uuid not null references users (id),
  created_at timestamptz not null default now(),
  primary key (group_company_id, user_id)
);

create table beneficiary_employees (
  id uuid primary key,
  company_id uuid not null references companies (id),
  user_id uuid not null references users (id),
  unit_id uuid,
  employee_number text,
  cost_unit text,
  pay_roll_other text,
  last_working_day date not null default '2999-01-01',
  job_trial_period_end date,
  status text not null default 'PENDING' check (status in ('PENDING', 'ACCEPTED', 'REJECTED')),
  reject_reason text,
  employer_note text,
  max_price_cents bigint check (max_price_cents > 0),
  benefit_model text check (benefit_model in ('FROM_SALARY', 'ON_TOP', 'EMPLOYEE_PAYS')),
  added_by_employer boolean not null default false,
  decided_by uuid references users (id),
  decided_at timestamptz,
  absence_from date,
  absence_to date,
  absence_reason text check (absence_reason in ('SICK_LEAVE', 'PARENTAL_LEAVE', 'OTHER')),
  -- Carried here by triggers, so that the desk's list is one index scan.
  search_text text not null default '',
  current_order_id uuid,
  order_status text,
  payment_status text,
  order_processed_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (company_id, id),
  unique (company_id, user_id),
  foreign key (company_id, unit_id) references company_units (company_id, id)
);
create index beneficiary_employees_user_idx on beneficiary_employees (user_id);
create index beneficiary_employees_newest_idx on beneficiary_employees (created_at desc, id desc);
create index beneficiary_employees_company_idx on beneficiary_employees (company_id, created_at desc, id desc);
create index beneficiary_employees_company_status_idx on beneficiary_employees (company_id, status, created_at desc, id desc);
create index beneficiary_employees_order_status_idx on beneficiary_employees (order_status, created_at desc, id desc);
create index beneficiary_employees_payment_idx on beneficiary_employees (payment_status, created_at desc, id desc) where payment_status is not null;
create index beneficiary_employees_processed_idx on beneficiary_employees (order_processed_at desc, id desc) where order_processed_at is not null;
create index beneficiary_employees_search_idx on beneficiary_employees using gin (search_text gin_trgm_ops);

create table orders (
  id uuid primary key,
  company_id uuid not null references companies (id),
  beneficiary_employee_id uuid not null,
  order_number text not null unique,
  status text not null default 'NOT_STARTED' check (status in ('NOT_STARTED', 'PENDING', 'PACKAGE_PROVIDED', 'ALL_INFO_PROVIDED', 'CONFIRMED', 'PROCESSED', 'WAITING_FOR_INVOICE_MATCH', 'WAITING_FOR_DELIVERY_DATE', 'READY_FOR_BILLING', 'GRENKE_INVOICE_SENT', 'ACTIVE_LEASING', 'WAITING_FOR_CUSTOMER_COMMENT', 'CANCELLED', 'CASE_X', 'WIX', 'REFUNDED')),
  resume_status text,
  hold_resume_status text,
  hold_question text,
  hold_answer text,
  case_reason text,
  last_edge text,
  status_changed_at timestamptz not null default now(),
  is_online_order boolean not null default false,
  is_order_confirmed boolean not null default false,
  bike_store_id uuid references bike_stores (id),
  bike_store_order_number text,
  bike_brand text,
  bike_model text,
  bike_kind text check (bike_kind in ('CITY', 'ELECTRIC', 'ROAD', 'GRAVEL', 'MOUNTAIN', 'CARGO', 'OTHER')),
  frame_size text,
  bike_colour text,
  product_link text,
  bike_price_cents bigint check (bike_price_cents >= 0),
  accessories jsonb not null default '[]',
  total_price_cents bigint check (total_price_cents >= 0),
  -- The price card as computed when the package was given; it says which billing table and version it came from.
  snapshot jsonb,
  delivery_method text check (delivery_method in ('PICKUP', 'HOME_DELIVERY')),
  delivery_address text,
  insurance_accepted_at timestamptz,
  policy_id uuid,
  policy_accepted_at timestamptz,
  agreement_id uuid,
  purchase_invoice_id uuid,
  confirmed_at timestamptz,
  commitment_day date,
  processed_at timestamptz,
  order_paid_day date,
  frame_number text,
  delivery_day date,
  delivery_reported_by text check (delivery_reported_by in ('EMPLOYEE', 'STORE', 'STAFF')),
  delivery_known_at timestamptz,
  certificate_file_id uuid references files (id),
  security_code_sealed text,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (company_id, id),
  foreign key (company_id, beneficiary_employee_id) references beneficiary_employees (company_id, id),
  foreign key (company_id, policy_id) references bike_policies (company_id, id)
);
create index orders_employee_idx on orders (beneficiary_employee_id, created_at desc);
create index orders_company_idx on orders (company_id, created_at desc, id desc);
create index orders_status_idx on orders (status, status_changed_at, id);
create index orders_newest_idx on orders (created_at desc, id desc);
create index orders_store_idx on orders (bike_store_id, created_at desc) where bike_store_id is not null;
create index orders_frame_idx on orders (upper(frame_number)) where frame_number is not null;
create index orders_agreement_idx on orders (agreement_id) where agreement_id is not null;
create index orders_number_idx on orders using gin (lower(order_number) gin_trgm_ops);

create table leasing_agreements (
  id uuid primary key,
  company_id uuid not null references companies (id),
  beneficiary_employee_id uuid not null,
  order_id uuid not null,
  leasing_company_id uuid not null references leasing_companies (id),
  agreement_number text not null unique,
  status text check (status in ('PENDING', 'SIGNED', 'REJECTED')),
  lease_state text not null default 'NOT_STARTED' check (lease_state in ('NOT_STARTED', 'ACTIVE', 'ENDED')),
  end_reason text check (end_reason in ('TERM', 'REDEEMED', 'TRANSFERRED', 'INSURANCE', 'CANCELLED')),
  price_cents bigint not null,
  instalment_cents bigint not null,
  last_instalment_cents bigint not null,
  -- The first day of a changed instalment, so that payroll knows which locked months it concerns; null: from the start.
  instalment_from date,
  -- By how much the redemption price stays below the fair value; told to payroll.
  redemption_taxable_cents bigint not null default 0 check (redemption_taxable_cents >= 0),
  service_share_cents bigint not null,
  admin_fee_cents bigint not null,
  residual_cents bigint not null,
  lease_months integer not null,
  buy_out_cents bigint[] not null,
  billing_table_id uuid not null references billing_tables (id),
  billing_table_version integer not null,
  vat_basis_points integer not null,
  benefit_model text not null check (benefit_model in ('FROM_SALARY', 'ON_TOP', 'EMPLOYEE_PAYS')),
  tax_regime text check (tax_regime in ('EXEMPT_GRANDFATHERED', 'EXEMPT_2025', 'TAXABLE')),
  tax_regime_review text,
  commitment_day date,
  start_day date,
  end_day date,
  ended_day date,
  document_sha256 bytea,
  document_file_id uuid references files (id),
  void_at timestamptz,
  reject_reason text,
  signed_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (company_id, id),
  foreign key (company_id, beneficiary_employee_id) references beneficiary_employees (company_id, id),
  foreign key (company_id, order_id) references orders (company_id, id)
);
create index leasing_agreements_employee_idx on leasing_agreements (beneficiary_employee_id, created_at desc);
create index leasing_agreements_order_idx on leasing_agreements (order_id);
create index leasing_agreements_company_idx on leasing_agreements (company_id, created_at desc, id desc);
create index leasing_agreements_newest_idx on leasing_agreements (created_at desc, id desc);
create index leasing_agreements_start_idx on leasing_agreements (start_day) where lease_state = 'NOT_STARTED' and start_day is not null and void_at is null;
create index leasing_agreements_running_idx on leasing_agreements (company_id, start_day, end_day) where lease_state <> 'NOT_STARTED';
alter table orders add foreign key (company_id, agreement_id) references leasing_agreements (company_id, id);

create table signatures (
  id uuid primary key,
  company_id uuid not null references companies (id),
  leasing_agreement_id uuid not null,
  party text not null check (party in ('EMPLOYEE', 'EMPLOYER')),
  user_id uuid not null references users (id),
  typed_name text not null,
  document_sha256 bytea not null,
  ip_address text not null,
  signed_at timestamptz not null,
  unique (company_id, id),
  unique (leasing_agreement_id, party),
  foreign key (company_id, leasing_agreement_id) references leasing_agreements (company_id, id)
);

create table signed_documents (
  id uuid primary key,
  company_id uuid not null references companies (id),
  beneficiary_employee_id uuid not null,
  leasing_agreement_id uuid,
  kind text not null default 'AGREEMENT' check (kind in ('AGREEMENT', 'CERTIFICATE', 'OTHER')),
  title text not null,
  file_id uuid references files (id),
  sealed boolean not null default false,
  payment_status text not null default 'NOT_PAID' check (payment_status in ('COMPLETED', 'PENDING', 'PAID', 'NOT_PAID', 'CANCELLED')),
  leasing_sign_day date,
  deleted_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (company_id, id),
  foreign key (company_id, beneficiary_employee_id) references beneficiary_employees (company_id, id),
  foreign key (company_id, leasing_agreement_id) references leasing_agreements (company_id, id)
);
create index signed_documents_employee_idx on signed_documents (beneficiary_employee_id, created_at desc) where deleted_at is null;
create index signed_documents_agreement_idx on signed_documents (leasing_agreement_id) where deleted_at is null;
create index signed_documents_newest_idx on signed_documents (created_at desc, id desc) where deleted_at is null;

create table invoice_counters (
  series text not null,
  year integer not null,
  last_number integer not null,
  primary key (series, year)
);

create table invoices (
  id uuid primary key,
  company_id uuid not null references companies (id),
  order_id uuid,
  agreement_id uuid,
  direction text not null check (direction in ('PURCHASE', 'SALES')),
  status text not null check (status in ('UNFINISHED', 'NOT_SENT', 'SENT', 'RECEIVED', 'PAID', 'PAYMENT_DENIED', 'VERIFIED', 'APPROVED', 'INVALIDATED', 'PAYMENT_QUEUED', 'PARTLY_PAID', 'PAYMENT_SENT_TO_BANK', 'MARKED_PAID', 'STARTED', 'INVOICED', 'OVERRIDDEN', 'DELETED', 'UNSAVED', 'PAYMENT_TRANSACTION_REMOVED')),
  bike_store_id uuid references bike_stores (id),
  leasing_company_id uuid references leasing_companies (id),
  number text not null,
  reference_number text,
  iban text,
  issue_day date not null,
  due_day date not null,
  net_cents bigint not null,
  vat_cents bigint not null,
  total_cents bigint not null,
  credited_invoice_id uuid,
  file_id uuid references files (id),
  matched_at timestamptz,
  matched_by uuid references users (id),
  difference_cents bigint,
  difference_reason text,
  paid_day date,
  sent_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (company_id, id),
  constraint invoices_sum check (net_cents + vat_cents = total_cents),
  foreign key (company_id, order_id) references orders (company_id, id),
  foreign key (company_id, agreement_id) references leasing_agreements (company_id, id),
  foreign key (company_id, credited_invoice_id) references invoices (company_id, id)
);
create unique index invoices_sales_number_key on invoices (number) where direction = 'SALES';
create unique index invoices_purchase_number_key on invoices (bike_store_id, number) where direction = 'PURCHASE' and status not in ('INVALIDATED', 'DELETED');
create unique index invoices_one_lessor_invoice_key on invoices (order_id) where direction = 'SALES' and credited_invoice_id is null and status not in ('INVALIDATED', 'DELETED', 'OVERRIDDEN');
create index invoices_order_idx on invoices (order_id) where order_id is not null;
create index invoices_newest_idx on invoices (created_at desc, id desc);
create index invoices_company_idx on invoices (company_id, created_at desc, id desc);
alter table orders add foreign key (company_id, purchase_invoice_id) references invoices (company_id, id);

create table invoice_lines (
  id uuid primary key,
  company_id uuid not null references companies (id),
  invoice_id uuid not null,
  position integer not null,
  description text not null,
  quantity integer not null default 1,
  net_cents bigint not null,
  vat_basis_points integer not null,
  unique (company_id, id),
  unique (invoice_id, position),
  foreign key (company_id, invoice_id) references invoices (company_id, id)
);

create table payroll_months (
  id uuid primary key,
  company_id uuid not null references companies (id),
  month text not null check (month ~ '^\d{4}-(0[1-9]|1[0-2])$'),
  locked_at timestamptz not null,
  locked_by uuid not null references users (id),
  row_count integer not null,
  csv_file_id uuid references files (id),
  xlsx_file_id uuid references files (id),
  csv_sha256 bytea not null,
  xlsx_sha256 bytea not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  unique (company_id, id),
  unique (company_id, month)
);

create table payroll_rows (
  id uuid primary key,
  company_id uuid not null references companies (id),
  payroll_month_id uuid not null,
  agreement_id uuid not null,
  month text not null,
  corrects_month text,
  position integer not null,
  event text not null check (event in ('NEW', 'RUNNING', 'CHANGED', 'ENDING', 'ENDED', 'REDEEMED')),
  facts jsonb not null,
  unique (company_id, id),
  foreign key (company_id, payroll_month_id) references payroll_months (company_id, id),
  foreign key (company_id, agreement_id) references leasing_agreements (company_id, id)
);
create index payroll_rows_month_idx on payroll_rows (payroll_month_id, position);
create index payroll_rows_agreement_idx on payroll_rows (agreement_id, month);
create trigger payroll_rows_append_only before update or delete on payroll_rows for each row execute function refuse_change();
create trigger payroll_months_append_only before update or delete on payroll_months for each row execute function refuse_change();

-- What the desk's list searches and filters on is carried on the person's row.
create function carry_employee_search() returns trigger language plpgsql as $$
begin
  select lower(concat_ws(' ', u.first_name, u.last_name, u.email, nullif(u.work_email, u.email), u.phone_number, new.employee_number,
           (select string_agg(o.order_number, ' ') from orders o where o.beneficiary_employee_id = new.id)))
    into new.search_text from users u where u.id = new.user_id;
  return new;
end $$;
create trigger beneficiary_employees_search before insert or update of employee_number, user_id, current_order_id, search_text on beneficiary_employees
  for each row execute function carry_employee_search();

create function carry_user_search() returns trigger language plpgsql as $$
begin
  update beneficiary_employees set search_text = '' where user_id = new.id;
  return null;
end $$;
create trigger users_search after update of first_name, last_name, email, work_email, phone_number on users
  for each row when (old.* is distinct from new.*) execute function carry_user_search();

create function carry_order_status() returns trigger language plpgsql as $$
begin
  update beneficiary_employees e set current_order_id = latest.id, order_status = latest.status, order_processed_at = latest.processed_at
    from (select o.id, o.status, o.processed_at from orders o where o.beneficiary_employee_id = new.beneficiary_employee_id
          order by o.created_at desc, o.id desc limit 1) latest
   where e.id = new.beneficiary_employee_id;
  return null;
end $$;
create trigger orders_carry_status after insert or update of status, processed_at on orders
  for each row execute function carry_order_status();

create function carry_payment_status() returns trigger language plpgsql as $$
begin
  update beneficiary_employees e set payment_status =
    (select d.payment_status from signed_documents d where d.beneficiary_employee_id = new.beneficiary_employee_id and d.deleted_at is null
     order by d.created_at desc, d.id desc limit 1)
   where e.id = new.beneficiary_employee_id;
  return null;
end $$;
create trigger signed_documents_carry after insert or update of payment_status, deleted_at on signed_documents
  for each row execute function carry_payment_status();
