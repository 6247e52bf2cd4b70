-- What the preview of a billing run shows beside its drafts, counted once while they are made.
alter table billing_runs
  -- Running leases whose instalment another lessor bills.
  add column others_lease_count integer,
  -- Credits of earlier months by company: [{ "companyId", "lines", "cents" }].
  add column planned_credits jsonb;
