-- When and by whom a permission was added to a role: whoever was given the right by it a short while ago is no second
-- member of staff to the giver. What stands already is old.
alter table role_permissions add column created_at timestamptz not null default '2000-01-01',
  add column created_by uuid references users (id);
alter table role_permissions alter column created_at set default now();
create index role_permissions_created_by_idx on role_permissions (created_by) where created_by is not null;
