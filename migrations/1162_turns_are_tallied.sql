-- readable by 1100
-- How many turns of each kind stand open, by their last day. Whatever writes turns adds rows here, and a job adds the rows
-- up: the sum is always whole, nobody waits for a counter, and counting costs as much as there are days.
create table turn_tallies (
  id uuid primary key default gen_random_uuid(),
  process text not null,
  action text not null,
  awaited text not null,
  due_day date,
  turns integer not null
);
create index turn_tallies_kind_idx on turn_tallies (process, action, awaited) include (due_day, turns);

-- Whose own matter a turn is does not count it.
create index open_turns_concerned_idx on open_turns using gin (concerned) with (fastupdate = off) where concerned <> '{}';

create function tally_turns() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into turn_tallies (process, action, awaited, due_day, turns)
      select process, action, awaited, due_day, count(*) from new_rows group by 1, 2, 3, 4;
  elsif tg_op = 'DELETE' then
    insert into turn_tallies (process, action, awaited, due_day, turns)
      select process, action, awaited, due_day, -count(*) from old_rows group by 1, 2, 3, 4;
  elsif tg_op = 'UPDATE' then
    insert into turn_tallies (process, action, awaited, due_day, turns)
      select process, action, awaited, due_day, sum(n) from (
        select process, action, awaited, due_day, 1 as n from new_rows
        union all
        select process, action, awaited, due_day, -1 from old_rows) both_sides
       group by 1, 2, 3, 4 having sum(n) <> 0;
  else
    delete from turn_tallies;
  end if;
  return null;
end $$;

lock table open_turns in share row exclusive mode;
insert into turn_tallies (process, action, awaited, due_day, turns)
  select process, action, awaited, due_day, count(*) from open_turns group by 1, 2, 3, 4;
create trigger open_turns_tally_inserts after insert on open_turns referencing new table as new_rows for each statement execute function tally_turns();
create trigger open_turns_tally_updates after update on open_turns referencing old table as old_rows new table as new_rows for each statement execute function tally_turns();
create trigger open_turns_tally_deletes after delete on open_turns referencing old table as old_rows for each statement execute function tally_turns();
create trigger open_turns_tally_truncates after truncate on open_turns for each statement execute function tally_turns();
