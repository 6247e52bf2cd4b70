-- Orders wait for the staff while the lessor's authority is missing: what their turns read (npm run turns:sql).

create or replace function turns_follow_companies() returns trigger language plpgsql as $$begin
  if tg_op <> 'UPDATE' or row(new.signer_user_ids, new.group_company_id, new.leasing_company_id) is distinct from row(old.signer_user_ids, old.group_company_id, old.leasing_company_id) then
    insert into turns_to_refresh (process, subject_id) select distinct 'order', s.id from (select a.* from (select o.id from orders o where o.company_id = new.id and o.status in ('PACKAGE_PROVIDED', 'ALL_INFO_PROVIDED', 'READY_FOR_BILLING')) a union select b.* from (select o.id from orders o where o.company_id = old.id and o.status in ('PACKAGE_PROVIDED', 'ALL_INFO_PROVIDED', 'READY_FOR_BILLING')) b) s (id) where s.id is not null;
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

create or replace function turns_follow_leasing_companies() returns trigger language plpgsql as $$begin
  if tg_op <> 'UPDATE' or row(new.authority_reference, new.authority_day) is distinct from row(old.authority_reference, old.authority_day) then
    insert into turns_to_refresh (process, subject_id) select distinct 'order', s.id from (select a.* from (select o.id from companies c join orders o on o.company_id = c.id and o.status = 'PACKAGE_PROVIDED' where c.leasing_company_id = new.id) a union select b.* from (select o.id from companies c join orders o on o.company_id = c.id and o.status = 'PACKAGE_PROVIDED' where c.leasing_company_id = old.id) b) s (id) where s.id is not null;
  end if;
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
comment on function turns_follow_leasing_companies() is 'row(new.authority_day, new.authority_reference, new.invoice_email, new.kind) is distinct from row(old.authority_day, old.authority_reference, old.invoice_email, old.kind)';
create or replace trigger turns_follow_rows after insert or delete on leasing_companies for each row execute function turns_follow_leasing_companies();
create or replace trigger turns_follow_changes after update on leasing_companies for each row when (row(new.authority_day, new.authority_reference, new.invoice_email, new.kind) is distinct from row(old.authority_day, old.authority_reference, old.invoice_email, old.kind)) execute function turns_follow_leasing_companies();

