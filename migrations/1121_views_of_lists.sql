-- Views of the staff's lists under a name: what the address says of filters, sorting and size. One's own, or shared with colleagues.
create table list_views (
  id uuid primary key,
  user_id uuid not null references users (id),
  list text not null check (list ~ '^/api/[a-zA-Z0-9/-]{1,100}$'),
  name text not null check (length(name) between 1 and 60),
  search text not null check (length(search) <= 1000),
  is_shared boolean not null default false,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
comment on column list_views.name is 'personal: account holder; kept: account';
comment on column list_views.search is 'personal: account holder; kept: account';
create unique index list_views_name_idx on list_views (user_id, list, lower(name));
create index list_views_shared_idx on list_views (list, name, id) where is_shared;
