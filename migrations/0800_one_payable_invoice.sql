-- Paid before the hand-over by a decision that somebody has written down.
alter table invoices
  add column early_payment_reason text,
  add column early_payment_by uuid references users (id),
  add column early_payment_at timestamptz,
  add constraint invoices_early_payment check ((early_payment_at is null) = (early_payment_reason is null) and (early_payment_at is null) = (early_payment_by is null));

-- At most one store's invoice of an order is on its way to be paid, or paid and not credited. Until now several could be.
-- What had left for the bank beside another one stays as it is, and is marked.
alter table invoices add column paid_beside boolean not null default false;

create temporary table beside_another on commit drop as
select id, stage from (
  select i.id, i.stage, row_number() over (partition by i.order_id order by (i.stage = 'PAYMENT_SENT_TO_BANK') desc, (i.matched_at is not null) desc,
         (i.stage = 'PAYMENT_QUEUED') desc, i.created_at, i.id) as place
    from invoices i
   where i.direction = 'PURCHASE' and i.order_id is not null and i.credited_invoice_id is null and i.credited_cents < i.total_cents
     and i.stage in ('APPROVED', 'PAYMENT_QUEUED', 'PAYMENT_SENT_TO_BANK')) ranked where place > 1;

update invoices i set paid_beside = true from beside_another b where b.id = i.id and b.stage = 'PAYMENT_SENT_TO_BANK';

-- A file that holds one of the others and has not been released is withdrawn; its payments wait for another file.
create temporary table withdrawn_files on commit drop as
select distinct f.id from payment_files f join payment_orders o on o.payment_file_id = f.id join beside_another b on b.id = o.invoice_id
 where f.state = 'MADE' and b.stage = 'PAYMENT_QUEUED';
update payment_files f set state = 'WITHDRAWN', version = version + 1, updated_at = now() from withdrawn_files w where w.id = f.id;
update payment_orders o set payment_file_id = null, version = version + 1, updated_at = now() from withdrawn_files w where w.id = o.payment_file_id;
update payment_orders o set state = 'REMOVED', reason = 'Tilauksen toinen lasku maksetaan', version = version + 1, updated_at = now()
  from beside_another b where b.id = o.invoice_id and b.stage = 'PAYMENT_QUEUED' and o.state in ('TO_CONFIRM', 'QUEUED');

-- Back to what has been checked and is not approved; a part that was paid keeps its status.
update invoices i set stage = case when i.stage = 'PAYMENT_QUEUED' then 'PAYMENT_TRANSACTION_REMOVED' else 'VERIFIED' end,
       status = case when i.status <> i.stage then i.status when i.stage = 'PAYMENT_QUEUED' then 'PAYMENT_TRANSACTION_REMOVED' else 'VERIFIED' end,
       approved_by = null, approved_at = null, version = version + 1, updated_at = now()
  from beside_another b where b.id = i.id and b.stage <> 'PAYMENT_SENT_TO_BANK';

create unique index invoices_one_payable_key on invoices (order_id)
 where direction = 'PURCHASE' and credited_invoice_id is null and credited_cents < total_cents and not paid_beside
   and stage in ('APPROVED', 'PAYMENT_QUEUED', 'PAYMENT_SENT_TO_BANK');
