-- A leased bicycle goes to an employer that is no customer: its buy-out price is billed to that company, and the lease ends
-- as transferred once it is paid.
alter table bike_brokerages drop constraint bike_brokerages_step_check;
alter table bike_brokerages add constraint bike_brokerages_step_check
  check (step in ('DRAFT', 'REVIEW', 'LISTED', 'RESERVED', 'OFFERED', 'TRANSFER', 'BUYOUT', 'BILLED', 'DONE', 'WITHDRAWN', 'EXPIRED'));
alter table bike_brokerages
  add column buyer_name text,
  add column buyer_business_id text,
  add column buyer_address text,
  add column buyer_email text,
  -- Who of the company has agreed to be billed, as it was told to the staff.
  add column buyer_agreed_by text,
  add column price_cents bigint check (price_cents >= 0),
  add column invoice_id uuid,
  add foreign key (company_id, invoice_id) references invoices (company_id, id),
  add constraint bike_brokerages_buyer check (num_nulls(buyer_name, buyer_business_id, buyer_address, buyer_email) in (0, 4)),
  add constraint bike_brokerages_billed check (step <> 'BILLED' or (invoice_id is not null and price_cents is not null));
create unique index bike_brokerages_invoice_key on bike_brokerages (invoice_id) where invoice_id is not null;
comment on column bike_brokerages.buyer_email is 'personal: employee; kept: contract';
comment on column bike_brokerages.buyer_agreed_by is 'personal: employee; kept: contract';
drop index bike_brokerages_open_key;
create unique index bike_brokerages_open_key on bike_brokerages (agreement_id)
  where step in ('DRAFT', 'REVIEW', 'LISTED', 'RESERVED', 'OFFERED', 'TRANSFER', 'BUYOUT', 'BILLED');

-- A company outside the service pays a sales invoice; it has no row of its own.
alter table invoices drop constraint invoices_party_check,
  add constraint invoices_party_check check (party in ('STORE', 'LESSOR', 'EMPLOYER', 'PERSON', 'OUTSIDE'));
alter table payments drop constraint payments_payer_kind_check,
  add constraint payments_payer_kind_check check (payer_kind in ('STORE', 'LESSOR', 'EMPLOYER', 'PERSON', 'INSURER', 'OUTSIDE', 'UNKNOWN'));
