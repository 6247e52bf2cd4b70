-- An event's hash covers the hash of its facts and of a salt, so that the facts can be taken out by law and the chain still
-- verifies. What a release before wrote has none and is verified as it was.
alter table events add column data_hash bytea, add column data_salt bytea;
alter table events add constraint events_data_salted check (data_hash is not null or data_salt is null);

-- Whoever owns the tables may take the facts of one event out, and change nothing else; the application has no right to it.
create function refuse_event_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.data_hash is not null and new.data = '{}' and new.data_salt is null
     and to_jsonb(new) - 'data' - 'data_salt' = to_jsonb(old) - 'data' - 'data_salt' then
    return new;
  end if;
  raise exception '% is append-only', tg_table_name;
end $$;
drop trigger events_append_only on events;
create trigger events_append_only before update or delete on events for each row execute function refuse_event_change();

-- The roots of hourly Merkle trees over the hashes of events; each names the one before and is signed.
create table record_roots (
  number integer primary key check (number > 0),
  statement text not null,
  statement_sha256 bytea not null,
  -- By the key of the chains, which the database does not hold.
  seal text not null,
  -- By the certificate of the operator, which anybody can look at.
  signature bytea not null,
  certificate bytea not null,
  created_at timestamptz not null
);
-- Where an event stands in the tree of a root.
create table record_leaves (
  event_id uuid primary key,
  root_number integer not null references record_roots (number),
  place integer not null check (place >= 0),
  leaf bytea not null,
  unique (root_number, place)
);
create trigger record_roots_append_only before update or delete on record_roots for each row execute function refuse_change();
create trigger record_roots_no_truncate before truncate on record_roots execute function refuse_change();
create trigger record_leaves_append_only before update or delete on record_leaves for each row execute function refuse_change();
create trigger record_leaves_no_truncate before truncate on record_leaves execute function refuse_change();

-- Events that stand in no tree yet, put here by whichever release writes them.
create table events_without_root (event_id uuid primary key);
create function await_root() returns trigger language plpgsql as $$
begin
  insert into events_without_root (event_id) select id from added;
  return null;
end $$;
create trigger events_await_root after insert on events referencing new table as added for each statement execute function await_root();
insert into events_without_root (event_id) select id from events;
