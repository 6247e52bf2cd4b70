-- Leases that begin after their company was marked are listed too, each with its own days to choose.
alter table company_exit_leases add column choose_until date;

-- Which exit has moved months of a lease from the pay to the employer, so that an exit that is taken back gives them back.
alter table payroll_payers
  add column exit_id uuid,
  add foreign key (company_id, exit_id) references company_exits (company_id, id);
create index payroll_payers_exit_idx on payroll_payers (exit_id) where exit_id is not null;

-- A lost bicycle stays with the staff until its matter is closed.
alter table leasing_agreements add column lost_closed_at timestamptz;

-- When the store was last asked for its refund, if after the case was opened.
alter table order_cancellations add column store_asked_at timestamptz;

-- What the staff settle after a term: bicycles that nobody has chosen for, and lost ones whose matter is open.
drop index leasing_agreements_ended_term_idx;
create index leasing_agreements_ended_term_idx on leasing_agreements (ended_day)
  where lease_state = 'ENDED' and end_reason = 'TERM' and (bike_at = 'EMPLOYEE' or (bike_at = 'LOST' and lost_closed_at is null));
