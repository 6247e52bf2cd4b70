-- What lists and searches need so that a page costs the same at ten thousand and at a million people (npm run bench -- plans).

-- The desk's list of people by one of its filters, newest first.
create index beneficiary_employees_status_idx on beneficiary_employees (status, created_at desc, id desc);
create index beneficiary_employees_unit_idx on beneficiary_employees (unit_id, created_at desc, id desc) where unit_id is not null;
create index beneficiary_employees_cost_unit_idx on beneficiary_employees (cost_unit, created_at desc, id desc) where cost_unit is not null;
create index beneficiary_employees_pay_roll_other_idx on beneficiary_employees (pay_roll_other, created_at desc, id desc) where pay_roll_other is not null;

-- The order desk: whoever waits longest comes first, orders that wait for nobody come last.
create index orders_waiting_idx on orders ((status in ('ACTIVE_LEASING', 'REFUNDED', 'WIX')), status_changed_at, id);
create index orders_confirmed_online_idx on orders (company_id) where status = 'CONFIRMED' and is_online_order;

create index leasing_agreements_status_idx on leasing_agreements (status, created_at desc, id desc);
create index signed_documents_company_idx on signed_documents (company_id, created_at desc, id desc) include (payment_status) where deleted_at is null;
create index signed_documents_payment_idx on signed_documents (payment_status, created_at desc, id desc) where deleted_at is null;

create index invoices_status_idx on invoices (status, created_at desc, id desc);
create index invoices_direction_idx on invoices (direction, created_at desc, id desc);
create index invoices_unmatched_idx on invoices (direction, created_at desc, id desc) where matched_at is null;
-- A company's list filters on what the index itself knows.
drop index invoices_company_idx;
create index invoices_company_idx on invoices (company_id, created_at desc, id desc) include (direction, status, matched_at);

create index events_type_idx on events (type, occurred_at desc, id desc);
create index events_subject_idx on events (subject_type, occurred_at desc, id desc);
drop index events_company_idx;
create index events_company_idx on events (company_id, occurred_at desc, id desc) include (type, subject_type, shared, beneficiary_employee_id) where company_id is not null;

create index outbox_channel_idx on outbox (channel, created_at desc, id desc);
create index outbox_recipient_idx on outbox using gin (lower(recipient) gin_trgm_ops);

-- People by address alone; the search over everything has an index already.
create index users_addresses_idx on users using gin (lower(email || ' ' || work_email || ' ' || coalesce(personal_email, '')) gin_trgm_ops);
-- Who belongs to a company, without a look at the rows.
create index user_roles_company_user_idx on user_roles (company_id, user_id) where company_id is not null;
drop index user_roles_company_idx;
create index user_roles_group_idx on user_roles (group_company_id, user_id) where group_company_id is not null;
