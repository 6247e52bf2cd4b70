-- When a wanted Finvoice is tried next: one that was refused gives way to the others.
alter table invoices add column e_invoice_try_at timestamptz;
drop index invoices_e_invoice_wanted_idx;
create index invoices_e_invoice_wanted_idx on invoices (e_invoice_try_at nulls first, sent_at, id) where e_invoice_wanted;
