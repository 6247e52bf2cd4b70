-- What the staff settle and what keeps an account open asks for bicycles that are still out after the end of their lease:
-- a handful among all ended leases, so each of the two questions has an index of just those rows.
create index leasing_agreements_bike_out_idx on leasing_agreements (ended_day, id)
 where lease_state = 'ENDED' and end_reason in ('TERM', 'RETURNED', 'CANCELLED')
   and (bike_at = 'EMPLOYEE' or (bike_at = 'EMPLOYER' and kept_from is not null));
create index leasing_agreements_lost_open_idx on leasing_agreements (ended_day, id)
 where lease_state = 'ENDED' and end_reason = 'TERM' and bike_at = 'LOST' and lost_closed_at is null;
drop index leasing_agreements_ended_term_idx;
