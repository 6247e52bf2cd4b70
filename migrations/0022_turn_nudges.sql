-- Reminders that were sent to whoever is awaited; a turn is named by who, what and since when.
create table turn_nudges (
  order_id uuid not null,
  company_id uuid not null references companies (id),
  awaited text not null check (awaited in ('EMPLOYEE', 'EMPLOYER', 'STORE', 'STAFF', 'LESSOR')),
  action text not null,
  since timestamptz not null,
  days integer not null,
  sent_at timestamptz not null,
  primary key (order_id, awaited, action, since, days),
  foreign key (company_id, order_id) references orders (company_id, id)
);
