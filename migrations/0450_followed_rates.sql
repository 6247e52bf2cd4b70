-- A VAT change stands beside a staff change of the same month, and is withdrawn when its rate is removed or moved.
alter table payment_changes
  -- The rate before it, of a change that follows a rate.
  add column earlier_vat_basis_points integer check (earlier_vat_basis_points between 0 and 10000),
  -- What the staff set and at which rate, where a rate that begins earlier has changed what is paid.
  add column agreed jsonb,
  add column withdrawn_at timestamptz,
  drop constraint payment_changes_agreement_id_from_day_key;
create unique index payment_changes_month_idx on payment_changes (agreement_id, from_day, (vat_basis_points is null))
  where withdrawn_at is null;
