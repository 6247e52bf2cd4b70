-- The repair of a damaged bicycle: where, up to which sum, what it has cost, and what of it is the payer's own.
alter table insurance_claims
  add column repair_store_id uuid references bike_stores (id),
  add column repair_limit_cents bigint check (repair_limit_cents > 0),
  -- The shop's invoice, or the receipt of what the person has paid themselves.
  add column repair_invoice_id uuid,
  add column repair_cost_cents bigint check (repair_cost_cents > 0),
  add column deductible_cents bigint check (deductible_cents >= 0),
  add column deductible_invoice_id uuid,
  add foreign key (company_id, repair_invoice_id) references invoices (company_id, id),
  add foreign key (company_id, deductible_invoice_id) references invoices (company_id, id);

alter table link_tokens drop constraint link_tokens_purpose_check;
alter table link_tokens add constraint link_tokens_purpose_check check (purpose in ('join', 'reset', 'delivery', 'store-order', 'preferences', 'first-admin', 'report', 'sign-in-address', 'invitation', 'identity-change', 'pay', 'repayment', 'return', 'repair'));
