-- readable by 1100
-- Turns are followed once for a statement, not once for each of its rows: a statement that marks thousands of invoices as
-- paid queues what that touches by one insert for each fact.
do $$
declare t record;
begin
  for t in select c.oid::regclass as name, g.tgname from pg_trigger g join pg_class c on c.oid = g.tgrelid
    where g.tgname in ('turns_follow_rows', 'turns_follow_changes') and g.tgparentid = 0
  loop
    execute format('drop trigger %I on %s', t.tgname, t.name);
  end loop;
end $$;

create or replace function turns_follow_absence_plans() returns trigger language plpgsql as $$begin
  if tg_op = 'UPDATE' then
    insert into turns_to_refresh (process, subject_id) select distinct 'absence-plan', s.id from (select id from new_rows union all select id from old_rows) r cross join lateral (select r.id) s (id) where s.id is not null;
  else
    insert into turns_to_refresh (process, subject_id) select distinct 'absence-plan', s.id from new_rows r cross join lateral (select r.id) s (id) where s.id is not null;
  end if;
  return null;
end$$;
create or replace trigger turns_follow_inserts after insert on absence_plans referencing new table as new_rows for each statement execute function turns_follow_absence_plans();
create or replace trigger turns_follow_updates after update on absence_plans referencing old table as old_rows new table as new_rows for each statement execute function turns_follow_absence_plans();
create or replace trigger turns_follow_deletes after delete on absence_plans referencing old table as new_rows for each statement execute function turns_follow_absence_plans();

create or replace function turns_follow_agreement_endings() returns trigger language plpgsql as $$begin
  if tg_op = 'UPDATE' then
    insert into turns_to_refresh (process, subject_id) select distinct 'company-exit', s.id from (select agreement_id from new_rows union all select agreement_id from old_rows) r cross join lateral (select m.exit_id from company_exit_leases m where m.agreement_id = r.agreement_id) s (id) where s.id is not null;
    insert into turns_to_refresh (process, subject_id) select distinct 'lease', s.id from (select agreement_id from new_rows union all select agreement_id from old_rows) r cross join lateral (select r.agreement_id) s (id) where s.id is not null;
  else
    insert into turns_to_refresh (process, subject_id) select distinct 'company-exit', s.id from new_rows r cross join lateral (select m.exit_id from company_exit_leases m where m.agreement_id = r.agreement_id) s (id) where s.id is not null;
    insert into turns_to_refresh (process, subject_id) select distinct 'lease', s.id from new_rows r cross join lateral (select r.agreement_id) s (id) where s.id is not null;
  end if;
  return null;
end$$;
create or replace trigger turns_follow_inserts after insert on agreement_endings referencing new table as new_rows for each statement execute function turns_follow_agreement_endings();
create or replace trigger turns_follow_updates after update on agreement_endings referencing old table as old_rows new table as new_rows for each statement execute function turns_follow_agreement_endings();
create or replace trigger turns_follow_deletes after delete on agreement_endings referencing old table as new_rows for each statement execute function turns_follow_agreement_endings();

create or replace function turns_follow_bank_doubts() returns trigger language plpgsql as $$begin
  if tg_op = 'UPDATE' then
    if not exists (select id, state from new_rows except select id, state from old_rows) then return null; end if;
    insert into turns_to_refresh (process, subject_id) select distinct 'bank-doubt', s.id from ((select id, state from new_rows except select id, state from old_rows) union all (select id, state from old_rows except select id, state from new_rows)) r cross join lateral (select r.id) s (id) where s.id is not null;
  else
    insert into turns_to_refresh (process, subject_id) select distinct 'bank-doubt', s.id from new_rows r cross join lateral (select r.id) s (id) where s.id is not null;
  end if;
  return null;
end$$;
create or replace trigger turns_follow_inserts after insert on bank_doubts referencing new table as new_rows for each statement execute function turns_follow_bank_doubts();
create or replace trigger turns_follow_updates after update on bank_doubts referencing old table as old_rows new table as new_rows for each statement execute function turns_follow_bank_doubts();
create or replace trigger turns_follow_deletes after delete on bank_doubts referencing old table as new_rows for each statement execute function turns_follow_bank_doubts();

create or replace function turns_follow_bank_entries() returns trigger language plpgsql as $$begin
  if tg_op = 'UPDATE' then
    if not exists (select id, state from new_rows except select id, state from old_rows) then return null; end if;
    insert into turns_to_refresh (process, subject_id) select distinct 'bank-entry', s.id from ((select id, state from new_rows except select id, state from old_rows) union all (select id, state from old_rows except select id, state from new_rows)) r cross join lateral (select r.id) s (id) where s.id is not null;
  else
    insert into turns_to_refresh (process, subject_id) select distinct 'bank-entry', s.id from new_rows r cross join lateral (select r.id) s (id) where s.id is not null;
  end if;
  return null;
end$$;
create or replace trigger turns_follow_inserts after insert on bank_entries referencing new table as new_rows for each statement execute function turns_follow_bank_entries();
create or replace trigger turns_follow_updates after update on bank_entries referencing old table as old_rows new table as new_rows for each statement execute function turns_follow_bank_entries();
create or replace trigger turns_follow_deletes after delete on bank_entries referencing old table as new_rows for each statement execute function turns_follow_bank_entries();

create or replace function turns_follow_bank_statements() returns trigger language plpgsql as $$begin
  if tg_op = 'UPDATE' then
    insert into turns_to_refresh (process, subject_id) select distinct 'bank-statement', s.id from (select id from new_rows union all select id from old_rows) r cross join lateral (select r.id) s (id) where s.id is not null;
  else
    insert into turns_to_refresh (process, subject_id) select distinct 'bank-statement', s.id from new_rows r cross join lateral (select r.id) s (id) where s.id is not null;
  end if;
  return null;
end$$;
create or replace trigger turns_follow_inserts after insert on bank_statements referencing new table as new_rows for each statement execute function turns_follow_bank_statements();
create or replace trigger turns_follow_updates after update on bank_statements referencing old table as old_rows new table as new_rows for each statement execute function turns_follow_bank_statements();
create or replace trigger turns_follow_deletes after delete on bank_statements referencing old table as new_rows for each statement execute function turns_follow_bank_statements();

create or replace function turns_follow_beneficiary_employees() returns trigger language plpgsql as $$begin
  if tg_op = 'UPDATE' then
    if not exists (select company_id, id, job_trial_period_end, last_working_day, status, user_id from new_rows except select company_id, id, job_trial_period_end, last_working_day, status, user_id from old_rows) then return null; end if;
    insert into turns_to_refresh (process, subject_id) select distinct 'order', s.id from ((select id, job_trial_period_end, last_working_day, user_id from new_rows except select id, job_trial_period_end, last_working_day, user_id from old_rows) union all (select id, job_trial_period_end, last_working_day, user_id from old_rows except select id, job_trial_period_end, last_working_day, user_id from new_rows)) r cross join lateral (select o.id from orders o where o.beneficiary_employee_id = r.id) s (id) where s.id is not null;
    insert into turns_to_refresh (process, subject_id) select distinct 'application', s.id from ((select company_id, id, status, user_id from new_rows except select company_id, id, status, user_id from old_rows) union all (select company_id, id, status, user_id from old_rows except select company_id, id, status, user_id from new_rows)) r cross join lateral (select r.id) s (id) where s.id is not null;
    insert into turns_to_refresh (process, subject_id) select distinct 'company', s.id from ((select company_id, id, status from new_rows except select company_id, id, status from old_rows) union all (select company_id, id, status from old_rows except select company_id, id, status from new_rows)) r cross join lateral (select c.id from companies c where c.id = r.company_id and (not exists (select ur.user_id from user_roles ur join users h on h.id = ur.user_id
  where (
  ((ur.company_id = c.id or ur.group_company_id = c.group_company_id)
  and (ur.role_id in ('7cb781e5-b1d3-88c6-ab75-9e1065873808', 'ca23af54-ecb9-83ff-a20a-9dedd1771660') or ur.user_id = any(c.signer_user_ids)))
  and exists (select 1 from role_permissions rp join permissions p on p.id = rp.permission_id
    where rp.role_id = ur.role_id and p.name = 'agreement:sign-employer')) and h.deactivated_at is null and not h.invited) or not exists (select ur.user_id from user_roles ur join users h on h.id = ur.user_id
  where (
  (ur.company_id = c.id or ur.group_company_id = c.group_company_id)
  and exists (select 1 from role_permissions rp join permissions p on p.id = rp.permission_id
    where rp.role_id = ur.role_id and p.name = 'payroll-report:lock')) and h.deactivated_at is null and not h.invited) or not exists (select ur.user_id from user_roles ur join users h on h.id = ur.user_id
  where (
  (ur.company_id = c.id or ur.group_company_id = c.group_company_id)
  and exists (select 1 from role_permissions rp join permissions p on p.id = rp.permission_id
    where rp.role_id = ur.role_id and p.name = 'employee:decide')) and h.deactivated_at is null and not h.invited))) s (id) where s.id is not null;
    insert into turns_to_refresh (process, subject_id) select distinct 'leaver', s.id from ((select id, last_working_day from new_rows except select id, last_working_day from old_rows) union all (select id, last_working_day from old_rows except select id, last_working_day from new_rows)) r cross join lateral (select a.id from leasing_agreements a where a.beneficiary_employee_id = r.id) s (id) where s.id is not null;
  else
    insert into turns_to_refresh (process, subject_id) select distinct 'order', s.id from new_rows r cross join lateral (select o.id from orders o where o.beneficiary_employee_id = r.id) s (id) where s.id is not null;
    insert into turns_to_refresh (process, subject_id) select distinct 'application', s.id from new_rows r cross join lateral (select r.id) s (id) where s.id is not null;
    insert into turns_to_refresh (process, subject_id) select distinct 'company', s.id from new_rows r cross join lateral (select c.id from companies c where c.id = r.company_id and (not exists (select ur.user_id from user_roles ur join users h on h.id = ur.user_id
  where (
  ((ur.company_id = c.id or ur.group_company_id = c.group_company_id)
  and (ur.role_id in ('7cb781e5-b1d3-88c6-ab75-9e1065873808', 'ca23af54-ecb9-83ff-a20a-9dedd1771660') or ur.user_id = any(c.signer_user_ids)))
  and exists (select 1 from role_permissions rp join permissions p on p.id = rp.permission_id
    where rp.role_id = ur.role_id and p.name = 'agreement:sign-employer')) and h.deactivated_at is null and not h.invited) or not exists (select ur.user_id from user_roles ur join users h on h.id = ur.user_id
  where (
  (ur.company_id = c.id or ur.group_company_id = c.group_company_id)
  and exists (select 1 from role_permissions rp join permissions p on p.id = rp.permission_id
    where rp.role_id = ur.role_id and p.name = 'payroll-report:lock')) and h.deactivated_at is null and not h.invited) or not exists (select ur.user_id from user_roles ur join users h on h.id = ur.user_id
  where (
  (ur.company_id = c.id or ur.group_company_id = c.group_company_id)
  and exists (select 1 from role_permissions rp join permissions p on p.id = rp.permission_id
    where rp.role_id = ur.role_id and p.name = 'employee:decide')) and h.deactivated_at is null and not h.invited))) s (id) where s.id is not null;
    insert into turns_to_refresh (process, subject_id) select distinct 'leaver', s.id from new_rows r cross join lateral (select a.id from leasing_agreements a where a.beneficiary_employee_id = r.id) s (id) where s.id is not null;
  end if;
  return null;
end$$;
create or replace trigger turns_follow_inserts after insert on beneficiary_employees referencing new table as new_rows for each statement execute function turns_follow_beneficiary_employees();
create or replace trigger turns_follow_updates after update on beneficiary_employees referencing old table as old_rows new table as new_rows for each statement execute function turns_follow_beneficiary_employees();
create or replace trigger turns_follow_deletes after delete on beneficiary_employees referencing old table as new_rows for each statement execute function turns_follow_beneficiary_employees();

create or replace function turns_follow_bike_brokerages() returns trigger language plpgsql as $$begin
  if tg_op = 'UPDATE' then
    insert into turns_to_refresh (process, subject_id) select distinct 'brokerage', s.id from (select id from new_rows union all select id from old_rows) r cross join lateral (select r.id) s (id) where s.id is not null;
  else
    insert into turns_to_refresh (process, subject_id) select distinct 'brokerage', s.id from new_rows r cross join lateral (select r.id) s (id) where s.id is not null;
  end if;
  return null;
end$$;
create or replace trigger turns_follow_inserts after insert on bike_brokerages referencing new table as new_rows for each statement execute function turns_follow_bike_brokerages();
create or replace trigger turns_follow_updates after update on bike_brokerages referencing old table as old_rows new table as new_rows for each statement execute function turns_follow_bike_brokerages();
create or replace trigger turns_follow_deletes after delete on bike_brokerages referencing old table as new_rows for each statement execute function turns_follow_bike_brokerages();

create or replace function turns_follow_bike_policies() returns trigger language plpgsql as $$begin
  if tg_op = 'UPDATE' then
    insert into turns_to_refresh (process, subject_id) select distinct 'order', s.id from (select company_id from new_rows union all select company_id from old_rows) r cross join lateral (select o.id from orders o where o.company_id = r.company_id and o.status in ('NOT_STARTED', 'PACKAGE_PROVIDED', 'ALL_INFO_PROVIDED', 'CONFIRMED')) s (id) where s.id is not null;
  else
    insert into turns_to_refresh (process, subject_id) select distinct 'order', s.id from new_rows r cross join lateral (select o.id from orders o where o.company_id = r.company_id and o.status in ('NOT_STARTED', 'PACKAGE_PROVIDED', 'ALL_INFO_PROVIDED', 'CONFIRMED')) s (id) where s.id is not null;
  end if;
  return null;
end$$;
create or replace trigger turns_follow_inserts after insert on bike_policies referencing new table as new_rows for each statement execute function turns_follow_bike_policies();
create or replace trigger turns_follow_updates after update on bike_policies referencing old table as old_rows new table as new_rows for each statement execute function turns_follow_bike_policies();
create or replace trigger turns_follow_deletes after delete on bike_policies referencing old table as new_rows for each statement execute function turns_follow_bike_policies();

create or replace function turns_follow_bike_return_damages() returns trigger language plpgsql as $$begin
  if tg_op = 'UPDATE' then
    insert into turns_to_refresh (process, subject_id) select distinct 'return', s.id from (select return_id from new_rows union all select return_id from old_rows) r cross join lateral (select r.return_id) s (id) where s.id is not null;
  else
    insert into turns_to_refresh (process, subject_id) select distinct 'return', s.id from new_rows r cross join lateral (select r.return_id) s (id) where s.id is not null;
  end if;
  return null;
end$$;
create or replace trigger turns_follow_inserts after insert on bike_return_damages referencing new table as new_rows for each statement execute function turns_follow_bike_return_damages();
create or replace trigger turns_follow_updates after update on bike_return_damages referencing old table as old_rows new table as new_rows for each statement execute function turns_follow_bike_return_damages();
create or replace trigger turns_follow_deletes after delete on bike_return_damages referencing old table as new_rows for each statement execute function turns_follow_bike_return_damages();

create or replace function turns_follow_bike_returns() returns trigger language plpgsql as $$begin
  if tg_op = 'UPDATE' then
    insert into turns_to_refresh (process, subject_id) select distinct 'return', s.id from (select id from new_rows union all select id from old_rows) r cross join lateral (select r.id) s (id) where s.id is not null;
  else
    insert into turns_to_refresh (process, subject_id) select distinct 'return', s.id from new_rows r cross join lateral (select r.id) s (id) where s.id is not null;
  end if;
  return null;
end$$;
create or replace trigger turns_follow_inserts after insert on bike_returns referencing new table as new_rows for each statement execute function turns_follow_bike_returns();
create or replace trigger turns_follow_updates after update on bike_returns referencing old table as old_rows new table as new_rows for each statement execute function turns_follow_bike_returns();
create or replace trigger turns_follow_deletes after delete on bike_returns referencing old table as new_rows for each statement execute function turns_follow_bike_returns();

create or replace function turns_follow_bike_stores() returns trigger language plpgsql as $$begin
  if tg_op = 'UPDATE' then
    if not exists (select email, id from new_rows except select email, id from old_rows) then return null; end if;
    insert into turns_to_refresh (process, subject_id) select distinct 'return', s.id from ((select email, id from new_rows except select email, id from old_rows) union all (select email, id from old_rows except select email, id from new_rows)) r cross join lateral (select r.id from bike_returns r where r.bike_store_id = r.id and r.step = 'APPROVED') s (id) where s.id is not null;
  else
    insert into turns_to_refresh (process, subject_id) select distinct 'return', s.id from new_rows r cross join lateral (select r.id from bike_returns r where r.bike_store_id = r.id and r.step = 'APPROVED') s (id) where s.id is not null;
  end if;
  return null;
end$$;
create or replace trigger turns_follow_inserts after insert on bike_stores referencing new table as new_rows for each statement execute function turns_follow_bike_stores();
create or replace trigger turns_follow_updates after update on bike_stores referencing old table as old_rows new table as new_rows for each statement execute function turns_follow_bike_stores();
create or replace trigger turns_follow_deletes after delete on bike_stores referencing old table as new_rows for each statement execute function turns_follow_bike_stores();

create or replace function turns_follow_companies() returns trigger language plpgsql as $$begin
  if tg_op = 'UPDATE' then
    if not exists (select active, contact_email, deleted_at, group_company_id, id, leasing_company_id, payroll_day, signer_user_ids from new_rows except select active, contact_email, deleted_at, group_company_id, id, leasing_company_id, payroll_day, signer_user_ids from old_rows) then return null; end if;
    insert into turns_to_refresh (process, subject_id) select distinct 'order', s.id from ((select group_company_id, id, leasing_company_id, signer_user_ids from new_rows except select group_company_id, id, leasing_company_id, signer_user_ids from old_rows) union all (select group_company_id, id, leasing_company_id, signer_user_ids from old_rows except select group_company_id, id, leasing_company_id, signer_user_ids from new_rows)) r cross join lateral (select o.id from orders o where o.company_id = r.id and o.status in ('PACKAGE_PROVIDED', 'ALL_INFO_PROVIDED', 'READY_FOR_BILLING')) s (id) where s.id is not null;
    insert into turns_to_refresh (process, subject_id) select distinct 'company', s.id from ((select deleted_at, group_company_id, id, signer_user_ids from new_rows except select deleted_at, group_company_id, id, signer_user_ids from old_rows) union all (select deleted_at, group_company_id, id, signer_user_ids from old_rows except select deleted_at, group_company_id, id, signer_user_ids from new_rows)) r cross join lateral (select r.id) s (id) where s.id is not null;
    insert into turns_to_refresh (process, subject_id) select distinct 'employer-terms', s.id from ((select active, id from new_rows except select active, id from old_rows) union all (select active, id from old_rows except select active, id from new_rows)) r cross join lateral (select r.id) s (id) where s.id is not null;
    insert into turns_to_refresh (process, subject_id) select distinct 'payroll-month', s.id from ((select deleted_at, id, payroll_day from new_rows except select deleted_at, id, payroll_day from old_rows) union all (select deleted_at, id, payroll_day from old_rows except select deleted_at, id, payroll_day from new_rows)) r cross join lateral (select r.id) s (id) where s.id is not null;
    insert into turns_to_refresh (process, subject_id) select distinct 'invoice', s.id from ((select contact_email, id from new_rows except select contact_email, id from old_rows) union all (select contact_email, id from old_rows except select contact_email, id from new_rows)) r cross join lateral (select i.id from invoices i where i.company_id = r.id and i.stage = 'SENT' and i.direction = 'SALES' and i.party = 'EMPLOYER' and i.open_cents > 0 and i.second_reminder_at is null) s (id) where s.id is not null;
  else
    insert into turns_to_refresh (process, subject_id) select distinct 'order', s.id from new_rows r cross join lateral (select o.id from orders o where o.company_id = r.id and o.status in ('PACKAGE_PROVIDED', 'ALL_INFO_PROVIDED', 'READY_FOR_BILLING')) s (id) where s.id is not null;
    insert into turns_to_refresh (process, subject_id) select distinct 'company', s.id from new_rows r cross join lateral (select r.id) s (id) where s.id is not null;
    insert into turns_to_refresh (process, subject_id) select distinct 'employer-terms', s.id from new_rows r cross join lateral (select r.id) s (id) where s.id is not null;
    insert into turns_to_refresh (process, subject_id) select distinct 'payroll-month', s.id from new_rows r cross join lateral (select r.id) s (id) where s.id is not null;
    insert into turns_to_refresh (process, subject_id) select distinct 'invoice', s.id from new_rows r cross join lateral (select i.id from invoices i where i.company_id = r.id and i.stage = 'SENT' and i.direction = 'SALES' and i.party = 'EMPLOYER' and i.open_cents > 0 and i.second_reminder_at is null) s (id) where s.id is not null;
  end if;
  return null;
end$$;
create or replace trigger turns_follow_inserts after insert on companies referencing new table as new_rows for each statement execute function turns_follow_companies();
create or replace trigger turns_follow_updates after update on companies referencing old table as old_rows new table as new_rows for each statement execute function turns_follow_companies();
create or replace trigger turns_follow_deletes after delete on companies referencing old table as new_rows for each statement execute function turns_follow_companies();

create or replace function turns_follow_company_exit_leases() returns trigger language plpgsql as $$begin
  if tg_op = 'UPDATE' then
    insert into turns_to_refresh (process, subject_id) select distinct 'company-exit', s.id from (select exit_id from new_rows union all select exit_id from old_rows) r cross join lateral (select r.exit_id) s (id) where s.id is not null;
    insert into turns_to_refresh (process, subject_id) select distinct 'lease', s.id from (select agreement_id from new_rows union all select agreement_id from old_rows) r cross join lateral (select r.agreement_id) s (id) where s.id is not null;
  else
    insert into turns_to_refresh (process, subject_id) select distinct 'company-exit', s.id from new_rows r cross join lateral (select r.exit_id) s (id) where s.id is not null;
    insert into turns_to_refresh (process, subject_id) select distinct 'lease', s.id from new_rows r cross join lateral (select r.agreement_id) s (id) where s.id is not null;
  end if;
  return null;
end$$;
create or replace trigger turns_follow_inserts after insert on company_exit_leases referencing new table as new_rows for each statement execute function turns_follow_company_exit_leases();
create or replace trigger turns_follow_updates after update on company_exit_leases referencing old table as old_rows new table as new_rows for each statement execute function turns_follow_company_exit_leases();
create or replace trigger turns_follow_deletes after delete on company_exit_leases referencing old table as new_rows for each statement execute function turns_follow_company_exit_leases();

create or replace function turns_follow_company_exits() returns trigger language plpgsql as $$begin
  if tg_op = 'UPDATE' then
    insert into turns_to_refresh (process, subject_id) select distinct 'return', s.id from ((select company_id, id, kind, withdrawn_at from new_rows except select company_id, id, kind, withdrawn_at from old_rows) union all (select company_id, id, kind, withdrawn_at from old_rows except select company_id, id, kind, withdrawn_at from new_rows)) r cross join lateral (select r.id from bike_returns r where r.company_id = r.company_id and r.step = 'REQUESTED') s (id) where s.id is not null;
    insert into turns_to_refresh (process, subject_id) select distinct 'company-exit', s.id from (select id from new_rows union all select id from old_rows) r cross join lateral (select r.id) s (id) where s.id is not null;
    insert into turns_to_refresh (process, subject_id) select distinct 'company', s.id from ((select company_id, id, kind, withdrawn_at from new_rows except select company_id, id, kind, withdrawn_at from old_rows) union all (select company_id, id, kind, withdrawn_at from old_rows except select company_id, id, kind, withdrawn_at from new_rows)) r cross join lateral (select r.company_id) s (id) where s.id is not null;
    insert into turns_to_refresh (process, subject_id) select distinct 'lease', s.id from ((select id, withdrawn_at, worked_off_at from new_rows except select id, withdrawn_at, worked_off_at from old_rows) union all (select id, withdrawn_at, worked_off_at from old_rows except select id, withdrawn_at, worked_off_at from new_rows)) r cross join lateral (select m.agreement_id from company_exit_leases m where m.exit_id = r.id) s (id) where s.id is not null;
  else
    insert into turns_to_refresh (process, subject_id) select distinct 'return', s.id from new_rows r cross join lateral (select r.id from bike_returns r where r.company_id = r.company_id and r.step = 'REQUESTED') s (id) where s.id is not null;
    insert into turns_to_refresh (process, subject_id) select distinct 'company-exit', s.id from new_rows r cross join lateral (select r.id) s (id) where s.id is not null;
    insert into turns_to_refresh (process, subject_id) select distinct 'company', s.id from new_rows r cross join lateral (select r.company_id) s (id) where s.id is not null;
    insert into turns_to_refresh (process, subject_id) select distinct 'lease', s.id from new_rows r cross join lateral (select m.agreement_id from company_exit_leases m where m.exit_id = r.id) s (id) where s.id is not null;
  end if;
  return null;
end$$;
create or replace trigger turns_follow_inserts after insert on company_exits referencing new table as new_rows for each statement execute function turns_follow_company_exits();
create or replace trigger turns_follow_updates after update on company_exits referencing old table as old_rows new table as new_rows for each statement execute function turns_follow_company_exits();
create or replace trigger turns_follow_deletes after delete on company_exits referencing old table as new_rows for each statement execute function turns_follow_company_exits();

create or replace function turns_follow_contact_forms() returns trigger language plpgsql as $$begin
  if tg_op = 'UPDATE' then
    if not exists (select checked, id from new_rows except select checked, id from old_rows) then return null; end if;
    insert into turns_to_refresh (process, subject_id) select distinct 'contact-form', s.id from ((select checked, id from new_rows except select checked, id from old_rows) union all (select checked, id from old_rows except select checked, id from new_rows)) r cross join lateral (select r.id) s (id) where s.id is not null;
  else
    insert into turns_to_refresh (process, subject_id) select distinct 'contact-form', s.id from new_rows r cross join lateral (select r.id) s (id) where s.id is not null;
  end if;
  return null;
end$$;
create or replace trigger turns_follow_inserts after insert on contact_forms referencing new table as new_rows for each statement execute function turns_follow_contact_forms();
create or replace trigger turns_follow_updates after update on contact_forms referencing old table as old_rows new table as new_rows for each statement execute function turns_follow_contact_forms();
create or replace trigger turns_follow_deletes after delete on contact_forms referencing old table as new_rows for each statement execute function turns_follow_contact_forms();

create or replace function turns_follow_e_invoice_messages() returns trigger language plpgsql as $$begin
  if tg_op = 'UPDATE' then
    if not exists (select id, state from new_rows except select id, state from old_rows) then return null; end if;
    insert into turns_to_refresh (process, subject_id) select distinct 'refused-e-invoice', s.id from ((select id, state from new_rows except select id, state from old_rows) union all (select id, state from old_rows except select id, state from new_rows)) r cross join lateral (select r.id where r.state = 'REJECTED') s (id) where s.id is not null;
  else
    insert into turns_to_refresh (process, subject_id) select distinct 'refused-e-invoice', s.id from new_rows r cross join lateral (select r.id where r.state = 'REJECTED') s (id) where s.id is not null;
  end if;
  return null;
end$$;
create or replace trigger turns_follow_inserts after insert on e_invoice_messages referencing new table as new_rows for each statement execute function turns_follow_e_invoice_messages();
create or replace trigger turns_follow_updates after update on e_invoice_messages referencing old table as old_rows new table as new_rows for each statement execute function turns_follow_e_invoice_messages();
create or replace trigger turns_follow_deletes after delete on e_invoice_messages referencing old table as new_rows for each statement execute function turns_follow_e_invoice_messages();

create or replace function turns_follow_insurance_claims() returns trigger language plpgsql as $$begin
  if tg_op = 'UPDATE' then
    insert into turns_to_refresh (process, subject_id) select distinct 'insurance-claim', s.id from (select id from new_rows union all select id from old_rows) r cross join lateral (select r.id) s (id) where s.id is not null;
  else
    insert into turns_to_refresh (process, subject_id) select distinct 'insurance-claim', s.id from new_rows r cross join lateral (select r.id) s (id) where s.id is not null;
  end if;
  return null;
end$$;
create or replace trigger turns_follow_inserts after insert on insurance_claims referencing new table as new_rows for each statement execute function turns_follow_insurance_claims();
create or replace trigger turns_follow_updates after update on insurance_claims referencing old table as old_rows new table as new_rows for each statement execute function turns_follow_insurance_claims();
create or replace trigger turns_follow_deletes after delete on insurance_claims referencing old table as new_rows for each statement execute function turns_follow_insurance_claims();

create or replace function turns_follow_intake_asides() returns trigger language plpgsql as $$begin
  if tg_op = 'UPDATE' then
    if not exists (select id, state from new_rows except select id, state from old_rows) then return null; end if;
    insert into turns_to_refresh (process, subject_id) select distinct 'intake', s.id from ((select id, state from new_rows except select id, state from old_rows) union all (select id, state from old_rows except select id, state from new_rows)) r cross join lateral (select r.id) s (id) where s.id is not null;
  else
    insert into turns_to_refresh (process, subject_id) select distinct 'intake', s.id from new_rows r cross join lateral (select r.id) s (id) where s.id is not null;
  end if;
  return null;
end$$;
create or replace trigger turns_follow_inserts after insert on intake_asides referencing new table as new_rows for each statement execute function turns_follow_intake_asides();
create or replace trigger turns_follow_updates after update on intake_asides referencing old table as old_rows new table as new_rows for each statement execute function turns_follow_intake_asides();
create or replace trigger turns_follow_deletes after delete on intake_asides referencing old table as new_rows for each statement execute function turns_follow_intake_asides();

create or replace function turns_follow_invoices() returns trigger language plpgsql as $$begin
  if tg_op = 'UPDATE' then
    if not exists (select beneficiary_employee_id, company_id, credited_cents, credited_invoice_id, disputed_at, due_day, id, open_cents, order_id, paid_cents, purpose, second_reminder_at, sent_at, stage, status, total_cents from new_rows except select beneficiary_employee_id, company_id, credited_cents, credited_invoice_id, disputed_at, due_day, id, open_cents, order_id, paid_cents, purpose, second_reminder_at, sent_at, stage, status, total_cents from old_rows) then return null; end if;
    insert into turns_to_refresh (process, subject_id) select distinct 'order', s.id from ((select credited_cents, credited_invoice_id, id, order_id, purpose, status, total_cents from new_rows except select credited_cents, credited_invoice_id, id, order_id, purpose, status, total_cents from old_rows) union all (select credited_cents, credited_invoice_id, id, order_id, purpose, status, total_cents from old_rows except select credited_cents, credited_invoice_id, id, order_id, purpose, status, total_cents from new_rows)) r cross join lateral (select r.order_id) s (id) where s.id is not null;
    insert into turns_to_refresh (process, subject_id) select distinct 'redemption', s.id from ((select due_day, id, open_cents from new_rows except select due_day, id, open_cents from old_rows) union all (select due_day, id, open_cents from old_rows except select due_day, id, open_cents from new_rows)) r cross join lateral (select r.id from redemption_payments p join redemptions r on r.redemption_payment_id = p.id
  where r.id in (p.invoice_id, p.rest_invoice_id)) s (id) where s.id is not null;
    insert into turns_to_refresh (process, subject_id) select distinct 'brokerage', s.id from ((select due_day, id from new_rows except select due_day, id from old_rows) union all (select due_day, id from old_rows except select due_day, id from new_rows)) r cross join lateral (select b.id from bike_brokerages b where b.invoice_id = r.id) s (id) where s.id is not null;
    insert into turns_to_refresh (process, subject_id) select distinct 'order-cancellation', s.id from ((select credited_cents, id, order_id, paid_cents, stage, total_cents from new_rows except select credited_cents, id, order_id, paid_cents, stage, total_cents from old_rows) union all (select credited_cents, id, order_id, paid_cents, stage, total_cents from old_rows except select credited_cents, id, order_id, paid_cents, stage, total_cents from new_rows)) r cross join lateral (select oc.id from order_cancellations oc where oc.order_id = r.order_id and oc.status = 'PENDING') s (id) where s.id is not null;
    insert into turns_to_refresh (process, subject_id) select distinct 'company', s.id from ((select company_id, id, open_cents, stage from new_rows except select company_id, id, open_cents, stage from old_rows) union all (select company_id, id, open_cents, stage from old_rows except select company_id, id, open_cents, stage from new_rows)) r cross join lateral (select c.id from companies c where c.id = r.company_id and (not exists (select ur.user_id from user_roles ur join users h on h.id = ur.user_id
  where (
  ((ur.company_id = c.id or ur.group_company_id = c.group_company_id)
  and (ur.role_id in ('7cb781e5-b1d3-88c6-ab75-9e1065873808', 'ca23af54-ecb9-83ff-a20a-9dedd1771660') or ur.user_id = any(c.signer_user_ids)))
  and exists (select 1 from role_permissions rp join permissions p on p.id = rp.permission_id
    where rp.role_id = ur.role_id and p.name = 'agreement:sign-employer')) and h.deactivated_at is null and not h.invited) or not exists (select ur.user_id from user_roles ur join users h on h.id = ur.user_id
  where (
  (ur.company_id = c.id or ur.group_company_id = c.group_company_id)
  and exists (select 1 from role_permissions rp join permissions p on p.id = rp.permission_id
    where rp.role_id = ur.role_id and p.name = 'payroll-report:lock')) and h.deactivated_at is null and not h.invited) or not exists (select ur.user_id from user_roles ur join users h on h.id = ur.user_id
  where (
  (ur.company_id = c.id or ur.group_company_id = c.group_company_id)
  and exists (select 1 from role_permissions rp join permissions p on p.id = rp.permission_id
    where rp.role_id = ur.role_id and p.name = 'employee:decide')) and h.deactivated_at is null and not h.invited))) s (id) where s.id is not null;
    insert into turns_to_refresh (process, subject_id) select distinct 'invoice', s.id from ((select beneficiary_employee_id, disputed_at, due_day, id, open_cents, second_reminder_at, sent_at, stage, status from new_rows except select beneficiary_employee_id, disputed_at, due_day, id, open_cents, second_reminder_at, sent_at, stage, status from old_rows) union all (select beneficiary_employee_id, disputed_at, due_day, id, open_cents, second_reminder_at, sent_at, stage, status from old_rows except select beneficiary_employee_id, disputed_at, due_day, id, open_cents, second_reminder_at, sent_at, stage, status from new_rows)) r cross join lateral (select r.id) s (id) where s.id is not null;
    insert into turns_to_refresh (process, subject_id) select distinct 'invoice', s.id from ((select credited_invoice_id, id from new_rows except select credited_invoice_id, id from old_rows) union all (select credited_invoice_id, id from old_rows except select credited_invoice_id, id from new_rows)) r cross join lateral (select r.credited_invoice_id) s (id) where s.id is not null;
  else
    insert into turns_to_refresh (process, subject_id) select distinct 'order', s.id from new_rows r cross join lateral (select r.order_id) s (id) where s.id is not null;
    insert into turns_to_refresh (process, subject_id) select distinct 'redemption', s.id from new_rows r cross join lateral (select r.id from redemption_payments p join redemptions r on r.redemption_payment_id = p.id
  where r.id in (p.invoice_id, p.rest_invoice_id)) s (id) where s.id is not null;
    insert into turns_to_refresh (process, subject_id) select distinct 'brokerage', s.id from new_rows r cross join lateral (select b.id from bike_brokerages b where b.invoice_id = r.id) s (id) where s.id is not null;
    insert into turns_to_refresh (process, subject_id) select distinct 'order-cancellation', s.id from new_rows r cross join lateral (select oc.id from order_cancellations oc where oc.order_id = r.order_id and oc.status = 'PENDING') s (id) where s.id is not null;
    insert into turns_to_refresh (process, subject_id) select distinct 'company', s.id from new_rows r cross join lateral (select c.id from companies c where c.id = r.company_id and (not exists (select ur.user_id from user_roles ur join users h on h.id = ur.user_id
  where (
  ((ur.company_id = c.id or ur.group_company_id = c.group_company_id)
  and (ur.role_id in ('7cb781e5-b1d3-88c6-ab75-9e1065873808', 'ca23af54-ecb9-83ff-a20a-9dedd1771660') or ur.user_id = any(c.signer_user_ids)))
  and exists (select 1 from role_permissions rp join permissions p on p.id = rp.permission_id
    where rp.role_id = ur.role_id and p.name = 'agreement:sign-employer')) and h.deactivated_at is null and not h.invited) or not exists (select ur.user_id from user_roles ur join users h on h.id = ur.user_id
  where (
  (ur.company_id = c.id or ur.group_company_id = c.group_company_id)
  and exists (select 1 from role_permissions rp join permissions p on p.id = rp.permission_id
    where rp.role_id = ur.role_id and p.name = 'payroll-report:lock')) and h.deactivated_at is null and not h.invited) or not exists (select ur.user_id from user_roles ur join users h on h.id = ur.user_id
  where (
  (ur.company_id = c.id or ur.group_company_id = c.group_company_id)
  and exists (select 1 from role_permissions rp join permissions p on p.id = rp.permission_id
    where rp.role_id = ur.role_id and p.name = 'employee:decide')) and h.deactivated_at is null and not h.invited))) s (id) where s.id is not null;
    insert into turns_to_refresh (process, subject_id) select distinct 'invoice', s.id from new_rows r cross join lateral (select r.id) s (id) where s.id is not null;
    insert into turns_to_refresh (process, subject_id) select distinct 'invoice', s.id from new_rows r cross join lateral (select r.credited_invoice_id) s (id) where s.id is not null;
  end if;
  return null;
end$$;
create or replace trigger turns_follow_inserts after insert on invoices referencing new table as new_rows for each statement execute function turns_follow_invoices();
create or replace trigger turns_follow_updates after update on invoices referencing old table as old_rows new table as new_rows for each statement execute function turns_follow_invoices();
create or replace trigger turns_follow_deletes after delete on invoices referencing old table as new_rows for each statement execute function turns_follow_invoices();

create or replace function turns_follow_leasing_agreements() returns trigger language plpgsql as $$begin
  if tg_op = 'UPDATE' then
    if not exists (select beneficiary_employee_id, bike_at, company_id, end_day, end_reason, ended_day, ends_as, ends_by, ends_on, id, kept_from, lease_state, leasing_company_id, lost_closed_at, order_id, previous_agreement_id, start_day, status, tax_regime_review, tax_regime_review_at, void_at from new_rows except select beneficiary_employee_id, bike_at, company_id, end_day, end_reason, ended_day, ends_as, ends_by, ends_on, id, kept_from, lease_state, leasing_company_id, lost_closed_at, order_id, previous_agreement_id, start_day, status, tax_regime_review, tax_regime_review_at, void_at from old_rows) then return null; end if;
    insert into turns_to_refresh (process, subject_id) select distinct 'order', s.id from ((select id, leasing_company_id, start_day from new_rows except select id, leasing_company_id, start_day from old_rows) union all (select id, leasing_company_id, start_day from old_rows except select id, leasing_company_id, start_day from new_rows)) r cross join lateral (select o.id from orders o where o.agreement_id = r.id) s (id) where s.id is not null;
    insert into turns_to_refresh (process, subject_id) select distinct 'order', s.id from ((select beneficiary_employee_id, id, lease_state, order_id, previous_agreement_id, void_at from new_rows except select beneficiary_employee_id, id, lease_state, order_id, previous_agreement_id, void_at from old_rows) union all (select beneficiary_employee_id, id, lease_state, order_id, previous_agreement_id, void_at from old_rows except select beneficiary_employee_id, id, lease_state, order_id, previous_agreement_id, void_at from new_rows)) r cross join lateral (select o.id from orders o where o.beneficiary_employee_id = r.beneficiary_employee_id and o.status = 'NOT_STARTED') s (id) where s.id is not null;
    insert into turns_to_refresh (process, subject_id) select distinct 'redemption', s.id from ((select bike_at, id, lease_state, leasing_company_id from new_rows except select bike_at, id, lease_state, leasing_company_id from old_rows) union all (select bike_at, id, lease_state, leasing_company_id from old_rows except select bike_at, id, lease_state, leasing_company_id from new_rows)) r cross join lateral (select r.id from redemptions r where r.agreement_id = r.id) s (id) where s.id is not null;
    insert into turns_to_refresh (process, subject_id) select distinct 'order-cancellation', s.id from ((select id, lease_state, leasing_company_id from new_rows except select id, lease_state, leasing_company_id from old_rows) union all (select id, lease_state, leasing_company_id from old_rows except select id, lease_state, leasing_company_id from new_rows)) r cross join lateral (select oc.id from orders o join order_cancellations oc on oc.order_id = o.id and oc.status = 'PENDING' where o.agreement_id = r.id) s (id) where s.id is not null;
    insert into turns_to_refresh (process, subject_id) select distinct 'company-exit', s.id from ((select bike_at, end_reason, ends_as, ends_by, id, lease_state from new_rows except select bike_at, end_reason, ends_as, ends_by, id, lease_state from old_rows) union all (select bike_at, end_reason, ends_as, ends_by, id, lease_state from old_rows except select bike_at, end_reason, ends_as, ends_by, id, lease_state from new_rows)) r cross join lateral (select m.exit_id from company_exit_leases m where m.agreement_id = r.id) s (id) where s.id is not null;
    insert into turns_to_refresh (process, subject_id) select distinct 'company', s.id from ((select company_id, id, lease_state, status, void_at from new_rows except select company_id, id, lease_state, status, void_at from old_rows) union all (select company_id, id, lease_state, status, void_at from old_rows except select company_id, id, lease_state, status, void_at from new_rows)) r cross join lateral (select c.id from companies c where c.id = r.company_id and (not exists (select ur.user_id from user_roles ur join users h on h.id = ur.user_id
  where (
  ((ur.company_id = c.id or ur.group_company_id = c.group_company_id)
  and (ur.role_id in ('7cb781e5-b1d3-88c6-ab75-9e1065873808', 'ca23af54-ecb9-83ff-a20a-9dedd1771660') or ur.user_id = any(c.signer_user_ids)))
  and exists (select 1 from role_permissions rp join permissions p on p.id = rp.permission_id
    where rp.role_id = ur.role_id and p.name = 'agreement:sign-employer')) and h.deactivated_at is null and not h.invited) or not exists (select ur.user_id from user_roles ur join users h on h.id = ur.user_id
  where (
  (ur.company_id = c.id or ur.group_company_id = c.group_company_id)
  and exists (select 1 from role_permissions rp join permissions p on p.id = rp.permission_id
    where rp.role_id = ur.role_id and p.name = 'payroll-report:lock')) and h.deactivated_at is null and not h.invited) or not exists (select ur.user_id from user_roles ur join users h on h.id = ur.user_id
  where (
  (ur.company_id = c.id or ur.group_company_id = c.group_company_id)
  and exists (select 1 from role_permissions rp join permissions p on p.id = rp.permission_id
    where rp.role_id = ur.role_id and p.name = 'employee:decide')) and h.deactivated_at is null and not h.invited))) s (id) where s.id is not null;
    insert into turns_to_refresh (process, subject_id) select distinct 'payroll-month', s.id from ((select company_id, end_day, ended_day, ends_on, id, lease_state, start_day, void_at from new_rows except select company_id, end_day, ended_day, ends_on, id, lease_state, start_day, void_at from old_rows) union all (select company_id, end_day, ended_day, ends_on, id, lease_state, start_day, void_at from old_rows except select company_id, end_day, ended_day, ends_on, id, lease_state, start_day, void_at from new_rows)) r cross join lateral (select r.company_id) s (id) where s.id is not null;
    insert into turns_to_refresh (process, subject_id) select distinct 'leaver', s.id from ((select beneficiary_employee_id, id, lease_state from new_rows except select beneficiary_employee_id, id, lease_state from old_rows) union all (select beneficiary_employee_id, id, lease_state from old_rows except select beneficiary_employee_id, id, lease_state from new_rows)) r cross join lateral (select r.id from beneficiary_employees e where e.id = r.beneficiary_employee_id and e.last_working_day < '2999-01-01') s (id) where s.id is not null;
    insert into turns_to_refresh (process, subject_id) select distinct 'lease', s.id from ((select bike_at, end_reason, ended_day, id, kept_from, lease_state, lost_closed_at, tax_regime_review, tax_regime_review_at from new_rows except select bike_at, end_reason, ended_day, id, kept_from, lease_state, lost_closed_at, tax_regime_review, tax_regime_review_at from old_rows) union all (select bike_at, end_reason, ended_day, id, kept_from, lease_state, lost_closed_at, tax_regime_review, tax_regime_review_at from old_rows except select bike_at, end_reason, ended_day, id, kept_from, lease_state, lost_closed_at, tax_regime_review, tax_regime_review_at from new_rows)) r cross join lateral (select r.id where r.lease_state = 'ENDED' or r.tax_regime_review is not null) s (id) where s.id is not null;
  else
    insert into turns_to_refresh (process, subject_id) select distinct 'order', s.id from new_rows r cross join lateral (select o.id from orders o where o.agreement_id = r.id) s (id) where s.id is not null;
    insert into turns_to_refresh (process, subject_id) select distinct 'order', s.id from new_rows r cross join lateral (select o.id from orders o where o.beneficiary_employee_id = r.beneficiary_employee_id and o.status = 'NOT_STARTED') s (id) where s.id is not null;
    insert into turns_to_refresh (process, subject_id) select distinct 'redemption', s.id from new_rows r cross join lateral (select r.id from redemptions r where r.agreement_id = r.id) s (id) where s.id is not null;
    insert into turns_to_refresh (process, subject_id) select distinct 'order-cancellation', s.id from new_rows r cross join lateral (select oc.id from orders o join order_cancellations oc on oc.order_id = o.id and oc.status = 'PENDING' where o.agreement_id = r.id) s (id) where s.id is not null;
    insert into turns_to_refresh (process, subject_id) select distinct 'company-exit', s.id from new_rows r cross join lateral (select m.exit_id from company_exit_leases m where m.agreement_id = r.id) s (id) where s.id is not null;
    insert into turns_to_refresh (process, subject_id) select distinct 'company', s.id from new_rows r cross join lateral (select c.id from companies c where c.id = r.company_id and (not exists (select ur.user_id from user_roles ur join users h on h.id = ur.user_id
  where (
  ((ur.company_id = c.id or ur.group_company_id = c.group_company_id)
  and (ur.role_id in ('7cb781e5-b1d3-88c6-ab75-9e1065873808', 'ca23af54-ecb9-83ff-a20a-9dedd1771660') or ur.user_id = any(c.signer_user_ids)))
  and exists (select 1 from role_permissions rp join permissions p on p.id = rp.permission_id
    where rp.role_id = ur.role_id and p.name = 'agreement:sign-employer')) and h.deactivated_at is null and not h.invited) or not exists (select ur.user_id from user_roles ur join users h on h.id = ur.user_id
  where (
  (ur.company_id = c.id or ur.group_company_id = c.group_company_id)
  and exists (select 1 from role_permissions rp join permissions p on p.id = rp.permission_id
    where rp.role_id = ur.role_id and p.name = 'payroll-report:lock')) and h.deactivated_at is null and not h.invited) or not exists (select ur.user_id from user_roles ur join users h on h.id = ur.user_id
  where (
  (ur.company_id = c.id or ur.group_company_id = c.group_company_id)
  and exists (select 1 from role_permissions rp join permissions p on p.id = rp.permission_id
    where rp.role_id = ur.role_id and p.name = 'employee:decide')) and h.deactivated_at is null and not h.invited))) s (id) where s.id is not null;
    insert into turns_to_refresh (process, subject_id) select distinct 'payroll-month', s.id from new_rows r cross join lateral (select r.company_id) s (id) where s.id is not null;
    insert into turns_to_refresh (process, subject_id) select distinct 'leaver', s.id from new_rows r cross join lateral (select r.id from beneficiary_employees e where e.id = r.beneficiary_employee_id and e.last_working_day < '2999-01-01') s (id) where s.id is not null;
    insert into turns_to_refresh (process, subject_id) select distinct 'lease', s.id from new_rows r cross join lateral (select r.id where r.lease_state = 'ENDED' or r.tax_regime_review is not null) s (id) where s.id is not null;
  end if;
  return null;
end$$;
create or replace trigger turns_follow_inserts after insert on leasing_agreements referencing new table as new_rows for each statement execute function turns_follow_leasing_agreements();
create or replace trigger turns_follow_updates after update on leasing_agreements referencing old table as old_rows new table as new_rows for each statement execute function turns_follow_leasing_agreements();
create or replace trigger turns_follow_deletes after delete on leasing_agreements referencing old table as new_rows for each statement execute function turns_follow_leasing_agreements();

create or replace function turns_follow_leasing_companies() returns trigger language plpgsql as $$begin
  if tg_op = 'UPDATE' then
    if not exists (select authority_day, authority_reference, id, invoice_email, kind from new_rows except select authority_day, authority_reference, id, invoice_email, kind from old_rows) then return null; end if;
    insert into turns_to_refresh (process, subject_id) select distinct 'order', s.id from ((select authority_day, authority_reference, id from new_rows except select authority_day, authority_reference, id from old_rows) union all (select authority_day, authority_reference, id from old_rows except select authority_day, authority_reference, id from new_rows)) r cross join lateral (select o.id from companies c join orders o on o.company_id = c.id and o.status = 'PACKAGE_PROVIDED' where c.leasing_company_id = r.id) s (id) where s.id is not null;
    insert into turns_to_refresh (process, subject_id) select distinct 'order', s.id from ((select id, kind from new_rows except select id, kind from old_rows) union all (select id, kind from old_rows except select id, kind from new_rows)) r cross join lateral (select o.id from leasing_agreements a join orders o on o.agreement_id = a.id and o.status = 'READY_FOR_BILLING' where a.leasing_company_id = r.id) s (id) where s.id is not null;
    insert into turns_to_refresh (process, subject_id) select distinct 'redemption', s.id from ((select id, invoice_email, kind from new_rows except select id, invoice_email, kind from old_rows) union all (select id, invoice_email, kind from old_rows except select id, invoice_email, kind from new_rows)) r cross join lateral (select r.id from leasing_agreements a join redemptions r on r.agreement_id = a.id
        where a.leasing_company_id = r.id and r.step in ('USER_PAYMENT_PAID', 'LESSOR_INVOICE_SENT')) s (id) where s.id is not null;
  else
    insert into turns_to_refresh (process, subject_id) select distinct 'order', s.id from new_rows r cross join lateral (select o.id from companies c join orders o on o.company_id = c.id and o.status = 'PACKAGE_PROVIDED' where c.leasing_company_id = r.id) s (id) where s.id is not null;
    insert into turns_to_refresh (process, subject_id) select distinct 'order', s.id from new_rows r cross join lateral (select o.id from leasing_agreements a join orders o on o.agreement_id = a.id and o.status = 'READY_FOR_BILLING' where a.leasing_company_id = r.id) s (id) where s.id is not null;
    insert into turns_to_refresh (process, subject_id) select distinct 'redemption', s.id from new_rows r cross join lateral (select r.id from leasing_agreements a join redemptions r on r.agreement_id = a.id
        where a.leasing_company_id = r.id and r.step in ('USER_PAYMENT_PAID', 'LESSOR_INVOICE_SENT')) s (id) where s.id is not null;
  end if;
  return null;
end$$;
create or replace trigger turns_follow_inserts after insert on leasing_companies referencing new table as new_rows for each statement execute function turns_follow_leasing_companies();
create or replace trigger turns_follow_updates after update on leasing_companies referencing old table as old_rows new table as new_rows for each statement execute function turns_follow_leasing_companies();
create or replace trigger turns_follow_deletes after delete on leasing_companies referencing old table as new_rows for each statement execute function turns_follow_leasing_companies();

create or replace function turns_follow_lessor_differences() returns trigger language plpgsql as $$begin
  if tg_op = 'UPDATE' then
    if not exists (select id, state from new_rows except select id, state from old_rows) then return null; end if;
    insert into turns_to_refresh (process, subject_id) select distinct 'lessor-difference', s.id from ((select id, state from new_rows except select id, state from old_rows) union all (select id, state from old_rows except select id, state from new_rows)) r cross join lateral (select r.id) s (id) where s.id is not null;
  else
    insert into turns_to_refresh (process, subject_id) select distinct 'lessor-difference', s.id from new_rows r cross join lateral (select r.id) s (id) where s.id is not null;
  end if;
  return null;
end$$;
create or replace trigger turns_follow_inserts after insert on lessor_differences referencing new table as new_rows for each statement execute function turns_follow_lessor_differences();
create or replace trigger turns_follow_updates after update on lessor_differences referencing old table as old_rows new table as new_rows for each statement execute function turns_follow_lessor_differences();
create or replace trigger turns_follow_deletes after delete on lessor_differences referencing old table as new_rows for each statement execute function turns_follow_lessor_differences();

create or replace function turns_follow_order_cancellation_lines() returns trigger language plpgsql as $$begin
  if tg_op = 'UPDATE' then
    insert into turns_to_refresh (process, subject_id) select distinct 'order-cancellation', s.id from (select order_cancellation_id from new_rows union all select order_cancellation_id from old_rows) r cross join lateral (select r.order_cancellation_id) s (id) where s.id is not null;
  else
    insert into turns_to_refresh (process, subject_id) select distinct 'order-cancellation', s.id from new_rows r cross join lateral (select r.order_cancellation_id) s (id) where s.id is not null;
  end if;
  return null;
end$$;
create or replace trigger turns_follow_inserts after insert on order_cancellation_lines referencing new table as new_rows for each statement execute function turns_follow_order_cancellation_lines();
create or replace trigger turns_follow_updates after update on order_cancellation_lines referencing old table as old_rows new table as new_rows for each statement execute function turns_follow_order_cancellation_lines();
create or replace trigger turns_follow_deletes after delete on order_cancellation_lines referencing old table as new_rows for each statement execute function turns_follow_order_cancellation_lines();

create or replace function turns_follow_order_cancellation_requests() returns trigger language plpgsql as $$begin
  if tg_op = 'UPDATE' then
    if not exists (select id, order_id, state from new_rows except select id, order_id, state from old_rows) then return null; end if;
    insert into turns_to_refresh (process, subject_id) select distinct 'order', s.id from ((select id, order_id, state from new_rows except select id, order_id, state from old_rows) union all (select id, order_id, state from old_rows except select id, order_id, state from new_rows)) r cross join lateral (select r.order_id) s (id) where s.id is not null;
  else
    insert into turns_to_refresh (process, subject_id) select distinct 'order', s.id from new_rows r cross join lateral (select r.order_id) s (id) where s.id is not null;
  end if;
  return null;
end$$;
create or replace trigger turns_follow_inserts after insert on order_cancellation_requests referencing new table as new_rows for each statement execute function turns_follow_order_cancellation_requests();
create or replace trigger turns_follow_updates after update on order_cancellation_requests referencing old table as old_rows new table as new_rows for each statement execute function turns_follow_order_cancellation_requests();
create or replace trigger turns_follow_deletes after delete on order_cancellation_requests referencing old table as new_rows for each statement execute function turns_follow_order_cancellation_requests();

create or replace function turns_follow_order_cancellations() returns trigger language plpgsql as $$begin
  if tg_op = 'UPDATE' then
    insert into turns_to_refresh (process, subject_id) select distinct 'order', s.id from ((select id, order_id, status from new_rows except select id, order_id, status from old_rows) union all (select id, order_id, status from old_rows except select id, order_id, status from new_rows)) r cross join lateral (select r.order_id) s (id) where s.id is not null;
    insert into turns_to_refresh (process, subject_id) select distinct 'order-cancellation', s.id from (select id from new_rows union all select id from old_rows) r cross join lateral (select r.id) s (id) where s.id is not null;
  else
    insert into turns_to_refresh (process, subject_id) select distinct 'order', s.id from new_rows r cross join lateral (select r.order_id) s (id) where s.id is not null;
    insert into turns_to_refresh (process, subject_id) select distinct 'order-cancellation', s.id from new_rows r cross join lateral (select r.id) s (id) where s.id is not null;
  end if;
  return null;
end$$;
create or replace trigger turns_follow_inserts after insert on order_cancellations referencing new table as new_rows for each statement execute function turns_follow_order_cancellations();
create or replace trigger turns_follow_updates after update on order_cancellations referencing old table as old_rows new table as new_rows for each statement execute function turns_follow_order_cancellations();
create or replace trigger turns_follow_deletes after delete on order_cancellations referencing old table as new_rows for each statement execute function turns_follow_order_cancellations();

create or replace function turns_follow_orders() returns trigger language plpgsql as $$begin
  if tg_op = 'UPDATE' then
    if not exists (select agreement_id, beneficiary_employee_id, bike_store_id, company_id, delivery_day, delivery_known_at, id, is_online_order, pickup_ready_at, snapshot, status, status_changed_at from new_rows except select agreement_id, beneficiary_employee_id, bike_store_id, company_id, delivery_day, delivery_known_at, id, is_online_order, pickup_ready_at, snapshot, status, status_changed_at from old_rows) then return null; end if;
    insert into turns_to_refresh (process, subject_id) select distinct 'order', s.id from ((select agreement_id, bike_store_id, delivery_day, delivery_known_at, id, is_online_order, pickup_ready_at, snapshot, status, status_changed_at from new_rows except select agreement_id, bike_store_id, delivery_day, delivery_known_at, id, is_online_order, pickup_ready_at, snapshot, status, status_changed_at from old_rows) union all (select agreement_id, bike_store_id, delivery_day, delivery_known_at, id, is_online_order, pickup_ready_at, snapshot, status, status_changed_at from old_rows except select agreement_id, bike_store_id, delivery_day, delivery_known_at, id, is_online_order, pickup_ready_at, snapshot, status, status_changed_at from new_rows)) r cross join lateral (select r.id) s (id) where s.id is not null;
    insert into turns_to_refresh (process, subject_id) select distinct 'order', s.id from ((select beneficiary_employee_id, id, status from new_rows except select beneficiary_employee_id, id, status from old_rows) union all (select beneficiary_employee_id, id, status from old_rows except select beneficiary_employee_id, id, status from new_rows)) r cross join lateral (select o.id from orders o where o.beneficiary_employee_id = r.beneficiary_employee_id and o.status = 'NOT_STARTED' and o.id <> r.id) s (id) where s.id is not null;
    insert into turns_to_refresh (process, subject_id) select distinct 'order-cancellation', s.id from ((select agreement_id, bike_store_id, delivery_day, id from new_rows except select agreement_id, bike_store_id, delivery_day, id from old_rows) union all (select agreement_id, bike_store_id, delivery_day, id from old_rows except select agreement_id, bike_store_id, delivery_day, id from new_rows)) r cross join lateral (select oc.id from order_cancellations oc where oc.order_id = r.id and oc.status = 'PENDING') s (id) where s.id is not null;
    insert into turns_to_refresh (process, subject_id) select distinct 'company', s.id from ((select company_id, id, status from new_rows except select company_id, id, status from old_rows) union all (select company_id, id, status from old_rows except select company_id, id, status from new_rows)) r cross join lateral (select c.id from companies c where c.id = r.company_id and (not exists (select ur.user_id from user_roles ur join users h on h.id = ur.user_id
  where (
  ((ur.company_id = c.id or ur.group_company_id = c.group_company_id)
  and (ur.role_id in ('7cb781e5-b1d3-88c6-ab75-9e1065873808', 'ca23af54-ecb9-83ff-a20a-9dedd1771660') or ur.user_id = any(c.signer_user_ids)))
  and exists (select 1 from role_permissions rp join permissions p on p.id = rp.permission_id
    where rp.role_id = ur.role_id and p.name = 'agreement:sign-employer')) and h.deactivated_at is null and not h.invited) or not exists (select ur.user_id from user_roles ur join users h on h.id = ur.user_id
  where (
  (ur.company_id = c.id or ur.group_company_id = c.group_company_id)
  and exists (select 1 from role_permissions rp join permissions p on p.id = rp.permission_id
    where rp.role_id = ur.role_id and p.name = 'payroll-report:lock')) and h.deactivated_at is null and not h.invited) or not exists (select ur.user_id from user_roles ur join users h on h.id = ur.user_id
  where (
  (ur.company_id = c.id or ur.group_company_id = c.group_company_id)
  and exists (select 1 from role_permissions rp join permissions p on p.id = rp.permission_id
    where rp.role_id = ur.role_id and p.name = 'employee:decide')) and h.deactivated_at is null and not h.invited))) s (id) where s.id is not null;
  else
    insert into turns_to_refresh (process, subject_id) select distinct 'order', s.id from new_rows r cross join lateral (select r.id) s (id) where s.id is not null;
    insert into turns_to_refresh (process, subject_id) select distinct 'order', s.id from new_rows r cross join lateral (select o.id from orders o where o.beneficiary_employee_id = r.beneficiary_employee_id and o.status = 'NOT_STARTED' and o.id <> r.id) s (id) where s.id is not null;
    insert into turns_to_refresh (process, subject_id) select distinct 'order-cancellation', s.id from new_rows r cross join lateral (select oc.id from order_cancellations oc where oc.order_id = r.id and oc.status = 'PENDING') s (id) where s.id is not null;
    insert into turns_to_refresh (process, subject_id) select distinct 'company', s.id from new_rows r cross join lateral (select c.id from companies c where c.id = r.company_id and (not exists (select ur.user_id from user_roles ur join users h on h.id = ur.user_id
  where (
  ((ur.company_id = c.id or ur.group_company_id = c.group_company_id)
  and (ur.role_id in ('7cb781e5-b1d3-88c6-ab75-9e1065873808', 'ca23af54-ecb9-83ff-a20a-9dedd1771660') or ur.user_id = any(c.signer_user_ids)))
  and exists (select 1 from role_permissions rp join permissions p on p.id = rp.permission_id
    where rp.role_id = ur.role_id and p.name = 'agreement:sign-employer')) and h.deactivated_at is null and not h.invited) or not exists (select ur.user_id from user_roles ur join users h on h.id = ur.user_id
  where (
  (ur.company_id = c.id or ur.group_company_id = c.group_company_id)
  and exists (select 1 from role_permissions rp join permissions p on p.id = rp.permission_id
    where rp.role_id = ur.role_id and p.name = 'payroll-report:lock')) and h.deactivated_at is null and not h.invited) or not exists (select ur.user_id from user_roles ur join users h on h.id = ur.user_id
  where (
  (ur.company_id = c.id or ur.group_company_id = c.group_company_id)
  and exists (select 1 from role_permissions rp join permissions p on p.id = rp.permission_id
    where rp.role_id = ur.role_id and p.name = 'employee:decide')) and h.deactivated_at is null and not h.invited))) s (id) where s.id is not null;
  end if;
  return null;
end$$;
create or replace trigger turns_follow_inserts after insert on orders referencing new table as new_rows for each statement execute function turns_follow_orders();
create or replace trigger turns_follow_updates after update on orders referencing old table as old_rows new table as new_rows for each statement execute function turns_follow_orders();
create or replace trigger turns_follow_deletes after delete on orders referencing old table as new_rows for each statement execute function turns_follow_orders();

create or replace function turns_follow_outbox() returns trigger language plpgsql as $$begin
  if tg_op = 'UPDATE' then
    if not exists (select id, status from new_rows except select id, status from old_rows) then return null; end if;
    insert into turns_to_refresh (process, subject_id) select distinct 'message', s.id from ((select id, status from new_rows except select id, status from old_rows) union all (select id, status from old_rows except select id, status from new_rows)) r cross join lateral (select r.id where r.status = 'DEAD') s (id) where s.id is not null;
  else
    insert into turns_to_refresh (process, subject_id) select distinct 'message', s.id from new_rows r cross join lateral (select r.id where r.status = 'DEAD') s (id) where s.id is not null;
  end if;
  return null;
end$$;
create or replace trigger turns_follow_inserts after insert on outbox referencing new table as new_rows for each statement execute function turns_follow_outbox();
create or replace trigger turns_follow_updates after update on outbox referencing old table as old_rows new table as new_rows for each statement execute function turns_follow_outbox();
create or replace trigger turns_follow_deletes after delete on outbox referencing old table as new_rows for each statement execute function turns_follow_outbox();

create or replace function turns_follow_payment_files() returns trigger language plpgsql as $$begin
  if tg_op = 'UPDATE' then
    insert into turns_to_refresh (process, subject_id) select distinct 'invoice', s.id from ((select id, released_at from new_rows except select id, released_at from old_rows) union all (select id, released_at from old_rows except select id, released_at from new_rows)) r cross join lateral (select p.invoice_id from payment_orders p where p.payment_file_id = r.id) s (id) where s.id is not null;
    insert into turns_to_refresh (process, subject_id) select distinct 'payment-file', s.id from (select id from new_rows union all select id from old_rows) r cross join lateral (select r.id) s (id) where s.id is not null;
  else
    insert into turns_to_refresh (process, subject_id) select distinct 'invoice', s.id from new_rows r cross join lateral (select p.invoice_id from payment_orders p where p.payment_file_id = r.id) s (id) where s.id is not null;
    insert into turns_to_refresh (process, subject_id) select distinct 'payment-file', s.id from new_rows r cross join lateral (select r.id) s (id) where s.id is not null;
  end if;
  return null;
end$$;
create or replace trigger turns_follow_inserts after insert on payment_files referencing new table as new_rows for each statement execute function turns_follow_payment_files();
create or replace trigger turns_follow_updates after update on payment_files referencing old table as old_rows new table as new_rows for each statement execute function turns_follow_payment_files();
create or replace trigger turns_follow_deletes after delete on payment_files referencing old table as new_rows for each statement execute function turns_follow_payment_files();

create or replace function turns_follow_payment_orders() returns trigger language plpgsql as $$begin
  if tg_op = 'UPDATE' then
    insert into turns_to_refresh (process, subject_id) select distinct 'order-cancellation', s.id from ((select amount_cents, id, invoice_id, state from new_rows except select amount_cents, id, invoice_id, state from old_rows) union all (select amount_cents, id, invoice_id, state from old_rows except select amount_cents, id, invoice_id, state from new_rows)) r cross join lateral (select oc.id from invoices i join order_cancellations oc on oc.order_id = i.order_id and oc.status = 'PENDING' where i.id = r.invoice_id) s (id) where s.id is not null;
    insert into turns_to_refresh (process, subject_id) select distinct 'invoice', s.id from ((select amount_cents, id, invoice_id, kind, payment_file_id, state from new_rows except select amount_cents, id, invoice_id, kind, payment_file_id, state from old_rows) union all (select amount_cents, id, invoice_id, kind, payment_file_id, state from old_rows except select amount_cents, id, invoice_id, kind, payment_file_id, state from new_rows)) r cross join lateral (select r.invoice_id) s (id) where s.id is not null;
    insert into turns_to_refresh (process, subject_id) select distinct 'repayment', s.id from (select id from new_rows union all select id from old_rows) r cross join lateral (select r.id) s (id) where s.id is not null;
    insert into turns_to_refresh (process, subject_id) select distinct 'payment-file', s.id from ((select id, payment_file_id, returned_from, state from new_rows except select id, payment_file_id, returned_from, state from old_rows) union all (select id, payment_file_id, returned_from, state from old_rows except select id, payment_file_id, returned_from, state from new_rows)) r cross join lateral (select r.returned_from) s (id) where s.id is not null;
  else
    insert into turns_to_refresh (process, subject_id) select distinct 'order-cancellation', s.id from new_rows r cross join lateral (select oc.id from invoices i join order_cancellations oc on oc.order_id = i.order_id and oc.status = 'PENDING' where i.id = r.invoice_id) s (id) where s.id is not null;
    insert into turns_to_refresh (process, subject_id) select distinct 'invoice', s.id from new_rows r cross join lateral (select r.invoice_id) s (id) where s.id is not null;
    insert into turns_to_refresh (process, subject_id) select distinct 'repayment', s.id from new_rows r cross join lateral (select r.id) s (id) where s.id is not null;
    insert into turns_to_refresh (process, subject_id) select distinct 'payment-file', s.id from new_rows r cross join lateral (select r.returned_from) s (id) where s.id is not null;
  end if;
  return null;
end$$;
create or replace trigger turns_follow_inserts after insert on payment_orders referencing new table as new_rows for each statement execute function turns_follow_payment_orders();
create or replace trigger turns_follow_updates after update on payment_orders referencing old table as old_rows new table as new_rows for each statement execute function turns_follow_payment_orders();
create or replace trigger turns_follow_deletes after delete on payment_orders referencing old table as new_rows for each statement execute function turns_follow_payment_orders();

create or replace function turns_follow_payments() returns trigger language plpgsql as $$begin
  if tg_op = 'UPDATE' then
    insert into turns_to_refresh (process, subject_id) select distinct 'insurance-claim', s.id from (select payer_id, payer_kind from new_rows union all select payer_id, payer_kind from old_rows) r cross join lateral (select k.id from insurance_claims k where k.id = r.payer_id and r.payer_kind = 'INSURER') s (id) where s.id is not null;
    insert into turns_to_refresh (process, subject_id) select distinct 'order-cancellation', s.id from (select invoice_id from new_rows union all select invoice_id from old_rows) r cross join lateral (select oc.id from invoices i join order_cancellations oc on oc.order_id = i.order_id and oc.status = 'PENDING' where i.id = r.invoice_id) s (id) where s.id is not null;
    insert into turns_to_refresh (process, subject_id) select distinct 'invoice', s.id from (select invoice_id from new_rows union all select invoice_id from old_rows) r cross join lateral (select r.invoice_id) s (id) where s.id is not null;
  else
    insert into turns_to_refresh (process, subject_id) select distinct 'insurance-claim', s.id from new_rows r cross join lateral (select k.id from insurance_claims k where k.id = r.payer_id and r.payer_kind = 'INSURER') s (id) where s.id is not null;
    insert into turns_to_refresh (process, subject_id) select distinct 'order-cancellation', s.id from new_rows r cross join lateral (select oc.id from invoices i join order_cancellations oc on oc.order_id = i.order_id and oc.status = 'PENDING' where i.id = r.invoice_id) s (id) where s.id is not null;
    insert into turns_to_refresh (process, subject_id) select distinct 'invoice', s.id from new_rows r cross join lateral (select r.invoice_id) s (id) where s.id is not null;
  end if;
  return null;
end$$;
create or replace trigger turns_follow_inserts after insert on payments referencing new table as new_rows for each statement execute function turns_follow_payments();
create or replace trigger turns_follow_updates after update on payments referencing old table as old_rows new table as new_rows for each statement execute function turns_follow_payments();
create or replace trigger turns_follow_deletes after delete on payments referencing old table as new_rows for each statement execute function turns_follow_payments();

create or replace function turns_follow_payroll_deduction_months() returns trigger language plpgsql as $$begin
  if tg_op = 'UPDATE' then
    insert into turns_to_refresh (process, subject_id) select distinct 'deduction', s.id from (select company_id from new_rows union all select company_id from old_rows) r cross join lateral (select r.company_id) s (id) where s.id is not null;
  else
    insert into turns_to_refresh (process, subject_id) select distinct 'deduction', s.id from new_rows r cross join lateral (select r.company_id) s (id) where s.id is not null;
  end if;
  return null;
end$$;
create or replace trigger turns_follow_inserts after insert on payroll_deduction_months referencing new table as new_rows for each statement execute function turns_follow_payroll_deduction_months();
create or replace trigger turns_follow_updates after update on payroll_deduction_months referencing old table as old_rows new table as new_rows for each statement execute function turns_follow_payroll_deduction_months();
create or replace trigger turns_follow_deletes after delete on payroll_deduction_months referencing old table as new_rows for each statement execute function turns_follow_payroll_deduction_months();

create or replace function turns_follow_payroll_deductions() returns trigger language plpgsql as $$begin
  if tg_op = 'UPDATE' then
    if not exists (select company_id, ended_at, id from new_rows except select company_id, ended_at, id from old_rows) then return null; end if;
    insert into turns_to_refresh (process, subject_id) select distinct 'deduction', s.id from ((select company_id, ended_at, id from new_rows except select company_id, ended_at, id from old_rows) union all (select company_id, ended_at, id from old_rows except select company_id, ended_at, id from new_rows)) r cross join lateral (select r.company_id) s (id) where s.id is not null;
  else
    insert into turns_to_refresh (process, subject_id) select distinct 'deduction', s.id from new_rows r cross join lateral (select r.company_id) s (id) where s.id is not null;
  end if;
  return null;
end$$;
create or replace trigger turns_follow_inserts after insert on payroll_deductions referencing new table as new_rows for each statement execute function turns_follow_payroll_deductions();
create or replace trigger turns_follow_updates after update on payroll_deductions referencing old table as old_rows new table as new_rows for each statement execute function turns_follow_payroll_deductions();
create or replace trigger turns_follow_deletes after delete on payroll_deductions referencing old table as new_rows for each statement execute function turns_follow_payroll_deductions();

create or replace function turns_follow_payroll_months() returns trigger language plpgsql as $$begin
  if tg_op = 'UPDATE' then
    insert into turns_to_refresh (process, subject_id) select distinct 'payroll-month', s.id from (select company_id from new_rows union all select company_id from old_rows) r cross join lateral (select r.company_id) s (id) where s.id is not null;
  else
    insert into turns_to_refresh (process, subject_id) select distinct 'payroll-month', s.id from new_rows r cross join lateral (select r.company_id) s (id) where s.id is not null;
  end if;
  return null;
end$$;
create or replace trigger turns_follow_inserts after insert on payroll_months referencing new table as new_rows for each statement execute function turns_follow_payroll_months();
create or replace trigger turns_follow_updates after update on payroll_months referencing old table as old_rows new table as new_rows for each statement execute function turns_follow_payroll_months();
create or replace trigger turns_follow_deletes after delete on payroll_months referencing old table as new_rows for each statement execute function turns_follow_payroll_months();

create or replace function turns_follow_payroll_payers() returns trigger language plpgsql as $$begin
  if tg_op = 'UPDATE' then
    insert into turns_to_refresh (process, subject_id) select distinct 'leaver', s.id from (select agreement_id from new_rows union all select agreement_id from old_rows) r cross join lateral (select r.agreement_id) s (id) where s.id is not null;
  else
    insert into turns_to_refresh (process, subject_id) select distinct 'leaver', s.id from new_rows r cross join lateral (select r.agreement_id) s (id) where s.id is not null;
  end if;
  return null;
end$$;
create or replace trigger turns_follow_inserts after insert on payroll_payers referencing new table as new_rows for each statement execute function turns_follow_payroll_payers();
create or replace trigger turns_follow_updates after update on payroll_payers referencing old table as old_rows new table as new_rows for each statement execute function turns_follow_payroll_payers();
create or replace trigger turns_follow_deletes after delete on payroll_payers referencing old table as new_rows for each statement execute function turns_follow_payroll_payers();

create or replace function turns_follow_paytrail_refunds() returns trigger language plpgsql as $$begin
  if tg_op = 'UPDATE' then
    insert into turns_to_refresh (process, subject_id) select distinct 'invoice', s.id from ((select id, invoice_id, state from new_rows except select id, invoice_id, state from old_rows) union all (select id, invoice_id, state from old_rows except select id, invoice_id, state from new_rows)) r cross join lateral (select r.invoice_id) s (id) where s.id is not null;
    insert into turns_to_refresh (process, subject_id) select distinct 'refund', s.id from (select id from new_rows union all select id from old_rows) r cross join lateral (select r.id) s (id) where s.id is not null;
  else
    insert into turns_to_refresh (process, subject_id) select distinct 'invoice', s.id from new_rows r cross join lateral (select r.invoice_id) s (id) where s.id is not null;
    insert into turns_to_refresh (process, subject_id) select distinct 'refund', s.id from new_rows r cross join lateral (select r.id) s (id) where s.id is not null;
  end if;
  return null;
end$$;
create or replace trigger turns_follow_inserts after insert on paytrail_refunds referencing new table as new_rows for each statement execute function turns_follow_paytrail_refunds();
create or replace trigger turns_follow_updates after update on paytrail_refunds referencing old table as old_rows new table as new_rows for each statement execute function turns_follow_paytrail_refunds();
create or replace trigger turns_follow_deletes after delete on paytrail_refunds referencing old table as new_rows for each statement execute function turns_follow_paytrail_refunds();

create or replace function turns_follow_proposal_companies() returns trigger language plpgsql as $$begin
  if tg_op = 'UPDATE' then
    insert into turns_to_refresh (process, subject_id) select distinct 'proposal', s.id from (select proposal_id from new_rows union all select proposal_id from old_rows) r cross join lateral (select r.proposal_id) s (id) where s.id is not null;
  else
    insert into turns_to_refresh (process, subject_id) select distinct 'proposal', s.id from new_rows r cross join lateral (select r.proposal_id) s (id) where s.id is not null;
  end if;
  return null;
end$$;
create or replace trigger turns_follow_inserts after insert on proposal_companies referencing new table as new_rows for each statement execute function turns_follow_proposal_companies();
create or replace trigger turns_follow_updates after update on proposal_companies referencing old table as old_rows new table as new_rows for each statement execute function turns_follow_proposal_companies();
create or replace trigger turns_follow_deletes after delete on proposal_companies referencing old table as new_rows for each statement execute function turns_follow_proposal_companies();

create or replace function turns_follow_proposals() returns trigger language plpgsql as $$begin
  if tg_op = 'UPDATE' then
    insert into turns_to_refresh (process, subject_id) select distinct 'proposal', s.id from (select id from new_rows union all select id from old_rows) r cross join lateral (select r.id) s (id) where s.id is not null;
  else
    insert into turns_to_refresh (process, subject_id) select distinct 'proposal', s.id from new_rows r cross join lateral (select r.id) s (id) where s.id is not null;
  end if;
  return null;
end$$;
create or replace trigger turns_follow_inserts after insert on proposals referencing new table as new_rows for each statement execute function turns_follow_proposals();
create or replace trigger turns_follow_updates after update on proposals referencing old table as old_rows new table as new_rows for each statement execute function turns_follow_proposals();
create or replace trigger turns_follow_deletes after delete on proposals referencing old table as new_rows for each statement execute function turns_follow_proposals();

create or replace function turns_follow_received_e_invoices() returns trigger language plpgsql as $$begin
  if tg_op = 'UPDATE' then
    if not exists (select id, state from new_rows except select id, state from old_rows) then return null; end if;
    insert into turns_to_refresh (process, subject_id) select distinct 'received-e-invoice', s.id from ((select id, state from new_rows except select id, state from old_rows) union all (select id, state from old_rows except select id, state from new_rows)) r cross join lateral (select r.id) s (id) where s.id is not null;
  else
    insert into turns_to_refresh (process, subject_id) select distinct 'received-e-invoice', s.id from new_rows r cross join lateral (select r.id) s (id) where s.id is not null;
  end if;
  return null;
end$$;
create or replace trigger turns_follow_inserts after insert on received_e_invoices referencing new table as new_rows for each statement execute function turns_follow_received_e_invoices();
create or replace trigger turns_follow_updates after update on received_e_invoices referencing old table as old_rows new table as new_rows for each statement execute function turns_follow_received_e_invoices();
create or replace trigger turns_follow_deletes after delete on received_e_invoices referencing old table as new_rows for each statement execute function turns_follow_received_e_invoices();

create or replace function turns_follow_record_alarms() returns trigger language plpgsql as $$begin
  if tg_op = 'UPDATE' then
    if not exists (select closed_at, found_at, id from new_rows except select closed_at, found_at, id from old_rows) then return null; end if;
    insert into turns_to_refresh (process, subject_id) select distinct 'record', s.id from ((select closed_at, found_at, id from new_rows except select closed_at, found_at, id from old_rows) union all (select closed_at, found_at, id from old_rows except select closed_at, found_at, id from new_rows)) r cross join lateral (select r.id) s (id) where s.id is not null;
  else
    insert into turns_to_refresh (process, subject_id) select distinct 'record', s.id from new_rows r cross join lateral (select r.id) s (id) where s.id is not null;
  end if;
  return null;
end$$;
create or replace trigger turns_follow_inserts after insert on record_alarms referencing new table as new_rows for each statement execute function turns_follow_record_alarms();
create or replace trigger turns_follow_updates after update on record_alarms referencing old table as old_rows new table as new_rows for each statement execute function turns_follow_record_alarms();
create or replace trigger turns_follow_deletes after delete on record_alarms referencing old table as new_rows for each statement execute function turns_follow_record_alarms();

create or replace function turns_follow_redemption_payments() returns trigger language plpgsql as $$begin
  if tg_op = 'UPDATE' then
    insert into turns_to_refresh (process, subject_id) select distinct 'redemption', s.id from (select id from new_rows union all select id from old_rows) r cross join lateral (select r.id from redemptions r where r.redemption_payment_id = r.id) s (id) where s.id is not null;
  else
    insert into turns_to_refresh (process, subject_id) select distinct 'redemption', s.id from new_rows r cross join lateral (select r.id from redemptions r where r.redemption_payment_id = r.id) s (id) where s.id is not null;
  end if;
  return null;
end$$;
create or replace trigger turns_follow_inserts after insert on redemption_payments referencing new table as new_rows for each statement execute function turns_follow_redemption_payments();
create or replace trigger turns_follow_updates after update on redemption_payments referencing old table as old_rows new table as new_rows for each statement execute function turns_follow_redemption_payments();
create or replace trigger turns_follow_deletes after delete on redemption_payments referencing old table as new_rows for each statement execute function turns_follow_redemption_payments();

create or replace function turns_follow_redemptions() returns trigger language plpgsql as $$begin
  if tg_op = 'UPDATE' then
    insert into turns_to_refresh (process, subject_id) select distinct 'redemption', s.id from (select id from new_rows union all select id from old_rows) r cross join lateral (select r.id) s (id) where s.id is not null;
    insert into turns_to_refresh (process, subject_id) select distinct 'lease', s.id from ((select agreement_id, id, step from new_rows except select agreement_id, id, step from old_rows) union all (select agreement_id, id, step from old_rows except select agreement_id, id, step from new_rows)) r cross join lateral (select r.agreement_id) s (id) where s.id is not null;
  else
    insert into turns_to_refresh (process, subject_id) select distinct 'redemption', s.id from new_rows r cross join lateral (select r.id) s (id) where s.id is not null;
    insert into turns_to_refresh (process, subject_id) select distinct 'lease', s.id from new_rows r cross join lateral (select r.agreement_id) s (id) where s.id is not null;
  end if;
  return null;
end$$;
create or replace trigger turns_follow_inserts after insert on redemptions referencing new table as new_rows for each statement execute function turns_follow_redemptions();
create or replace trigger turns_follow_updates after update on redemptions referencing old table as old_rows new table as new_rows for each statement execute function turns_follow_redemptions();
create or replace trigger turns_follow_deletes after delete on redemptions referencing old table as new_rows for each statement execute function turns_follow_redemptions();

create or replace function turns_follow_reference_rates() returns trigger language plpgsql as $$begin
  if tg_op = 'UPDATE' then
    insert into turns_to_refresh (process, subject_id) select distinct 'reference-rate', s.id from (select from_day from new_rows union all select from_day from old_rows) r cross join lateral (select md5('reference-rate ' || s.day)::uuid from (values (r.from_day), ((r.from_day + interval '6 months')::date)) s (day)) s (id) where s.id is not null;
  else
    insert into turns_to_refresh (process, subject_id) select distinct 'reference-rate', s.id from new_rows r cross join lateral (select md5('reference-rate ' || s.day)::uuid from (values (r.from_day), ((r.from_day + interval '6 months')::date)) s (day)) s (id) where s.id is not null;
  end if;
  return null;
end$$;
create or replace trigger turns_follow_inserts after insert on reference_rates referencing new table as new_rows for each statement execute function turns_follow_reference_rates();
create or replace trigger turns_follow_updates after update on reference_rates referencing old table as old_rows new table as new_rows for each statement execute function turns_follow_reference_rates();
create or replace trigger turns_follow_deletes after delete on reference_rates referencing old table as new_rows for each statement execute function turns_follow_reference_rates();

create or replace function turns_follow_rights_requests() returns trigger language plpgsql as $$begin
  if tg_op = 'UPDATE' then
    if not exists (select due_day, id, state from new_rows except select due_day, id, state from old_rows) then return null; end if;
    insert into turns_to_refresh (process, subject_id) select distinct 'rights-request', s.id from ((select due_day, id, state from new_rows except select due_day, id, state from old_rows) union all (select due_day, id, state from old_rows except select due_day, id, state from new_rows)) r cross join lateral (select r.id) s (id) where s.id is not null;
  else
    insert into turns_to_refresh (process, subject_id) select distinct 'rights-request', s.id from new_rows r cross join lateral (select r.id) s (id) where s.id is not null;
  end if;
  return null;
end$$;
create or replace trigger turns_follow_inserts after insert on rights_requests referencing new table as new_rows for each statement execute function turns_follow_rights_requests();
create or replace trigger turns_follow_updates after update on rights_requests referencing old table as old_rows new table as new_rows for each statement execute function turns_follow_rights_requests();
create or replace trigger turns_follow_deletes after delete on rights_requests referencing old table as new_rows for each statement execute function turns_follow_rights_requests();

create or replace function turns_follow_role_permissions() returns trigger language plpgsql as $$begin
  if tg_op = 'UPDATE' then
    insert into turns_to_refresh (process, subject_id) select distinct 'company', s.id from (select role_id from new_rows union all select role_id from old_rows) r cross join lateral (select c.id from user_roles ur join companies c on c.id = ur.company_id or c.group_company_id = ur.group_company_id
      where ur.role_id = r.role_id) s (id) where s.id is not null;
  else
    insert into turns_to_refresh (process, subject_id) select distinct 'company', s.id from new_rows r cross join lateral (select c.id from user_roles ur join companies c on c.id = ur.company_id or c.group_company_id = ur.group_company_id
      where ur.role_id = r.role_id) s (id) where s.id is not null;
  end if;
  return null;
end$$;
create or replace trigger turns_follow_inserts after insert on role_permissions referencing new table as new_rows for each statement execute function turns_follow_role_permissions();
create or replace trigger turns_follow_updates after update on role_permissions referencing old table as old_rows new table as new_rows for each statement execute function turns_follow_role_permissions();
create or replace trigger turns_follow_deletes after delete on role_permissions referencing old table as new_rows for each statement execute function turns_follow_role_permissions();

create or replace function turns_follow_scheduled_jobs() returns trigger language plpgsql as $$begin
  if tg_op = 'UPDATE' then
    if not exists (select failed_at, name, succeeded_at from new_rows except select failed_at, name, succeeded_at from old_rows) then return null; end if;
    insert into turns_to_refresh (process, subject_id) select distinct 'job', s.id from ((select failed_at, name, succeeded_at from new_rows except select failed_at, name, succeeded_at from old_rows) union all (select failed_at, name, succeeded_at from old_rows except select failed_at, name, succeeded_at from new_rows)) r cross join lateral (select md5('job ' || r.name)::uuid where r.failed_at is not null) s (id) where s.id is not null;
  else
    insert into turns_to_refresh (process, subject_id) select distinct 'job', s.id from new_rows r cross join lateral (select md5('job ' || r.name)::uuid where r.failed_at is not null) s (id) where s.id is not null;
  end if;
  return null;
end$$;
create or replace trigger turns_follow_inserts after insert on scheduled_jobs referencing new table as new_rows for each statement execute function turns_follow_scheduled_jobs();
create or replace trigger turns_follow_updates after update on scheduled_jobs referencing old table as old_rows new table as new_rows for each statement execute function turns_follow_scheduled_jobs();
create or replace trigger turns_follow_deletes after delete on scheduled_jobs referencing old table as new_rows for each statement execute function turns_follow_scheduled_jobs();

create or replace function turns_follow_signatures() returns trigger language plpgsql as $$begin
  if tg_op = 'UPDATE' then
    insert into turns_to_refresh (process, subject_id) select distinct 'order', s.id from (select leasing_agreement_id from new_rows union all select leasing_agreement_id from old_rows) r cross join lateral (select o.id from orders o where o.agreement_id = r.leasing_agreement_id) s (id) where s.id is not null;
  else
    insert into turns_to_refresh (process, subject_id) select distinct 'order', s.id from new_rows r cross join lateral (select o.id from orders o where o.agreement_id = r.leasing_agreement_id) s (id) where s.id is not null;
  end if;
  return null;
end$$;
create or replace trigger turns_follow_inserts after insert on signatures referencing new table as new_rows for each statement execute function turns_follow_signatures();
create or replace trigger turns_follow_updates after update on signatures referencing old table as old_rows new table as new_rows for each statement execute function turns_follow_signatures();
create or replace trigger turns_follow_deletes after delete on signatures referencing old table as new_rows for each statement execute function turns_follow_signatures();

create or replace function turns_follow_tax_confirmations() returns trigger language plpgsql as $$begin
  if tg_op = 'UPDATE' then
    insert into turns_to_refresh (process, subject_id) select distinct 'tax-year', s.id from (select year from new_rows union all select year from old_rows) r cross join lateral (select md5('tax-year ' || r.year)::uuid) s (id) where s.id is not null;
  else
    insert into turns_to_refresh (process, subject_id) select distinct 'tax-year', s.id from new_rows r cross join lateral (select md5('tax-year ' || r.year)::uuid) s (id) where s.id is not null;
  end if;
  return null;
end$$;
create or replace trigger turns_follow_inserts after insert on tax_confirmations referencing new table as new_rows for each statement execute function turns_follow_tax_confirmations();
create or replace trigger turns_follow_updates after update on tax_confirmations referencing old table as old_rows new table as new_rows for each statement execute function turns_follow_tax_confirmations();
create or replace trigger turns_follow_deletes after delete on tax_confirmations referencing old table as new_rows for each statement execute function turns_follow_tax_confirmations();

create or replace function turns_follow_tax_tables() returns trigger language plpgsql as $$begin
  if tg_op = 'UPDATE' then
    if not exists (select id, year from new_rows except select id, year from old_rows) then return null; end if;
    insert into turns_to_refresh (process, subject_id) select distinct 'tax-year', s.id from ((select id, year from new_rows except select id, year from old_rows) union all (select id, year from old_rows except select id, year from new_rows)) r cross join lateral (select md5('tax-year ' || r.year)::uuid) s (id) where s.id is not null;
  else
    insert into turns_to_refresh (process, subject_id) select distinct 'tax-year', s.id from new_rows r cross join lateral (select md5('tax-year ' || r.year)::uuid) s (id) where s.id is not null;
  end if;
  return null;
end$$;
create or replace trigger turns_follow_inserts after insert on tax_tables referencing new table as new_rows for each statement execute function turns_follow_tax_tables();
create or replace trigger turns_follow_updates after update on tax_tables referencing old table as old_rows new table as new_rows for each statement execute function turns_follow_tax_tables();
create or replace trigger turns_follow_deletes after delete on tax_tables referencing old table as new_rows for each statement execute function turns_follow_tax_tables();

create or replace function turns_follow_terms_acceptances() returns trigger language plpgsql as $$begin
  if tg_op = 'UPDATE' then
    insert into turns_to_refresh (process, subject_id) select distinct 'employer-terms', s.id from (select company_id from new_rows union all select company_id from old_rows) r cross join lateral (select r.company_id) s (id) where s.id is not null;
  else
    insert into turns_to_refresh (process, subject_id) select distinct 'employer-terms', s.id from new_rows r cross join lateral (select r.company_id) s (id) where s.id is not null;
  end if;
  return null;
end$$;
create or replace trigger turns_follow_inserts after insert on terms_acceptances referencing new table as new_rows for each statement execute function turns_follow_terms_acceptances();
create or replace trigger turns_follow_updates after update on terms_acceptances referencing old table as old_rows new table as new_rows for each statement execute function turns_follow_terms_acceptances();
create or replace trigger turns_follow_deletes after delete on terms_acceptances referencing old table as new_rows for each statement execute function turns_follow_terms_acceptances();

create or replace function turns_follow_terms_documents() returns trigger language plpgsql as $$begin
  if tg_op = 'UPDATE' then
    insert into turns_to_refresh (process, subject_id) select distinct 'employer-terms', s.id from (select kind from new_rows union all select kind from old_rows) r cross join lateral (select c.id from companies c where c.active and r.kind in ('SERVICE', 'DATA_PROCESSING')) s (id) where s.id is not null;
  else
    insert into turns_to_refresh (process, subject_id) select distinct 'employer-terms', s.id from new_rows r cross join lateral (select c.id from companies c where c.active and r.kind in ('SERVICE', 'DATA_PROCESSING')) s (id) where s.id is not null;
  end if;
  return null;
end$$;
create or replace trigger turns_follow_inserts after insert on terms_documents referencing new table as new_rows for each statement execute function turns_follow_terms_documents();
create or replace trigger turns_follow_updates after update on terms_documents referencing old table as old_rows new table as new_rows for each statement execute function turns_follow_terms_documents();
create or replace trigger turns_follow_deletes after delete on terms_documents referencing old table as new_rows for each statement execute function turns_follow_terms_documents();

create or replace function turns_follow_transfer_signatures() returns trigger language plpgsql as $$begin
  if tg_op = 'UPDATE' then
    insert into turns_to_refresh (process, subject_id) select distinct 'brokerage', s.id from (select brokerage_id from new_rows union all select brokerage_id from old_rows) r cross join lateral (select r.brokerage_id) s (id) where s.id is not null;
  else
    insert into turns_to_refresh (process, subject_id) select distinct 'brokerage', s.id from new_rows r cross join lateral (select r.brokerage_id) s (id) where s.id is not null;
  end if;
  return null;
end$$;
create or replace trigger turns_follow_inserts after insert on transfer_signatures referencing new table as new_rows for each statement execute function turns_follow_transfer_signatures();
create or replace trigger turns_follow_updates after update on transfer_signatures referencing old table as old_rows new table as new_rows for each statement execute function turns_follow_transfer_signatures();
create or replace trigger turns_follow_deletes after delete on transfer_signatures referencing old table as new_rows for each statement execute function turns_follow_transfer_signatures();

create or replace function turns_follow_user_roles() returns trigger language plpgsql as $$begin
  if tg_op = 'UPDATE' then
    insert into turns_to_refresh (process, subject_id) select distinct 'order', s.id from (select company_id, group_company_id from new_rows union all select company_id, group_company_id from old_rows) r cross join lateral (select o.id from companies c join orders o on o.company_id = c.id and o.status = 'ALL_INFO_PROVIDED'
        where c.id = r.company_id or c.group_company_id = r.group_company_id) s (id) where s.id is not null;
    insert into turns_to_refresh (process, subject_id) select distinct 'company', s.id from (select company_id, group_company_id from new_rows union all select company_id, group_company_id from old_rows) r cross join lateral (select c.id from companies c where c.id = r.company_id or c.group_company_id = r.group_company_id) s (id) where s.id is not null;
    insert into turns_to_refresh (process, subject_id) select distinct 'invoice', s.id from (select company_id, group_company_id from new_rows union all select company_id, group_company_id from old_rows) r cross join lateral (select i.id from companies c join invoices i on i.company_id = c.id
      where (c.id = r.company_id or c.group_company_id = r.group_company_id) and i.stage = 'SENT' and i.direction = 'SALES' and i.party = 'EMPLOYER' and i.open_cents > 0 and i.second_reminder_at is null) s (id) where s.id is not null;
  else
    insert into turns_to_refresh (process, subject_id) select distinct 'order', s.id from new_rows r cross join lateral (select o.id from companies c join orders o on o.company_id = c.id and o.status = 'ALL_INFO_PROVIDED'
        where c.id = r.company_id or c.group_company_id = r.group_company_id) s (id) where s.id is not null;
    insert into turns_to_refresh (process, subject_id) select distinct 'company', s.id from new_rows r cross join lateral (select c.id from companies c where c.id = r.company_id or c.group_company_id = r.group_company_id) s (id) where s.id is not null;
    insert into turns_to_refresh (process, subject_id) select distinct 'invoice', s.id from new_rows r cross join lateral (select i.id from companies c join invoices i on i.company_id = c.id
      where (c.id = r.company_id or c.group_company_id = r.group_company_id) and i.stage = 'SENT' and i.direction = 'SALES' and i.party = 'EMPLOYER' and i.open_cents > 0 and i.second_reminder_at is null) s (id) where s.id is not null;
  end if;
  return null;
end$$;
create or replace trigger turns_follow_inserts after insert on user_roles referencing new table as new_rows for each statement execute function turns_follow_user_roles();
create or replace trigger turns_follow_updates after update on user_roles referencing old table as old_rows new table as new_rows for each statement execute function turns_follow_user_roles();
create or replace trigger turns_follow_deletes after delete on user_roles referencing old table as new_rows for each statement execute function turns_follow_user_roles();

create or replace function turns_follow_users() returns trigger language plpgsql as $$begin
  if tg_op = 'UPDATE' then
    if not exists (select deactivated_at, email, id, invited from new_rows except select deactivated_at, email, id, invited from old_rows) then return null; end if;
    insert into turns_to_refresh (process, subject_id) select distinct 'order', s.id from ((select deactivated_at, id, invited from new_rows except select deactivated_at, id, invited from old_rows) union all (select deactivated_at, id, invited from old_rows except select deactivated_at, id, invited from new_rows)) r cross join lateral (select o.id from user_roles ur join companies c on c.id = ur.company_id or c.group_company_id = ur.group_company_id
        join orders o on o.company_id = c.id and o.status = 'ALL_INFO_PROVIDED' where ur.user_id = r.id) s (id) where s.id is not null;
    insert into turns_to_refresh (process, subject_id) select distinct 'brokerage', s.id from ((select email, id from new_rows except select email, id from old_rows) union all (select email, id from old_rows except select email, id from new_rows)) r cross join lateral (select b.id from bike_brokerages b where b.named_email = r.email and b.step = 'OFFERED') s (id) where s.id is not null;
    insert into turns_to_refresh (process, subject_id) select distinct 'company', s.id from ((select deactivated_at, id, invited from new_rows except select deactivated_at, id, invited from old_rows) union all (select deactivated_at, id, invited from old_rows except select deactivated_at, id, invited from new_rows)) r cross join lateral (select c.id from user_roles ur join companies c on c.id = ur.company_id or c.group_company_id = ur.group_company_id
      where ur.user_id = r.id) s (id) where s.id is not null;
    insert into turns_to_refresh (process, subject_id) select distinct 'invoice', s.id from ((select deactivated_at, id, invited from new_rows except select deactivated_at, id, invited from old_rows) union all (select deactivated_at, id, invited from old_rows except select deactivated_at, id, invited from new_rows)) r cross join lateral (select i.id from user_roles ur join companies c on c.id = ur.company_id or c.group_company_id = ur.group_company_id
      join invoices i on i.company_id = c.id where ur.user_id = r.id and i.stage = 'SENT' and i.direction = 'SALES' and i.party = 'EMPLOYER' and i.open_cents > 0 and i.second_reminder_at is null) s (id) where s.id is not null;
  else
    insert into turns_to_refresh (process, subject_id) select distinct 'order', s.id from new_rows r cross join lateral (select o.id from user_roles ur join companies c on c.id = ur.company_id or c.group_company_id = ur.group_company_id
        join orders o on o.company_id = c.id and o.status = 'ALL_INFO_PROVIDED' where ur.user_id = r.id) s (id) where s.id is not null;
    insert into turns_to_refresh (process, subject_id) select distinct 'brokerage', s.id from new_rows r cross join lateral (select b.id from bike_brokerages b where b.named_email = r.email and b.step = 'OFFERED') s (id) where s.id is not null;
    insert into turns_to_refresh (process, subject_id) select distinct 'company', s.id from new_rows r cross join lateral (select c.id from user_roles ur join companies c on c.id = ur.company_id or c.group_company_id = ur.group_company_id
      where ur.user_id = r.id) s (id) where s.id is not null;
    insert into turns_to_refresh (process, subject_id) select distinct 'invoice', s.id from new_rows r cross join lateral (select i.id from user_roles ur join companies c on c.id = ur.company_id or c.group_company_id = ur.group_company_id
      join invoices i on i.company_id = c.id where ur.user_id = r.id and i.stage = 'SENT' and i.direction = 'SALES' and i.party = 'EMPLOYER' and i.open_cents > 0 and i.second_reminder_at is null) s (id) where s.id is not null;
  end if;
  return null;
end$$;
create or replace trigger turns_follow_inserts after insert on users referencing new table as new_rows for each statement execute function turns_follow_users();
create or replace trigger turns_follow_updates after update on users referencing old table as old_rows new table as new_rows for each statement execute function turns_follow_users();
create or replace trigger turns_follow_deletes after delete on users referencing old table as new_rows for each statement execute function turns_follow_users();
