-- The text of the policy that was accepted, by its hash: the agreement names it.
alter table orders add column policy_sha256 bytea;
