-- What is still to be done for claims that are closed: whom to tell, and what to forget.
alter table insurance_claims
  -- The person has withdrawn what the insurer already has: it is to be told.
  add column tell_insurer boolean not null default false,
  add column emptied_at timestamptz;
create index insurance_claims_to_tell_idx on insurance_claims (step_changed_at, id) where tell_insurer;
create index insurance_claims_to_empty_idx on insurance_claims (step_changed_at, id)
  where status <> 'PENDING' and emptied_at is null;
create index insurance_claim_photos_file_idx on insurance_claim_photos (file_id);
