-- The pages of a store and of a lessor: its open orders, its open bills, its mails, what its running leases are worth.
create index orders_store_open_idx on orders (bike_store_id, status_changed_at, id)
 where bike_store_id is not null and status not in ('ACTIVE_LEASING', 'REFUNDED', 'WIX', 'CANCELLED');
create index orders_store_delivered_idx on orders (bike_store_id, delivery_day) include (confirmed_at, status)
 where bike_store_id is not null and delivery_day is not null;
create index invoices_store_open_idx on invoices (bike_store_id, due_day, id) where bike_store_id is not null and open_cents <> 0;
create index invoices_of_lessor_open_idx on invoices (leasing_company_id, due_day, id) where leasing_company_id is not null and open_cents <> 0;
create index outbox_to_idx on outbox (recipient, created_at desc, id desc);
-- Exposure is added up from the index alone, however many leases run.
create index leasing_agreements_exposure_idx on leasing_agreements (leasing_company_id, end_day)
 include (instalment_cents, last_instalment_cents, residual_cents) where lease_state = 'ACTIVE';
create index bike_returns_store_idx on bike_returns (bike_store_id, created_at desc, id desc) where bike_store_id is not null;
create index insurance_claims_store_idx on insurance_claims (repair_store_id, created_at desc, id desc) where repair_store_id is not null;
