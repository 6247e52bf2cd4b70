-- A search of a group looks in the index for its own companies' people alone, and not for everybody's.
create extension if not exists btree_gin;
drop index beneficiary_employees_search_idx;
create index beneficiary_employees_search_idx on beneficiary_employees using gin (company_id, search_text gin_trgm_ops);
create index company_people_search_idx on company_people using gin (company_id, search_text gin_trgm_ops);
