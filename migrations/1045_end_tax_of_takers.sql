-- What the paper of a transfer says of the tax at the end: the most that redeeming may cost whoever takes the lease over, kept with the
-- draft, so that the sealed paper says what was signed. Null where nobody could tell, and for papers from before.
alter table bike_brokerages add column end_tax_cents bigint check (end_tax_cents >= 0);
