-- What a store says of the money that it has paid back for a cancelled order, before the money has come.
alter table order_cancellations
  add column store_told_at timestamptz,
  add column store_paid_day date,
  add column store_reference text,
  add column store_credit_number text,
  add constraint order_cancellations_store_word check ((store_told_at is null) = (store_paid_day is null));
-- A credit note names the invoice that it credits, and so its order.
alter table received_e_invoices drop constraint received_e_invoices_proposed_by_check;
alter table received_e_invoices add constraint received_e_invoices_proposed_by_check check (proposed_by in ('CREDITED_INVOICE', 'ORDER_NUMBER', 'SECURITY_CODE', 'STORE_AND_SUM'));
