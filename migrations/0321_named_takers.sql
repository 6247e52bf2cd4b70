-- A leased bicycle is offered to one named person too, or goes along with its rider to another employer.
alter table bike_brokerages drop constraint bike_brokerages_step_check;
alter table bike_brokerages add constraint bike_brokerages_step_check
  check (step in ('DRAFT', 'REVIEW', 'LISTED', 'RESERVED', 'OFFERED', 'TRANSFER', 'DONE', 'WITHDRAWN', 'EXPIRED'));
-- The address with which the named person signs in, in lower case as users' addresses are.
alter table bike_brokerages add column named_email text check (named_email = lower(named_email));
alter table bike_brokerages add constraint bike_brokerages_named check (step <> 'OFFERED' or named_email is not null);
comment on column bike_brokerages.named_email is 'personal: employee; kept: contract';

drop index bike_brokerages_open_key;
create unique index bike_brokerages_open_key on bike_brokerages (agreement_id)
  where step in ('DRAFT', 'REVIEW', 'LISTED', 'RESERVED', 'OFFERED', 'TRANSFER');
create index bike_brokerages_named_idx on bike_brokerages (named_email, created_at desc, id desc) where named_email is not null;
