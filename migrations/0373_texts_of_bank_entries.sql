-- What is searched in movements of the bank is kept as it is compared.
drop index bank_entries_search_idx;
alter table bank_entries add column search_text text not null generated always as (search_fold(
  ' ' || coalesce(reference, '') || ' ' || coalesce(counterparty_name, '') || ' ' || coalesce(message, ''))) stored;
create index bank_entries_search_idx on bank_entries using gin (search_text gin_trgm_ops) with (gin_pending_list_limit = 65536);
comment on column bank_entries.search_text is 'personal: payer; kept: bookkeeping';
