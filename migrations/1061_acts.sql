-- What one act did stands together in a history: its events, and the mails that it sent, were written in one transaction.
-- Transactions are counted anew in a cluster that was restored, so that a reader compares the time as well.
alter table events add column written_in xid8;
alter table events alter column written_in set default pg_current_xact_id();
alter table outbox add column written_in xid8;
alter table outbox alter column written_in set default pg_current_xact_id();
create index outbox_written_in_idx on outbox (written_in) where written_in is not null;
-- The mails to a person, newest first.
create index outbox_user_idx on outbox (user_id, created_at desc, id desc) where user_id is not null;
