-- readable by 1100
-- The columns by which the readers of long lists order them.
create index bike_returns_end_month_idx on bike_returns (end_month, id);
create index absence_plans_from_day_idx on absence_plans (from_day, id);
create index company_exits_from_day_idx on company_exits (from_day, id);
create index company_exits_choose_until_idx on company_exits (choose_until, id);
create index lessor_differences_agreement_number_idx on lessor_differences (agreement_number, id);
create index bank_doubts_booked_day_idx on bank_doubts (booked_day, id);
create index bank_doubts_amount_idx on bank_doubts (amount_cents, id);
create index bank_entries_signed_amount_idx on bank_entries ((case when direction = 'DEBIT' then -amount_cents else amount_cents end), id);
create index payment_orders_amount_idx on payment_orders (amount_cents, id);
create index payment_files_execution_day_idx on payment_files (execution_day, id);
create index payment_files_total_idx on payment_files (total_cents, id);
create index received_e_invoices_due_day_idx on received_e_invoices (due_day, id);
create index received_e_invoices_total_idx on received_e_invoices (total_cents, id);
create index contact_forms_name_idx on contact_forms (name, id);
-- Empty values stand last from the greatest on, too.
create index bank_doubts_booked_day_down_idx on bank_doubts (booked_day desc nulls last, id desc);
create index bank_doubts_amount_down_idx on bank_doubts (amount_cents desc nulls last, id desc);
create index received_e_invoices_due_day_down_idx on received_e_invoices (due_day desc nulls last, id desc);
-- Messages that are kept here because nobody delivers their channel.
create index outbox_kept_idx on outbox (created_at desc, id desc) where status = 'SENT' and provider_id like 'local:%';
