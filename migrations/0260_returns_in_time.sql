-- The month in which a return was to end the lease before it came late: one that came in time ends it there after all.
alter table bike_returns add column asked_month text check (asked_month ~ '^\d{4}-(0[1-9]|1[0-2])$');
update bike_returns set asked_month = end_month;
