-- What is searched in contact forms is kept as it is compared.
drop index contact_forms_search_idx;
alter table contact_forms add column search_text text not null generated always as (search_fold(
  ' ' || name || ' ' || email || ' ' || coalesce(company, '') || ' ' || message)) stored;
create index contact_forms_search_idx on contact_forms using gin (search_text gin_trgm_ops);
comment on column contact_forms.search_text is 'personal: visitor; kept: contact-form';
