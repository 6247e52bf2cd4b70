-- The messages about one company, newest first.
create index outbox_company_newest_idx on outbox (company_id, created_at desc, id desc) where company_id is not null;
