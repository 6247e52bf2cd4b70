-- Few texts hold other accents than the usual ones, and the table of all costs a hundred times the rest. The result is
-- the same.
create or replace function search_fold(text text) returns text language plpgsql immutable strict parallel safe as $$
declare
  plain text := replace(replace(replace(lower(text), 'ä', 'a'), 'ö', 'o'), 'å', 'a');
begin
  if octet_length(plain) = length(plain) then return translate(plain, '-+', ''); end if;
  return translate(lower(text), 'ÅÄÁÀÂÃÆåäáàâãæÖØÓÒÔÕöøóòôõÉÈÊËéèêëÍÌÎÏíìîïÜÚÙÛüúùûÝýÿÑñÇçŠšŽž-+¦', 'aaaaaaaaaaaaaaooooooooooooeeeeeeeeiiiiiiiiuuuuuuuuyyynnccsszz');
end $$;

-- What is searched is kept as it is compared: an index by trigrams only narrows, and each row that it names is compared.
drop index users_search_idx;
drop index users_addresses_idx;
alter table users add column search_text text not null generated always as (search_fold(
  ' ' || first_name || ' ' || last_name || ' ' || email || ' ' || work_email || ' ' || coalesce(phone_number, '') || ' ' || coalesce(local_phone(phone_number), '') || ' ' || coalesce(personal_email, ''))) stored;
create index users_search_idx on users using gin (search_text gin_trgm_ops);
comment on column users.search_text is 'personal: account holder; kept: account';

drop index outbox_recipient_idx;
alter table outbox add column search_text text not null generated always as (search_fold(' ' || recipient)) stored;
create index outbox_search_idx on outbox using gin (search_text gin_trgm_ops);
comment on column outbox.search_text is 'personal: recipient; kept: message';

drop index contact_forms_search_idx;
alter table contact_forms add column search_text text not null generated always as (search_fold(
  ' ' || name || ' ' || email || ' ' || coalesce(company, '') || ' ' || message)) stored;
create index contact_forms_search_idx on contact_forms using gin (search_text gin_trgm_ops);
comment on column contact_forms.search_text is 'personal: visitor; kept: contact-form';

drop index bank_entries_search_idx;
alter table bank_entries add column search_text text not null generated always as (search_fold(
  ' ' || coalesce(reference, '') || ' ' || coalesce(counterparty_name, '') || ' ' || coalesce(message, ''))) stored;
create index bank_entries_search_idx on bank_entries using gin (search_text gin_trgm_ops) with (gin_pending_list_limit = 65536);
comment on column bank_entries.search_text is 'personal: payer; kept: bookkeeping';
