-- One order in a hundred is an online order: an employer's own are found by an index of theirs.
create index orders_online_company_idx on orders (company_id, created_at desc, id desc) where is_online_order;
