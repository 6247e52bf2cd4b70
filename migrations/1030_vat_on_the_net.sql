-- VAT of a sales invoice is its net × rate; the cent by which its gross differs from both. Null where VAT was taken out of
-- the gross: purchases, as their sellers say, and sales that were drafted before.
alter table invoices
  add column rounding_cents bigint,
  drop constraint invoices_sum,
  add constraint invoices_sum check (net_cents + vat_cents + coalesce(rounding_cents, 0) = total_cents);
-- The day on which what a line bills is supplied; that of its invoice where there is none.
alter table invoice_lines add column supply_day date;
