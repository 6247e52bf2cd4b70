-- Whose turn it is with new terms of employers: the triggers of what it reads, and a look at what was published before.

create or replace function turns_follow_companies() returns trigger language plpgsql as $$begin
  if tg_op <> 'UPDATE' or row(new.signer_user_ids, new.group_company_id, new.leasing_company_id) is distinct from row(old.signer_user_ids, old.group_company_id, old.leasing_company_id) then
    insert into turns_to_refresh (process, subject_id) select distinct 'order', s.id from (select a.* from (select o.id from orders o where o.company_id = new.id and o.status in ('PACKAGE_PROVIDED', 'ALL_INFO_PROVIDED', 'READY_FOR_BILLING')) a union select b.* from (select o.id from orders o where o.company_id = old.id and o.status in ('PACKAGE_PROVIDED', 'ALL_INFO_PROVIDED', 'READY_FOR_BILLING')) b) s (id) where s.id is not null;
  end if;
  if tg_op <> 'UPDATE' or row(new.deleted_at, new.signer_user_ids, new.group_company_id) is distinct from row(old.deleted_at, old.signer_user_ids, old.group_company_id) then
    insert into turns_to_refresh (process, subject_id) select distinct 'company', s.id from (select v.id from (values (new.id), (old.id)) v (id)) s (id) where s.id is not null;
  end if;
  if tg_op <> 'UPDATE' or row(new.active) is distinct from row(old.active) then
    insert into turns_to_refresh (process, subject_id) select distinct 'employer-terms', s.id from (select v.id from (values (new.id), (old.id)) v (id)) s (id) where s.id is not null;
  end if;
  if tg_op <> 'UPDATE' or row(new.deleted_at, new.payroll_day) is distinct from row(old.deleted_at, old.payroll_day) then
    insert into turns_to_refresh (process, subject_id) select distinct 'payroll-month', s.id from (select v.id from (values (new.id), (old.id)) v (id)) s (id) where s.id is not null;
  end if;
  if tg_op <> 'UPDATE' or row(new.contact_email) is distinct from row(old.contact_email) then
    insert into turns_to_refresh (process, subject_id) select distinct 'invoice', s.id from (select a.* from (select i.id from invoices i where i.company_id = new.id and i.stage = 'SENT' and i.direction = 'SALES' and i.party = 'EMPLOYER' and i.open_cents > 0 and i.second_reminder_at is null) a union select b.* from (select i.id from invoices i where i.company_id = old.id and i.stage = 'SENT' and i.direction = 'SALES' and i.party = 'EMPLOYER' and i.open_cents > 0 and i.second_reminder_at is null) b) s (id) where s.id is not null;
  end if;
  return null;
end$$;
comment on function turns_follow_companies() is 'row(new.active, new.contact_email, new.deleted_at, new.group_company_id, new.leasing_company_id, new.payroll_day, new.signer_user_ids) is distinct from row(old.active, old.contact_email, old.deleted_at, old.group_company_id, old.leasing_company_id, old.payroll_day, old.signer_user_ids)';
create or replace trigger turns_follow_rows after insert or delete on companies for each row execute function turns_follow_companies();
create or replace trigger turns_follow_changes after update on companies for each row when (row(new.active, new.contact_email, new.deleted_at, new.group_company_id, new.leasing_company_id, new.payroll_day, new.signer_user_ids) is distinct from row(old.active, old.contact_email, old.deleted_at, old.group_company_id, old.leasing_company_id, old.payroll_day, old.signer_user_ids)) execute function turns_follow_companies();

create or replace function turns_follow_terms_acceptances() returns trigger language plpgsql as $$begin
  insert into turns_to_refresh (process, subject_id) select distinct 'employer-terms', s.id from (select v.id from (values (new.company_id), (old.company_id)) v (id)) s (id) where s.id is not null;
  return null;
end$$;
comment on function turns_follow_terms_acceptances() is null;
create or replace trigger turns_follow_rows after insert or delete on terms_acceptances for each row execute function turns_follow_terms_acceptances();
create or replace trigger turns_follow_changes after update on terms_acceptances for each row execute function turns_follow_terms_acceptances();

create or replace function turns_follow_terms_documents() returns trigger language plpgsql as $$begin
  insert into turns_to_refresh (process, subject_id) select distinct 'employer-terms', s.id from (select a.* from (select c.id from companies c where c.active and new.kind in ('SERVICE', 'DATA_PROCESSING')) a union select b.* from (select c.id from companies c where c.active and old.kind in ('SERVICE', 'DATA_PROCESSING')) b) s (id) where s.id is not null;
  return null;
end$$;
comment on function turns_follow_terms_documents() is null;
create or replace trigger turns_follow_rows after insert or delete on terms_documents for each row execute function turns_follow_terms_documents();
create or replace trigger turns_follow_changes after update on terms_documents for each row execute function turns_follow_terms_documents();


insert into turns_to_refresh (process, subject_id) select 'employer-terms', c.id from companies c where c.active;
