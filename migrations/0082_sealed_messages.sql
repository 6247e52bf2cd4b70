-- What a message says in full, links and codes included, sealed by the service's key. The plain columns then hold the text
-- without its secrets; the sealed one is emptied when the message has been delivered.
alter table outbox add column sealed text;
