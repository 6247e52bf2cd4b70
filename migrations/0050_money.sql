-- Invoices of every purpose, credit notes, an append-only ledger of payments, and the bookkeeping rows that follow them.

alter table invoices
  alter column number drop not null,
  add column purpose text not null default 'OTHER' check (purpose in ('LESSOR', 'INSTALMENT', 'FEE', 'REDEMPTION', 'DEDUCTIBLE', 'EXCESS', 'ABSENCE', 'RETURN_FEE', 'OTHER')),
  -- Who pays a sales invoice and who sent a purchase invoice.
  add column party text not null default 'STORE' check (party in ('STORE', 'LESSOR', 'EMPLOYER', 'PERSON')),
  add column beneficiary_employee_id uuid,
  add column unit_id uuid,
  -- The other party's name, ids and address on the day the invoice was sent.
  add column buyer jsonb,
  -- What acts have made of it; the status follows from the stage, the credits and the payments.
  add column stage text check (stage in ('UNSAVED', 'UNFINISHED', 'NOT_SENT', 'SENT', 'OVERRIDDEN', 'INVALIDATED', 'DELETED', 'RECEIVED', 'VERIFIED', 'APPROVED', 'PAYMENT_DENIED', 'PAYMENT_QUEUED', 'PAYMENT_SENT_TO_BANK', 'PAYMENT_TRANSACTION_REMOVED', 'STARTED', 'INVOICED')),
  add column credited_cents bigint not null default 0,
  add column paid_cents bigint not null default 0,
  add column open_cents bigint generated always as (case when credited_invoice_id is null then total_cents - credited_cents - paid_cents else 0 end) stored,
  add column supply_day date,
  add column billing_month text check (billing_month ~ '^\d{4}-(0[1-9]|1[0-2])$'),
  add column reason text,
  add column disputed_at timestamptz,
  add column approved_by uuid references users (id),
  add column approved_at timestamptz,
  add column first_reminder_at timestamptz,
  add column second_reminder_at timestamptz,
  add constraint invoices_employee_fkey foreign key (company_id, beneficiary_employee_id) references beneficiary_employees (company_id, id),
  add constraint invoices_unit_fkey foreign key (company_id, unit_id) references company_units (company_id, id);

update invoices set purpose = 'LESSOR', party = 'LESSOR' where direction = 'SALES';
update invoices set stage = case
  when status in ('PAID', 'PARTLY_PAID', 'MARKED_PAID') then case direction when 'SALES' then 'SENT' else 'PAYMENT_SENT_TO_BANK' end
  else status end;
alter table invoices alter column stage set default 'RECEIVED', alter column stage set not null;

drop index invoices_one_lessor_invoice_key;
create unique index invoices_one_lessor_invoice_key on invoices (order_id)
  where direction = 'SALES' and purpose = 'LESSOR' and credited_invoice_id is null and credited_cents < total_cents
    and stage not in ('INVALIDATED', 'DELETED', 'OVERRIDDEN');
create unique index invoices_lessor_number_key on invoices (leasing_company_id, number)
  where direction = 'PURCHASE' and leasing_company_id is not null and stage not in ('INVALIDATED', 'DELETED');
-- What is not settled, by due day: the aged list, the due view and the reminders.
create index invoices_open_idx on invoices (due_day, id) where open_cents <> 0 and stage in ('SENT', 'VERIFIED', 'APPROVED', 'PAYMENT_DENIED', 'PAYMENT_QUEUED', 'PAYMENT_SENT_TO_BANK', 'PAYMENT_TRANSACTION_REMOVED');
create index invoices_employee_idx on invoices (beneficiary_employee_id, created_at desc, id desc) where beneficiary_employee_id is not null;
create index invoices_reference_idx on invoices (reference_number) where reference_number is not null;

-- What the list searches: number, reference, order and the other party's name.
alter table invoices add column search_text text not null default '';
create function carry_invoice_search() returns trigger language plpgsql as $$
begin
  new.search_text := lower(concat_ws(' ', new.number, new.reference_number, (select order_number from orders where id = new.order_id),
    coalesce(new.buyer ->> 'name', (select name from bike_stores where id = new.bike_store_id), (select name from leasing_companies where id = new.leasing_company_id))));
  return new;
end $$;
create trigger invoices_search before insert or update of number, reference_number, order_id, bike_store_id, leasing_company_id, buyer on invoices
  for each row execute function carry_invoice_search();
update invoices set number = number;
create index invoices_search_idx on invoices using gin (search_text gin_trgm_ops);

alter table invoice_lines
  add column purpose text not null default 'OTHER' check (purpose in ('LESSOR', 'INSTALMENT', 'FEE', 'REDEMPTION', 'DEDUCTIBLE', 'EXCESS', 'ABSENCE', 'RETURN_FEE', 'OTHER')),
  add column gross_cents bigint,
  add column credits_line_id uuid,
  -- What the line bills, once per company: a run that is repeated finds it taken.
  add column source_key text,
  add column agreement_id uuid,
  add column corrects_month text check (corrects_month ~ '^\d{4}-(0[1-9]|1[0-2])$'),
  add column unit_name text,
  add column cost_unit text,
  add constraint invoice_lines_agreement_fkey foreign key (company_id, agreement_id) references leasing_agreements (company_id, id),
  add constraint invoice_lines_credits_fkey foreign key (company_id, credits_line_id) references invoice_lines (company_id, id);
create unique index invoice_lines_source_key on invoice_lines (company_id, source_key) where source_key is not null;
create index invoice_lines_agreement_idx on invoice_lines (agreement_id) where agreement_id is not null;
create index invoice_lines_credits_idx on invoice_lines (credits_line_id) where credits_line_id is not null;

update invoice_lines l set gross_cents = i.total_cents, purpose = i.purpose from invoices i where i.id = l.invoice_id;
alter table invoice_lines alter column gross_cents set default 0, alter column gross_cents set not null;

-- Money that has moved. A row is never changed: a mistake is reversed by a row of its own. Without an invoice it stands on
-- the payer's account; a store's or a lessor's account belongs to no company.
create table payments (
  id uuid primary key,
  company_id uuid references companies (id),
  invoice_id uuid,
  payer_kind text not null check (payer_kind in ('STORE', 'LESSOR', 'EMPLOYER', 'PERSON', 'UNKNOWN')),
  payer_id uuid,
  direction text not null check (direction in ('IN', 'OUT')),
  -- Negative only in a reversal.
  amount_cents bigint not null check (amount_cents <> 0),
  paid_day date not null,
  method text not null check (method in ('BANK', 'PAYTRAIL', 'SVEA', 'PAYROLL', 'NETTING', 'MANUAL')),
  -- The bank's entry that it comes from.
  entry_id uuid,
  -- What it was made from, once: a callback or an entry that comes again finds it taken.
  source text not null unique,
  settlement_reference text,
  reverses_payment_id uuid unique references payments (id),
  reason text,
  created_by uuid references users (id),
  created_at timestamptz not null default now(),
  check (invoice_id is null or company_id is not null),
  check ((amount_cents < 0) = (reverses_payment_id is not null)),
  foreign key (company_id, invoice_id) references invoices (company_id, id)
);
create index payments_invoice_idx on payments (invoice_id) where invoice_id is not null;
create index payments_account_idx on payments (payer_kind, payer_id, created_at desc) where invoice_id is null;
create index payments_newest_idx on payments (paid_day desc, id desc);
create index payments_entry_idx on payments (entry_id) where entry_id is not null;
create trigger payments_append_only before update or delete on payments for each row execute function refuse_change();
create trigger payments_no_truncate before truncate on payments execute function refuse_change();

-- Double entry: debit is positive, credit negative. The rows of a voucher are written by one statement and add up to nothing.
create table ledger_rows (
  id uuid primary key,
  company_id uuid references companies (id),
  -- What happened to what, once: 'invoice:<id>:sent', 'payment:<id>'.
  voucher text not null,
  position integer not null,
  day date not null,
  account text not null,
  amount_cents bigint not null,
  vat_basis_points integer,
  invoice_id uuid,
  payment_id uuid references payments (id),
  created_at timestamptz not null default now(),
  unique (voucher, position),
  foreign key (company_id, invoice_id) references invoices (company_id, id)
);
create index ledger_rows_day_idx on ledger_rows (day, voucher, position);
create index ledger_rows_invoice_idx on ledger_rows (invoice_id) where invoice_id is not null;
create trigger ledger_rows_append_only before update or delete on ledger_rows for each row execute function refuse_change();
create trigger ledger_rows_no_truncate before truncate on ledger_rows execute function refuse_change();

create function refuse_unbalanced() returns trigger language plpgsql as $$
declare
  at_fault text;
begin
  select voucher into at_fault from added group by voucher having sum(amount_cents) <> 0 limit 1;
  if at_fault is not null then
    raise exception 'the ledger rows of % do not balance', at_fault;
  end if;
  return null;
end $$;
create trigger ledger_rows_balanced after insert on ledger_rows referencing new table as added
  for each statement execute function refuse_unbalanced();

-- What an earlier server has made: payments by hand for what it marked paid, and the rows of what it sent and checked.
insert into payments (id, company_id, invoice_id, payer_kind, payer_id, direction, amount_cents, paid_day, method, source)
  select gen_random_uuid(), company_id, id, party, coalesce(bike_store_id, leasing_company_id), case direction when 'SALES' then 'IN' else 'OUT' end,
         total_cents, coalesce(paid_day, issue_day), 'MANUAL', 'migration:' || id
    from invoices where status in ('PAID', 'MARKED_PAID') and total_cents > 0;
update invoices set paid_cents = total_cents where status in ('PAID', 'MARKED_PAID') and total_cents > 0;
update invoices set status = stage where status = 'PARTLY_PAID';
insert into ledger_rows (id, company_id, voucher, position, day, account, amount_cents, vat_basis_points, invoice_id)
  select gen_random_uuid(), i.company_id, 'invoice:' || i.id || case i.direction when 'SALES' then ':sent' else ':verified' end, p.position, i.issue_day, p.account, p.cents,
         case when p.position > 1 then (select max(vat_basis_points) from invoice_lines l where l.invoice_id = i.id) end, i.id
    from invoices i cross join lateral (
      select * from (values (1, 'RECEIVABLES', i.total_cents), (2, 'SALES_LESSOR', -i.net_cents), (3, 'VAT_OUTPUT', -i.vat_cents)) v (position, account, cents) where i.direction = 'SALES'
      union all
      select * from (values (1, 'PAYABLES', -i.total_cents), (2, 'PURCHASES', i.net_cents), (3, 'VAT_INPUT', i.vat_cents)) v (position, account, cents) where i.direction = 'PURCHASE') p
   where (i.direction = 'SALES' and i.stage = 'SENT') or (i.direction = 'PURCHASE' and i.stage in ('VERIFIED', 'APPROVED', 'PAYMENT_DENIED', 'PAYMENT_QUEUED', 'PAYMENT_SENT_TO_BANK', 'PAYMENT_TRANSACTION_REMOVED'));
insert into ledger_rows (id, company_id, voucher, position, day, account, amount_cents, invoice_id, payment_id)
  select gen_random_uuid(), p.company_id, 'payment:' || p.id, v.position, p.paid_day, v.account, v.cents, p.invoice_id, p.id
    from payments p cross join lateral (
      select * from (values (1, 'MANUAL_CLEARING', p.amount_cents), (2, 'RECEIVABLES', -p.amount_cents)) v (position, account, cents) where p.direction = 'IN'
      union all
      select * from (values (1, 'PAYABLES', p.amount_cents), (2, 'MANUAL_CLEARING', -p.amount_cents)) v (position, account, cents) where p.direction = 'OUT') v;
