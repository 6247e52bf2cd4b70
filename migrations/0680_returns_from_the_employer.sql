-- A bicycle that the employer keeps and has with it comes back from the employer: the fee and what is broken are not the person's.
alter table bike_returns add column from_employer boolean not null default false;
update bike_returns r set from_employer = true from leasing_agreements a
  where a.id = r.agreement_id and a.kept_from is not null and a.bike_at = 'EMPLOYER' and r.step in ('REQUESTED', 'APPROVED');
