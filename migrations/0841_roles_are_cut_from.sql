-- The built-in role that a role of somebody's making is cut from: it never exceeds it in health data, deciding, signing and
-- money. A role of before is cut from the widest of its kind.
alter table roles add column cut_from uuid references roles (id);
update roles r set cut_from = b.id
  from roles b
 where not r.built_in and b.built_in and b.name = case r.scope_kind
   when 'ALL' then 'INTERNAL_ADMIN' when 'GROUP' then 'EMPLOYER_GROUP_ADMIN' when 'COMPANY' then 'EMPLOYER_ADMIN' else 'BIKE_BENEFICIARY' end;
create index roles_cut_from_idx on roles (cut_from) where cut_from is not null;
