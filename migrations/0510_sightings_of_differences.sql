-- The day of the lessor's list that showed a difference last, or closed it: an older list that is taken late says
-- nothing about it.
alter table lessor_differences add column seen_day date;
update lessor_differences set seen_day = (created_at at time zone 'Europe/Helsinki')::date
 where kind in ('NOT_ON_LIST', 'NOT_RUNNING', 'UNKNOWN', 'INSTALMENT', 'END_DAY');
-- When the lessor answered a correction that it was told; empty again when it is told anew.
alter table lessor_differences add column answered_at timestamptz;
