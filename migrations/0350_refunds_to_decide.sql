-- Of a refund whose outcome the payment service does not tell, what was asked and what came back is kept, and who said
-- what became of it. CONTESTED: the service says that it has paid what counted as not paid.
alter table paytrail_refunds
  add column asked_at timestamptz,
  -- The HTTP status of an answer that told no outcome; null without an answer.
  add column answered_status smallint,
  add column decided_by uuid references users (id),
  add column decided_at timestamptz,
  drop constraint paytrail_refunds_state_check,
  add constraint paytrail_refunds_state_check
    check (state in ('NEW', 'SENT', 'UNKNOWN', 'CONTESTED', 'PENDING', 'OK', 'FAIL', 'BY_BANK'));
drop index paytrail_refunds_under_way_idx;
create index paytrail_refunds_under_way_idx on paytrail_refunds (invoice_id)
  where state in ('NEW', 'SENT', 'UNKNOWN', 'CONTESTED', 'PENDING');
create index paytrail_refunds_to_decide_idx on paytrail_refunds (updated_at, id)
  where state in ('UNKNOWN', 'CONTESTED');
