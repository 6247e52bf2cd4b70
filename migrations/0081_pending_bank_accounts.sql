-- A store's bank account that staff change waits for a second staff member, or for 72 hours with only one eligible.
alter table bike_stores
  add column pending_iban text,
  add column pending_iban_by uuid references users (id),
  -- Null while a second staff member's yes is waited for.
  add column pending_iban_from timestamptz,
  add constraint bike_stores_pending_iban_whole check ((pending_iban is null) = (pending_iban_by is null));
create index bike_stores_pending_iban_idx on bike_stores (pending_iban_from) where pending_iban is not null;
