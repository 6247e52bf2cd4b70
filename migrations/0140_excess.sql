-- Who pays what a package costs over the limit: nobody, it is refused (NO), or the employee beside the lease (EMPLOYEE).
alter table bike_policies add column excess text not null default 'NO' check (excess in ('NO', 'EMPLOYEE'));
-- The part of the package's price that the employee pays beside the lease; price_cents is the leased rest.
alter table leasing_agreements add column excess_cents bigint not null default 0 check (excess_cents >= 0);
create unique index invoices_one_excess_key on invoices (order_id)
  where purpose = 'EXCESS' and direction = 'SALES' and credited_invoice_id is null and credited_cents < total_cents
    and stage not in ('INVALIDATED', 'DELETED', 'OVERRIDDEN');
