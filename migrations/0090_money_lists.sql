-- Indexes of the money lists, and sums that a finished billing run keeps.
alter table billing_runs
  add column invoice_count integer,
  add column line_count integer,
  add column total_cents bigint;
update billing_runs r set invoice_count = s.invoices, line_count = s.lines, total_cents = s.total
  from (select r.id, count(distinct i.id) as invoices, count(l.id) as lines, coalesce(sum(l.gross_cents), 0) as total
          from billing_runs r left join invoices i on i.billing_run_id = r.id and i.stage not in ('DELETED', 'OVERRIDDEN', 'INVALIDATED')
          left join invoice_lines l on l.invoice_id = i.id group by r.id) s
 where s.id = r.id and r.status = 'DONE';

-- The search compares folded text, as every search does.
drop index bank_entries_search_idx;
create index bank_entries_search_idx on bank_entries using gin (
  search_fold(' ' || coalesce(reference, '') || ' ' || coalesce(counterparty_name, '') || ' ' || coalesce(message, '')) gin_trgm_ops);
create index bank_entries_direction_idx on bank_entries (direction, booked_day desc, id desc);

create index payments_method_idx on payments (method, paid_day desc, id desc);
create index payments_unallocated_idx on payments (paid_day desc, id desc) where invoice_id is null;
create index payment_orders_newest_idx on payment_orders (created_at desc, id desc);
create index e_invoice_messages_state_idx on e_invoice_messages (state, created_at desc, id desc);
create index received_e_invoices_newest_idx on received_e_invoices (created_at desc, id desc);

create index invoices_purpose_idx on invoices (purpose, created_at desc, id desc);
create index invoices_to_repay_idx on invoices (due_day, id) where open_cents < 0;
-- What people are billed: by day made, sent and paid, and what is not done.
create index invoices_people_newest_idx on invoices (created_at desc, id desc) where party = 'PERSON' and direction = 'SALES' and credited_invoice_id is null;
create index invoices_people_sent_idx on invoices (sent_at) where party = 'PERSON' and direction = 'SALES' and credited_invoice_id is null;
create index invoices_people_paid_idx on invoices (paid_day) where party = 'PERSON' and direction = 'SALES' and credited_invoice_id is null;
