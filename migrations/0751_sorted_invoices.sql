-- Staff sort all invoices by their due day and by their total, both ways.
create index invoices_due_idx on invoices (due_day, id);
create index invoices_total_idx on invoices (total_cents, id);
