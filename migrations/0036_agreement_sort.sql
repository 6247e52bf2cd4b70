-- The register of agreements by the columns that it is sorted by.
create index leasing_agreements_start_sort_idx on leasing_agreements (start_day, id);
create index leasing_agreements_end_sort_idx on leasing_agreements (end_day, id);
create index leasing_agreements_instalment_idx on leasing_agreements (instalment_cents, id);
