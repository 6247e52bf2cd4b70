-- What is searched in accounts is kept as it is compared; last, because nobody signs in meanwhile.
drop index users_search_idx;
drop index users_addresses_idx;
alter table users add column search_text text not null generated always as (search_fold(
  ' ' || first_name || ' ' || last_name || ' ' || email || ' ' || work_email || ' ' || coalesce(phone_number, '') || ' ' || coalesce(local_phone(phone_number), '') || ' ' || coalesce(personal_email, ''))) stored;
create index users_search_idx on users using gin (search_text gin_trgm_ops);
comment on column users.search_text is 'personal: account holder; kept: account';
