-- A bicycle in the place of one that was lost: an order of its own kind within the same agreement.
alter table orders
  add column kind text not null default 'LEASE' check (kind in ('LEASE', 'REPLACEMENT')),
  -- What compensation and deductible release for the new bicycle; the person pays what it costs beside that.
  add column released_cents bigint check (released_cents >= 0),
  add check ((kind = 'REPLACEMENT') = (released_cents is not null));
alter table insurance_claims
  add column replacement_order_id uuid,
  add foreign key (company_id, replacement_order_id) references orders (company_id, id);
create unique index insurance_claims_replacement_key on insurance_claims (replacement_order_id) where replacement_order_id is not null;
