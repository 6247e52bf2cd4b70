-- What the insurer decides of a claim, what it pays, and how the claim ends.
alter table insurance_claims drop constraint insurance_claims_step_check,
  add constraint insurance_claims_step_check check (step in ('OPEN', 'PROOF_COMPLETE', 'SENT_TO_INSURER', 'INSURER_DECIDED',
    'AT_REPAIR', 'NEW_BIKE', 'REPAIRED', 'REPLACED', 'LEASE_ENDED', 'DENIED', 'CANCELLED'));
alter table insurance_claims alter column status set expression as
  (case when step in ('REPAIRED', 'REPLACED', 'LEASE_ENDED', 'DENIED') then 'COMPLETED' when step = 'CANCELLED' then 'CANCELLED' else 'PENDING' end);
drop index insurance_claims_open_key;
create unique index insurance_claims_open_key on insurance_claims (agreement_id, type) where status = 'PENDING';

alter table insurance_claims
  add column decided_day date,
  -- What the insurer owes for the claim; the ledger's vouchers of the claim add up to it.
  add column compensation_cents bigint check (compensation_cents >= 0),
  add column is_total_loss boolean not null default false,
  -- The buy-out price of the month in which the claim ended the lease, and the bill of what the compensation left of it.
  add column buy_out_cents bigint,
  add column closing_invoice_id uuid,
  add foreign key (company_id, closing_invoice_id) references invoices (company_id, id);

-- Who pays the deductible of a claim, and what is left of the lease after the compensation.
alter table bike_policies add column claim_payer text not null default 'EMPLOYEE' check (claim_payer in ('EMPLOYEE', 'EMPLOYER'));

-- The insurer pays on its own account, which is the claim's.
alter table payments drop constraint payments_payer_kind_check,
  add constraint payments_payer_kind_check check (payer_kind in ('STORE', 'LESSOR', 'EMPLOYER', 'PERSON', 'INSURER', 'UNKNOWN'));
