-- An account of a repayment that was confirmed while nobody could be a second person to whoever named it: whoever confirmed it
-- is not the second person who releases its file either, however long they have been there by then.
alter table payment_orders add column confirmed_alone boolean not null default false;
-- Those that wait already are taken for such ones where one person did both.
update payment_orders set confirmed_alone = true where account_from = 'STAFF' and confirmed_by = made_by;
