-- A company that merges into another: which one, and the first day on which its leases run there.
alter table company_exits
  add column into_company_id uuid references companies (id),
  add column moves_on date,
  add constraint company_exits_merger check ((kind = 'MERGED') = (into_company_id is not null) and (kind = 'MERGED') = (moves_on is not null)),
  add constraint company_exits_into_other check (into_company_id <> company_id);
create index company_exits_into_idx on company_exits (into_company_id) where into_company_id is not null;

alter table company_exit_leases
  -- The ending by which the lease goes over, and the agreement of the other company that goes on; no key holds that one.
  add column ending_id uuid,
  add column new_agreement_id uuid,
  add foreign key (company_id, ending_id) references agreement_endings (company_id, id);
create unique index company_exit_leases_new_agreement_key on company_exit_leases (new_agreement_id) where new_agreement_id is not null;
create index company_exit_leases_to_move_idx on company_exit_leases (agreement_id) where ending_id is not null and new_agreement_id is null;
