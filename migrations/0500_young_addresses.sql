-- The addresses that members of staff have written for a store or a lessor within the last month. One of them is no witness of
-- a bank account that the same person proposes: whoever writes an address into an empty register would be told alone.
create table young_addresses (
  register text not null check (register in ('bike-store', 'leasing-company')),
  register_id uuid not null,
  email text not null,
  set_by uuid not null references users (id),
  set_at timestamptz not null,
  primary key (register_id, email)
);
create index young_addresses_set_by_idx on young_addresses (set_by);
create index young_addresses_set_at_idx on young_addresses (set_at);
comment on table young_addresses is 'Who wrote an address of a store or a lessor within the last 30 days';
comment on column young_addresses.email is 'personal: contact person; kept: expiry';
