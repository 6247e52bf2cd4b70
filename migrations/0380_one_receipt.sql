-- A person's receipt is paid back once.
create unique index invoices_receipt_number_key on invoices (beneficiary_employee_id, number)
  where direction = 'PURCHASE' and party = 'PERSON' and status not in ('INVALIDATED', 'DELETED');
