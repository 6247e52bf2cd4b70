-- People whose last working day somebody knows; the others have the day that stands for none.
create index beneficiary_employees_leaving_idx on beneficiary_employees (last_working_day) where last_working_day < '2999-01-01';
