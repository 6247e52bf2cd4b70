-- What staff find from one place: an order by its own number, its frame and the store's number of it, an agreement by
-- its number, and a movement of the bank by its sum.
create index orders_search_idx on orders using gin (search_fold(
  ' ' || order_number || ' ' || coalesce(replace(frame_number, ' ', ''), '') || ' ' || coalesce(replace(bike_store_order_number, ' ', ''), '')) gin_trgm_ops);
create index leasing_agreements_search_idx on leasing_agreements using gin (search_fold(' ' || agreement_number) gin_trgm_ops);
create index bank_entries_amount_idx on bank_entries (amount_cents, id);
