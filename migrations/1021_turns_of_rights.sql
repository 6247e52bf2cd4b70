-- Requests of people about their own data wait for the staff (npm run turns:sql).
create or replace function turns_follow_rights_requests() returns trigger language plpgsql as $$begin
  if tg_op <> 'UPDATE' or row(new.state, new.due_day) is distinct from row(old.state, old.due_day) then
    insert into turns_to_refresh (process, subject_id) select distinct 'rights-request', s.id from (select v.id from (values (new.id), (old.id)) v (id)) s (id) where s.id is not null;
  end if;
  return null;
end$$;
comment on function turns_follow_rights_requests() is 'row(new.due_day, new.state) is distinct from row(old.due_day, old.state)';
create or replace trigger turns_follow_rows after insert or delete on rights_requests for each row execute function turns_follow_rights_requests();
create or replace trigger turns_follow_changes after update on rights_requests for each row when (row(new.due_day, new.state) is distinct from row(old.due_day, old.state)) execute function turns_follow_rights_requests();

