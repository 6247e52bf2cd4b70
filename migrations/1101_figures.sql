-- The operator's figures: what was delivered in a period, each store's way to it.
create index orders_delivered_idx on orders (delivery_day) include (bike_store_id, confirmed_at, status) where delivery_day is not null;
