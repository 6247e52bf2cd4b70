-- Where a payment stood when the service gave its file up, because another payment of that file was no longer owed.
alter table payment_orders add column returned_from uuid references payment_files (id);
create index payment_orders_returned_idx on payment_orders (returned_from)
  where returned_from is not null and state = 'QUEUED' and payment_file_id is null;

-- What waits for the bank and is not owed any more leaves the queue, and the file that holds it is given up.
create temporary table uncovered on commit drop as
  select o.id, o.invoice_id, o.kind, o.payment_file_id from payment_orders o join invoices i on i.id = o.invoice_id
   where o.state in ('ASKED', 'TO_CONFIRM', 'QUEUED')
     and o.amount_cents > greatest(case o.kind when 'INVOICE' then i.open_cents else -i.open_cents end, 0);
update payment_files set state = 'WITHDRAWN', version = version + 1, updated_at = now()
 where state = 'MADE' and id in (select payment_file_id from uncovered);
update payment_orders o set returned_from = o.payment_file_id, payment_file_id = null, version = version + 1, updated_at = now()
 where o.state = 'QUEUED' and o.payment_file_id in (select payment_file_id from uncovered);
update invoices set stage = 'PAYMENT_TRANSACTION_REMOVED', version = version + 1, updated_at = now(),
       status = case status when 'PAYMENT_QUEUED' then 'PAYMENT_TRANSACTION_REMOVED' else status end
 where stage = 'PAYMENT_QUEUED' and id in (select invoice_id from uncovered where kind = 'INVOICE');
update payment_orders set state = 'REMOVED', reason = 'NOT_OWED', version = version + 1, updated_at = now()
 where id in (select id from uncovered);

-- What waits for the bank is never more than what is open of its invoice, or, of what goes back, than what was paid too much.
-- Judged at the end of a transaction, with the invoice's row held, so that of two at the same moment the later one sees both.
create function payments_are_owed() returns trigger language plpgsql as $$
declare
  about uuid;
  owed bigint;
  queued bigint;
  back bigint;
begin
  if tg_table_name = 'invoices' then about := new.id; else about := new.invoice_id; end if;
  select open_cents into owed from invoices where id = about for no key update;
  select coalesce(sum(amount_cents) filter (where kind = 'INVOICE'), 0), coalesce(sum(amount_cents) filter (where kind = 'REPAYMENT'), 0)
    into queued, back from payment_orders where invoice_id = about and state in ('ASKED', 'TO_CONFIRM', 'QUEUED');
  if queued > greatest(owed, 0) or back > greatest(-owed, 0) then
    raise exception 'more waits for the bank than is owed of invoice %', about
      using errcode = 'check_violation', constraint = 'payments_are_owed', table = 'payment_orders';
  end if;
  return null;
end $$;
create constraint trigger payments_are_owed after insert or update of state, amount_cents on payment_orders
  deferrable initially deferred for each row
  when (new.state in ('ASKED', 'TO_CONFIRM', 'QUEUED')) execute function payments_are_owed();
-- Money from a payer lowers what is open of a bill of ours, so that nothing that goes back to them loses its cover by it.
create constraint trigger payments_are_owed after update on invoices
  deferrable initially deferred for each row
  when (case new.direction when 'PURCHASE' then new.open_cents < old.open_cents else new.open_cents > old.open_cents end)
  execute function payments_are_owed();
