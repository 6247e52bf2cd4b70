-- The orders that were handed over last, from which it is told how long the steps of an order usually take.
create index orders_delivered_idx on orders (delivery_day desc, id desc) where delivery_day is not null and kind = 'LEASE';
