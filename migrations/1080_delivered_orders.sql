-- The orders that were handed over, the newest first: how long the steps of an order usually take, and what was delivered
-- in a period by each store.
create index orders_delivered_idx on orders (delivery_day desc, id desc) include (bike_store_id, confirmed_at, status)
 where delivery_day is not null;
