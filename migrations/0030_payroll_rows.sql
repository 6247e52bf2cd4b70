-- The lease end that was agreed at the start: an exemption ends there, whatever happens to the lease later.
alter table leasing_agreements add column original_end_day date;
update leasing_agreements set original_end_day = end_day where lease_state <> 'NOT_STARTED';
create function keep_original_end() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.original_end_day is not null then
    if new.original_end_day is distinct from old.original_end_day then raise exception 'original_end_day is written once'; end if;
  elsif new.lease_state <> 'NOT_STARTED' then
    new.original_end_day := new.end_day;
  end if;
  return new;
end $$;
create trigger leasing_agreements_original_end before insert or update on leasing_agreements for each row execute function keep_original_end();

-- Who bears the months in which no pay runs: a leaver's after the settlement, those of an absence.
create table payroll_payers (
  id uuid primary key,
  company_id uuid not null references companies (id),
  agreement_id uuid not null,
  from_month text not null check (from_month ~ '^\d{4}-(0[1-9]|1[0-2])$'),
  to_month text check (to_month ~ '^\d{4}-(0[1-9]|1[0-2])$' and to_month >= from_month),
  payer text not null check (payer in ('EMPLOYER', 'EMPLOYEE', 'RETURNED')),
  paid_cents bigint check (paid_cents >= 0),
  created_by uuid not null references users (id),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (company_id, id),
  unique (agreement_id, from_month),
  foreign key (company_id, agreement_id) references leasing_agreements (company_id, id)
);
create index payroll_payers_company_idx on payroll_payers (company_id);

-- The salary-row file is frozen with the month. Files of months locked earlier name the reasons of absences.
alter table payroll_months
  add column salary_file_id uuid references files (id),
  add column salary_sha256 bytea,
  add column names_absence_reasons boolean not null default true;
alter table payroll_months alter column names_absence_reasons set default false;

alter table companies add column export_profile jsonb not null default '{}';
update companies set pay_type_codes = pay_type_codes || jsonb_strip_nulls(jsonb_build_object(
  'exemptOnTop', pay_type_codes -> 'exempt', 'exemptFromPay', pay_type_codes -> 'exempt', 'grossLowering', pay_type_codes -> 'deduction'))
 where pay_type_codes <> '{}';

-- Frozen rows keep what they say and get it in the columns that rows have now; the reason of an absence leaves them.
alter table payroll_rows drop constraint payroll_rows_event_check;
alter table payroll_rows add constraint payroll_rows_event_check
  check (event in ('NEW', 'RUNNING', 'CHANGED', 'ENDING', 'ENDED', 'REDEEMED', 'LEFT'));
alter table payroll_rows disable trigger payroll_rows_append_only;
update payroll_rows set facts = (facts #- '{person,absenceReason}') || jsonb_build_object(
  'exemptFromPayCents', case facts ->> 'benefitModel' when 'FROM_SALARY' then (facts ->> 'code363Cents')::bigint else 0 end,
  'grossLoweringCents', case facts ->> 'benefitModel' when 'FROM_SALARY' then (facts ->> 'deductionCents')::bigint else 0 end,
  'netCollectionCents', case facts ->> 'benefitModel' when 'EMPLOYEE_PAYS' then (facts ->> 'deductionCents')::bigint else 0 end,
  'notes', (select coalesce(jsonb_agg(case note ->> 'code'
      when 'CORRECTS' then note || jsonb_build_object('changes', jsonb_build_array(jsonb_build_object(
        'amount', 'valueCents', 'fromCents', note -> 'fromCents', 'toCents', note -> 'toCents')))
      when 'ABSENT' then note - 'reason' else note end order by place), '[]')
    from jsonb_array_elements(facts -> 'notes') with ordinality as notes (note, place)));
alter table payroll_rows enable trigger payroll_rows_append_only;
