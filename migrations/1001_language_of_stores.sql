-- The language in which a store is written to, and in which its page opens.
alter table bike_stores add column language text not null default 'fi' check (language in ('fi', 'en', 'sv'));
