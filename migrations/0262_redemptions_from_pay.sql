-- A redemption that is kept from the pay: over how many months, and the person's bill of what could not be kept.
alter table redemptions add column payroll_months integer check (payroll_months between 1 and 6);
alter table redemption_payments add column rest_invoice_id uuid;
alter table redemption_payments add foreign key (company_id, rest_invoice_id) references invoices (company_id, id);
-- The bill is the employer's own: what it keeps from the pay is no payment of it.
alter table payroll_deductions add column is_employers boolean not null default false;
-- What becomes of a bicycle that nobody has chosen for by 35 days after the lease's term.
alter table bike_policies add column end_of_lease_default text not null default 'STAFF_SETTLES'
  check (end_of_lease_default in ('STAFF_SETTLES', 'EMPLOYER_BUYS'));
