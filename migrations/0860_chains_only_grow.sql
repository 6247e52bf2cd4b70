-- A chain of events is never removed and never gets shorter, whoever asks.
create function refuse_shorter() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    raise exception 'a chain of events is not removed';
  end if;
  if new.length < old.length or (new.subject_type, new.subject_id) is distinct from (old.subject_type, old.subject_id) then
    raise exception 'a chain of events only grows';
  end if;
  return new;
end $$;
create trigger event_chains_only_grow before update or delete on event_chains for each row execute function refuse_shorter();
create trigger event_chains_no_truncate before truncate on event_chains execute function refuse_change();
