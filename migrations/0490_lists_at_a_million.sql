-- Lists and tasks that looked through far more rows than they show: the sent invoices that bill an employer, by age and,
-- while they are open, by their due day; what is to be paid or collected; the open invoices that a bank's movement may
-- settle, by sum and by number.
create index invoices_of_employers_idx on invoices (company_id, created_at desc, id desc)
  where direction = 'SALES' and party = 'EMPLOYER' and stage = 'SENT';
create index invoices_open_of_employers_idx on invoices (company_id, due_day, id)
  where direction = 'SALES' and party = 'EMPLOYER' and stage = 'SENT' and open_cents > 0;
create index invoices_to_pay_idx on invoices (due_day, id)
  where direction = 'PURCHASE' and status in ('VERIFIED', 'APPROVED', 'PARTLY_PAID', 'PAYMENT_DENIED', 'PAYMENT_TRANSACTION_REMOVED');
create index invoices_to_collect_idx on invoices (due_day, id)
  where direction = 'SALES' and stage = 'SENT' and open_cents > 0 and second_reminder_at is not null and disputed_at is null;
create index invoices_open_sum_idx on invoices (direction, open_cents, due_day, id)
  where open_cents > 0 and credited_invoice_id is null and stage in ('SENT', 'VERIFIED', 'APPROVED', 'PAYMENT_SENT_TO_BANK');
create index invoices_open_number_idx on invoices (number)
  where open_cents > 0 and credited_invoice_id is null and stage in ('SENT', 'VERIFIED', 'APPROVED', 'PAYMENT_SENT_TO_BANK');
