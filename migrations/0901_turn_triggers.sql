-- What each table's changes touch, as the sources of turns declare it (npm run turns:sql).

create or replace function turns_follow_absence_plans() returns trigger language plpgsql as $$begin
  insert into turns_to_refresh (process, subject_id) select distinct 'absence-plan', s.id from (select v.id from (values (new.id), (old.id)) v (id)) s (id) where s.id is not null;
  return null;
end$$;
comment on function turns_follow_absence_plans() is null;
create or replace trigger turns_follow_rows after insert or delete on absence_plans for each row execute function turns_follow_absence_plans();
create or replace trigger turns_follow_changes after update on absence_plans for each row execute function turns_follow_absence_plans();

create or replace function turns_follow_agreement_endings() returns trigger language plpgsql as $$begin
  insert into turns_to_refresh (process, subject_id) select distinct 'company-exit', s.id from (select a.* from (select m.exit_id from company_exit_leases m where m.agreement_id = new.agreement_id) a union select b.* from (select m.exit_id from company_exit_leases m where m.agreement_id = old.agreement_id) b) s (id) where s.id is not null;
  insert into turns_to_refresh (process, subject_id) select distinct 'lease', s.id from (select v.id from (values (new.agreement_id), (old.agreement_id)) v (id)) s (id) where s.id is not null;
  return null;
end$$;
comment on function turns_follow_agreement_endings() is null;
create or replace trigger turns_follow_rows after insert or delete on agreement_endings for each row execute function turns_follow_agreement_endings();
create or replace trigger turns_follow_changes after update on agreement_endings for each row execute function turns_follow_agreement_endings();

create or replace function turns_follow_bank_doubts() returns trigger language plpgsql as $$begin
  if tg_op <> 'UPDATE' or row(new.state) is distinct from row(old.state) then
    insert into turns_to_refresh (process, subject_id) select distinct 'bank-doubt', s.id from (select v.id from (values (new.id), (old.id)) v (id)) s (id) where s.id is not null;
  end if;
  return null;
end$$;
comment on function turns_follow_bank_doubts() is 'row(new.state) is distinct from row(old.state)';
create or replace trigger turns_follow_rows after insert or delete on bank_doubts for each row execute function turns_follow_bank_doubts();
create or replace trigger turns_follow_changes after update on bank_doubts for each row when (row(new.state) is distinct from row(old.state)) execute function turns_follow_bank_doubts();

create or replace function turns_follow_bank_entries() returns trigger language plpgsql as $$begin
  if tg_op <> 'UPDATE' or row(new.state) is distinct from row(old.state) then
    insert into turns_to_refresh (process, subject_id) select distinct 'bank-entry', s.id from (select v.id from (values (new.id), (old.id)) v (id)) s (id) where s.id is not null;
  end if;
  return null;
end$$;
comment on function turns_follow_bank_entries() is 'row(new.state) is distinct from row(old.state)';
create or replace trigger turns_follow_rows after insert or delete on bank_entries for each row execute function turns_follow_bank_entries();
create or replace trigger turns_follow_changes after update on bank_entries for each row when (row(new.state) is distinct from row(old.state)) execute function turns_follow_bank_entries();

create or replace function turns_follow_bank_statements() returns trigger language plpgsql as $$begin
  insert into turns_to_refresh (process, subject_id) select distinct 'bank-statement', s.id from (select v.id from (values (new.id), (old.id)) v (id)) s (id) where s.id is not null;
  return null;
end$$;
comment on function turns_follow_bank_statements() is null;
create or replace trigger turns_follow_rows after insert or delete on bank_statements for each row execute function turns_follow_bank_statements();
create or replace trigger turns_follow_changes after update on bank_statements for each row execute function turns_follow_bank_statements();

create or replace function turns_follow_beneficiary_employees() returns trigger language plpgsql as $$begin
  if tg_op <> 'UPDATE' or row(new.last_working_day, new.job_trial_period_end, new.user_id) is distinct from row(old.last_working_day, old.job_trial_period_end, old.user_id) then
    insert into turns_to_refresh (process, subject_id) select distinct 'order', s.id from (select a.* from (select o.id from orders o where o.beneficiary_employee_id = new.id) a union select b.* from (select o.id from orders o where o.beneficiary_employee_id = old.id) b) s (id) where s.id is not null;
  end if;
  if tg_op <> 'UPDATE' or row(new.status, new.user_id, new.company_id) is distinct from row(old.status, old.user_id, old.company_id) then
    insert into turns_to_refresh (process, subject_id) select distinct 'application', s.id from (select v.id from (values (new.id), (old.id)) v (id)) s (id) where s.id is not null;
  end if;
  if tg_op <> 'UPDATE' or row(new.status, new.company_id) is distinct from row(old.status, old.company_id) then
    insert into turns_to_refresh (process, subject_id) select distinct 'company', s.id from (select a.* from (select c.id from companies c where c.id = new.company_id and (not exists (select ur.user_id from user_roles ur join users h on h.id = ur.user_id
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
    where rp.role_id = ur.role_id and p.name = 'employee:decide')) and h.deactivated_at is null and not h.invited))) a union select b.* from (select c.id from companies c where c.id = old.company_id and (not exists (select ur.user_id from user_roles ur join users h on h.id = ur.user_id
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
    where rp.role_id = ur.role_id and p.name = 'employee:decide')) and h.deactivated_at is null and not h.invited))) b) s (id) where s.id is not null;
  end if;
  if tg_op <> 'UPDATE' or row(new.last_working_day) is distinct from row(old.last_working_day) then
    insert into turns_to_refresh (process, subject_id) select distinct 'leaver', s.id from (select a.* from (select a.id from leasing_agreements a where a.beneficiary_employee_id = new.id) a union select b.* from (select a.id from leasing_agreements a where a.beneficiary_employee_id = old.id) b) s (id) where s.id is not null;
  end if;
  return null;
end$$;
comment on function turns_follow_beneficiary_employees() is 'row(new.company_id, new.job_trial_period_end, new.last_working_day, new.status, new.user_id) is distinct from row(old.company_id, old.job_trial_period_end, old.last_working_day, old.status, old.user_id)';
create or replace trigger turns_follow_rows after insert or delete on beneficiary_employees for each row execute function turns_follow_beneficiary_employees();
create or replace trigger turns_follow_changes after update on beneficiary_employees for each row when (row(new.company_id, new.job_trial_period_end, new.last_working_day, new.status, new.user_id) is distinct from row(old.company_id, old.job_trial_period_end, old.last_working_day, old.status, old.user_id)) execute function turns_follow_beneficiary_employees();

create or replace function turns_follow_bike_brokerages() returns trigger language plpgsql as $$begin
  insert into turns_to_refresh (process, subject_id) select distinct 'brokerage', s.id from (select v.id from (values (new.id), (old.id)) v (id)) s (id) where s.id is not null;
  return null;
end$$;
comment on function turns_follow_bike_brokerages() is null;
create or replace trigger turns_follow_rows after insert or delete on bike_brokerages for each row execute function turns_follow_bike_brokerages();
create or replace trigger turns_follow_changes after update on bike_brokerages for each row execute function turns_follow_bike_brokerages();

create or replace function turns_follow_bike_policies() returns trigger language plpgsql as $$begin
  insert into turns_to_refresh (process, subject_id) select distinct 'order', s.id from (select a.* from (select o.id from orders o where o.company_id = new.company_id and o.status in ('NOT_STARTED', 'PACKAGE_PROVIDED', 'ALL_INFO_PROVIDED', 'CONFIRMED')) a union select b.* from (select o.id from orders o where o.company_id = old.company_id and o.status in ('NOT_STARTED', 'PACKAGE_PROVIDED', 'ALL_INFO_PROVIDED', 'CONFIRMED')) b) s (id) where s.id is not null;
  return null;
end$$;
comment on function turns_follow_bike_policies() is null;
create or replace trigger turns_follow_rows after insert or delete on bike_policies for each row execute function turns_follow_bike_policies();
create or replace trigger turns_follow_changes after update on bike_policies for each row execute function turns_follow_bike_policies();

create or replace function turns_follow_bike_return_damages() returns trigger language plpgsql as $$begin
  insert into turns_to_refresh (process, subject_id) select distinct 'return', s.id from (select v.id from (values (new.return_id), (old.return_id)) v (id)) s (id) where s.id is not null;
  return null;
end$$;
comment on function turns_follow_bike_return_damages() is null;
create or replace trigger turns_follow_rows after insert or delete on bike_return_damages for each row execute function turns_follow_bike_return_damages();
create or replace trigger turns_follow_changes after update on bike_return_damages for each row execute function turns_follow_bike_return_damages();

create or replace function turns_follow_bike_returns() returns trigger language plpgsql as $$begin
  insert into turns_to_refresh (process, subject_id) select distinct 'return', s.id from (select v.id from (values (new.id), (old.id)) v (id)) s (id) where s.id is not null;
  return null;
end$$;
comment on function turns_follow_bike_returns() is null;
create or replace trigger turns_follow_rows after insert or delete on bike_returns for each row execute function turns_follow_bike_returns();
create or replace trigger turns_follow_changes after update on bike_returns for each row execute function turns_follow_bike_returns();

create or replace function turns_follow_bike_stores() returns trigger language plpgsql as $$begin
  if tg_op <> 'UPDATE' or row(new.email) is distinct from row(old.email) then
    insert into turns_to_refresh (process, subject_id) select distinct 'return', s.id from (select a.* from (select r.id from bike_returns r where r.bike_store_id = new.id and r.step = 'APPROVED') a union select b.* from (select r.id from bike_returns r where r.bike_store_id = old.id and r.step = 'APPROVED') b) s (id) where s.id is not null;
  end if;
  return null;
end$$;
comment on function turns_follow_bike_stores() is 'row(new.email) is distinct from row(old.email)';
create or replace trigger turns_follow_rows after insert or delete on bike_stores for each row execute function turns_follow_bike_stores();
create or replace trigger turns_follow_changes after update on bike_stores for each row when (row(new.email) is distinct from row(old.email)) execute function turns_follow_bike_stores();

create or replace function turns_follow_companies() returns trigger language plpgsql as $$begin
  if tg_op <> 'UPDATE' or row(new.signer_user_ids, new.group_company_id, new.leasing_company_id) is distinct from row(old.signer_user_ids, old.group_company_id, old.leasing_company_id) then
    insert into turns_to_refresh (process, subject_id) select distinct 'order', s.id from (select a.* from (select o.id from orders o where o.company_id = new.id and o.status in ('ALL_INFO_PROVIDED', 'READY_FOR_BILLING')) a union select b.* from (select o.id from orders o where o.company_id = old.id and o.status in ('ALL_INFO_PROVIDED', 'READY_FOR_BILLING')) b) s (id) where s.id is not null;
  end if;
  if tg_op <> 'UPDATE' or row(new.deleted_at, new.signer_user_ids, new.group_company_id) is distinct from row(old.deleted_at, old.signer_user_ids, old.group_company_id) then
    insert into turns_to_refresh (process, subject_id) select distinct 'company', s.id from (select v.id from (values (new.id), (old.id)) v (id)) s (id) where s.id is not null;
  end if;
  if tg_op <> 'UPDATE' or row(new.deleted_at, new.payroll_day) is distinct from row(old.deleted_at, old.payroll_day) then
    insert into turns_to_refresh (process, subject_id) select distinct 'payroll-month', s.id from (select v.id from (values (new.id), (old.id)) v (id)) s (id) where s.id is not null;
  end if;
  if tg_op <> 'UPDATE' or row(new.contact_email) is distinct from row(old.contact_email) then
    insert into turns_to_refresh (process, subject_id) select distinct 'invoice', s.id from (select a.* from (select i.id from invoices i where i.company_id = new.id and i.stage = 'SENT' and i.direction = 'SALES' and i.party = 'EMPLOYER' and i.open_cents > 0 and i.second_reminder_at is null) a union select b.* from (select i.id from invoices i where i.company_id = old.id and i.stage = 'SENT' and i.direction = 'SALES' and i.party = 'EMPLOYER' and i.open_cents > 0 and i.second_reminder_at is null) b) s (id) where s.id is not null;
  end if;
  return null;
end$$;
comment on function turns_follow_companies() is 'row(new.contact_email, new.deleted_at, new.group_company_id, new.leasing_company_id, new.payroll_day, new.signer_user_ids) is distinct from row(old.contact_email, old.deleted_at, old.group_company_id, old.leasing_company_id, old.payroll_day, old.signer_user_ids)';
create or replace trigger turns_follow_rows after insert or delete on companies for each row execute function turns_follow_companies();
create or replace trigger turns_follow_changes after update on companies for each row when (row(new.contact_email, new.deleted_at, new.group_company_id, new.leasing_company_id, new.payroll_day, new.signer_user_ids) is distinct from row(old.contact_email, old.deleted_at, old.group_company_id, old.leasing_company_id, old.payroll_day, old.signer_user_ids)) execute function turns_follow_companies();

create or replace function turns_follow_company_exit_leases() returns trigger language plpgsql as $$begin
  insert into turns_to_refresh (process, subject_id) select distinct 'company-exit', s.id from (select v.id from (values (new.exit_id), (old.exit_id)) v (id)) s (id) where s.id is not null;
  insert into turns_to_refresh (process, subject_id) select distinct 'lease', s.id from (select v.id from (values (new.agreement_id), (old.agreement_id)) v (id)) s (id) where s.id is not null;
  return null;
end$$;
comment on function turns_follow_company_exit_leases() is null;
create or replace trigger turns_follow_rows after insert or delete on company_exit_leases for each row execute function turns_follow_company_exit_leases();
create or replace trigger turns_follow_changes after update on company_exit_leases for each row execute function turns_follow_company_exit_leases();

create or replace function turns_follow_company_exits() returns trigger language plpgsql as $$begin
  if tg_op <> 'UPDATE' or row(new.withdrawn_at, new.kind) is distinct from row(old.withdrawn_at, old.kind) then
    insert into turns_to_refresh (process, subject_id) select distinct 'return', s.id from (select a.* from (select r.id from bike_returns r where r.company_id = new.company_id and r.step = 'REQUESTED') a union select b.* from (select r.id from bike_returns r where r.company_id = old.company_id and r.step = 'REQUESTED') b) s (id) where s.id is not null;
  end if;
  insert into turns_to_refresh (process, subject_id) select distinct 'company-exit', s.id from (select v.id from (values (new.id), (old.id)) v (id)) s (id) where s.id is not null;
  if tg_op <> 'UPDATE' or row(new.withdrawn_at, new.kind) is distinct from row(old.withdrawn_at, old.kind) then
    insert into turns_to_refresh (process, subject_id) select distinct 'company', s.id from (select v.id from (values (new.company_id), (old.company_id)) v (id)) s (id) where s.id is not null;
  end if;
  if tg_op <> 'UPDATE' or row(new.withdrawn_at, new.worked_off_at) is distinct from row(old.withdrawn_at, old.worked_off_at) then
    insert into turns_to_refresh (process, subject_id) select distinct 'lease', s.id from (select a.* from (select m.agreement_id from company_exit_leases m where m.exit_id = new.id) a union select b.* from (select m.agreement_id from company_exit_leases m where m.exit_id = old.id) b) s (id) where s.id is not null;
  end if;
  return null;
end$$;
comment on function turns_follow_company_exits() is null;
create or replace trigger turns_follow_rows after insert or delete on company_exits for each row execute function turns_follow_company_exits();
create or replace trigger turns_follow_changes after update on company_exits for each row execute function turns_follow_company_exits();

create or replace function turns_follow_contact_forms() returns trigger language plpgsql as $$begin
  if tg_op <> 'UPDATE' or row(new.checked) is distinct from row(old.checked) then
    insert into turns_to_refresh (process, subject_id) select distinct 'contact-form', s.id from (select v.id from (values (new.id), (old.id)) v (id)) s (id) where s.id is not null;
  end if;
  return null;
end$$;
comment on function turns_follow_contact_forms() is 'row(new.checked) is distinct from row(old.checked)';
create or replace trigger turns_follow_rows after insert or delete on contact_forms for each row execute function turns_follow_contact_forms();
create or replace trigger turns_follow_changes after update on contact_forms for each row when (row(new.checked) is distinct from row(old.checked)) execute function turns_follow_contact_forms();

create or replace function turns_follow_e_invoice_messages() returns trigger language plpgsql as $$begin
  if tg_op <> 'UPDATE' or row(new.state) is distinct from row(old.state) then
    insert into turns_to_refresh (process, subject_id) select distinct 'refused-e-invoice', s.id from (select a.* from (select new.id where new.state = 'REJECTED') a union select b.* from (select old.id where old.state = 'REJECTED') b) s (id) where s.id is not null;
  end if;
  return null;
end$$;
comment on function turns_follow_e_invoice_messages() is 'row(new.state) is distinct from row(old.state)';
create or replace trigger turns_follow_rows after insert or delete on e_invoice_messages for each row execute function turns_follow_e_invoice_messages();
create or replace trigger turns_follow_changes after update on e_invoice_messages for each row when (row(new.state) is distinct from row(old.state)) execute function turns_follow_e_invoice_messages();

create or replace function turns_follow_insurance_claims() returns trigger language plpgsql as $$begin
  insert into turns_to_refresh (process, subject_id) select distinct 'insurance-claim', s.id from (select v.id from (values (new.id), (old.id)) v (id)) s (id) where s.id is not null;
  return null;
end$$;
comment on function turns_follow_insurance_claims() is null;
create or replace trigger turns_follow_rows after insert or delete on insurance_claims for each row execute function turns_follow_insurance_claims();
create or replace trigger turns_follow_changes after update on insurance_claims for each row execute function turns_follow_insurance_claims();

create or replace function turns_follow_invoices() returns trigger language plpgsql as $$begin
  if tg_op <> 'UPDATE' or row(new.order_id, new.status, new.credited_cents, new.total_cents, new.purpose, new.credited_invoice_id) is distinct from row(old.order_id, old.status, old.credited_cents, old.total_cents, old.purpose, old.credited_invoice_id) then
    insert into turns_to_refresh (process, subject_id) select distinct 'order', s.id from (select v.id from (values (new.order_id), (old.order_id)) v (id)) s (id) where s.id is not null;
  end if;
  if tg_op <> 'UPDATE' or row(new.open_cents, new.due_day) is distinct from row(old.open_cents, old.due_day) then
    insert into turns_to_refresh (process, subject_id) select distinct 'redemption', s.id from (select a.* from (select r.id from redemption_payments p join redemptions r on r.redemption_payment_id = p.id
  where new.id in (p.invoice_id, p.rest_invoice_id)) a union select b.* from (select r.id from redemption_payments p join redemptions r on r.redemption_payment_id = p.id
  where old.id in (p.invoice_id, p.rest_invoice_id)) b) s (id) where s.id is not null;
  end if;
  if tg_op <> 'UPDATE' or row(new.due_day) is distinct from row(old.due_day) then
    insert into turns_to_refresh (process, subject_id) select distinct 'brokerage', s.id from (select a.* from (select b.id from bike_brokerages b where b.invoice_id = new.id) a union select b.* from (select b.id from bike_brokerages b where b.invoice_id = old.id) b) s (id) where s.id is not null;
  end if;
  if tg_op <> 'UPDATE' or row(new.stage, new.total_cents, new.credited_cents, new.paid_cents) is distinct from row(old.stage, old.total_cents, old.credited_cents, old.paid_cents) then
    insert into turns_to_refresh (process, subject_id) select distinct 'order-cancellation', s.id from (select a.* from (select oc.id from order_cancellations oc where oc.order_id = new.order_id and oc.status = 'PENDING') a union select b.* from (select oc.id from order_cancellations oc where oc.order_id = old.order_id and oc.status = 'PENDING') b) s (id) where s.id is not null;
  end if;
  if tg_op <> 'UPDATE' or row(new.stage, new.open_cents) is distinct from row(old.stage, old.open_cents) then
    insert into turns_to_refresh (process, subject_id) select distinct 'company', s.id from (select a.* from (select c.id from companies c where c.id = new.company_id and (not exists (select ur.user_id from user_roles ur join users h on h.id = ur.user_id
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
    where rp.role_id = ur.role_id and p.name = 'employee:decide')) and h.deactivated_at is null and not h.invited))) a union select b.* from (select c.id from companies c where c.id = old.company_id and (not exists (select ur.user_id from user_roles ur join users h on h.id = ur.user_id
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
    where rp.role_id = ur.role_id and p.name = 'employee:decide')) and h.deactivated_at is null and not h.invited))) b) s (id) where s.id is not null;
  end if;
  if tg_op <> 'UPDATE' or row(new.stage, new.status, new.open_cents, new.due_day, new.disputed_at, new.second_reminder_at, new.sent_at, new.beneficiary_employee_id) is distinct from row(old.stage, old.status, old.open_cents, old.due_day, old.disputed_at, old.second_reminder_at, old.sent_at, old.beneficiary_employee_id) then
    insert into turns_to_refresh (process, subject_id) select distinct 'invoice', s.id from (select v.id from (values (new.id), (old.id)) v (id)) s (id) where s.id is not null;
  end if;
  if tg_op <> 'UPDATE' or row(new.credited_invoice_id) is distinct from row(old.credited_invoice_id) then
    insert into turns_to_refresh (process, subject_id) select distinct 'invoice', s.id from (select v.id from (values (new.credited_invoice_id), (old.credited_invoice_id)) v (id)) s (id) where s.id is not null;
  end if;
  return null;
end$$;
comment on function turns_follow_invoices() is 'row(new.beneficiary_employee_id, new.credited_cents, new.credited_invoice_id, new.disputed_at, new.due_day, new.open_cents, new.order_id, new.paid_cents, new.purpose, new.second_reminder_at, new.sent_at, new.stage, new.status, new.total_cents) is distinct from row(old.beneficiary_employee_id, old.credited_cents, old.credited_invoice_id, old.disputed_at, old.due_day, old.open_cents, old.order_id, old.paid_cents, old.purpose, old.second_reminder_at, old.sent_at, old.stage, old.status, old.total_cents)';
create or replace trigger turns_follow_rows after insert or delete on invoices for each row execute function turns_follow_invoices();
create or replace trigger turns_follow_changes after update on invoices for each row when (row(new.beneficiary_employee_id, new.credited_cents, new.credited_invoice_id, new.disputed_at, new.due_day, new.open_cents, new.order_id, new.paid_cents, new.purpose, new.second_reminder_at, new.sent_at, new.stage, new.status, new.total_cents) is distinct from row(old.beneficiary_employee_id, old.credited_cents, old.credited_invoice_id, old.disputed_at, old.due_day, old.open_cents, old.order_id, old.paid_cents, old.purpose, old.second_reminder_at, old.sent_at, old.stage, old.status, old.total_cents)) execute function turns_follow_invoices();

create or replace function turns_follow_leasing_agreements() returns trigger language plpgsql as $$begin
  if tg_op <> 'UPDATE' or row(new.start_day, new.leasing_company_id) is distinct from row(old.start_day, old.leasing_company_id) then
    insert into turns_to_refresh (process, subject_id) select distinct 'order', s.id from (select a.* from (select o.id from orders o where o.agreement_id = new.id) a union select b.* from (select o.id from orders o where o.agreement_id = old.id) b) s (id) where s.id is not null;
  end if;
  if tg_op <> 'UPDATE' or row(new.lease_state, new.void_at, new.previous_agreement_id, new.order_id, new.beneficiary_employee_id) is distinct from row(old.lease_state, old.void_at, old.previous_agreement_id, old.order_id, old.beneficiary_employee_id) then
    insert into turns_to_refresh (process, subject_id) select distinct 'order', s.id from (select a.* from (select o.id from orders o where o.beneficiary_employee_id = new.beneficiary_employee_id and o.status = 'NOT_STARTED') a union select b.* from (select o.id from orders o where o.beneficiary_employee_id = old.beneficiary_employee_id and o.status = 'NOT_STARTED') b) s (id) where s.id is not null;
  end if;
  if tg_op <> 'UPDATE' or row(new.lease_state, new.bike_at, new.leasing_company_id) is distinct from row(old.lease_state, old.bike_at, old.leasing_company_id) then
    insert into turns_to_refresh (process, subject_id) select distinct 'redemption', s.id from (select a.* from (select r.id from redemptions r where r.agreement_id = new.id) a union select b.* from (select r.id from redemptions r where r.agreement_id = old.id) b) s (id) where s.id is not null;
  end if;
  if tg_op <> 'UPDATE' or row(new.lease_state, new.leasing_company_id) is distinct from row(old.lease_state, old.leasing_company_id) then
    insert into turns_to_refresh (process, subject_id) select distinct 'order-cancellation', s.id from (select a.* from (select oc.id from orders o join order_cancellations oc on oc.order_id = o.id and oc.status = 'PENDING' where o.agreement_id = new.id) a union select b.* from (select oc.id from orders o join order_cancellations oc on oc.order_id = o.id and oc.status = 'PENDING' where o.agreement_id = old.id) b) s (id) where s.id is not null;
  end if;
  if tg_op <> 'UPDATE' or row(new.lease_state, new.end_reason, new.ends_as, new.ends_by, new.bike_at) is distinct from row(old.lease_state, old.end_reason, old.ends_as, old.ends_by, old.bike_at) then
    insert into turns_to_refresh (process, subject_id) select distinct 'company-exit', s.id from (select a.* from (select m.exit_id from company_exit_leases m where m.agreement_id = new.id) a union select b.* from (select m.exit_id from company_exit_leases m where m.agreement_id = old.id) b) s (id) where s.id is not null;
  end if;
  if tg_op <> 'UPDATE' or row(new.status, new.void_at, new.lease_state) is distinct from row(old.status, old.void_at, old.lease_state) then
    insert into turns_to_refresh (process, subject_id) select distinct 'company', s.id from (select a.* from (select c.id from companies c where c.id = new.company_id and (not exists (select ur.user_id from user_roles ur join users h on h.id = ur.user_id
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
    where rp.role_id = ur.role_id and p.name = 'employee:decide')) and h.deactivated_at is null and not h.invited))) a union select b.* from (select c.id from companies c where c.id = old.company_id and (not exists (select ur.user_id from user_roles ur join users h on h.id = ur.user_id
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
    where rp.role_id = ur.role_id and p.name = 'employee:decide')) and h.deactivated_at is null and not h.invited))) b) s (id) where s.id is not null;
  end if;
  if tg_op <> 'UPDATE' or row(new.start_day, new.end_day, new.lease_state, new.ended_day, new.ends_on, new.void_at) is distinct from row(old.start_day, old.end_day, old.lease_state, old.ended_day, old.ends_on, old.void_at) then
    insert into turns_to_refresh (process, subject_id) select distinct 'payroll-month', s.id from (select v.id from (values (new.company_id), (old.company_id)) v (id)) s (id) where s.id is not null;
  end if;
  if tg_op <> 'UPDATE' or row(new.lease_state, new.beneficiary_employee_id) is distinct from row(old.lease_state, old.beneficiary_employee_id) then
    insert into turns_to_refresh (process, subject_id) select distinct 'leaver', s.id from (select a.* from (select new.id from beneficiary_employees e where e.id = new.beneficiary_employee_id and e.last_working_day < '2999-01-01') a union select b.* from (select old.id from beneficiary_employees e where e.id = old.beneficiary_employee_id and e.last_working_day < '2999-01-01') b) s (id) where s.id is not null;
  end if;
  if tg_op <> 'UPDATE' or row(new.lease_state, new.end_reason, new.bike_at, new.kept_from, new.ended_day, new.lost_closed_at, new.tax_regime_review, new.tax_regime_review_at) is distinct from row(old.lease_state, old.end_reason, old.bike_at, old.kept_from, old.ended_day, old.lost_closed_at, old.tax_regime_review, old.tax_regime_review_at) then
    insert into turns_to_refresh (process, subject_id) select distinct 'lease', s.id from (select a.* from (select new.id where new.lease_state = 'ENDED' or new.tax_regime_review is not null) a union select b.* from (select old.id where old.lease_state = 'ENDED' or old.tax_regime_review is not null) b) s (id) where s.id is not null;
  end if;
  return null;
end$$;
comment on function turns_follow_leasing_agreements() is 'row(new.beneficiary_employee_id, new.bike_at, new.end_day, new.end_reason, new.ended_day, new.ends_as, new.ends_by, new.ends_on, new.kept_from, new.lease_state, new.leasing_company_id, new.lost_closed_at, new.order_id, new.previous_agreement_id, new.start_day, new.status, new.tax_regime_review, new.tax_regime_review_at, new.void_at) is distinct from row(old.beneficiary_employee_id, old.bike_at, old.end_day, old.end_reason, old.ended_day, old.ends_as, old.ends_by, old.ends_on, old.kept_from, old.lease_state, old.leasing_company_id, old.lost_closed_at, old.order_id, old.previous_agreement_id, old.start_day, old.status, old.tax_regime_review, old.tax_regime_review_at, old.void_at)';
create or replace trigger turns_follow_rows after insert or delete on leasing_agreements for each row execute function turns_follow_leasing_agreements();
create or replace trigger turns_follow_changes after update on leasing_agreements for each row when (row(new.beneficiary_employee_id, new.bike_at, new.end_day, new.end_reason, new.ended_day, new.ends_as, new.ends_by, new.ends_on, new.kept_from, new.lease_state, new.leasing_company_id, new.lost_closed_at, new.order_id, new.previous_agreement_id, new.start_day, new.status, new.tax_regime_review, new.tax_regime_review_at, new.void_at) is distinct from row(old.beneficiary_employee_id, old.bike_at, old.end_day, old.end_reason, old.ended_day, old.ends_as, old.ends_by, old.ends_on, old.kept_from, old.lease_state, old.leasing_company_id, old.lost_closed_at, old.order_id, old.previous_agreement_id, old.start_day, old.status, old.tax_regime_review, old.tax_regime_review_at, old.void_at)) execute function turns_follow_leasing_agreements();

create or replace function turns_follow_leasing_companies() returns trigger language plpgsql as $$begin
  if tg_op <> 'UPDATE' or row(new.kind) is distinct from row(old.kind) then
    insert into turns_to_refresh (process, subject_id) select distinct 'order', s.id from (select a.* from (select o.id from leasing_agreements a join orders o on o.agreement_id = a.id and o.status = 'READY_FOR_BILLING' where a.leasing_company_id = new.id) a union select b.* from (select o.id from leasing_agreements a join orders o on o.agreement_id = a.id and o.status = 'READY_FOR_BILLING' where a.leasing_company_id = old.id) b) s (id) where s.id is not null;
  end if;
  if tg_op <> 'UPDATE' or row(new.kind, new.invoice_email) is distinct from row(old.kind, old.invoice_email) then
    insert into turns_to_refresh (process, subject_id) select distinct 'redemption', s.id from (select a.* from (select r.id from leasing_agreements a join redemptions r on r.agreement_id = a.id
        where a.leasing_company_id = new.id and r.step in ('USER_PAYMENT_PAID', 'LESSOR_INVOICE_SENT')) a union select b.* from (select r.id from leasing_agreements a join redemptions r on r.agreement_id = a.id
        where a.leasing_company_id = old.id and r.step in ('USER_PAYMENT_PAID', 'LESSOR_INVOICE_SENT')) b) s (id) where s.id is not null;
  end if;
  return null;
end$$;
comment on function turns_follow_leasing_companies() is 'row(new.invoice_email, new.kind) is distinct from row(old.invoice_email, old.kind)';
create or replace trigger turns_follow_rows after insert or delete on leasing_companies for each row execute function turns_follow_leasing_companies();
create or replace trigger turns_follow_changes after update on leasing_companies for each row when (row(new.invoice_email, new.kind) is distinct from row(old.invoice_email, old.kind)) execute function turns_follow_leasing_companies();

create or replace function turns_follow_lessor_differences() returns trigger language plpgsql as $$begin
  if tg_op <> 'UPDATE' or row(new.state) is distinct from row(old.state) then
    insert into turns_to_refresh (process, subject_id) select distinct 'lessor-difference', s.id from (select v.id from (values (new.id), (old.id)) v (id)) s (id) where s.id is not null;
  end if;
  return null;
end$$;
comment on function turns_follow_lessor_differences() is 'row(new.state) is distinct from row(old.state)';
create or replace trigger turns_follow_rows after insert or delete on lessor_differences for each row execute function turns_follow_lessor_differences();
create or replace trigger turns_follow_changes after update on lessor_differences for each row when (row(new.state) is distinct from row(old.state)) execute function turns_follow_lessor_differences();

create or replace function turns_follow_order_cancellation_lines() returns trigger language plpgsql as $$begin
  insert into turns_to_refresh (process, subject_id) select distinct 'order-cancellation', s.id from (select v.id from (values (new.order_cancellation_id), (old.order_cancellation_id)) v (id)) s (id) where s.id is not null;
  return null;
end$$;
comment on function turns_follow_order_cancellation_lines() is null;
create or replace trigger turns_follow_rows after insert or delete on order_cancellation_lines for each row execute function turns_follow_order_cancellation_lines();
create or replace trigger turns_follow_changes after update on order_cancellation_lines for each row execute function turns_follow_order_cancellation_lines();

create or replace function turns_follow_order_cancellation_requests() returns trigger language plpgsql as $$begin
  if tg_op <> 'UPDATE' or row(new.order_id, new.state) is distinct from row(old.order_id, old.state) then
    insert into turns_to_refresh (process, subject_id) select distinct 'order', s.id from (select v.id from (values (new.order_id), (old.order_id)) v (id)) s (id) where s.id is not null;
  end if;
  return null;
end$$;
comment on function turns_follow_order_cancellation_requests() is 'row(new.order_id, new.state) is distinct from row(old.order_id, old.state)';
create or replace trigger turns_follow_rows after insert or delete on order_cancellation_requests for each row execute function turns_follow_order_cancellation_requests();
create or replace trigger turns_follow_changes after update on order_cancellation_requests for each row when (row(new.order_id, new.state) is distinct from row(old.order_id, old.state)) execute function turns_follow_order_cancellation_requests();

create or replace function turns_follow_order_cancellations() returns trigger language plpgsql as $$begin
  if tg_op <> 'UPDATE' or row(new.order_id, new.status) is distinct from row(old.order_id, old.status) then
    insert into turns_to_refresh (process, subject_id) select distinct 'order', s.id from (select v.id from (values (new.order_id), (old.order_id)) v (id)) s (id) where s.id is not null;
  end if;
  insert into turns_to_refresh (process, subject_id) select distinct 'order-cancellation', s.id from (select v.id from (values (new.id), (old.id)) v (id)) s (id) where s.id is not null;
  return null;
end$$;
comment on function turns_follow_order_cancellations() is null;
create or replace trigger turns_follow_rows after insert or delete on order_cancellations for each row execute function turns_follow_order_cancellations();
create or replace trigger turns_follow_changes after update on order_cancellations for each row execute function turns_follow_order_cancellations();

create or replace function turns_follow_orders() returns trigger language plpgsql as $$begin
  if tg_op <> 'UPDATE' or row(new.status, new.status_changed_at, new.agreement_id, new.bike_store_id, new.is_online_order, new.pickup_ready_at, new.delivery_day, new.delivery_known_at, new.snapshot) is distinct from row(old.status, old.status_changed_at, old.agreement_id, old.bike_store_id, old.is_online_order, old.pickup_ready_at, old.delivery_day, old.delivery_known_at, old.snapshot) then
    insert into turns_to_refresh (process, subject_id) select distinct 'order', s.id from (select v.id from (values (new.id), (old.id)) v (id)) s (id) where s.id is not null;
  end if;
  if tg_op <> 'UPDATE' or row(new.status) is distinct from row(old.status) then
    insert into turns_to_refresh (process, subject_id) select distinct 'order', s.id from (select a.* from (select o.id from orders o where o.beneficiary_employee_id = new.beneficiary_employee_id and o.status = 'NOT_STARTED' and o.id <> new.id) a union select b.* from (select o.id from orders o where o.beneficiary_employee_id = old.beneficiary_employee_id and o.status = 'NOT_STARTED' and o.id <> old.id) b) s (id) where s.id is not null;
  end if;
  if tg_op <> 'UPDATE' or row(new.delivery_day, new.bike_store_id, new.agreement_id) is distinct from row(old.delivery_day, old.bike_store_id, old.agreement_id) then
    insert into turns_to_refresh (process, subject_id) select distinct 'order-cancellation', s.id from (select a.* from (select oc.id from order_cancellations oc where oc.order_id = new.id and oc.status = 'PENDING') a union select b.* from (select oc.id from order_cancellations oc where oc.order_id = old.id and oc.status = 'PENDING') b) s (id) where s.id is not null;
  end if;
  if tg_op <> 'UPDATE' or row(new.status) is distinct from row(old.status) then
    insert into turns_to_refresh (process, subject_id) select distinct 'company', s.id from (select a.* from (select c.id from companies c where c.id = new.company_id and (not exists (select ur.user_id from user_roles ur join users h on h.id = ur.user_id
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
    where rp.role_id = ur.role_id and p.name = 'employee:decide')) and h.deactivated_at is null and not h.invited))) a union select b.* from (select c.id from companies c where c.id = old.company_id and (not exists (select ur.user_id from user_roles ur join users h on h.id = ur.user_id
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
    where rp.role_id = ur.role_id and p.name = 'employee:decide')) and h.deactivated_at is null and not h.invited))) b) s (id) where s.id is not null;
  end if;
  return null;
end$$;
comment on function turns_follow_orders() is 'row(new.agreement_id, new.bike_store_id, new.delivery_day, new.delivery_known_at, new.is_online_order, new.pickup_ready_at, new.snapshot, new.status, new.status_changed_at) is distinct from row(old.agreement_id, old.bike_store_id, old.delivery_day, old.delivery_known_at, old.is_online_order, old.pickup_ready_at, old.snapshot, old.status, old.status_changed_at)';
create or replace trigger turns_follow_rows after insert or delete on orders for each row execute function turns_follow_orders();
create or replace trigger turns_follow_changes after update on orders for each row when (row(new.agreement_id, new.bike_store_id, new.delivery_day, new.delivery_known_at, new.is_online_order, new.pickup_ready_at, new.snapshot, new.status, new.status_changed_at) is distinct from row(old.agreement_id, old.bike_store_id, old.delivery_day, old.delivery_known_at, old.is_online_order, old.pickup_ready_at, old.snapshot, old.status, old.status_changed_at)) execute function turns_follow_orders();

create or replace function turns_follow_outbox() returns trigger language plpgsql as $$begin
  if tg_op <> 'UPDATE' or row(new.status) is distinct from row(old.status) then
    insert into turns_to_refresh (process, subject_id) select distinct 'message', s.id from (select a.* from (select new.id where new.status = 'DEAD') a union select b.* from (select old.id where old.status = 'DEAD') b) s (id) where s.id is not null;
  end if;
  return null;
end$$;
comment on function turns_follow_outbox() is 'row(new.status) is distinct from row(old.status)';
create or replace trigger turns_follow_rows after insert or delete on outbox for each row execute function turns_follow_outbox();
create or replace trigger turns_follow_changes after update on outbox for each row when (row(new.status) is distinct from row(old.status)) execute function turns_follow_outbox();

create or replace function turns_follow_payment_files() returns trigger language plpgsql as $$begin
  if tg_op <> 'UPDATE' or row(new.released_at) is distinct from row(old.released_at) then
    insert into turns_to_refresh (process, subject_id) select distinct 'invoice', s.id from (select a.* from (select p.invoice_id from payment_orders p where p.payment_file_id = new.id) a union select b.* from (select p.invoice_id from payment_orders p where p.payment_file_id = old.id) b) s (id) where s.id is not null;
  end if;
  insert into turns_to_refresh (process, subject_id) select distinct 'payment-file', s.id from (select v.id from (values (new.id), (old.id)) v (id)) s (id) where s.id is not null;
  return null;
end$$;
comment on function turns_follow_payment_files() is null;
create or replace trigger turns_follow_rows after insert or delete on payment_files for each row execute function turns_follow_payment_files();
create or replace trigger turns_follow_changes after update on payment_files for each row execute function turns_follow_payment_files();

create or replace function turns_follow_payment_orders() returns trigger language plpgsql as $$begin
  if tg_op <> 'UPDATE' or row(new.state, new.amount_cents) is distinct from row(old.state, old.amount_cents) then
    insert into turns_to_refresh (process, subject_id) select distinct 'order-cancellation', s.id from (select a.* from (select oc.id from invoices i join order_cancellations oc on oc.order_id = i.order_id and oc.status = 'PENDING' where i.id = new.invoice_id) a union select b.* from (select oc.id from invoices i join order_cancellations oc on oc.order_id = i.order_id and oc.status = 'PENDING' where i.id = old.invoice_id) b) s (id) where s.id is not null;
  end if;
  if tg_op <> 'UPDATE' or row(new.state, new.kind, new.amount_cents, new.payment_file_id) is distinct from row(old.state, old.kind, old.amount_cents, old.payment_file_id) then
    insert into turns_to_refresh (process, subject_id) select distinct 'invoice', s.id from (select v.id from (values (new.invoice_id), (old.invoice_id)) v (id)) s (id) where s.id is not null;
  end if;
  insert into turns_to_refresh (process, subject_id) select distinct 'repayment', s.id from (select v.id from (values (new.id), (old.id)) v (id)) s (id) where s.id is not null;
  if tg_op <> 'UPDATE' or row(new.state, new.returned_from, new.payment_file_id) is distinct from row(old.state, old.returned_from, old.payment_file_id) then
    insert into turns_to_refresh (process, subject_id) select distinct 'payment-file', s.id from (select v.id from (values (new.returned_from), (old.returned_from)) v (id)) s (id) where s.id is not null;
  end if;
  return null;
end$$;
comment on function turns_follow_payment_orders() is null;
create or replace trigger turns_follow_rows after insert or delete on payment_orders for each row execute function turns_follow_payment_orders();
create or replace trigger turns_follow_changes after update on payment_orders for each row execute function turns_follow_payment_orders();

create or replace function turns_follow_payments() returns trigger language plpgsql as $$begin
  insert into turns_to_refresh (process, subject_id) select distinct 'insurance-claim', s.id from (select a.* from (select k.id from insurance_claims k where k.id = new.payer_id and new.payer_kind = 'INSURER') a union select b.* from (select k.id from insurance_claims k where k.id = old.payer_id and old.payer_kind = 'INSURER') b) s (id) where s.id is not null;
  insert into turns_to_refresh (process, subject_id) select distinct 'order-cancellation', s.id from (select a.* from (select oc.id from invoices i join order_cancellations oc on oc.order_id = i.order_id and oc.status = 'PENDING' where i.id = new.invoice_id) a union select b.* from (select oc.id from invoices i join order_cancellations oc on oc.order_id = i.order_id and oc.status = 'PENDING' where i.id = old.invoice_id) b) s (id) where s.id is not null;
  insert into turns_to_refresh (process, subject_id) select distinct 'invoice', s.id from (select v.id from (values (new.invoice_id), (old.invoice_id)) v (id)) s (id) where s.id is not null;
  return null;
end$$;
comment on function turns_follow_payments() is null;
create or replace trigger turns_follow_rows after insert or delete on payments for each row execute function turns_follow_payments();
create or replace trigger turns_follow_changes after update on payments for each row execute function turns_follow_payments();

create or replace function turns_follow_payroll_deduction_months() returns trigger language plpgsql as $$begin
  insert into turns_to_refresh (process, subject_id) select distinct 'deduction', s.id from (select v.id from (values (new.company_id), (old.company_id)) v (id)) s (id) where s.id is not null;
  return null;
end$$;
comment on function turns_follow_payroll_deduction_months() is null;
create or replace trigger turns_follow_rows after insert or delete on payroll_deduction_months for each row execute function turns_follow_payroll_deduction_months();
create or replace trigger turns_follow_changes after update on payroll_deduction_months for each row execute function turns_follow_payroll_deduction_months();

create or replace function turns_follow_payroll_deductions() returns trigger language plpgsql as $$begin
  if tg_op <> 'UPDATE' or row(new.ended_at, new.company_id) is distinct from row(old.ended_at, old.company_id) then
    insert into turns_to_refresh (process, subject_id) select distinct 'deduction', s.id from (select v.id from (values (new.company_id), (old.company_id)) v (id)) s (id) where s.id is not null;
  end if;
  return null;
end$$;
comment on function turns_follow_payroll_deductions() is 'row(new.company_id, new.ended_at) is distinct from row(old.company_id, old.ended_at)';
create or replace trigger turns_follow_rows after insert or delete on payroll_deductions for each row execute function turns_follow_payroll_deductions();
create or replace trigger turns_follow_changes after update on payroll_deductions for each row when (row(new.company_id, new.ended_at) is distinct from row(old.company_id, old.ended_at)) execute function turns_follow_payroll_deductions();

create or replace function turns_follow_payroll_months() returns trigger language plpgsql as $$begin
  insert into turns_to_refresh (process, subject_id) select distinct 'payroll-month', s.id from (select v.id from (values (new.company_id), (old.company_id)) v (id)) s (id) where s.id is not null;
  return null;
end$$;
comment on function turns_follow_payroll_months() is null;
create or replace trigger turns_follow_rows after insert or delete on payroll_months for each row execute function turns_follow_payroll_months();
create or replace trigger turns_follow_changes after update on payroll_months for each row execute function turns_follow_payroll_months();

create or replace function turns_follow_payroll_payers() returns trigger language plpgsql as $$begin
  insert into turns_to_refresh (process, subject_id) select distinct 'leaver', s.id from (select v.id from (values (new.agreement_id), (old.agreement_id)) v (id)) s (id) where s.id is not null;
  return null;
end$$;
comment on function turns_follow_payroll_payers() is null;
create or replace trigger turns_follow_rows after insert or delete on payroll_payers for each row execute function turns_follow_payroll_payers();
create or replace trigger turns_follow_changes after update on payroll_payers for each row execute function turns_follow_payroll_payers();

create or replace function turns_follow_paytrail_refunds() returns trigger language plpgsql as $$begin
  if tg_op <> 'UPDATE' or row(new.state) is distinct from row(old.state) then
    insert into turns_to_refresh (process, subject_id) select distinct 'invoice', s.id from (select v.id from (values (new.invoice_id), (old.invoice_id)) v (id)) s (id) where s.id is not null;
  end if;
  insert into turns_to_refresh (process, subject_id) select distinct 'refund', s.id from (select v.id from (values (new.id), (old.id)) v (id)) s (id) where s.id is not null;
  return null;
end$$;
comment on function turns_follow_paytrail_refunds() is null;
create or replace trigger turns_follow_rows after insert or delete on paytrail_refunds for each row execute function turns_follow_paytrail_refunds();
create or replace trigger turns_follow_changes after update on paytrail_refunds for each row execute function turns_follow_paytrail_refunds();

create or replace function turns_follow_proposal_companies() returns trigger language plpgsql as $$begin
  insert into turns_to_refresh (process, subject_id) select distinct 'proposal', s.id from (select v.id from (values (new.proposal_id), (old.proposal_id)) v (id)) s (id) where s.id is not null;
  return null;
end$$;
comment on function turns_follow_proposal_companies() is null;
create or replace trigger turns_follow_rows after insert or delete on proposal_companies for each row execute function turns_follow_proposal_companies();
create or replace trigger turns_follow_changes after update on proposal_companies for each row execute function turns_follow_proposal_companies();

create or replace function turns_follow_proposals() returns trigger language plpgsql as $$begin
  insert into turns_to_refresh (process, subject_id) select distinct 'proposal', s.id from (select v.id from (values (new.id), (old.id)) v (id)) s (id) where s.id is not null;
  return null;
end$$;
comment on function turns_follow_proposals() is null;
create or replace trigger turns_follow_rows after insert or delete on proposals for each row execute function turns_follow_proposals();
create or replace trigger turns_follow_changes after update on proposals for each row execute function turns_follow_proposals();

create or replace function turns_follow_received_e_invoices() returns trigger language plpgsql as $$begin
  if tg_op <> 'UPDATE' or row(new.state) is distinct from row(old.state) then
    insert into turns_to_refresh (process, subject_id) select distinct 'received-e-invoice', s.id from (select v.id from (values (new.id), (old.id)) v (id)) s (id) where s.id is not null;
  end if;
  return null;
end$$;
comment on function turns_follow_received_e_invoices() is 'row(new.state) is distinct from row(old.state)';
create or replace trigger turns_follow_rows after insert or delete on received_e_invoices for each row execute function turns_follow_received_e_invoices();
create or replace trigger turns_follow_changes after update on received_e_invoices for each row when (row(new.state) is distinct from row(old.state)) execute function turns_follow_received_e_invoices();

create or replace function turns_follow_record_alarms() returns trigger language plpgsql as $$begin
  if tg_op <> 'UPDATE' or row(new.closed_at, new.found_at) is distinct from row(old.closed_at, old.found_at) then
    insert into turns_to_refresh (process, subject_id) select distinct 'record', s.id from (select v.id from (values (new.id), (old.id)) v (id)) s (id) where s.id is not null;
  end if;
  return null;
end$$;
comment on function turns_follow_record_alarms() is 'row(new.closed_at, new.found_at) is distinct from row(old.closed_at, old.found_at)';
create or replace trigger turns_follow_rows after insert or delete on record_alarms for each row execute function turns_follow_record_alarms();
create or replace trigger turns_follow_changes after update on record_alarms for each row when (row(new.closed_at, new.found_at) is distinct from row(old.closed_at, old.found_at)) execute function turns_follow_record_alarms();

create or replace function turns_follow_redemption_payments() returns trigger language plpgsql as $$begin
  insert into turns_to_refresh (process, subject_id) select distinct 'redemption', s.id from (select a.* from (select r.id from redemptions r where r.redemption_payment_id = new.id) a union select b.* from (select r.id from redemptions r where r.redemption_payment_id = old.id) b) s (id) where s.id is not null;
  return null;
end$$;
comment on function turns_follow_redemption_payments() is null;
create or replace trigger turns_follow_rows after insert or delete on redemption_payments for each row execute function turns_follow_redemption_payments();
create or replace trigger turns_follow_changes after update on redemption_payments for each row execute function turns_follow_redemption_payments();

create or replace function turns_follow_redemptions() returns trigger language plpgsql as $$begin
  insert into turns_to_refresh (process, subject_id) select distinct 'redemption', s.id from (select v.id from (values (new.id), (old.id)) v (id)) s (id) where s.id is not null;
  if tg_op <> 'UPDATE' or row(new.step) is distinct from row(old.step) then
    insert into turns_to_refresh (process, subject_id) select distinct 'lease', s.id from (select v.id from (values (new.agreement_id), (old.agreement_id)) v (id)) s (id) where s.id is not null;
  end if;
  return null;
end$$;
comment on function turns_follow_redemptions() is null;
create or replace trigger turns_follow_rows after insert or delete on redemptions for each row execute function turns_follow_redemptions();
create or replace trigger turns_follow_changes after update on redemptions for each row execute function turns_follow_redemptions();

create or replace function turns_follow_role_permissions() returns trigger language plpgsql as $$begin
  insert into turns_to_refresh (process, subject_id) select distinct 'company', s.id from (select a.* from (select c.id from user_roles ur join companies c on c.id = ur.company_id or c.group_company_id = ur.group_company_id
      where ur.role_id = new.role_id) a union select b.* from (select c.id from user_roles ur join companies c on c.id = ur.company_id or c.group_company_id = ur.group_company_id
      where ur.role_id = old.role_id) b) s (id) where s.id is not null;
  return null;
end$$;
comment on function turns_follow_role_permissions() is null;
create or replace trigger turns_follow_rows after insert or delete on role_permissions for each row execute function turns_follow_role_permissions();
create or replace trigger turns_follow_changes after update on role_permissions for each row execute function turns_follow_role_permissions();

create or replace function turns_follow_scheduled_jobs() returns trigger language plpgsql as $$begin
  if tg_op <> 'UPDATE' or row(new.failed_at, new.succeeded_at) is distinct from row(old.failed_at, old.succeeded_at) then
    insert into turns_to_refresh (process, subject_id) select distinct 'job', s.id from (select a.* from (select md5('job ' || new.name)::uuid where new.failed_at is not null) a union select b.* from (select md5('job ' || old.name)::uuid where old.failed_at is not null) b) s (id) where s.id is not null;
  end if;
  return null;
end$$;
comment on function turns_follow_scheduled_jobs() is 'row(new.failed_at, new.succeeded_at) is distinct from row(old.failed_at, old.succeeded_at)';
create or replace trigger turns_follow_rows after insert or delete on scheduled_jobs for each row execute function turns_follow_scheduled_jobs();
create or replace trigger turns_follow_changes after update on scheduled_jobs for each row when (row(new.failed_at, new.succeeded_at) is distinct from row(old.failed_at, old.succeeded_at)) execute function turns_follow_scheduled_jobs();

create or replace function turns_follow_signatures() returns trigger language plpgsql as $$begin
  insert into turns_to_refresh (process, subject_id) select distinct 'order', s.id from (select a.* from (select o.id from orders o where o.agreement_id = new.leasing_agreement_id) a union select b.* from (select o.id from orders o where o.agreement_id = old.leasing_agreement_id) b) s (id) where s.id is not null;
  return null;
end$$;
comment on function turns_follow_signatures() is null;
create or replace trigger turns_follow_rows after insert or delete on signatures for each row execute function turns_follow_signatures();
create or replace trigger turns_follow_changes after update on signatures for each row execute function turns_follow_signatures();

create or replace function turns_follow_tax_confirmations() returns trigger language plpgsql as $$begin
  insert into turns_to_refresh (process, subject_id) select distinct 'tax-year', s.id from (select a.* from (select md5('tax-year ' || new.year)::uuid) a union select b.* from (select md5('tax-year ' || old.year)::uuid) b) s (id) where s.id is not null;
  return null;
end$$;
comment on function turns_follow_tax_confirmations() is null;
create or replace trigger turns_follow_rows after insert or delete on tax_confirmations for each row execute function turns_follow_tax_confirmations();
create or replace trigger turns_follow_changes after update on tax_confirmations for each row execute function turns_follow_tax_confirmations();

create or replace function turns_follow_tax_tables() returns trigger language plpgsql as $$begin
  if tg_op <> 'UPDATE' or row(new.year) is distinct from row(old.year) then
    insert into turns_to_refresh (process, subject_id) select distinct 'tax-year', s.id from (select a.* from (select md5('tax-year ' || new.year)::uuid) a union select b.* from (select md5('tax-year ' || old.year)::uuid) b) s (id) where s.id is not null;
  end if;
  return null;
end$$;
comment on function turns_follow_tax_tables() is 'row(new.year) is distinct from row(old.year)';
create or replace trigger turns_follow_rows after insert or delete on tax_tables for each row execute function turns_follow_tax_tables();
create or replace trigger turns_follow_changes after update on tax_tables for each row when (row(new.year) is distinct from row(old.year)) execute function turns_follow_tax_tables();

create or replace function turns_follow_transfer_signatures() returns trigger language plpgsql as $$begin
  insert into turns_to_refresh (process, subject_id) select distinct 'brokerage', s.id from (select v.id from (values (new.brokerage_id), (old.brokerage_id)) v (id)) s (id) where s.id is not null;
  return null;
end$$;
comment on function turns_follow_transfer_signatures() is null;
create or replace trigger turns_follow_rows after insert or delete on transfer_signatures for each row execute function turns_follow_transfer_signatures();
create or replace trigger turns_follow_changes after update on transfer_signatures for each row execute function turns_follow_transfer_signatures();

create or replace function turns_follow_user_roles() returns trigger language plpgsql as $$begin
  insert into turns_to_refresh (process, subject_id) select distinct 'order', s.id from (select a.* from (select o.id from companies c join orders o on o.company_id = c.id and o.status = 'ALL_INFO_PROVIDED'
        where c.id = new.company_id or c.group_company_id = new.group_company_id) a union select b.* from (select o.id from companies c join orders o on o.company_id = c.id and o.status = 'ALL_INFO_PROVIDED'
        where c.id = old.company_id or c.group_company_id = old.group_company_id) b) s (id) where s.id is not null;
  insert into turns_to_refresh (process, subject_id) select distinct 'company', s.id from (select a.* from (select c.id from companies c where c.id = new.company_id or c.group_company_id = new.group_company_id) a union select b.* from (select c.id from companies c where c.id = old.company_id or c.group_company_id = old.group_company_id) b) s (id) where s.id is not null;
  insert into turns_to_refresh (process, subject_id) select distinct 'invoice', s.id from (select a.* from (select i.id from companies c join invoices i on i.company_id = c.id
      where (c.id = new.company_id or c.group_company_id = new.group_company_id) and i.stage = 'SENT' and i.direction = 'SALES' and i.party = 'EMPLOYER' and i.open_cents > 0 and i.second_reminder_at is null) a union select b.* from (select i.id from companies c join invoices i on i.company_id = c.id
      where (c.id = old.company_id or c.group_company_id = old.group_company_id) and i.stage = 'SENT' and i.direction = 'SALES' and i.party = 'EMPLOYER' and i.open_cents > 0 and i.second_reminder_at is null) b) s (id) where s.id is not null;
  return null;
end$$;
comment on function turns_follow_user_roles() is null;
create or replace trigger turns_follow_rows after insert or delete on user_roles for each row execute function turns_follow_user_roles();
create or replace trigger turns_follow_changes after update on user_roles for each row execute function turns_follow_user_roles();

create or replace function turns_follow_users() returns trigger language plpgsql as $$begin
  if tg_op <> 'UPDATE' or row(new.deactivated_at, new.invited) is distinct from row(old.deactivated_at, old.invited) then
    insert into turns_to_refresh (process, subject_id) select distinct 'order', s.id from (select a.* from (select o.id from user_roles ur join companies c on c.id = ur.company_id or c.group_company_id = ur.group_company_id
        join orders o on o.company_id = c.id and o.status = 'ALL_INFO_PROVIDED' where ur.user_id = new.id) a union select b.* from (select o.id from user_roles ur join companies c on c.id = ur.company_id or c.group_company_id = ur.group_company_id
        join orders o on o.company_id = c.id and o.status = 'ALL_INFO_PROVIDED' where ur.user_id = old.id) b) s (id) where s.id is not null;
  end if;
  if tg_op <> 'UPDATE' or row(new.email) is distinct from row(old.email) then
    insert into turns_to_refresh (process, subject_id) select distinct 'brokerage', s.id from (select a.* from (select b.id from bike_brokerages b where b.named_email = new.email and b.step = 'OFFERED') a union select b.* from (select b.id from bike_brokerages b where b.named_email = old.email and b.step = 'OFFERED') b) s (id) where s.id is not null;
  end if;
  if tg_op <> 'UPDATE' or row(new.deactivated_at, new.invited) is distinct from row(old.deactivated_at, old.invited) then
    insert into turns_to_refresh (process, subject_id) select distinct 'company', s.id from (select a.* from (select c.id from user_roles ur join companies c on c.id = ur.company_id or c.group_company_id = ur.group_company_id
      where ur.user_id = new.id) a union select b.* from (select c.id from user_roles ur join companies c on c.id = ur.company_id or c.group_company_id = ur.group_company_id
      where ur.user_id = old.id) b) s (id) where s.id is not null;
  end if;
  if tg_op <> 'UPDATE' or row(new.deactivated_at, new.invited) is distinct from row(old.deactivated_at, old.invited) then
    insert into turns_to_refresh (process, subject_id) select distinct 'invoice', s.id from (select a.* from (select i.id from user_roles ur join companies c on c.id = ur.company_id or c.group_company_id = ur.group_company_id
      join invoices i on i.company_id = c.id where ur.user_id = new.id and i.stage = 'SENT' and i.direction = 'SALES' and i.party = 'EMPLOYER' and i.open_cents > 0 and i.second_reminder_at is null) a union select b.* from (select i.id from user_roles ur join companies c on c.id = ur.company_id or c.group_company_id = ur.group_company_id
      join invoices i on i.company_id = c.id where ur.user_id = old.id and i.stage = 'SENT' and i.direction = 'SALES' and i.party = 'EMPLOYER' and i.open_cents > 0 and i.second_reminder_at is null) b) s (id) where s.id is not null;
  end if;
  return null;
end$$;
comment on function turns_follow_users() is 'row(new.deactivated_at, new.email, new.invited) is distinct from row(old.deactivated_at, old.email, old.invited)';
create or replace trigger turns_follow_rows after insert or delete on users for each row execute function turns_follow_users();
create or replace trigger turns_follow_changes after update on users for each row when (row(new.deactivated_at, new.email, new.invited) is distinct from row(old.deactivated_at, old.email, old.invited)) execute function turns_follow_users();

