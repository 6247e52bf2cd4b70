-- What nobody will pay: written off with a reason, apart from credits and payments.
drop index invoices_open_idx;
drop index invoices_to_repay_idx;
alter table invoices drop column open_cents;
alter table invoices
  add column written_off_cents bigint not null default 0 check (written_off_cents >= 0),
  add column open_cents bigint generated always as (case when credited_invoice_id is null then total_cents - credited_cents - paid_cents - written_off_cents else 0 end) stored;
create index invoices_open_idx on invoices (due_day, id) where open_cents <> 0 and stage in ('SENT', 'VERIFIED', 'APPROVED', 'PAYMENT_DENIED', 'PAYMENT_QUEUED', 'PAYMENT_SENT_TO_BANK', 'PAYMENT_TRANSACTION_REMOVED');
create index invoices_to_repay_idx on invoices (due_day, id) where open_cents < 0;
-- One purchase order of an order at a time.
create unique index invoices_one_purchase_order_key on invoices (order_id) where stage in ('STARTED', 'INVOICED');
