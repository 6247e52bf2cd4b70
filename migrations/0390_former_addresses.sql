-- The address that a store or a lessor had before its last change. For a month it hears of a changed bank account, too:
-- whoever changes both, one after the other, would otherwise be the only one who is told.
alter table bike_stores
  add column former_email text,
  add column former_email_until timestamptz;
alter table leasing_companies
  add column former_email text,
  add column former_email_until timestamptz;
comment on column bike_stores.former_email is 'personal: contact person; kept: register';
comment on column leasing_companies.former_email is 'personal: contact person; kept: register';
