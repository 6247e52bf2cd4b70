-- What is billed for a later month stands gross until it is supplied or paid (decision 769). The next day on which some of a
-- sent invoice is supplied; null where nothing is ahead, and for invoices that were sent before, whose sales stand posted.
alter table invoices add column next_supply_day date;
create index invoices_next_supply_idx on invoices (next_supply_day, id) where next_supply_day is not null;
