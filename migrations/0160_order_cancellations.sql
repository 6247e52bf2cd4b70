-- Confirmed orders that are cancelled: one case an order at a time, with a line for each payer's money.
create table order_cancellations (
  id uuid primary key,
  company_id uuid not null references companies (id),
  order_id uuid not null,
  beneficiary_employee_id uuid not null,
  status text not null default 'PENDING' check (status in ('PENDING', 'COMPLETED', 'CANCELLED')),
  reason_code text not null check (reason_code in ('STORE_CANNOT_DELIVER', 'EMPLOYEE_WITHDREW', 'EMPLOYER_WITHDREW', 'DEFECT', 'WRONG_ORDER', 'OTHER')),
  reason text not null,
  -- What staff write down for themselves.
  note text,
  bike_at text check (bike_at in ('STORE', 'EMPLOYEE', 'EMPLOYER', 'LESSOR', 'SOLD', 'LOST')),
  -- The consent of another lessor whose lease was running.
  lessor_consent_reference text,
  lessor_consent_day date,
  -- The status of the order when the case was opened.
  kept_order_status text not null,
  -- The lease ran when the case was opened.
  has_lease_run boolean not null default false,
  settlement_file_id uuid references files (id),
  employee_file_id uuid references files (id),
  employer_file_id uuid references files (id),
  opened_by uuid references users (id),
  opened_at timestamptz not null,
  closed_by uuid references users (id),
  closed_at timestamptz,
  search_text text not null default '',
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (company_id, id),
  check ((status = 'PENDING') = (closed_at is null)),
  check ((lessor_consent_reference is null) = (lessor_consent_day is null)),
  foreign key (company_id, order_id) references orders (company_id, id),
  foreign key (company_id, beneficiary_employee_id) references beneficiary_employees (company_id, id)
);
create unique index order_cancellations_open_key on order_cancellations (order_id) where status = 'PENDING';
create index order_cancellations_order_idx on order_cancellations (order_id, opened_at desc, id desc);
create index order_cancellations_newest_idx on order_cancellations (opened_at desc, id desc);
create index order_cancellations_company_idx on order_cancellations (company_id, opened_at desc, id desc);
create index order_cancellations_status_idx on order_cancellations (status, opened_at desc, id desc);
create index order_cancellations_employee_idx on order_cancellations (beneficiary_employee_id, opened_at desc, id desc);

create function carry_order_cancellation_search() returns trigger language plpgsql as $$
begin
  select ' ' || search_fold(concat_ws(' ', o.order_number, u.first_name, u.last_name, c.name, replace(o.frame_number, ' ', '')))
    into new.search_text
    from orders o join beneficiary_employees e on e.id = o.beneficiary_employee_id join users u on u.id = e.user_id
    join companies c on c.id = o.company_id where o.id = new.order_id;
  return new;
end $$;
create trigger order_cancellations_search before insert or update on order_cancellations
  for each row execute function carry_order_cancellation_search();
create index order_cancellations_search_idx on order_cancellations using gin (search_text gin_trgm_ops);

-- Files that prove what was paid back. A removed one leaves its row.
create table refund_uploads (
  id uuid primary key,
  company_id uuid not null references companies (id),
  order_cancellation_id uuid not null,
  file_id uuid not null references files (id),
  file_name text not null,
  bytes integer not null,
  sha256 bytea not null,
  uploaded_by uuid references users (id),
  uploaded_at timestamptz not null,
  deleted_by uuid references users (id),
  deleted_at timestamptz,
  delete_reason text,
  version integer not null default 1,
  unique (company_id, id),
  foreign key (company_id, order_cancellation_id) references order_cancellations (company_id, id)
);
create index refund_uploads_cancellation_idx on refund_uploads (order_cancellation_id, uploaded_at, id);

create table order_cancellation_lines (
  id uuid primary key,
  company_id uuid not null references companies (id),
  order_cancellation_id uuid not null,
  position integer not null,
  payer_type text not null check (payer_type in ('BIKE_STORE', 'OPERATOR', 'GRENKE', 'LEASE_PLUS', 'SVEA', 'EMPLOYEE', 'OTHER')),
  -- Who the payer is to us; OTHER may be the employer.
  party text check (party in ('STORE', 'LESSOR', 'EMPLOYER', 'PERSON')),
  direction text not null check (direction in ('TO_US', 'FROM_US')),
  expected_cents bigint not null check (expected_cents > 0),
  settled_cents bigint not null default 0 check (settled_cents >= 0),
  settled_day date,
  reference text,
  note text,
  state text not null default 'OPEN' check (state in ('OPEN', 'SETTLED', 'WAIVED')),
  -- The invoice whose money goes back; what has moved on it since the case was opened counts.
  invoice_id uuid,
  -- A payment row without an invoice.
  payment_id uuid references payments (id),
  refund_upload_id uuid,
  is_proposed boolean not null default false,
  shortfall_of uuid,
  version integer not null default 1,
  unique (company_id, id),
  check (state <> 'WAIVED' or note is not null),
  check ((state = 'SETTLED') = (settled_day is not null)),
  foreign key (company_id, order_cancellation_id) references order_cancellations (company_id, id),
  foreign key (company_id, invoice_id) references invoices (company_id, id),
  foreign key (company_id, refund_upload_id) references refund_uploads (company_id, id),
  foreign key (company_id, shortfall_of) references order_cancellation_lines (company_id, id)
);
create unique index order_cancellation_lines_invoice_key on order_cancellation_lines (order_cancellation_id, invoice_id) where invoice_id is not null;
create index order_cancellation_lines_case_idx on order_cancellation_lines (order_cancellation_id, position);
create index order_cancellation_lines_payer_idx on order_cancellation_lines (payer_type, order_cancellation_id);

-- What employee or employer ask; staff decide.
create table order_cancellation_requests (
  id uuid primary key,
  company_id uuid not null references companies (id),
  order_id uuid not null,
  asked_by uuid not null references users (id),
  asked_as text not null check (asked_as in ('EMPLOYEE', 'EMPLOYER')),
  reason text not null,
  state text not null default 'OPEN' check (state in ('OPEN', 'ACCEPTED', 'DECLINED')),
  answer text,
  decided_by uuid references users (id),
  decided_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (company_id, id),
  check ((state = 'OPEN') = (decided_at is null)),
  foreign key (company_id, order_id) references orders (company_id, id)
);
create unique index order_cancellation_requests_open_key on order_cancellation_requests (order_id) where state = 'OPEN';
create index order_cancellation_requests_order_idx on order_cancellation_requests (order_id, created_at desc, id desc);

comment on column order_cancellations.reason is 'personal: employee; kept: contract';
comment on column order_cancellations.note is 'personal: employee; kept: contract';
comment on column order_cancellations.search_text is 'personal: employee; kept: contract';
comment on column order_cancellation_lines.reference is 'personal: payer; kept: bookkeeping';
comment on column order_cancellation_lines.note is 'personal: payer; kept: bookkeeping';
comment on column refund_uploads.file_name is 'personal: payer; kept: bookkeeping';
comment on column refund_uploads.delete_reason is 'personal: payer; kept: bookkeeping';
comment on column order_cancellation_requests.reason is 'personal: employee; kept: contract';
comment on column order_cancellation_requests.answer is 'personal: employee; kept: contract';
