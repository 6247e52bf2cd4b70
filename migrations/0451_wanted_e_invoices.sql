-- A sent invoice whose buyer has an e-invoice address, until its Finvoice has been put on its way.
alter table invoices add column e_invoice_wanted boolean not null default false;
create index invoices_e_invoice_wanted_idx on invoices (sent_at, id) where e_invoice_wanted;
