-- Every process keeps the roles with their permissions in memory. Each session's look-up reads this number along, so
-- that a change of a role counts on every node with the next request, also behind a pooler that carries no notices.
create table role_catalogue (
  id smallint primary key check (id = 1),
  version bigint not null
);
insert into role_catalogue values (1, 1);

create function role_catalogue_changed() returns trigger language plpgsql as $$
begin
  update role_catalogue set version = version + 1;
  return null;
end $$;

create trigger roles_change after insert or update or delete on roles
  for each statement execute function role_catalogue_changed();
create trigger role_permissions_change after insert or update or delete on role_permissions
  for each statement execute function role_catalogue_changed();
create trigger permissions_change after insert or update or delete on permissions
  for each statement execute function role_catalogue_changed();
