-- A lessor's bank account, and one that waits for a second staff member or for 72 hours, as a store's does.
alter table leasing_companies
  add column iban text,
  add column pending_iban text,
  add column pending_iban_by uuid references users (id),
  -- Null while a second staff member's yes is waited for.
  add column pending_iban_from timestamptz,
  add constraint leasing_companies_pending_iban_whole check ((pending_iban is null) = (pending_iban_by is null));
create index leasing_companies_pending_iban_idx on leasing_companies (pending_iban_from) where pending_iban is not null;
create index leasing_companies_pending_iban_by_idx on leasing_companies (pending_iban_by) where pending_iban_by is not null;

-- What a lessor has paid too much goes to the account of its register where the bank has not told another.
alter table payment_orders drop constraint payment_orders_account_from_check;
alter table payment_orders add constraint payment_orders_account_from_check
  check (account_from in ('INVOICE', 'PAYING_ACCOUNT', 'REGISTER', 'STAFF', 'PAYER'));
