-- The addresses that a store or a lessor had in the last month. Each hears of a changed bank account, too: whoever changes
-- the address and the account, one after the other, would otherwise be the only one who is told.
create table former_addresses (
  register text not null check (register in ('bike-store', 'leasing-company')),
  register_id uuid not null,
  email text not null,
  until timestamptz not null,
  primary key (register_id, email)
);
create index former_addresses_until_idx on former_addresses (until);
comment on table former_addresses is 'Addresses that a store or a lessor had before, told of its bank account until then';
comment on column former_addresses.email is 'personal: contact person; kept: expiry';

insert into former_addresses (register, register_id, email, until)
  select 'bike-store', id, former_email, former_email_until from bike_stores where former_email_until > now()
  union all
  select 'leasing-company', id, former_email, former_email_until from leasing_companies where former_email_until > now();
-- The columns are empty from now on and go once no server reads them.
update bike_stores set former_email = null, former_email_until = null where former_email_until is not null;
update leasing_companies set former_email = null, former_email_until = null where former_email_until is not null;
