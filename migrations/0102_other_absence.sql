-- What another absence is ("Muu, mikä"), in the words of whoever set it.
alter table beneficiary_employees add column absence_other text,
  add constraint beneficiary_employees_absence_other_check check (absence_other is null or absence_reason = 'OTHER');
comment on column beneficiary_employees.absence_other is 'personal: employee; kept: employment';
