-- What a change of the VAT rate does to the payments of a table's leases. An agreement keeps it with its prices of ends.
alter table billing_tables
  add column vat_change text not null default 'GROSS_STAYS' check (vat_change in ('GROSS_STAYS', 'NET_STAYS'));
-- The rate that a change of a payment follows; null for a change that the staff have made.
alter table payment_changes
  add column vat_basis_points integer check (vat_basis_points between 0 and 10000);
create index leasing_agreements_net_stays_idx on leasing_agreements (id)
  where lease_state = 'ACTIVE' and end_prices ->> 'vatChange' = 'NET_STAYS';
