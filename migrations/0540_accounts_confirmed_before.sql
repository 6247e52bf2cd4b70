-- A typed account of a repayment that somebody confirmed before it was known who stood for whom (0501) and that the bank has
-- not been given yet: whoever confirmed it may have been the choice of whoever named it, and counts with them. Somebody else
-- releases its file, or the file waits its 24 hours and takes the code.
update payment_orders set confirmed_alone = true
 where account_from = 'STAFF' and confirmed_by is not null and state = 'QUEUED'
   and confirmed_at < (select applied_at from schema_migrations where name = '0501_accounts_confirmed_alone.sql');
