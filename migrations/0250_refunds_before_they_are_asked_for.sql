-- A refund is written before the payment service is asked for it, so that one of which the service does not tell stays.
-- NEW is to be asked for, SENT is being asked for, UNKNOWN waits for a person; PENDING is paid later by the service.
alter table paytrail_refunds
  alter column transaction_id drop not null,
  alter column state drop default,
  drop constraint paytrail_refunds_state_check,
  add constraint paytrail_refunds_state_check
    check (state in ('NEW', 'SENT', 'UNKNOWN', 'PENDING', 'OK', 'FAIL', 'BY_BANK')),
  add constraint paytrail_refunds_pending_check check (state <> 'PENDING' or transaction_id is not null);
drop index paytrail_refunds_pending_idx;
create index paytrail_refunds_under_way_idx on paytrail_refunds (invoice_id)
  where state in ('NEW', 'SENT', 'UNKNOWN', 'PENDING');
create index paytrail_refunds_invoice_idx on paytrail_refunds (invoice_id, created_at);
