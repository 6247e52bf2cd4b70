-- At most one invoice is matched to an order. Stepping back from the match left the mark on the invoice until now.
update invoices i set matched_at = null, matched_by = null, difference_cents = null, difference_reason = null, version = version + 1
 where i.direction = 'PURCHASE' and i.matched_at is not null
   and not exists (select 1 from orders o where o.purchase_invoice_id = i.id and o.status <> 'WAITING_FOR_INVOICE_MATCH');
update orders set purchase_invoice_id = null, version = version + 1
 where status = 'WAITING_FOR_INVOICE_MATCH' and purchase_invoice_id is not null;
create unique index invoices_one_match_key on invoices (order_id) where direction = 'PURCHASE' and matched_at is not null;
