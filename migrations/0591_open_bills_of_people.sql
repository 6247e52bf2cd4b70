-- Of all the bills of people few are still open: they are listed and counted by an index of their own.
create index invoices_people_open_idx on invoices (created_at desc, id desc)
  where party = 'PERSON' and direction = 'SALES' and credited_invoice_id is null
    and not (status in ('PAID', 'MARKED_PAID') or (stage = 'SENT' and open_cents <= 0));
