-- Retention looked at everybody whose leases have ended every night. Each now has the day on which something of theirs may
-- be over next; what changes that, an agreement, an order or a closed account, takes the day away, and they are looked at anew.
create table retention_looks (
  user_id uuid primary key references users (id) on delete cascade,
  -- Null: nothing of theirs ends until something changes.
  due_day date,
  looked_at timestamptz not null
);
create index retention_looks_due_idx on retention_looks (due_day);

create function forget_retention_look() returns trigger language plpgsql as $$
begin
  delete from retention_looks r using beneficiary_employees e where e.id = new.beneficiary_employee_id and r.user_id = e.user_id;
  return null;
end $$;
create trigger forget_retention_look after insert or update of status, void_at, lease_state, ended_day on leasing_agreements
  for each row execute function forget_retention_look();
create trigger forget_retention_look after insert or update of status on orders
  for each row execute function forget_retention_look();

create function forget_retention_look_of_user() returns trigger language plpgsql as $$
begin
  delete from retention_looks where user_id = new.id;
  return null;
end $$;
create trigger forget_retention_look after update of deactivated_at on users
  for each row execute function forget_retention_look_of_user();
