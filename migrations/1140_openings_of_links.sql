-- readable by 1100
-- How often a registration link was opened on a day: counts alone, of nobody. They go with their link.
create table link_openings (
  link_id uuid not null references link_tokens (id) on delete cascade,
  day date not null,
  openings integer not null check (openings > 0),
  primary key (link_id, day)
);
create index link_openings_day_idx on link_openings (day);
