-- The receipt of a repair that the person has paid; once it is paid back it is the voucher of its invoice too.
alter table insurance_claims add column receipt_file_id uuid references files (id);
-- Claims whose compensation a movement on the bank account may be.
create index insurance_claims_compensated_idx on insurance_claims (compensation_cents) where compensation_cents is not null;
