-- Found by the guard over every reading call (src/app/reads.test.ts).
create index orders_online_idx on orders (is_online_order, created_at desc, id desc);
-- Whether an invoice has been credited was looked for through all of them, on every order's page.
create index invoices_credited_idx on invoices (credited_invoice_id) where credited_invoice_id is not null;
create index link_tokens_group_idx on link_tokens (group_company_id, purpose) where group_company_id is not null;
-- Orders that somebody works on, by how long they have waited.
create index orders_open_idx on orders (status_changed_at, id) where status not in ('ACTIVE_LEASING', 'REFUNDED', 'WIX', 'CANCELLED');
